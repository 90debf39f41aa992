"""Tables: ruled ones from their lines, others from cells that stand under one another."""

import re
import statistics
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from fundstelle.adapters.readers.pdf.shapes import Boxes, Item, Row, Rules, Segment, Table

TOUCH = 3.0  # points: lines this near meet
NEXT_LINE = 0.75  # of the character size: lines nearer than this do not stand one below another
MAX_LINES = 600  # of one direction; more are a drawing
ALIGNED = 0.7  # share of a column's cells
MAX_CELL_LINES = 14  # a larger cell holds running text: a frame, not a table
MAX_CELL_CHARS = 900
NUMBER = re.compile(r"\d")
ENDS = re.compile(r"[.!?:;][\"'“”‘’»«)\]]*$")


def ruled_tables(segments: list[Segment], rules: Rules) -> tuple[list[Table], list[Segment]]:
    """The tables drawn with lines, and the segments outside them."""
    tables: list[Table] = []
    for xs, ys in _grids(rules.across, rules.down):
        inside = [s for s in segments if _within(s, xs, ys)]
        table = _fill(inside, xs, ys)
        if table is not None:
            tables.append(table)
            taken = set(map(id, inside))
            segments = [s for s in segments if id(s) not in taken]
    return tables, segments


def _within(segment: Segment, xs: list[float], ys: list[float]) -> bool:
    x, y = (segment.x0 + segment.x1) / 2, (segment.y0 + segment.y1) / 2
    return xs[0] <= x <= xs[-1] and ys[0] <= y <= ys[-1]


def _grids(across: Boxes, down: Boxes) -> list[tuple[list[float], list[float]]]:
    """Column edges and row edges of each group of lines that meet, widest first."""
    if not (2 <= len(across) <= MAX_LINES and 2 <= len(down) <= MAX_LINES):  # noqa: PLR2004
        return []
    meets = (
        (down[:, None, 0] >= across[None, :, 0] - TOUCH)
        & (down[:, None, 2] <= across[None, :, 2] + TOUCH)
        & (across[None, :, 1] >= down[:, None, 1] - TOUCH)
        & (across[None, :, 3] <= down[:, None, 3] + TOUCH)
    )
    group = np.arange(len(down))
    for column in meets.T:  # all verticals that one horizontal meets are of one grid
        touched = group[column]
        if len(touched):
            group[np.isin(group, touched)] = touched.min()
    grids = []
    for key in np.unique(group).tolist():
        members = group == key
        lines = across[meets[members].any(0)]
        xs = _merged((down[members, 0] + down[members, 2]) / 2)
        ys = _merged((lines[:, 1] + lines[:, 3]) / 2) if len(lines) else []
        if len(xs) > 2 and len(ys) > 2:  # noqa: PLR2004 - two columns and two rows
            grids.append((xs, ys))
    return sorted(grids, key=lambda grid: grid[0][0] - grid[0][-1])


def _merged(values: np.ndarray) -> list[float]:
    merged: list[float] = []
    for value in sorted(values.tolist()):
        if not merged or value - merged[-1] > TOUCH:
            merged.append(value)
    return merged


def _fill(inside: list[Segment], xs: list[float], ys: list[float]) -> Table | None:
    rows = [Row([[] for _ in xs[1:]]) for _ in ys[1:]]
    for segment in sorted(inside, key=lambda s: (s.y0 + s.y1, s.x0)):
        row = int(np.searchsorted(ys, (segment.y0 + segment.y1) / 2)) - 1
        column = int(np.searchsorted(xs, segment.x0 + segment.size / 2)) - 1
        rows[max(row, 0)].cells[min(max(column, 0), len(xs) - 2)].append(segment)
    for row_ in rows:
        row_.cells = [merged_lines(cell) for cell in row_.cells]
    rows = [part for row_ in rows for part in _parted(row_)]
    rows = [row_ for row_ in rows if any(row_.cells)]
    cells = [cell for row_ in rows for cell in row_.cells if cell]
    if len(rows) < 2 or sum(len([c for c in r.cells if c]) > 1 for r in rows) < 1:  # noqa: PLR2004
        return None
    if any(
        len(cell) > MAX_CELL_LINES or sum(len(line.text) for line in cell) > MAX_CELL_CHARS
        for cell in cells
    ):
        return None
    return _table(rows, (xs[0], ys[0], xs[-1], ys[-1]))


def _parted(row: Row) -> list[Row]:
    """A band without rules inside: several rows if every filled cell has as many lines."""
    counts = {len(cell) for cell in row.cells if cell}
    if len(counts) != 1 or next(iter(counts)) < 3 or len([c for c in row.cells if c]) < 2:  # noqa: PLR2004
        return [row]
    tops = [[line.y0 for line in cell] for cell in row.cells if cell]
    if any(max(t) - min(t) > TOUCH for t in zip(*tops, strict=True)):
        return [row]
    return [Row([cell[n : n + 1] for cell in row.cells]) for n in range(counts.pop())]


def _table(rows: list[Row], box: tuple[float, float, float, float]) -> Table:
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


def merged_lines(segments: Sequence[Segment], wide: float = float("inf")) -> list[Segment]:
    """Segments on one level joined to lines, from top to bottom; gaps over wide stay apart."""
    return [line for row in levels(segments) for line in joined(row, wide)]


def levels(items: Sequence[Segment]) -> list[list[Segment]]:
    """Segments grouped by level, from top to bottom, each level from left to right."""
    rows: list[list[Segment]] = []
    for item in sorted(items, key=lambda s: s.y0 + s.y1):
        row = rows[-1] if rows else []
        anchor = max(row, key=lambda s: s.size, default=None)
        if anchor is not None and _same_level(anchor, item):
            row.append(item)
        else:
            rows.append([item])
    return [sorted(row, key=lambda s: s.x0) for row in _interlocked(rows)]


def _interlocked(rows: list[list[Segment]]) -> list[list[Segment]]:
    """Levels less than a line apart whose pieces stand side by side: cells centred in height."""
    done: list[list[Segment]] = []
    last: list[Segment] = []  # the level above, of those already in done[-1]
    for row in rows:
        size = max(s.size for s in row)
        if last and _middle(row) - _middle(last) < NEXT_LINE * size and not _overlap(last, row):
            done[-1] = done[-1] + row
        else:
            done.append(row)
        last = row
    return done


def _middle(row: list[Segment]) -> float:
    return statistics.median((s.y0 + s.y1) / 2 for s in row)


def _overlap(above: list[Segment], below: list[Segment]) -> bool:
    return any(a.x0 < b.x1 and b.x0 < a.x1 for a in above for b in below)


def _same_level(a: Segment, b: Segment) -> bool:
    overlap = min(a.y1, b.y1) - max(a.y0, b.y0)
    return overlap > 0.5 * min(a.y1 - a.y0, b.y1 - b.y0)


def joined(row: list[Segment], wide: float) -> list[Segment]:
    """Neighbours on one level joined unless the gap is over wide times the character size."""
    done: list[Segment] = []
    for segment in row:
        last = done[-1] if done else None
        size = max(last.size, segment.size) if last else 0.0
        stacked = last is not None and _is_below(last, segment)
        apart = last is None or segment.x0 - last.x1 > wide * size
        if last is None or apart or (stacked and wide < float("inf")):
            done.append(segment)
        else:
            done[-1] = _pair(last, segment, size)
    return done


def _is_below(a: Segment, b: Segment) -> bool:
    return abs((a.y0 + a.y1) - (b.y0 + b.y1)) > NEXT_LINE * (a.size + b.size)


def _pair(a: Segment, b: Segment, size: float) -> Segment:
    gap = b.x0 - a.x1
    blank = gap > 0.25 * size or _is_below(a, b) or (b.spaced and gap > 0.08 * size)
    added = np.zeros((1, 4), np.float32) if blank else np.zeros((0, 4), np.float32)
    main = a if len(a.text) >= len(b.text) else b
    return Segment(
        a.text + (" " if blank else "") + b.text,
        np.concatenate([a.boxes, added, b.boxes]),
        min(a.x0, b.x0),
        min(a.y0, b.y0),
        max(a.x1, b.x1),
        max(a.y1, b.y1),
        main.size,
        main.bold,
        b.hyphen,
        a.spaced,
    )


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
        _table(
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
