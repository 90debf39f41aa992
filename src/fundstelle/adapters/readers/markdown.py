"""Markdown: text by leaving out its marks, so that every place leads back to the source.

Own code, because markdown-it-py maps lines, not characters, and needs more than twice as long.
"""

import re
from collections.abc import Iterator

from fundstelle.adapters.readers.cuts import Cuts, map_back
from fundstelle.adapters.readers.kept import Piece, kept
from fundstelle.adapters.readers.pipes import cells_of, is_delimiter
from fundstelle.core.documents import CELLS, Block, BlockKind, Reading, Span
from fundstelle.core.text import canonical

_FRONT = re.compile(r"(?:---|\+\+\+)[ \t]*\n(.*?)\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_KEY = re.compile(r"^[\w-]+[ \t]*[:=]", re.MULTILINE)
_FRONT_TITLE = re.compile(r"^(?:title|titel)\s*[:=]\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
_UNSEEN = re.compile(r"<!--|<script\b|<style\b", re.IGNORECASE)
_CLOSING = {
    "<!--": re.compile("-->"),
    "<script": re.compile(r"</script\s*>", re.IGNORECASE),
    "<style": re.compile(r"</style\s*>", re.IGNORECASE),
}
_REFERENCE = re.compile(
    r"^ {0,3}\[(?!\^)([^\[\]\n]+)\]:[ \t]*\S+(?:[ \t]+[\"'(][^\n]*)?[ \t]*$", re.MULTILINE
)
_QUOTED = re.compile(r"(?: {0,3}>[ ]?)+")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|$)(.*?)(?:[ \t]+#+)?[ \t]*$")
_FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})")
_ITEM = re.compile(r"([-*+•]|(\d{1,9})[.)])(?:[ \t]+|$)")
_RULE = re.compile(r"(?:[-*_][ \t]*){3,}$")
_UNDERLINE = re.compile(r"(=+|-+)[ \t]*$")
_INDENT = 4
_BULLETS = "-*+•"


def read_markdown(text: str, name: str) -> Reading:  # noqa: ARG001 - all readers are called alike
    """Read decoded Markdown."""
    source = canonical(text)
    return _Reader(source.text).reading(source.given)


class _Reader:
    """One pass over the lines; `_open` holds the lines of the block that is being read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._cuts = Cuts(text)
        self._blocks: list[Block] = []
        self._open: list[Span] = []
        self._kind = BlockKind.PARAGRAPH
        self._fence = ""
        self._header: Span | None = None
        self._columns = 0
        self._title = ""
        self._in_list = False
        self._tags = "<" in text
        names = _REFERENCE.findall(text) if "]:" in text else []
        self._references = frozenset(" ".join(name.lower().split()) for name in names)

    def reading(self, given: tuple[tuple[int, int], ...]) -> Reading:
        for start, end in self._lines():
            self._line(start, end)
        self._close()
        text = self._cuts.text
        first = next(
            (text[block.start : block.end] for block in self._blocks if block.level == 1), ""
        )
        back = map_back(self._cuts, given, old_length=len(self._text))
        return Reading(text, "md", first or self._title, tuple(self._blocks), given=back)

    def _lines(self) -> Iterator[Span]:
        """Spans of the lines outside front matter, comments, scripts and styles."""
        text, start = self._text, self._after_front_matter()
        while start < len(text):
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            low, high = (end, end) if self._fence else self._unseen(start, end)
            if low < end or high > end:
                if text[start:low].strip():
                    yield start, low
                start = high + (text[high : high + 1] == "\n")
            else:
                yield start, end
                start = end + 1

    def _after_front_matter(self) -> int:
        front = _FRONT.match(self._text)
        if not front or not _FRONT_KEY.search(front[1]):
            return 0
        title = _FRONT_TITLE.search(front[1])
        self._title = title[1].strip("\"'") if title else ""
        return front.end()

    def _unseen(self, start: int, end: int) -> Span:
        """The next comment, script or style that begins on this line; (end, end) if none does."""
        opened = _UNSEEN.search(self._text, start, end) if self._tags else None
        if not opened or self._text.count("`", start, opened.start()) % 2:
            return end, end
        close = _CLOSING[opened[0].lower()].search(self._text, opened.end())
        if close:
            return opened.start(), close.end()
        self._tags = False  # nothing closes: looking again each line would be slow
        return end, end

    def _line(self, start: int, end: int) -> None:
        line = self._text[start:end]
        if self._fence:
            self._code_line(start, end, line)
            return
        if line[:4].lstrip(" ").startswith(">"):
            quoted = _QUOTED.match(line)
            start += quoted.end() if quoted else 0
            line = self._text[start:end]
        tail = line.lstrip()
        body = tail.rstrip()
        if not body:
            self._close()
            return
        indent = len(line) - len(tail)
        start, end = start + indent, end - len(tail) + len(body)
        defines = body[0] == "[" and self._references and not self._open
        if not (defines and _REFERENCE.match(body)) and not self._marked(body, start, end, indent):
            self._plain(body, start, end, indent)

    def _marked(self, body: str, start: int, end: int, indent: int) -> bool:
        """Lines whose first character says what they are; True if this was one."""
        if self._code_begins(body, start, end, indent) or self._heading(body, start):
            return True
        if body[0] in "-*_" and _RULE.match(body):
            self._close()
            return True
        item = _ITEM.match(body) if body[0] in _BULLETS or body[0].isdigit() else None
        return item is not None and self._item(item, start, end)

    def _code_begins(self, body: str, start: int, end: int, indent: int) -> bool:
        fence = _FENCE.match(body) if body[0] in "`~" else None
        if fence:
            self._close()
            self._fence, self._kind = fence[1], BlockKind.CODE
        elif indent >= _INDENT and not self._open and not self._in_list:
            self._kind = BlockKind.CODE
            self._open.append((start, end))
        else:
            return False
        return True

    def _heading(self, body: str, start: int) -> bool:
        heading = _HEADING.match(body) if body[0] == "#" else None
        if not heading:
            return body[0] in "=-" and self._underlined(body)
        self._close()
        self._open = [(start + heading.start(2), start + heading.end(2))]
        self._close(BlockKind.HEADING, len(heading[1]))
        self._in_list = False
        return True

    def _underlined(self, body: str) -> bool:
        if not self._open or self._kind is not BlockKind.PARAGRAPH or not _UNDERLINE.match(body):
            return False
        self._close(BlockKind.HEADING, 1 if body[0] == "=" else 2)
        return True

    def _item(self, item: "re.Match[str]", start: int, end: int) -> bool:
        # "2026. Das war ..." inside a paragraph is a sentence, not an item.
        if item[2] not in {None, "1"} and self._open and self._kind is BlockKind.PARAGRAPH:
            return False
        self._close()
        self._kind, self._in_list = BlockKind.ITEM, True
        self._open.append((start if item[2] else start + item.end(), end))
        return True

    def _plain(self, body: str, start: int, end: int, indent: int) -> None:
        if self._columns:
            if "|" in body:
                self._row(start, end)
                return
            self._columns = 0
            self._header = None
        if self._kind is BlockKind.CODE and indent < _INDENT:
            self._close()
        if self._open and body[0] in "|:-" and is_delimiter(body) and self._begin_table(body):
            return
        if not self._open and not indent:
            self._in_list = False
        self._open.append((start, end))

    def _begin_table(self, delimiter: str) -> bool:
        """The line before a delimiter row with as many cells is a table's header."""
        low, high = self._open[-1]
        cells = cells_of(self._text, low, high)
        if len(cells) != len(cells_of(delimiter, 0, len(delimiter))):
            return False
        self._open.pop()
        self._close()
        self._columns = len(cells)
        self._header = None
        self._header = self._row(low, high)
        return True

    def _row(self, start: int, end: int) -> Span | None:
        cells = [
            kept(self._text, [span], self._references) for span in cells_of(self._text, start, end)
        ]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            return None
        begin = self._begin(BlockKind.ROW)
        for at, cell in enumerate(cells):
            if at:
                self._cuts.insert(CELLS if self._cuts.length > begin else CELLS.lstrip())
            self._write(cell)
        self._blocks.append(Block(BlockKind.ROW, begin, self._cuts.length, 0, self._header))
        return begin, self._cuts.length

    def _code_line(self, start: int, end: int, line: str) -> None:
        body = line.strip()
        if body.startswith(self._fence) and not body.strip(self._fence[0]):
            self._close()
            self._fence = ""
        elif body or self._open:
            self._open.append((start, end))

    def _begin(self, kind: BlockKind) -> int:
        """Start a block: line ends before it, as many as its neighbours ask for."""
        if self._blocks:
            close = self._blocks[-1].kind is kind and kind in (BlockKind.ROW, BlockKind.ITEM)
            self._cuts.insert("\n" if close else "\n\n")
        return self._cuts.length

    def _close(self, kind: BlockKind | None = None, level: int = 0) -> None:
        """End the open block, if any."""
        lines, self._open = self._open, []
        kind, self._kind = kind or self._kind, BlockKind.PARAGRAPH
        self._columns, self._header = 0, None
        pieces = kept(self._text, lines, None if kind is BlockKind.CODE else self._references)
        if pieces:
            begin = self._begin(kind)
            self._write(pieces)
            self._blocks.append(Block(kind, begin, self._cuts.length, level))

    def _write(self, pieces: list[Piece]) -> None:
        for start, end, instead in pieces:
            if instead:
                self._cuts.insert(instead)
            else:
                self._cuts.keep(start, end)
