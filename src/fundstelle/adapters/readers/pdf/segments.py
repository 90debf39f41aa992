"""Characters -> segments: stretches of a line without a wide gap, in PDFium's order."""

import re

import numpy as np
from numpy.typing import NDArray

from fundstelle.adapters.readers.pdf.raised import with_raised
from fundstelle.adapters.readers.pdf.shapes import Boxes, Codes, Flags, Glyphs, Rules, Segment
from fundstelle.adapters.readers.pdf.spelling import spelled

WIDE = 1.2  # of the character size: a wider gap may part columns or cells
BLANK = 0.25  # of the character size: a wider gap is a blank even if PDFium saw none
BACK = 0.6  # kerning and drawn-over accents go back this far
SAME_LINE = 0.4  # share of the lower height that must overlap
MAX_RULES = 300
RIGHT_TO_LEFT = (0x0590, 0x08FF)
HYPHEN_MARKS = (0x0002, 0xFFFE, 0x00AD)  # PDFium's two, and a soft hyphen it let pass
BROKEN = re.compile(r"[^\W\d_]-$")


def page_segments(glyphs: Glyphs, rules: Rules) -> list[Segment]:
    """All segments of one frame; vertical lines part them as wide gaps do."""
    count = len(glyphs.codes)
    if not count:
        return []
    glyphs = with_raised(glyphs)
    cut, level = _cuts(glyphs, rules)
    starts = np.flatnonzero(np.concatenate([[True], cut]))
    ends = np.append(starts[1:], count)
    low = np.minimum.reduceat(glyphs.frame[:, :2], starts).tolist()
    high = np.maximum.reduceat(glyphs.frame[:, 2:], starts).tolist()
    blanks = np.flatnonzero(_blanks(glyphs, cut))
    codes, boxes = np.insert(glyphs.codes, blanks, ord(" ")), _with_blanks(glyphs.boxes, blanks)
    shift = np.searchsorted(blanks, np.append(starts, count)) + np.append(starts, count)
    places = shift.tolist()
    found = []
    for number, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        here = slice(places[number], places[number + 1])
        text, hyphen, placed = _written(codes[here], boxes[here])
        if not text:
            continue
        # PDFium marks hyphens at the end of *its* lines; where it read on across a gutter or into
        # the next cell, the end of the segment is the end of the line.
        inside = end < count and bool(level[end - 1])
        hyphen = hyphen or (inside and bool(BROKEN.search(text)))
        size = max(sorted(glyphs.size[start:end].tolist())[(end - start) // 2], 1.0)
        bold = 2 * int(np.count_nonzero(glyphs.bold[start:end])) > end - start
        spaced = bool(glyphs.spaced[start])
        (x0, y0), (x1, y1) = low[number], high[number]
        found.append(Segment(text, placed, x0, y0, x1, y1, size, bold, hyphen, spaced))
    return found


def _cuts(glyphs: Glyphs, rules: Rules) -> tuple[Flags, Flags]:
    """Between neighbours in drawing order: does a new segment begin? Are they on one level?"""
    box = glyphs.frame
    before, after = box[:-1], box[1:]
    height = box[:, 3] - box[:, 1]
    size = np.maximum(glyphs.size[:-1], glyphs.size[1:])
    overlap = np.minimum(before[:, 3], after[:, 3]) - np.maximum(before[:, 1], after[:, 1])
    level: Flags = overlap >= SAME_LINE * np.minimum(height[:-1], height[1:])
    gap = after[:, 0] - before[:, 2]
    onward = (gap <= WIDE * size) & (after[:, 0] >= before[:, 0] - BACK * size)
    rtl = (glyphs.codes >= RIGHT_TO_LEFT[0]) & (glyphs.codes <= RIGHT_TO_LEFT[1])
    back = before[:, 0] - after[:, 2]
    onward |= (rtl[:-1] | rtl[1:]) & (np.abs(back) <= WIDE * size)
    cut: Flags = ~(level & onward)
    for line in rules.down[:MAX_RULES]:
        x, top, bottom = (line[0] + line[2]) / 2, line[1], line[3]
        middle = (after[:, 1] + after[:, 3]) / 2
        crossed = (before[:, 2] <= x + 1) & (after[:, 0] >= x - 1)
        cut |= crossed & (middle >= top) & (middle <= bottom)
    return cut, level


def _blanks(glyphs: Glyphs, cut: Flags) -> Flags:
    """Does a blank stand before the character (never before the first of a segment)?"""
    box = glyphs.frame
    size = np.maximum(glyphs.size[1:], glyphs.size[:-1])
    wide = (box[1:, 0] - box[:-1, 2]) > BLANK * size
    first = np.concatenate([[True], cut])
    blank: Flags = (glyphs.spaced | np.concatenate([[False], wide])) & ~first
    return blank


def _written(codes: Codes, boxes: Boxes) -> tuple[str, bool, Boxes]:
    """Text, whether it ends with a hyphen that PDFium marked, and the boxes."""
    hyphen = int(codes[-1]) in HYPHEN_MARKS
    if hyphen:
        codes = codes.copy()
        codes[-1] = ord("-")
    text, placed = spelled(codes, boxes)
    return text, hyphen, placed


def _with_blanks(boxes: Boxes, at: NDArray[np.int64]) -> Boxes:
    """A blank gets the box of the gap it stands for, so that a mark over words has no holes."""
    gaps = np.stack(
        [boxes[at - 1, 2], boxes[at, 1], boxes[at, 0], boxes[at, 3]], axis=1
    )  # left of the next may lie left of the end of the last: keep left <= right
    gaps[:, 2] = np.maximum(gaps[:, 0], gaps[:, 2])
    return np.insert(boxes, at, gaps, axis=0)
