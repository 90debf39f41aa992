"""Which passages are headings, and of which level: by size and weight beside the body."""

import re
from collections import Counter

from fundstelle.adapters.readers.pdf.shapes import Passage
from fundstelle.core.documents import BlockKind

LARGER = 1.12  # times the body's size
MAX_CHARS = 160
MAX_LINES = 3
MAX_LEVEL = 6
NO_HEADING_END = re.compile(r"[.,;:]$")
NUMBERED = re.compile(r"(?:§+\s?\d+|\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.|[IVX]+\.)\s+[A-ZÄÖÜ]")


def mark_headings(passages: list[Passage]) -> None:
    """Set kind and level of every passage that is a heading; the rest stays."""
    body, body_bold = _body(passages)
    marked = [p for p in passages if _is_heading(p, body, body_bold=body_bold)]
    sizes = sorted({_rounded(p.size) for p in marked if p.size >= LARGER * body}, reverse=True)
    for passage in marked:
        rank = _rounded(passage.size)
        level = sizes.index(rank) + 1 if rank in sizes else len(sizes) + 1
        passage.kind, passage.level = BlockKind.HEADING, min(level, MAX_LEVEL)


def _rounded(size: float) -> float:
    return round(size * 2) / 2


def body_size(passages: list[Passage]) -> float:
    """The size in points of most characters; 0 if there are none."""
    return _body(passages)[0]


def _body(passages: list[Passage]) -> tuple[float, bool]:
    """Size and weight of most characters."""
    sizes: Counter[float] = Counter()
    weights: Counter[bool] = Counter()
    for passage in passages:
        sizes[_rounded(passage.size)] += len(passage.text)
        weights[passage.bold] += len(passage.text)
    if not sizes:
        return 0.0, False
    return sizes.most_common(1)[0][0], weights.most_common(1)[0][0]


def _is_heading(passage: Passage, body: float, *, body_bold: bool) -> bool:
    if passage.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or body <= 0 or passage.turned:
        return False
    text = passage.text
    if len(text) > MAX_CHARS or len(passage.lines) > MAX_LINES or not any(map(str.isalpha, text)):
        return False
    larger = passage.size >= LARGER * body
    bold = passage.bold and not body_bold and passage.size >= 0.9 * body
    if passage.kind == BlockKind.ITEM and not (NUMBERED.match(text) and (larger or bold)):
        return False
    if NO_HEADING_END.search(text) and not NUMBERED.match(text):
        return False
    if text.endswith(".") and len(text) > 60:  # noqa: PLR2004 - a sentence set bold
        return False
    return larger or bold
