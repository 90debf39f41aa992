"""Segments on one level: which stand beside each other, and how they join to a line."""

import statistics
from collections.abc import Sequence

import numpy as np

from fundstelle.adapters.readers.pdf.shapes import Segment

NEXT_LINE = 0.75  # of the character size: lines nearer than this do not stand one below another
BLANK = 0.25  # of the character size: a wider gap is a blank
THIN_BLANK = 0.08  # a blank that PDFium saw must be wider than this


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
    blank = gap > BLANK * size or _is_below(a, b) or (b.spaced and gap > THIN_BLANK * size)
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
