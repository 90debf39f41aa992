"""Text -> sentences: the unit of proof. German and English.

A sentence never leaves its block. Headings give no sentence; a table row is one; paragraphs, list
items and code are cut at full stops (core.stops) and between entries (core.entries).
"""

import re
from collections.abc import Iterable, Iterator

from fundstelle.core.documents import Block, BlockKind, Sentence, Span
from fundstelle.core.entries import entry_starts
from fundstelle.core.stops import ends_sentence

SENTENCE_CHARS = 1000
"""No sentence is longer; what has no stops is cut at the best place before."""

# A run of stops, with the marks that close what the sentence opened and footnote signs, before
# white space. The lookbehind keeps a million dots in a row linear.
_STOP = re.compile(r"[.!?…](?<![.!?…]{2})[.!?…]*+(?:[\"'“”’‘»«›‹)\]}*_¹²³]|\[\d{1,3}\])*+(\s+)")
_CUTS = ("; ", ";\n", "\n", ", ", " ")  # best first
_LEAST = SENTENCE_CHARS // 2  # a piece cut off is at least so long, if there is any choice


def sentences_of(text: str, blocks: Iterable[Block]) -> tuple[Sentence, ...]:
    """All sentences, ascending and disjoint.

    Together they cover every non-white character of every block that is no heading.
    """
    found: list[Sentence] = []
    for block in blocks:
        kind, header = block.kind, block.header
        if kind is BlockKind.HEADING:
            continue
        spans = (
            [(block.start, block.end)]
            if kind is BlockKind.ROW
            else _spans(text, block.start, block.end)
        )
        for start, end in spans:
            if end - start > SENTENCE_CHARS:
                found += [Sentence(*piece, kind, header) for piece in cut(text, start, end)]
            elif text[start].isspace() or text[end - 1].isspace() or start == end:
                found += [Sentence(*inner, kind, header) for inner in _stripped(text, start, end)]
            else:
                found.append(Sentence(start, end, kind, header))
    return tuple(found)


def _spans(text: str, start: int, end: int) -> Iterator[Span]:
    """Spans of sentences, possibly with white space around."""
    for border in (*entry_starts(text, start, end), end):
        for match in _STOP.finditer(text, start, border):
            after = match.end()
            if after < border and ends_sentence(text, start, match.start(), after):
                yield start, match.start(1)
                start = after
        if start < border:
            yield start, border
        start = border


def _stripped(text: str, start: int, end: int) -> list[Span]:
    """The span without white space around it; nothing if it is all white."""
    piece = text[start:end]
    inner = piece.strip()
    if not inner:
        return []
    start += len(piece) - len(piece.lstrip())
    return [(start, start + len(inner))]


def cut(text: str, start: int, end: int) -> Iterator[Span]:
    """Cut a span into pieces of at most SENTENCE_CHARS: at ; or line end or comma or blank."""
    while end - start > SENTENCE_CHARS:
        limit = start + SENTENCE_CHARS
        places = (text.rfind(sign, start + _LEAST, limit) for sign in _CUTS)
        border = next((place + 1 for place in places if place >= 0), limit)
        yield from _stripped(text, start, border)
        start = border
    yield from _stripped(text, start, end)
