"""HTML: what a visitor reads, in order, as headings, paragraphs, items and table rows."""

# ruff: noqa: SIM905 - a list of words reads better as words

import re

from lxml import etree

from fundstelle.adapters.readers.boilerplate import INVISIBLE, strip_invisible, strip_surroundings
from fundstelle.adapters.readers.composing import Composer, tidy
from fundstelle.adapters.readers.grids import Grid
from fundstelle.adapters.readers.struck import settle_marks
from fundstelle.adapters.readers.xmldata import all_text
from fundstelle.core.documents import BlockKind, Reading
from fundstelle.core.errors import UnreadableFile
from fundstelle.core.text import clean

_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html "
    "legend li main menu nav noframes ol optgroup p pre search section summary table tbody td "
    "tfoot th thead tr ul".split()
)
_LEVELS = {f"h{level}": level for level in range(1, 7)}
_LAYOUT_BLOCKS = frozenset("table h1 h2 h3 h4 h5 h6 article section form".split())
_DEEPEST = 150
_WRAPPERS = re.compile(
    r"</?(?:div|span|font|center|b|i|u|em|strong|blockquote|section)\b[^<>]*>", re.IGNORECASE
)
_SITE_NAME = re.compile(r"\s+[-–—|·:»›]\s+")
_MOST_ROWSPAN = 1000


def read_html(text: str, name: str) -> Reading:  # noqa: ARG001 - all readers are called alike
    """Read decoded HTML, a whole page or a fragment."""
    root = _parsed(text)
    title = tidy(str(root.xpath("string((//head/title|//title)[1])")))
    strip_invisible(root)
    settle_marks(root)
    heading = tidy(str(root.xpath("string((//h1)[1])")))
    body = root.find("body")
    body = root if body is None else body
    strip_surroundings(body)
    walk = _Walk()
    if not _stands_in(title, flat_text(body)):
        walk.composer.add(BlockKind.HEADING, title, level=1)
    walk.blocks(body, 0)
    walk.flush()
    return walk.composer.reading("html", title or heading)


def _stands_in(title: str, text: str) -> bool:
    """Whether the page itself says what its title says ("Fees - City of X" may say just "Fees")."""
    return _SITE_NAME.split(title, maxsplit=1)[0].casefold() in text.casefold()


def _parsed(text: str) -> etree._Element:
    root, too_deep = _tree(text)
    if too_deep:  # the parser stopped there: without its wrappers the page is flat enough
        root, too_deep = _tree(_WRAPPERS.sub("<br>", text))
        if too_deep:
            raise UnreadableFile("corrupt", detail="HTML nested too deeply")
    if root is None:
        raise UnreadableFile("empty", detail="nothing but markup")
    return root


def _tree(text: str) -> tuple[etree._Element | None, bool]:
    """The page as a tree, and whether the parser gave up because it is too deep."""
    # The text is decoded already, so whatever encoding it declares must not be believed.
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True
    )
    try:
        root = etree.fromstring(text.replace("\0", "").encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    return root, any("depth" in entry.message for entry in parser.error_log)


class _Walk:
    """Turns elements into blocks; inline text gathers until a block element begins or ends."""

    def __init__(self) -> None:
        self.composer = Composer()
        self._parts: list[str] = []
        self._kind = BlockKind.PARAGRAPH
        self._level = 0

    def flush(self) -> None:
        """End the block that is being gathered."""
        raw, self._parts = "".join(self._parts), []
        lines = [line for line in map(tidy, raw.split("\x1e")) if line]
        self.composer.add(self._kind, "\n".join(lines), level=self._level)

    def blocks(self, element: etree._Element, depth: int) -> None:
        """Walk the content of an element."""
        self._text(element.text)
        for child in element:
            self._child(child, depth)
            self._text(child.tail)

    def _text(self, text: str | None) -> None:
        if text:
            self._parts.append(text)

    def _child(self, child: etree._Element, depth: int) -> None:
        tag = child.tag
        if not isinstance(tag, str) or tag in INVISIBLE:
            return
        if depth > _DEEPEST:  # deeper than any page people wrote
            self._text(all_text(child))
        elif tag == "br":
            self._parts.append("\x1e")
        elif tag not in _BLOCKS:
            self.blocks(child, depth + 1)
        else:
            self.flush()
            self._block(child, str(tag), depth)
            self.flush()

    def _block(self, element: etree._Element, tag: str, depth: int) -> None:
        if tag == "table":
            self._table(element, depth)
        elif tag == "pre":
            self.composer.add(BlockKind.CODE, clean(all_text(element)).strip("\n").rstrip())
        elif tag == "dl":
            self._definitions(element, depth)
        elif tag in _LEVELS:
            self._as(BlockKind.HEADING, element, depth, _LEVELS[tag])
        elif tag == "li":
            self._as(BlockKind.ITEM, element, depth)
        else:
            self.blocks(element, depth + 1)

    def _as(self, kind: BlockKind, element: etree._Element, depth: int, level: int = 0) -> None:
        before = self._kind, self._level
        self._kind, self._level = kind, level
        self.blocks(element, depth + 1)
        self.flush()
        self._kind, self._level = before

    def _definitions(self, element: etree._Element, depth: int) -> None:
        """Each term on one line with what it means."""
        term: list[str] = []
        for part in element.iter("dt", "dd"):
            if any(up.tag in {"dt", "dd"} for up in part.iterancestors() if up is not element):
                continue
            text = flat_text(part)
            if part.tag == "dt":
                term.append(text.rstrip(":"))
            elif part.find(".//table") is not None or part.find(".//ul") is not None:
                self.composer.add(BlockKind.ITEM, " / ".join(filter(None, term)))
                term = []
                self.blocks(part, depth + 1)
                self.flush()
            elif text:
                named = " / ".join(filter(None, term))
                self.composer.add(BlockKind.ITEM, f"{named}: {text}" if named else text)
                term = []
        self.composer.add(BlockKind.ITEM, " / ".join(filter(None, term)))

    def _table(self, table: etree._Element, depth: int) -> None:
        rows = [row for row in table.iter("tr") if _table_of(row) is table]
        cells = [[cell for cell in row if cell.tag in {"td", "th"}] for row in rows]
        if _is_layout(cells):
            for row in cells:
                for cell in row:
                    self.flush()
                    self.blocks(cell, depth + 1)
            self.flush()
            return
        for caption in table.iterchildren("caption"):
            self.composer.add(BlockKind.PARAGRAPH, flat_text(caption))
        grid = Grid()
        for tr, row_cells in zip(rows, cells, strict=True):
            grid.row(
                [
                    (flat_text(cell), _span(cell, "rowspan"), _span(cell, "colspan"))
                    for cell in row_cells
                ],
                header=_is_header(tr, row_cells),
            )
        self.composer.table(grid.rows, headers=grid.headers())


def flat_text(element: etree._Element) -> str:
    """All text of an element on one line; blocks inside it are set apart by a blank."""
    parts: list[str] = []
    for event, inner in etree.iterwalk(element, events=("start", "end")):
        apart = inner.tag in _BLOCKS or inner.tag == "br"
        if event == "start":
            parts += (" " if apart else "", inner.text or "")
        else:
            tail = inner.tail if inner is not element else ""
            parts += (" " if apart else "", tail or "")
    return tidy("".join(parts))


def _table_of(row: etree._Element) -> etree._Element | None:
    return next(row.iterancestors("table"), None)


def _is_layout(cells: list[list[etree._Element]]) -> bool:
    """A table that only places things: one cell, or cells that hold whole pieces of a page."""
    if any(cell.tag == "th" for row in cells for cell in row):
        return False
    if sum(map(len, cells)) <= 1:
        return True
    return any(
        inner.tag in _LAYOUT_BLOCKS for row in cells for cell in row for inner in cell.iter()
    )


def _is_header(row: etree._Element, cells: list[etree._Element]) -> bool:
    parent = row.getparent()
    in_head = parent is not None and parent.tag == "thead"
    return in_head or (bool(cells) and all(cell.tag == "th" for cell in cells))


def _span(cell: etree._Element, name: str) -> int:
    value = str(cell.get(name, "1")).strip()
    return max(1, min(int(value), _MOST_ROWSPAN)) if value.isascii() and value.isdigit() else 1
