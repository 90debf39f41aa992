"""Reading order: where a strip of white parts columns of running text, left is read before right.

Tables look like columns too. What tells them apart: a column is filled with words from edge to
edge, and its lines go on; a table's cells are short and begin anew.
"""

import statistics
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from fundstelle.adapters.readers.pdf.shapes import Boxes, Item, Segment

GUTTER = 0.7  # of the character size: the narrowest strip of white between columns
MIN_LINES = 3  # per side; fewer are a table, a signature or chance
MIN_CHARS = 16  # median characters of a column's line
FILLED = 0.6  # share of the column's width that its median line fills
GOES_ON = 0.1  # share of lines that begin in the middle of a sentence
BESIDE = 0.75  # of the character size: items beside each other, though columns need not align
CANDIDATES = 12
DEPTH = 12


def reading_order(items: Sequence[Item], depth: int = 0) -> list[list[Item]]:
    """Groups of items in reading order; each group is one column, from top to bottom."""
    best = _best_gutter(items) if depth < DEPTH and len(items) > 2 * MIN_LINES - 1 else None
    if best is None:
        return [sorted(items, key=lambda item: (item.y0 + item.y1, item.x0))] if items else []
    x, top, bottom = best
    parts: tuple[list[Item], ...] = ([], [], [], [])
    for item in items:
        middle = (item.y0 + item.y1) / 2
        if middle < top:
            parts[0].append(item)
        elif middle > bottom:
            parts[3].append(item)
        else:
            parts[1 if (item.x0 + item.x1) / 2 < x else 2].append(item)
    return [group for part in parts for group in reading_order(part, depth + 1)]


def _best_gutter(items: Sequence[Item]) -> tuple[float, float, float] | None:
    """(x, top, bottom) of the strip that parts the most lines of running text, if there is one."""
    items = sorted(items, key=lambda item: item.y0 + item.y1)
    box = np.array([(i.x0, i.y0, i.x1, i.y1) for i in items], np.float32)
    middles = [(item.y0 + item.y1) / 2 for item in items]
    best: tuple[float, float, float] | None = None
    most = 2 * MIN_LINES - 1
    for x in _candidates(items, middles):
        for top, bottom in _free_bands(box, x):
            first, last = bisect_left(middles, top), bisect_right(middles, bottom)
            if last - first <= most:
                continue
            left = [item for item in items[first:last] if item.x1 <= x + 1]
            right = [item for item in items[first:last] if item.x1 > x + 1]
            if _is_text(left) and _is_text(right) and _goes_on(left, right):
                best, most = (x, top, bottom), last - first
    return best


def _candidates(items: Sequence[Item], middles: list[float]) -> list[float]:
    """Left edges of items with white to their left and another item beyond it, commonest first."""
    counts: dict[int, int] = {}
    for item, middle in zip(items, middles, strict=True):
        if isinstance(item, Segment):
            reach = BESIDE * item.size
            first, last = (
                bisect_left(middles, middle - reach),
                bisect_right(middles, middle + reach),
            )
            ends = [near.x1 for near in items[first:last] if near.x1 <= item.x0 + 1]
            if ends and item.x0 - max(ends) >= GUTTER * item.size:
                key = round(item.x0 / 2)
                counts[key] = counts.get(key, 0) + 1
    common = sorted((k for k in counts if counts[k] >= MIN_LINES), key=lambda k: -counts[k])
    return [2.0 * key - 2.0 for key in common[:CANDIDATES]]


def _free_bands(box: Boxes, x: float) -> list[tuple[float, float]]:
    """Vertical ranges in which nothing crosses x, between the items that do."""
    crossing = box[(box[:, 0] < x - 1) & (box[:, 2] > x + 1)]
    edges = [(-np.inf, -np.inf), *sorted((b[1], b[3]) for b in crossing.tolist()), (np.inf, np.inf)]
    bands, low = [], -np.inf
    for top, bottom in edges:
        if top > low:
            bands.append((float(low), float(top)))
        low = max(low, bottom)
    return bands


def _is_text(side: list[Item]) -> bool:
    """Columns of words from edge to edge: one, or several with white between them."""
    lines = [item for item in side if isinstance(item, Segment)]
    return bool(lines) and all(map(_is_column, _parted(lines)))


def _is_column(lines: list[Segment]) -> bool:
    # Words of one line may be drawn apart: measure lines, not pieces.
    rows: dict[int, list[Segment]] = {}
    for line in lines:
        rows.setdefault(round((line.y0 + line.y1) / line.size), []).append(line)
    if len(rows) < MIN_LINES:
        return False
    width = max(item.x1 for item in lines) - min(item.x0 for item in lines)
    filled = statistics.median(sum(part.x1 - part.x0 for part in row) for row in rows.values())
    chars = statistics.median(sum(len(part.text) for part in row) for row in rows.values())
    return chars >= MIN_CHARS and filled >= FILLED * width


def _parted(lines: list[Segment]) -> list[list[Segment]]:
    """Lines parted where a strip of white runs through all of them: columns or cells."""
    parts: list[list[Segment]] = []
    end = 0.0
    for line in sorted(lines, key=lambda item: item.x0):
        if not parts or line.x0 - end >= GUTTER * line.size:
            parts.append([])
            end = line.x1
        parts[-1].append(line)
        end = max(end, line.x1)
    return parts


def _goes_on(left: list[Item], right: list[Item]) -> bool:
    """Some lines go on in the middle of a sentence: running text, not cells."""
    count = going = 0
    for side in (left, right):
        lines = sorted(
            (item for item in side if isinstance(item, Segment)), key=lambda item: item.y0
        )
        for before, after in pairwise(lines):
            count += 1
            going += after.text[:1].islower() or before.hyphen
    return count > 0 and going / count >= GOES_ON
