"""The cells of a Markdown pipe table."""

import re
from itertools import pairwise

from fundstelle.core.documents import Span

_PIPE = re.compile(r"(?<!\\)\|")
_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")


def is_delimiter(line: str) -> bool:
    """Whether this is the row of dashes under a header. line: without margins."""
    return ("|" in line or ":" in line) and bool(_DELIMITER.fullmatch(line))


def cells_of(text: str, start: int, end: int) -> list[Span]:
    """Spans of the cells of the row text[start:end], without their margins; \\| is no border."""
    borders = [start - 1, *[match.start() for match in _PIPE.finditer(text, start, end)], end]
    spans = [_trimmed(text, low + 1, high) for low, high in pairwise(borders)]
    if len(spans) > 1 and spans[0][0] == spans[0][1]:
        del spans[0]
    if len(spans) > 1 and spans[-1][0] == spans[-1][1]:
        del spans[-1]
    return spans


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
