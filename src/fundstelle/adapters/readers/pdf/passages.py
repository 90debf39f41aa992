"""Lines of one column -> passages: paragraphs, list items, headings to be, table rows."""

import re
import statistics
from collections.abc import Sequence
from itertools import pairwise

from fundstelle.adapters.readers.pdf.levels import joined
from fundstelle.adapters.readers.pdf.shapes import Item, Passage, Segment, Table
from fundstelle.adapters.readers.pdf.tables import ENDS
from fundstelle.core.documents import BlockKind

SIGN = (
    r"[•‣▪●○◦■□▶►➢✓✔·∙–—*»-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{2,4})[.)]"
    r"|[⁰¹²³⁴-⁹]{1,2}⁾|\(\d{1,2}[a-z]?\)|\d{1,2}(?:\.\d{1,2}){1,3}\.?"
)
MARKER = re.compile(rf"(?:{SIGN})\s")
BARE_MARKER = re.compile(rf"(?:{SIGN}|§\s?\d+[a-z]?)$")
INDENT = 0.8  # of the character size
SIMILAR = 0.12  # share by which sizes may differ within one paragraph
FULL = 3.0  # character sizes: a line that ends so near the right edge fills the column
SHORT = 0.7  # of the column's width: a shorter line without an end is a line of its own
APART = 0.3  # of the character size: extra white that parts paragraphs
WIDEST = 2.5  # times the character size: wider set lines belong to no paragraph


def with_markers(segments: list[Segment]) -> list[Segment]:
    """List markers joined to the text they stand before: they are no column of their own."""
    done = list(segments)
    for marker in segments:
        if len(marker.text) > 8 or not BARE_MARKER.match(marker.text):  # noqa: PLR2004
            continue
        right = [
            s
            for s in done
            if s is not marker
            and 0 < s.x0 - marker.x1 < 4.5 * marker.size
            and min(s.y1, marker.y1) - max(s.y0, marker.y0) > 0.5 * min(s.size, marker.size)
        ]
        if right and any(s is marker for s in done):
            text = min(right, key=lambda s: s.x0)
            done = [s for s in done if s is not marker and s is not text]
            done.append(_marked(marker, text))
    return done


def _marked(marker: Segment, text: Segment) -> Segment:
    text.spaced = True
    size = max(marker.size, text.size)
    whole = joined([marker, text], float("inf"))[0]
    whole.size = text.size if len(text.text) > len(marker.text) else size
    whole.bold = text.bold
    return whole


def column_passages(items: Sequence[Item], page: int) -> list[Passage]:
    """Passages of one column from its items in order."""
    done: list[Passage] = []
    lines: list[Segment] = []
    for item in items:
        if isinstance(item, Table):
            done += _text_passages(lines, page)
            lines = []
            done += _rows(item, page)
        else:
            lines.append(item)
    return done + _text_passages(lines, page)


def _rows(table: Table, page: int) -> list[Passage]:
    done: list[Passage] = []
    header: Passage | None = None
    for index, row in enumerate(table.rows):
        lines = [line for cell in row.cells for line in cell]
        size = statistics.median(line.size for line in lines)
        bottom = max(line.y1 for line in lines)
        passage = Passage(
            BlockKind.ROW, [], size, row.bold, page=page, cells=row.cells, bottom=bottom
        )
        passage.header = header
        if index == 0 and table.header:
            header = passage
        done.append(passage)
    return done


def _text_passages(lines: list[Segment], page: int) -> list[Passage]:
    if not lines:
        return []
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    usual = _usual_step(lines)
    groups: list[list[Segment]] = []
    for line in lines:
        if groups and not _parts(groups[-1], line, usual, left, right):
            groups[-1].append(line)
        else:
            groups.append([line])
    # One line reaches as far as itself; only several show where the column ends.
    wide = sum(line.x1 > right - FULL * line.size for line in lines) > 1
    edge = right if wide else float("inf")
    return [_passage(group, page, edge) for group in groups]


def _usual_step(lines: list[Segment]) -> float:
    """From line to line within a paragraph, in sizes: a low quantile, as wide ones part them."""
    steps = sorted(
        (b.y1 - a.y1) / b.size
        for a, b in pairwise(lines)
        if abs(a.size - b.size) < 1 and a.y1 < b.y1
    )
    return min(steps[len(steps) // 5], WIDEST) if steps else 1.0


def _passage(group: list[Segment], page: int, right: float) -> Passage:
    size = statistics.median(line.size for line in group)
    bold = all(line.bold for line in group)
    kind = BlockKind.ITEM if MARKER.match(group[0].text) else BlockKind.PARAGRAPH
    full = group[-1].x1 > right - FULL * size
    return Passage(kind, group, size, bold, full, page, bottom=group[-1].y1)


def _parts(group: list[Segment], line: Segment, usual: float, left: float, right: float) -> bool:
    """Does line begin a new passage after the lines of group?"""
    last = group[-1]
    size = min(line.size, last.size)
    if line.y1 - last.y1 > (usual + APART) * size or line.y1 < last.y0:
        return True
    if _other_style(last, line):
        return True
    if last.hyphen or (line.text[0] == "·" and " · " in last.text):
        return False  # a broken word, or a row of words between dots that goes on
    if MARKER.match(line.text):
        return bool(ENDS.search(last.text)) or not line.text[0].isdigit() or _at_start(group, line)
    return _begins(group, line, left, right)


def _other_style(last: Segment, line: Segment) -> bool:
    size = min(line.size, last.size)
    if abs(line.size - last.size) <= SIMILAR * size and line.bold == last.bold:
        return False
    mark = min(len(line.text), len(last.text)) < 4  # noqa: PLR2004 - a mark, no style of its own
    goes_on = line.text[:1].islower() and not ENDS.search(last.text)
    return not mark and not goes_on


def _begins(group: list[Segment], line: Segment, left: float, right: float) -> bool:
    """A paragraph begins: indented, or where the line above had room for its first word."""
    last = group[-1]
    ended = bool(ENDS.search(last.text))
    if ended and len(group) > 1 and line.x0 - last.x0 > INDENT * line.size:
        return True
    if line.text[:1].islower() or not _could_fit(last, line, right):
        return False
    item = bool(MARKER.match(group[0].text)) and line.x0 < group[0].x0 + 0.3 * line.size
    unfinished = last.text.rsplit(" ", 1)[-1].islower()
    return ended or item or (last.x1 - left < SHORT * (right - left) and not unfinished)


def _at_start(group: list[Segment], line: Segment) -> bool:
    return abs(line.x0 - group[0].x0) < 0.5 * line.size and bool(MARKER.match(group[0].text))


def _could_fit(last: Segment, line: Segment, right: float) -> bool:
    """The first word of line would have stood at the end of last: the break was meant."""
    word = len(line.text.split(" ", 1)[0])
    width = word * (line.x1 - line.x0) / max(len(line.text), 1)
    return last.x1 + width + line.size < right
