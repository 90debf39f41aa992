"""File names: which are passed over, and how bytes become names that people and JSON can bear."""

import os
import unicodedata
from collections import Counter
from collections.abc import Sequence

# What systems and programs leave behind; compared in lower case.
LEFT_BEHIND = {
    "thumbs.db",
    "ehthumbs.db",
    "desktop.ini",
    "__macosx",
    "$recycle.bin",
    "#recycle",
    "@eadir",
    "system volume information",
    "lost+found",
}
UNFINISHED = (".part", ".partial", ".crdownload", ".tmp", "~")
OPEN_IN_OFFICE = "~$"  # Word and Excel put ~$name.docx beside a file while it is open

# A file name may hold line breaks and escape sequences that would run in a terminal, and marks
# that turn the reading direction so that "exe.pdf" looks like "fdp.exe".
NOT_SHOWN = {"Cc", "Cs", "Zl", "Zp"}
TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def passed_over(name: str) -> bool:
    """Whether a file or folder of this name is hidden, temporary or the system's own."""
    lower = name.lower()
    return (
        lower.startswith((".", OPEN_IN_OFFICE))
        or lower.endswith(UNFINISHED)
        or lower in LEFT_BEHIND
    )


def shown(raw: bytes) -> str:
    r"""Return a name or path as NFC text; bytes that are no text and controls as \xNN or \uNNNN."""
    text = raw.decode("utf-8", "backslashreplace")
    return unicodedata.normalize("NFC", _without_controls(text))


def names_of(raw_names: Sequence[bytes]) -> list[str]:
    """Return the shown names of one folder's entries, same order, each only once.

    Where two names fall together (composed and decomposed letters), the one that is NFC already
    keeps the plain form, so that it keeps its identity when the other appears. The other is named
    by its own letters, and where even that is taken, by its bytes.
    """
    plain = [shown(raw) for raw in raw_names]
    crowd = Counter(plain)
    taken = {name for name, raw in zip(plain, raw_names, strict=True) if name == os.fsdecode(raw)}
    names = []
    for name, raw in zip(plain, raw_names, strict=True):
        own = name
        if name != os.fsdecode(raw):
            if crowd[name] > 1:
                own = _without_controls(raw.decode("utf-8", "backslashreplace"))
            while own in taken:
                own = f"{own} ({raw.hex()})"
        taken.add(own)
        names.append(own)
    return names


def _without_controls(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        c.encode("ascii", "backslashreplace").decode() if c in TURNING else _spelt(c) for c in text
    )


def _spelt(char: str) -> str:
    if unicodedata.category(char) not in NOT_SHOWN:
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"  # noqa: PLR2004 - one byte
