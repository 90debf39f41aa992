"""Where in a document a place is: under which headings, on which page."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from fundstelle.core.documents import Block, BlockKind, Page
from fundstelle.core.entries import MARK, marked_starts

BETWEEN = " › "
"""Stands between the headings of a path."""

HEADING_CHARS = 300  # of a heading in a path: every chunk below it carries the path
PATH_CHARS = 900
_GAP = re.compile(r"\n\s*\n")
_LIST = frozenset(("bullet", "dash", "number", "letter"))


class Outline:
    """The headings of one text, asked about many offsets: each answer is a binary search."""

    def __init__(self, text: str, blocks: Sequence[Block]) -> None:
        """blocks: of the text, in order of start."""
        self._starts: list[int] = []
        self._paths: list[str] = []
        open_headings: list[tuple[int, str]] = []
        for block in blocks:
            if block.kind is not BlockKind.HEADING:
                continue
            while open_headings and open_headings[-1][0] >= block.level:
                open_headings.pop()
            words = " ".join(text[block.start : block.end][:HEADING_CHARS].split())
            open_headings.append((block.level, words))
            self._starts.append(block.start)
            self._paths.append(BETWEEN.join(words for _, words in open_headings)[:PATH_CHARS])

    def heading(self, offset: int) -> str:
        """The headings above an offset, outermost first, joined by " › "; "" if there are none.

        A heading ends where one of the same or a higher rank comes; it counts from its own start.
        """
        at = bisect_right(self._starts, offset) - 1
        return self._paths[at] if at >= 0 else ""

    def page(self, pages: Sequence[Page], offset: int) -> int | None:
        """Number of the page that holds the offset; None if the document has no pages.

        pages: in order, from the start of the text.
        """
        at = bisect_right(pages, offset, key=lambda page: page.start) - 1
        return pages[at].number if pages else None


def heading_at(blocks: Sequence[Block], offset: int, text: str) -> str:
    """The headings above one offset. For many offsets of one text make an Outline."""
    return Outline(text, blocks).heading(offset)


def plain_blocks(text: str) -> tuple[Block, ...]:
    """Blocks of a text without structure: paragraphs between blank lines, and list items in them.

    Lines of a form stay in their paragraph; core.sentences tells its entries apart.
    """
    blocks: list[Block] = []
    start = 0
    for gap in _GAP.finditer(text):
        _add_paragraph(blocks, text, start, gap.start())
        start = gap.end()
    _add_paragraph(blocks, text, start, len(text))
    return tuple(blocks)


def _add_paragraph(blocks: list[Block], text: str, start: int, end: int) -> None:
    """Add text[start:end], which has no blank line, as one paragraph or split into its items."""
    borders = marked_starts(text, start, end) if text.find("\n", start, end) >= 0 else []
    for border in (*borders, end):
        piece = text[start:border]
        words = piece.strip()
        if words:
            begin = start + len(piece) - len(piece.lstrip())
            mark = MARK.match(text, begin, border)
            item = mark is not None and mark.lastgroup in _LIST
            kind = BlockKind.ITEM if item else BlockKind.PARAGRAPH
            blocks.append(Block(kind, begin, begin + len(words)))
        start = border
