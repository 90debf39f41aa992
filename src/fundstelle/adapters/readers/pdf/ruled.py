"""Tables whose rows and columns are drawn with lines."""

import numpy as np
from numpy.typing import NDArray

from fundstelle.adapters.readers.pdf.levels import merged_lines
from fundstelle.adapters.readers.pdf.shapes import Boxes, Row, Rules, Segment, Table
from fundstelle.adapters.readers.pdf.tables import TOUCH, table_of

MAX_LINES = 600  # of one direction; more are a drawing
MAX_CELL_LINES = 14  # a larger cell holds running text: a frame, not a table
MAX_CELL_CHARS = 900


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


def _merged(values: NDArray[np.float32]) -> list[float]:
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
    return table_of(rows, (xs[0], ys[0], xs[-1], ys[-1]))


def _parted(row: Row) -> list[Row]:
    """A band without rules inside: several rows if every filled cell has as many lines."""
    counts = {len(cell) for cell in row.cells if cell}
    if len(counts) != 1 or next(iter(counts)) < 3 or len([c for c in row.cells if c]) < 2:  # noqa: PLR2004
        return [row]
    tops = [[line.y0 for line in cell] for cell in row.cells if cell]
    if any(max(t) - min(t) > TOUCH for t in zip(*tops, strict=True)):
        return [row]
    return [Row([cell[n : n + 1] for cell in row.cells]) for n in range(counts.pop())]
