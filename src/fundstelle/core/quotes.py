"""Where in the text does this quote stand, if it does. Never roughly.

Case, quotation marks, dashes, white space and hyphens between letters may differ (core.text.fold),
nothing else: at a similarity of 0.95 every swapped number would pass. A quote begins and ends
where words and numbers do, so that "5 Tage" is not in "25 Tage" nor "EU-Bürger" in
"Nicht-EU-Bürger".
"""

import re
from itertools import pairwise
from unicodedata import combining

from fundstelle.core.documents import CELLS, Span
from fundstelle.core.text import Folded, clean, fold

MIN_WORDS = 4  # fewer prove nothing, unless they are a whole table cell or all of the text
_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.{3}|…)\s*\]|\(\s*(?:\.{3}|…)\s*\)|\.{3,}|…)\s*")
# Around a quote: what encloses it, and stops that its own sentence may have brought along.
_AROUND = "\"'“”„‟«»‚‘’‛‹› \t\n"
_AFTER = ".,;:!?"
_WORD = re.compile(r"\w")
_JOINER = "-/_@&+"  # between word characters they make one word or number of two
_COMPARED = "<>≤≥≈~±"  # "< 5 Tage" says something else than "5 Tage"
_OF_NUMBER = "%‰°€$£"  # "12" is not "12 %"


def find_quote(quote: str, text: str, *, is_row: bool = False) -> tuple[Span, ...]:
    """Return the half-open spans of the quote in canonical text; () if it does not stand there.

    More than one span where an ellipsis leaves something out: its parts must follow each other.
    Every part needs four words, or must be a whole cell (is_row: the text is a table row) or all
    of the text.
    """
    folded = fold(text)
    whole = _bare(quote)
    if found := _place(whole, folded, text, 0, is_row=is_row):
        return (found,)
    parts = [part for part in map(_bare, _ELLIPSIS.split(whole)) if part]
    spans: list[Span] = []
    for part in parts if len(parts) > 1 else ():
        found = _place(part, folded, text, spans[-1][1] if spans else 0, is_row=is_row)
        if found is None:
            return ()
        spans.append(found)
    return tuple(spans)


def _bare(quote: str) -> str:
    """The quote in canonical characters, without the marks around it."""
    text = clean(quote).strip(_AROUND)
    return text.rstrip(_AFTER + _AROUND).lstrip(_AFTER + _AROUND)


def _place(quote: str, folded: Folded, text: str, after: int, *, is_row: bool) -> Span | None:
    """The first place at or after an offset of the text that counts."""
    sought = fold(quote).text.strip()
    if not _WORD.search(sought):
        return None
    enough = sum(1 for piece in sought.split() if _WORD.search(piece)) >= MIN_WORDS
    at = folded.text.find(sought)
    while at >= 0:
        end = at + len(sought)
        start, stop = folded.span(at, end)
        if (
            start >= after
            and _opens(folded.text, at)
            and _closes(folded.text, end)
            and (enough or _is_whole(text, start, stop, is_row=is_row))
        ):
            return start, stop
        at = folded.text.find(sought, at + 1)
    return None


def _opens(text: str, at: int) -> bool:
    """Whether a word or number may begin here."""
    first, before = text[at], text[at - 1 : at]
    if not before:
        return True
    if combining(first) or (_WORD.match(first) and _WORD.match(before)):
        return False
    earlier = text[at - 2 : at - 1]
    if first.isdigit():
        if before in ".,:'" and earlier.isdigit():
            return False  # "5 %" in "2,5 %"
        if before in "-+" or text[:at].rstrip()[-1:] in tuple(_COMPARED):
            return False  # "5 °C" in "-5 °C"
    if first in "-+":
        return before.isspace() or not _WORD.match(before)
    return not (before in _JOINER and _WORD.match(first))


def _closes(text: str, end: int) -> bool:
    """Whether a word or number may end here."""
    last, after = text[end - 1], text[end : end + 1]
    if not after:
        return True
    if combining(after) or (_WORD.match(last) and _WORD.match(after)):
        return False
    later = text[end + 1 : end + 2]
    if last.isdigit():
        if after in ".,:'" and later.isdigit():
            return False  # "Frist 1" in "Frist 1,5"
        if text[end:].lstrip()[:1] in tuple(_OF_NUMBER):
            return False
    return not (after in _JOINER and _WORD.match(last))


def _is_whole(text: str, start: int, end: int, *, is_row: bool) -> bool:
    """Whether the span is all of the text or all of a cell, but for marks around it."""
    if not is_row:
        return not _WORD.search(text[:start]) and not _WORD.search(text[end:])
    borders = [0, *(m.start() for m in re.finditer(re.escape(CELLS), text)), len(text)]
    for left, right in pairwise(borders):
        if left <= start and end <= right:
            return not _WORD.search(text[left:start]) and not _WORD.search(text[end:right])
    return False
