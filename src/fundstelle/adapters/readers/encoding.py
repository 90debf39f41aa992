"""Bytes to characters: byte order mark, declaration, UTF-8, UTF-16/32 without mark, then the
single-byte tables German files come in. Never Latin-1 as a last resort that cannot fail.
"""

import codecs
import re

from fundstelle.core.errors import UnreadableFile

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with the same two bytes
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)|<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)""",
    re.IGNORECASE,
)
# Browsers read these names as windows-1252, and files that claim them mean it ("€", curly quotes).
_MEANT = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252"}
_MEANT |= {"iso8859-1": "cp1252", "ascii": "cp1252", "iso-8859-9": "cp1254", "unicode": "utf-16"}
_SINGLE_BYTE = ("cp1252", "cp850", "mac_roman")
_WORD_BYTES = re.compile(
    rb"[A-Za-z]{2}[\x80-\xff][A-Za-z]|[A-Za-z][\x80-\xff][A-Za-z]{2}|\b[\x80-\xff][a-z]{2}"
)
_GERMAN = frozenset("äöüßÄÖÜéèàâêîôûçñáíóúåæøœëïý")
_TWICE = re.compile("[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[œžš™“”¦¢˜¹º\u009d]|â‚¬")
_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\x80-\x84\x86-\x9f\ufffd]")
_SEVEN_BIT = ("iso2022", "hz", "utf-7")
_FOREIGN_SHARE = 0.3  # of letters outside ASCII: a tenth in German, nearly all in Russian or Greek
_LOOK = 1 << 16  # bytes looked at for guesses
_MOST_JUNK = 0.02  # share of control characters in what still counts as text


def decode(content: bytes) -> str:
    """Characters of a text file, without byte order mark; line ends and the rest stay as they are.

    Raises UnreadableFile("garbled") if no table gives readable text.
    """
    text = _decoded(content)
    look = text[:_LOOK]
    junk = len(_CONTROL.findall(look)) + max(0, look.count("\0") - len(look) // 50)
    if junk > max(2, _MOST_JUNK * len(look)):
        raise UnreadableFile("garbled", detail="not text in any known encoding")
    return text


def _decoded(content: bytes) -> str:
    for mark, name in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(name, errors="replace")
    declared = _declared(content)
    # What needs more than one byte per character, or only seven bits, would pass as UTF-8.
    certain = declared if declared.startswith(_SEVEN_BIT) else _wide_encoding(content)
    if certain:
        return content.decode(certain, errors="replace")
    for name in ("utf-8", declared):
        # UTF-8 before the declaration: text that is valid UTF-8 is UTF-8, whatever an editor that
        # saved it again left standing in its head.
        if name:
            try:
                return _once(content.decode(name))
            except UnicodeDecodeError:
                continue
    return _mended(content) or _single_byte(content)


def _mended(content: bytes) -> str:
    """UTF-8 with some bytes of cp1252 in it; "" if most of it is no UTF-8."""
    text = content.decode("utf-8", errors="surrogateescape")
    lone = sum("\udc80" <= c <= "\udcff" for c in text)
    if len(content) - len(text) <= lone:  # fewer whole UTF-8 characters than broken bytes
        return ""
    return re.sub("[\udc80-\udcff]+", _from_1252, text)


def _wide_encoding(content: bytes) -> str:
    """UTF-16 or UTF-32 without a mark: most characters of our languages leave bytes zero."""
    look = content[: _LOOK - _LOOK % 4]
    if len(look) < 4 or b"\0" not in look:  # noqa: PLR2004 - one UTF-32 character
        return ""
    share = [look[at::4].count(0) / (len(look) // 4) for at in range(4)]
    many, few = 0.7, 0.1
    if min(share[1:]) > many and share[0] < few and share[2] > 1 - few:
        return "utf-32-le"
    if min(share[:3]) > many and share[3] < few and share[1] > 1 - few:
        return "utf-32-be"
    if len(content) % 2 == 0 and min(share[1], share[3]) > many and max(share[0], share[2]) < few:
        return "utf-16-le"
    if len(content) % 2 == 0 and min(share[0], share[2]) > many and max(share[1], share[3]) < few:
        return "utf-16-be"
    return ""


def _declared(content: bytes) -> str:
    """Encoding named in an XML declaration or HTML meta element; "" if none that exists."""
    found = _DECLARED.search(content[:4096])
    if not found:
        return ""
    name = (found[1] or found[2]).decode("ascii", "replace").lower()
    name = _MEANT.get(name, name)
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return ""
    # A file whose head can be read as ASCII is not UTF-16, and "rot13" is no encoding of text.
    wide = codec.name.startswith(("utf-16", "utf-32"))
    is_text = getattr(codec, "_is_text_encoding", True) and not wide
    return codec.name if is_text else ""


def _once(text: str) -> str:
    """Undo UTF-8 read as cp1252 and saved as UTF-8 again, if all of it comes back clean."""
    if not _TWICE.search(text[:_LOOK]):
        return text
    try:
        return b"".join(
            c.encode("latin-1") if "\x80" <= c <= "\x9f" else c.encode("cp1252") for c in text
        ).decode("utf-8")
    except UnicodeError:
        return text


def _from_1252(match: "re.Match[str]") -> str:
    return match[0].encode("utf-8", "surrogateescape").decode("cp1252", errors="replace")


def _single_byte(content: bytes) -> str:
    """cp1252, unless letters inside words say that the file comes from DOS or an old Mac."""
    look = content[:_LOOK]
    letters = sum(byte > 0x7F or 65 <= byte <= 90 or 97 <= byte <= 122 for byte in look)  # noqa: PLR2004 - A to z
    if sum(byte > 0x7F for byte in look) > _FOREIGN_SHARE * letters:  # noqa: PLR2004 - ASCII
        return _guessed(content)
    words = b" ".join(_WORD_BYTES.findall(content[: _LOOK * 16]))

    def score(name: str) -> int:
        return sum(1 if c in _GERMAN else -1 for c in words.decode(name, "replace") if c > "\x7f")

    best = max(_SINGLE_BYTE, key=score) if words else "cp1252"
    return content.decode(best, errors="replace")


def _guessed(content: bytes) -> str:
    """Text of another script, by how frequent its characters are in the languages that use it."""
    from charset_normalizer import from_bytes

    best = from_bytes(content[:_LOOK], chunk_size=512).best()
    if best is None:
        raise UnreadableFile("garbled", detail="not text in any known encoding")
    return content.decode(best.encoding, errors="replace")
