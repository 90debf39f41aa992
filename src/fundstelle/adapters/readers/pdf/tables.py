"""Tables without lines: cells that stand under one another; and which row is the header."""

import re
import statistics
from collections.abc import Sequence
from itertools import pairwise

from fundstelle.adapters.readers.pdf.levels import joined, levels
from fundstelle.adapters.readers.pdf.shapes import Item, Row, Segment, Table

TOUCH = 3.0  # points: lines this near meet
ALIGNED = 0.7  # share of a column's cells
NUMBER = re.compile(r"\d")
ENDS = re.compile(r"[.!?:;][\"'“”‘’»«)\]]*$")


def table_of(rows: list[Row], box: tuple[float, float, float, float]) -> Table:
    for row in rows:
        lines = [line for cell in row.cells for line in cell]
        row.bold = bool(lines) and all(line.bold for line in lines)
    return Table(rows, *box, header=_has_header(rows))


def _has_header(rows: list[Row]) -> bool:
    """The first row names the columns: set bold, or words above numbers."""
    first, rest = rows[0], rows[1:]
    filled = [cell for cell in first.cells if cell]
    if len(filled) < 2 or not rest:  # noqa: PLR2004 - one cell is a caption
        return False
    if first.bold and not all(row.bold for row in rest):
        return True
    if any(NUMBER.search(line.text) for cell in filled for line in cell):
        return False
    if any(cell[-1].text.endswith(":") for cell in filled):
        return False
    columns = list(zip(*(row.cells for row in rest), strict=True))
    numeric = [
        sum(bool(cell) and bool(NUMBER.search(cell[0].text)) for cell in column) / len(rest)
        for column in columns
    ]
    return max(numeric) > 0.5 or (len(filled) > 2 and len(rest) > 1)  # noqa: PLR2004


def aligned_tables(items: Sequence[Item], wide: float) -> list[Item]:
    """One column's items: lines in order, with runs of rows whose cells align made tables."""
    done: list[Item] = []
    run: list[list[Segment]] = []
    plain: list[Segment] = [item for item in items if isinstance(item, Segment)]
    left, right = min((s.x0 for s in plain), default=0), max((s.x1 for s in plain), default=0)
    above: Segment | None = None
    for level in levels(plain):
        row = joined(level, wide)
        if above and row[0].x0 < left + TOUCH and _is_stretched(row, right, above):
            row = joined(row, float("inf"))
        above = row[-1]
        if len(row) > 1 or (run and _continues(run, row[0])):
            run.append(row)
        else:
            done += _close(run)
            done += row
            run = []
    done += _close(run)
    done += [item for item in items if isinstance(item, Table)]
    return sorted(done, key=lambda item: (item.y0 + item.y1) / 2)


def _is_stretched(row: list[Segment], right: float, above: Segment) -> bool:
    """A justified line of few words: single words, equal gaps, the sentence above goes on."""
    if len(row) < 2 or row[-1].x1 < right - TOUCH or any(" " in s.text for s in row):  # noqa: PLR2004
        return False
    gaps = [b.x0 - a.x1 for a, b in pairwise(row)]
    goes_on = row[0].text[:1].islower() or not ENDS.search(above.text)
    return max(gaps) - min(gaps) < TOUCH / 2 and goes_on


def _continues(run: list[list[Segment]], line: Segment) -> bool:
    """A single piece close under a row, not at its left edge: the rest of a wrapped cell."""
    last = run[-1]
    near = line.y0 - max(s.y1 for s in last) < 0.4 * line.size
    return near and line.x0 > min(s.x0 for s in run[0]) + line.size


def _close(run: list[list[Segment]]) -> list[Item]:
    """A run of rows -> a table, or its lines if the cells do not stand under one another."""
    while run and len(run[-1]) == 1 and not _under(run):
        run = run[:-1]
    spans = _column_spans(run)
    several = sum(len(row) > 1 for row in run)
    if len(spans) < 2 or several < 2 or not _is_aligned(run, spans):  # noqa: PLR2004
        return [line for row in run for line in joined(row, float("inf"))]
    rows: list[Row] = []
    tops = [row[0].y0 for row in run]
    pitch = statistics.median(b - a for a, b in pairwise(tops))
    for index, pieces in enumerate(run):
        cells: list[list[Segment]] = [[] for _ in spans]
        for piece in sorted(pieces, key=lambda s: (s.y0 + s.y1, s.x0)):
            cells[_column_of(piece, spans)].append(piece)
        step = tops[index] - tops[index - 1] if index else float("inf")
        if rows and not cells[0] and _wraps(rows[-1], cells, step < 0.8 * pitch):
            for above, below in zip(rows[-1].cells, cells, strict=True):
                above.extend(below)
        else:
            rows.append(Row(cells))
    box = [s for row in run for s in row]
    return [
        table_of(
            rows,
            (
                min(s.x0 for s in box),
                min(s.y0 for s in box),
                max(s.x1 for s in box),
                max(s.y1 for s in box),
            ),
        )
    ]


def _is_aligned(run: list[list[Segment]], spans: list[tuple[float, float]]) -> bool:
    """The pieces of each column share an edge or the middle; gaps of justified text do not."""
    columns: list[list[Segment]] = [[] for _ in spans]
    for row in run:
        for piece in row if len(row) > 1 else ():
            columns[_column_of(piece, spans)].append(piece)
    for pieces in columns:
        edges = (
            [s.x0 for s in pieces],
            [s.x1 for s in pieces],
            [(s.x0 + s.x1) / 2 for s in pieces],
        )
        if not any(_agree(edge) for edge in edges) and not _are_numbers(pieces):
            return False
    return True


def _agree(edges: list[float]) -> bool:
    middle = sorted(edges)[len(edges) // 2]
    return sum(abs(edge - middle) <= TOUCH for edge in edges) >= ALIGNED * len(edges)


def _are_numbers(pieces: list[Segment]) -> bool:
    return sum(bool(NUMBER.search(s.text)) for s in pieces) >= ALIGNED * len(pieces)


def _under(run: list[list[Segment]]) -> bool:
    spans = _column_spans(run[:-1])
    line = run[-1][0]
    return any(low - 2 <= line.x0 and line.x1 <= high + 2 * line.size for low, high in spans[1:])


def _wraps(above: Row, cells: list[list[Segment]], tight: bool) -> bool:
    """The pieces go on with what stands above them."""
    for old, new in zip(above.cells, cells, strict=True):
        if new and old and (old[-1].hyphen or new[0].text[:1].islower()):
            return True
    return tight or sum(bool(cell) for cell in cells) == 1


def _column_spans(run: list[list[Segment]]) -> list[tuple[float, float]]:
    """Where the columns stand: the cells of the fullest rows, merged where they overlap."""
    counts = [len(row) for row in run if len(row) > 1]
    if not counts:
        return []
    usual = statistics.mode(sorted(counts, reverse=True))
    spans: list[tuple[float, float]] = []
    for low, high in sorted((s.x0, s.x1) for row in run if len(row) >= usual for s in row):
        if spans and low < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(high, spans[-1][1]))
        else:
            spans.append((low, high))
    return spans


def _column_of(piece: Segment, spans: list[tuple[float, float]]) -> int:
    best, most = 0, float("-inf")
    for number, (low, high) in enumerate(spans):
        share = min(piece.x1, high) - max(piece.x0, low)
        if share > most:
            best, most = number, share
    return best
