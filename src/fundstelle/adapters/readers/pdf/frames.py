"""Turning the page so that text runs from left to right: one frame per writing direction."""

import math
from collections.abc import Iterator

import numpy as np

from fundstelle.adapters.readers.pdf.shapes import NO_BOXES, Boxes, Glyphs, Rules

QUARTER = 90


def frames(glyphs: Glyphs, rules: Rules) -> Iterator[tuple[Glyphs, Rules]]:
    """Visible characters by writing direction, the commonest first, each with turned rules."""
    visible = glyphs.pick(~glyphs.hidden)
    angles, counts = np.unique(visible.angle, return_counts=True)
    for angle in angles[np.argsort(-counts, kind="stable")].tolist():
        part = visible if len(angles) == 1 else visible.pick(visible.angle == angle)
        if angle == 0:
            yield part, rules
        elif angle % QUARTER == 0:
            part.frame = turned(part.boxes, angle)
            across, down = rules.across, rules.down
            if angle % (2 * QUARTER):
                across, down = down, across
            yield part, Rules(turned(across, angle), turned(down, angle), NO_BOXES)
        else:
            part.frame = _slanted(part.boxes, angle)
            yield part, Rules()


def turned(boxes: Boxes, angle: int) -> Boxes:
    """Boxes turned back by a multiple of 90 degrees, about the page corner."""
    sin, cos = round(math.sin(math.radians(angle))), round(math.cos(math.radians(angle)))
    x = boxes[:, (0, 2)] * cos + boxes[:, (1, 3)] * sin
    y = boxes[:, (1, 3)] * cos - boxes[:, (0, 2)] * sin
    return np.stack([x.min(1), y.min(1), x.max(1), y.max(1)], axis=1).astype(np.float32)


def _slanted(boxes: Boxes, angle: int) -> Boxes:
    """Square boxes about the turned centres: of a slanted character only the centre is exact."""
    sin, cos = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    x, y = boxes[:, (0, 2)].mean(1), boxes[:, (1, 3)].mean(1)
    centre_x, centre_y = x * cos + y * sin, y * cos - x * sin
    half = np.median(np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])) / 2
    across = np.full_like(centre_x, half * 0.6)
    return np.stack(
        [centre_x - across, centre_y - half, centre_x + across, centre_y + half], axis=1
    ).astype(np.float32)
