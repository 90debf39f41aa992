"""Paragraphs, lists, tables and notes of a Word text, in the order of reading."""

# ruff: noqa: SIM905 - a list of words reads better as words

from collections.abc import Mapping

from lxml import etree

from fundstelle.adapters.readers.composing import Composer, tidy
from fundstelle.adapters.readers.docx_styles import (
    BODY_LEVEL,
    Styles,
    attribute,
    switched_on,
    value_of,
)
from fundstelle.adapters.readers.docx_text import Found, children, paragraph_text
from fundstelle.adapters.readers.grids import Grid
from fundstelle.core.documents import BlockKind

# Wrappers around paragraphs and tables: content controls, custom XML, tracked insertions.
_WRAPPERS = frozenset(
    "sdt sdtContent customXml smartTag ins moveTo AlternateContent Choice".split()
)
_DEEPEST = 60
_LONG_CELL = 400  # characters from which a cell is a piece of a page, not a field

Notes = Mapping[tuple[str, str], etree._Element]  # noqa: SLF001 - lxml names its element type so


class Body:
    """Writes body elements into a composer. notes: by (kind, id)."""

    def __init__(self, composer: Composer, styles: Styles, notes: Notes) -> None:
        self._composer, self._styles = composer, styles
        self._notes = dict(notes)

    def block(self, element: etree._Element, depth: int) -> None:
        """Write one element that may stand in a body: paragraph, table, wrapper."""
        name = str(element.tag).rpartition("}")[2]
        if depth > _DEEPEST:
            return
        if name == "p":
            self._paragraph(element, depth)
        elif name == "tbl":
            self._table(element, depth)
        elif name in _WRAPPERS:
            for _, child in children(element):
                self.block(child, depth + 1)

    def rest(self) -> None:
        """Notes that nothing refers to."""
        self._write_notes(list(self._notes), 0)

    def _paragraph(self, element: etree._Element, depth: int) -> None:
        found = paragraph_text(element)
        lines = [line for line in map(tidy, found.text.split("\x1e")) if line]
        kind, level = self._kind(element)
        self._composer.add(kind, "\n".join(lines), level=level)
        self._behind(found, depth)

    def _behind(self, found: Found, depth: int) -> None:
        """What belongs to a paragraph but stands outside its lines: text boxes, notes."""
        for box in found.boxes:
            for _, child in children(box):
                self.block(child, depth + 1)
        self._write_notes(found.notes, depth)

    def _write_notes(self, keys: list[tuple[str, str]], depth: int) -> None:
        for key in keys:
            note = self._notes.pop(key, None)
            for _, child in children(note) if note is not None else ():
                self.block(child, depth + 1)

    def _kind(self, paragraph: etree._Element) -> tuple[BlockKind, int]:
        for name, properties in children(paragraph):
            if name == "pPr":
                style = self._styles[value_of(properties, "pStyle")]
                outline = value_of(properties, "outlineLvl")
                own = int(outline) + 1 if outline.isdigit() else 0
                level = min(6, own) if 0 < own <= BODY_LEVEL else style.level
                if level:
                    return BlockKind.HEADING, level
                numbered = [child for kind, child in children(properties) if kind == "numPr"]
                item = value_of(numbered[0], "numId") != "0" if numbered else style.item
                return (BlockKind.ITEM if item else BlockKind.PARAGRAPH), 0
            break
        return BlockKind.PARAGRAPH, 0

    def _table(self, table: etree._Element, depth: int) -> None:
        rows = [row for row in _rows(table) if not _deleted(row)]
        cells = [_cells(row) for row in rows]
        if _is_layout(cells):
            for row in cells:
                for cell in row:
                    for _, child in children(cell):
                        self.block(child, depth + 1)
            return
        grid, behind = Grid(), []
        above: dict[int, str] = {}
        for tr, row_cells in zip(rows, cells, strict=True):
            line: list[tuple[str, int, int]] = []
            column = 0
            for cell in row_cells:
                found = cell_text(cell)
                behind.append(found)
                width, merged = _merging(cell)
                text = above.get(column, found.text) if merged == "continue" else found.text
                if merged:
                    above[column] = text
                else:
                    above.pop(column, None)
                line.append((text, 1, width))
                column += width
            grid.row(line, header=_is_header(tr))
        self._composer.table(grid.rows, headers=grid.headers())
        for found in behind:
            self._behind(found, depth)


def cell_text(cell: etree._Element) -> Found:
    """All text of a cell on one line, that of tables inside it too."""
    parts: list[str] = []
    whole = Found()
    stack = [cell]
    while stack:
        element = stack.pop()
        name = str(element.tag).rpartition("}")[2]
        if name == "p":
            found = paragraph_text(element)
            parts.append(tidy(found.text.replace("\x1e", " ")))
            whole.boxes += found.boxes
            whole.notes += found.notes
        elif name not in {
            "tcPr",
            "tblPr",
            "trPr",
            "tblGrid",
            "sdtPr",
            "del",
            "moveFrom",
            "Fallback",
        }:
            stack.extend(child for _, child in reversed(list(children(element))))
    whole.text = " ".join(filter(None, parts))
    return whole


def _rows(element: etree._Element) -> list[etree._Element]:
    """Rows of a table, through wrappers."""
    found: list[etree._Element] = []
    for name, child in children(element):
        if name == "tr":
            found.append(child)
        elif name in _WRAPPERS:
            found += _rows(child)
    return found


def _cells(row: etree._Element) -> list[etree._Element]:
    found: list[etree._Element] = []
    for name, child in children(row):
        if name == "tc":
            found.append(child)
        elif name in _WRAPPERS:
            found += _cells(child)
    return found


def _is_layout(cells: list[list[etree._Element]]) -> bool:
    """A table that only places things: one cell, or one row or column of whole pieces of a page."""
    if sum(map(len, cells)) <= 1:
        return True
    if len(cells) > 1 and max(map(len, cells)) > 1:
        return False
    return any(
        len(cell_text(cell).text) > _LONG_CELL or any(name == "tbl" for name, _ in children(cell))
        for row in cells
        for cell in row
    )


def _deleted(row: etree._Element) -> bool:
    return any(
        name == "trPr" and any(kind == "del" for kind, _ in children(child))
        for name, child in children(row)
    )


def _is_header(row: etree._Element) -> bool:
    return any(name == "trPr" and switched_on(child, "tblHeader") for name, child in children(row))


def _merging(cell: etree._Element) -> tuple[int, str]:
    """(columns it spans, "restart", "continue" or "" for merging downwards)."""
    for name, properties in children(cell):
        if name != "tcPr":
            continue
        span = value_of(properties, "gridSpan")
        merged = ""
        for kind, child in children(properties):
            if kind == "vMerge":
                merged = attribute(child, "val") or "continue"
        return (min(int(span), 100) if span.isdigit() else 1), merged
    return 1, ""
