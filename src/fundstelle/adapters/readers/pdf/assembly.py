"""Passages of all pages -> the text with its blocks, pages and boxes."""

import re
from dataclasses import dataclass, field

import numpy as np

from fundstelle.adapters.readers.pdf.passages import SIMILAR
from fundstelle.adapters.readers.pdf.shapes import Boxes, Passage, Segment
from fundstelle.core.documents import CELLS, Block, BlockKind, Page, PageBoxes, Span

NEVER_JOINED = re.compile(r"(?:und|oder|bzw|sowie|bis|and|or)\b")
ENDED = re.compile(r"[.!?:][\"'“”‘’»«)\]]*$")  # a semicolon does not end a sentence
NO_CELL = CELLS.rstrip()
NO_BLANKS = ((0x2E80, 0xABFF), (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF))


@dataclass(slots=True)
class Paper:
    """The text as it grows, with the boxes and the start of each page."""

    parts: list[str] = field(default_factory=list)
    boxes: list[Boxes] = field(default_factory=list)
    length: int = 0
    starts: list[int] = field(default_factory=list)

    def turn_to(self, page: int) -> None:
        """What is added from here on stands on this page (counting from 0) or a later one."""
        while len(self.starts) <= page:
            self.starts.append(self.length)

    def add(self, text: str, boxes: Boxes) -> None:
        """Append text with one box per code point."""
        self.parts.append(text)
        self.boxes.append(boxes)
        self.length += len(text)

    def add_unplaced(self, text: str) -> None:
        """Append text that stands nowhere on the page."""
        self.add(text, np.zeros((len(text), 4), np.float32))

    def drop_last(self) -> None:
        """Take back the last character: a hyphen that only the line end needed."""
        self.parts[-1] = self.parts[-1][:-1]
        self.boxes[-1] = self.boxes[-1][:-1]
        self.length -= 1


def joined_passages(passages: list[Passage]) -> list[list[Passage]]:
    """Passages that go on over a column or page break put together; reading order kept."""
    done: list[list[Passage]] = []
    for passage in passages:
        if done and _goes_on(done[-1][-1], passage):
            done[-1].append(passage)
        else:
            done.append([passage])
    return done


def notes_first(passages: list[Passage], notes: list[Passage], body: float) -> list[Passage]:
    """One page's passages with footnotes and notes before a paragraph that the page end cuts."""
    last = len(passages)
    while last > 1 and _is_footnote(passages[last - 1], body):
        last -= 1
    after = [*passages[last:], *notes]
    if last and _cut(passages[last - 1]):
        return [*passages[: last - 1], *after, passages[last - 1]]
    return [*passages[:last], *after]


def _is_footnote(passage: Passage, body: float) -> bool:
    text = passage.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM)
    return text and passage.size < (1 - SIMILAR / 2) * body


def _cut(passage: Passage) -> bool:
    text = bool(passage.lines) and passage.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM)
    return text and (passage.lines[-1].hyphen or not ENDED.search(passage.text))


def _goes_on(before: Passage, after: Passage) -> bool:
    if not _cut(before) or after.kind != BlockKind.PARAGRAPH or not after.lines:
        return False
    if abs(before.size - after.size) > SIMILAR * before.size or before.bold != after.bold:
        return False
    below = after.page == before.page and after.lines[0].y0 > before.bottom
    if below:
        near = after.lines[0].y0 - before.bottom < before.size
        return near and (before.lines[-1].hyphen or after.text[:1].islower())
    begins = after.text[:1].islower() or after.text[:1].isdigit()
    return begins or before.lines[-1].hyphen or before.full or _unfinished(before.text)


def _unfinished(text: str) -> bool:
    """Ends with a comma or a word in lower case: no title and no list entry ends so in German."""
    last = text.rsplit(" ", 1)[-1]
    return last.endswith(",") or last.islower()


def assemble(
    groups: list[list[Passage]], page_count: int
) -> tuple[Paper, tuple[Block, ...], tuple[Page, ...]]:
    """Write all passages; paragraphs are parted by an empty line, table rows by a line break."""
    paper = Paper()
    blocks: list[Block] = []
    headers: dict[int, Span] = {}
    for group in groups:
        first = group[0]
        if blocks:
            both = first.kind == BlockKind.ROW == blocks[-1].kind
            paper.add_unplaced("\n" if both else "\n\n")
        paper.turn_to(first.page)
        start = paper.length
        _write(paper, group)
        header = headers.get(id(first.header)) if first.header is not None else None
        headers[id(first)] = (start, paper.length)
        blocks.append(Block(first.kind, start, paper.length, first.level, header))
    paper.turn_to(page_count - 1)
    ends = [*paper.starts[1:], paper.length]
    pages = [Page(n + 1, s, e) for n, (s, e) in enumerate(zip(paper.starts, ends, strict=True))]
    return paper, tuple(blocks), tuple(pages)


def _write(paper: Paper, group: list[Passage]) -> None:
    if not group[0].cells:
        _write_lines(paper, [(line, p.page) for p in group for line in p.lines])
        return
    cells = group[0].cells
    filled = [number for number, cell in enumerate(cells) if cell]
    for number in range(filled[0], filled[-1] + 1):
        if number > filled[0]:
            paper.add_unplaced(CELLS if cells[number] else NO_CELL)
        _write_lines(paper, [(line, group[0].page) for line in cells[number]])


def _write_lines(paper: Paper, lines: list[tuple[Segment, int]]) -> None:
    before: Segment | None = None
    for line, page in lines:
        if before is not None:
            _join(paper, before, line)
        paper.turn_to(page)
        paper.add(line.text, line.boxes)
        before = line


def _join(paper: Paper, before: Segment, after: Segment) -> None:
    """Between two lines of one paragraph: a blank, or the parts of a broken word joined."""
    if before.hyphen and not NEVER_JOINED.match(after.text):
        if after.text[:1].islower():
            paper.drop_last()
    elif not (_is_cjk(before.text[-1:]) and _is_cjk(after.text[:1])):
        paper.add_unplaced(" ")


def _is_cjk(char: str) -> bool:
    return bool(char) and any(low <= ord(char) <= high for low, high in NO_BLANKS)


def boxes_of_pages(
    paper: Paper, pages: tuple[Page, ...], sizes: list[tuple[float, float]]
) -> tuple[PageBoxes, ...]:
    """Boxes cut by page."""
    whole = np.concatenate(paper.boxes) if paper.boxes else np.zeros((0, 4), np.float32)
    whole = np.ascontiguousarray(whole, "<f4")
    return tuple(
        PageBoxes(page.number, *size, whole[page.start : page.end].tobytes())
        for page, size in zip(pages, sizes, strict=True)
    )
