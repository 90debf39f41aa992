"""Puts blocks together to one text: what stands on which line, which row under which header."""

import re
from collections.abc import Sequence

from fundstelle.core.documents import CELLS, Block, BlockKind, Reading, Span
from fundstelle.core.text import clean

_BLANKS = re.compile(r"[ \t\r\n\f\v]+")  # no-break blanks are kept: they are the source's own
_NUMBER = re.compile(
    r"[-+±~≈<>≤≥]?\s*[€$£]?\s*[-+]?\d[\d.,:/ \u00a0'’-]*\s*(?:%|‰|°C|[€$£]|[A-Za-zµ²³]{1,3})?"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_LABEL = 80


def tidy(raw: str) -> str:
    """Canonical characters on one line: runs of white space become one blank."""
    text = _BLANKS.sub(" ", clean(raw)).strip(" ")
    return "" if text.isspace() else text  # no-break blanks alone only keep a place


def row_line(cells: Sequence[str]) -> str:
    """One table row as one line; empty cells at its end are left out. cells: each tidied."""
    return CELLS.join(cells).rstrip(" |").lstrip(" ")


def looks_like_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: short distinct words, no numbers but years.

    rows: the first row and some that follow. A single row is no header of anything.
    """
    if len(rows) < 2:  # noqa: PLR2004 - a header and something under it
        return False
    labels = [cell for cell in rows[0] if cell]
    if not labels or len(set(labels)) < len(labels) or len(labels) * 2 <= len(rows[0]):
        return False
    if any(len(label) > _LONGEST_LABEL for label in labels):
        return False
    return not any(
        _NUMBER.fullmatch(label) and not (at and _YEAR.fullmatch(label))
        for at, label in enumerate(labels)
    )


class Composer:
    """Collects pieces of clean text as blocks, one after the other.

    Rows, items and lines of code follow each other on lines; a blank line stands elsewhere.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._length = 0

    def add(
        self, kind: BlockKind, text: str, *, level: int = 0, header: Span | None = None
    ) -> Span | None:
        """Append a block and return its span; None for blank text. text: cleaned, no margins."""
        if not text:
            return None
        if self._blocks:
            last = self._blocks[-1].kind
            close = kind is last and kind in (BlockKind.ROW, BlockKind.ITEM)
            gap = "\n" if close else "\n\n"
            self._parts.append(gap)
            self._length += len(gap)
        start, end = self._length, self._length + len(text)
        self._parts.append(text)
        self._length = end
        self._blocks.append(Block(kind, start, end, level, header))
        return start, end

    def table(self, rows: Sequence[Sequence[str]], *, headers: int) -> None:
        """Append a table. rows: tidied cells; headers: how many of the first rows are header."""
        header: Span | None = None
        for at, cells in enumerate(rows):
            if at < headers:
                span = self.add(BlockKind.ROW, row_line(cells))
                if span:
                    header = (header[0] if header else span[0], span[1])
            else:
                self.add(BlockKind.ROW, row_line(cells), header=header)

    @property
    def empty(self) -> bool:
        return not self._blocks

    def reading(self, document_type: str, title: str = "") -> Reading:
        """All that was collected."""
        text = "".join(self._parts)
        return Reading(text, document_type, tidy(title)[:300], tuple(self._blocks))
