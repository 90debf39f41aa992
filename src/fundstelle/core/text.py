"""Canonical text, and the fold under which quotes are found.

Both replace characters, so both come with a map back. A map is a tuple of pairs
(new offset, old offset) that come two by two: where a changed stretch begins and where it ends.
Outside those stretches both texts run in step; an empty map means equal offsets.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from sys import maxsize

Offsets = tuple[tuple[int, int], ...]

# Invisible characters that no one can type or see, and code points that are no characters.
_INVISIBLE = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u200c\u202a-\u202e\u2060\u2066-\u2069"
    "\ufeff\ufffe\uffff\ud800-\udfff"
)
_EMOJI = "\u2194\u2195\u2300-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff"
# A zero-width joiner holds an emoji of several parts together; anywhere else it is noise.
_DROPPED = f"[{_INVISIBLE}]|(?<![{_EMOJI}])\u200d|\u200d(?![{_EMOJI}])"
_REPLACED = {
    # A form feed ends a page and a vertical tab a line: dropping them would join two words.
    **dict.fromkeys("\r\v\f\x85\u2028\u2029", "\n"),
    **dict(zip("ﬀﬁﬂﬃﬄﬅﬆ", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)),
}
# Starters that never change and never join the character before them (a test proves it), so
# text may be cut before each of them and cleaned piece by piece.
_STEADY = (
    "\t\n -~\u00a0-\u00a7\u00a9-\u00ac\u00ae-\u02ff\u0388-\u03ff\u0400-\u0482\u048a-\u052f"
    "\u0621-\u064a\u2010-\u2027\u202f-\u205f\u20a0-\u20c0\u2200-\u22ff\u3001-\u3029\u3041-\u3096\u30a1-\u30ff"
    "\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e"
)
_DROP = re.compile(_DROPPED)
_REPLACE = re.compile(f"[{''.join(_REPLACED)}]")
_TEX_UMLAUT = re.compile("¨([aouAOU])")  # TeX sets ü as ¨ and u, and PDF gives both
_NOTICED = re.compile(f"[{_INVISIBLE}\u200d{''.join(_REPLACED)}¨]")
# A stretch that must be cleaned as one: a line end, or unsteady characters in a row, with the vowel
# that a TeX umlaut may stand before.
_SHAKY = re.compile(f"[^{_STEADY}](?:(?<=\r)\n?|(?:[^{_STEADY}\r]|(?<=[^{_STEADY}])[aouAOU])*)")


@dataclass(frozen=True, slots=True)
class Canonical:
    """Canonical text with its map to the raw text. given: (canonical, raw) pairs, two by two."""

    text: str
    given: Offsets


def clean(raw: str) -> str:
    r"""Return the text in canonical characters: NFC, \n, nothing invisible, ligatures unfolded.

    Blanks stay as they are, no-break ones and those at line ends too. clean(clean(x)) == clean(x).
    """
    if _NOTICED.search(raw):
        text = _DROP.sub("", raw.replace("\r\n", "\n"))
        text = _REPLACE.sub(lambda match: _REPLACED[match[0]], text)
        raw = _TEX_UMLAUT.sub("\\1\u0308", text)
    return raw if raw.isascii() else unicodedata.normalize("NFC", raw)


def canonical(raw: str) -> Canonical:
    """Return clean(raw) with the map back to raw; the map is empty if no offset changed."""
    if not _NOTICED.search(raw) and unicodedata.is_normalized("NFC", raw):
        return Canonical(raw, ())
    parts: list[str] = []
    given: list[tuple[int, int]] = []
    done = shift = 0  # shift: canonical offset minus raw offset
    for match in _SHAKY.finditer(raw):
        start, end = max(match.start() - 1, done), match.end()
        old = raw[start:end]
        if match[0] == "\r\n":  # the most frequent change by far; only the \r is gone
            new, before, after = old[:-2] + "\n", len(old) - 2, 1
        elif (new := clean(old)) == old:
            continue
        else:
            before, after = _shared_edges(old, new)
        parts += (raw[done:start], new)
        done = end
        if (len(old) - before - after, len(new) - before - after) != (1, 1):
            given.append((start + before + shift, start + before))
            shift += len(new) - len(old)
            given.append((end - after + shift, end - after))
    parts.append(raw[done:])
    return Canonical("".join(parts), tuple(given))


def _shared_edges(old: str, new: str) -> tuple[int, int]:
    """How many characters at the start and at the end can stay outside the changed stretch."""
    most = min(len(old), len(new))
    before = sum(1 for _ in takewhile(lambda at: old[at] == new[at], range(most)))
    most -= before
    after = sum(1 for _ in takewhile(lambda at: old[-1 - at] == new[-1 - at], range(most)))
    return before, after


def to_given(given: Offsets, start: int, end: int) -> tuple[int, int]:
    """Map a half-open span of the new text to the span of the old text that it came from.

    A span that begins or ends inside a changed stretch takes the whole stretch, so the old span
    always holds at least what the new one shows; dropped characters at its edges stay outside.
    """
    if not given:
        return start, end
    at = bisect_right(given, (start, maxsize)) - 1
    begins = _before(given, at, start) if at % 2 else given[at][1]
    if start == end:
        return begins, begins
    at = bisect_left(given, (end, -1))
    ends = given[at][1] if at % 2 else _before(given, at - 1, end)
    return begins, ends


def _before(given: Offsets, at: int, offset: int) -> int:
    """Old offset of a place in step, at or after the pair number `at` (-1: the text's start)."""
    new, old = given[at] if at >= 0 else (0, 0)
    return offset - new + old


# --- The fold: never shown, only searched in -------------------------------------------------

_DASHES = "-‐‑‒–—―−﹘﹣-"
_QUOTES = {
    **dict.fromkeys("„“”‟«»″〝〞＂", '"'),
    **dict.fromkeys("‚‘’‛‹›′`´＇ʼ", "'"),
}
_ALIKE = str.maketrans(_QUOTES | dict.fromkeys(_DASHES, "-"))
# Raised, lowered, circled and fraction characters mean something else than the plain digit
# (m² is not m2, 1½ is not 11/2); spacing accents would fall apart into a blank and a mark.
_APART = (
    "\u00a8\u00aa\u00af\u00b2-\u00b3\u00b8-\u00ba\u00bc-\u00be\u02b0-\u02b8\u02d8-\u02dd"
    "\u02e0-\u02e4\u037a\u0384-\u0385\u10fc\u1d2c-\u1d2e\u1d30-\u1d3a\u1d3c-\u1d4d\u1d4f-\u1d6a"
    "\u1d78\u1d9b-\u1dbf\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fee\u1ffd-\u1ffe"
    "\u2017\u203e\u2070-\u2071\u2074-\u208e\u2090-\u209c\u2120\u2122\u2150-\u215f\u2189"
    "\u2460-\u24ff\u2c7c-\u2c7d\u2d6f\u3192-\u319f\u3200-\u32ff\u3371-\u33ff\ua69c-\ua69d\ua770"
    "\ua7f2-\ua7f4\ua7f8-\ua7f9\uab5c-\uab5f\uab69\ufe49-\ufe4f\U00010780-\U000107ba"
    "\U0001e030-\U0001e06d\U0001f100-\U0001f265"
)
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099-\u309a\ufe20-\ufe2f"
)
# Characters that fold to one character whatever stands beside them, by str.lower alone.
_PLAIN = (
    " !-_a-~\u00a1-\u00a7\u00a9\u00ac\u00ae\u00b0-\u00b1\u00b6-\u00b7\u00bf-\u00de\u00e0-\u00ff€•"
)
_LETTER = r"[^\W\d_]"
_FOLDED = re.compile(
    rf"(?P<hyphen>(?<={_LETTER})[{_DASHES}](?={_LETTER}))|(?P<blank>\s\s+|[^\S ])"
    rf"|[^{_PLAIN}{_MARKS}\s][{_MARKS}]*|[{_PLAIN}][{_MARKS}]+"
)
_KEPT = re.compile(f"([{_APART}])")


@dataclass(frozen=True, slots=True)
class Folded:
    """Text as it is compared. offsets: (folded, original) pairs, two by two (see above)."""

    text: str
    offsets: Offsets

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Span of the original text for a half-open span of the folded text."""
        return to_given(self.offsets, start, end)


def fold(text: str) -> Folded:
    """Fold canonical text for finding: case, quotes, dashes, blanks, ligatures, compatibility.

    A hyphen between two letters is dropped ("E-Mail" is "EMail"); a run of white space is one
    blank. Superscripts, subscripts, fractions and circled digits stay what they are.
    """
    parts: list[str] = []
    offsets: list[tuple[int, int]] = []
    done = shift = 0  # shift: folded offset minus original offset
    for match in _FOLDED.finditer(text):
        start, end = match.span()
        kind = match.lastgroup
        new = _fold_piece(match[0]) if kind is None else "" if kind == "hyphen" else " "
        parts += (text[done:start].lower(), new)
        done = end
        if (end - start, len(new)) != (1, 1):
            offsets.append((start + shift, start))
            shift += len(new) - (end - start)
            offsets.append((end + shift, end))
    parts.append(text[done:].lower())
    return Folded("".join(parts), tuple(offsets))


@lru_cache(maxsize=4096)
def _fold_piece(piece: str) -> str:
    """Fold a character with its marks."""
    parts = _KEPT.split(unicodedata.normalize("NFC", piece).translate(_ALIKE))
    return "".join(
        part.casefold() if at % 2 else _fold_plain(part) for at, part in enumerate(parts)
    )


def _fold_plain(text: str) -> str:
    once = unicodedata.normalize("NFKC", text).translate(_ALIKE).casefold()
    return unicodedata.normalize("NFKC", once)
