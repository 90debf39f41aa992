"""Lines and filled areas drawn on a page: the borders of tables, the ground under white text."""

import ctypes
from typing import Any

import numpy as np
from pypdfium2 import raw

from fundstelle.adapters.readers.pdf.pdfium import WHITE, Place
from fundstelle.adapters.readers.pdf.shapes import NO_BOXES, Boxes, Rules

THIN = 3.0  # points: a filled rectangle no thicker than this is a line
SHORT = 6.0  # points: a shorter line borders nothing
MAX_OBJECTS = 4000  # a page with more is a drawing; its lines say nothing about text
MAX_SEGMENTS = 400

Rect = tuple[float, float, float, float]


def page_rules(page: Any, place: Place) -> Rules:
    """Horizontal and vertical lines and coloured areas of a page, as displayed."""
    count = raw.FPDFPage_CountObjects(page)
    if count > MAX_OBJECTS:
        return Rules()
    lines: list[Rect] = []
    fills: list[Rect] = []
    for index in range(count):
        thing = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(thing)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            _path(thing, lines, fills)
        elif kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING, raw.FPDF_PAGEOBJ_FORM):
            fills.append(_bounds(thing))
    drawn = _boxes(lines, place)
    width, height = drawn[:, 2] - drawn[:, 0], drawn[:, 3] - drawn[:, 1]
    across = drawn[(height <= THIN) & (width > SHORT)]
    down = drawn[(width <= THIN) & (height > SHORT)]
    return Rules(across, down, _boxes(fills, place))


def _boxes(rects: list[Rect], place: Place) -> Boxes:
    return place.displayed(np.array(rects, np.float64)) if rects else NO_BOXES


def _bounds(thing: Any) -> Rect:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    raw.FPDFPageObj_GetBounds(thing, left, bottom, right, top)
    return left.value, top.value, right.value, bottom.value


def _path(thing: Any, lines: list[Rect], fills: list[Rect]) -> None:
    box = _bounds(thing)
    left, top, right, bottom = box
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(thing, mode, stroke)
    if min(right - left, top - bottom) <= THIN:
        lines.append(box)
        return
    if mode.value and _coloured(thing):
        fills.append(box)
    if stroke.value or mode.value:
        lines += _straight(thing)


def _coloured(thing: Any) -> bool:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(thing, red, green, blue, alpha):
        return True
    return min(red.value, green.value, blue.value) < WHITE and alpha.value > 0


def _straight(thing: Any) -> list[Rect]:
    """The axis-parallel edges of a path: a whole table grid is often one path."""
    count = raw.FPDFPath_CountSegments(thing)
    if not 2 <= count <= MAX_SEGMENTS:  # noqa: PLR2004 - a line needs two points
        return []
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(thing, matrix)
    x, y = ctypes.c_float(), ctypes.c_float()
    found: list[Rect] = []
    last = start = (0.0, 0.0)
    for index in range(count):
        part = raw.FPDFPath_GetPathSegment(thing, index)
        raw.FPDFPathSegment_GetPoint(part, x, y)
        here = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        kind = raw.FPDFPathSegment_GetType(part)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            start = here
        elif kind == raw.FPDF_SEGMENT_LINETO:
            _edge(last, here, found)
        if raw.FPDFPathSegment_GetClose(part):
            _edge(here, start, found)
        last = here
    return found


def _edge(a: tuple[float, float], b: tuple[float, float], found: list[Rect]) -> None:
    if min(abs(a[0] - b[0]), abs(a[1] - b[1])) < 1:
        found.append((min(a[0], b[0]), max(a[1], b[1]), max(a[0], b[0]), min(a[1], b[1])))
