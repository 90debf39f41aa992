"""The only door to PDFium: opening files and fetching the characters of a page in bulk."""

import ctypes
import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray
from pypdfium2 import raw

from fundstelle.adapters.readers.pdf.shapes import NO_BOXES, Boxes, Codes, Flags, Glyphs
from fundstelle.core.errors import UnreadableFile

BLANKS = np.array([9, 10, 13, 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)], np.uint32)
MORE_BLANKS = np.array([0x2028, 0x2029, 0x202F, 0x205F, 0x3000], np.uint32)
ALL_BLANKS = np.concatenate([BLANKS, MORE_BLANKS])
MIN_SIZE = 1.5  # points; smaller characters cannot be read by a person
WHITE = 250  # of 255: from here on a colour cannot be told from paper
FILL_ONLY = 0  # text render mode
ANGLE_STEP = 5
NEARLY_ALL = 0.95

# Bulk calls: plain integers in and out are half the price of ctypes pointers.
_OBJECT_TYPE = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int)


def _plain(function: Any) -> Any:
    return _OBJECT_TYPE(ctypes.cast(function, ctypes.c_void_p).value or 0)


_text_object = _plain(raw.FPDFText_GetTextObject)


@contextmanager
def opened(content: bytes) -> Iterator[Any]:
    """The document with its form environment; raises UnreadableFile encrypted or corrupt."""
    try:
        document = pdfium.PdfDocument(content)
        count = len(document)
    except pdfium.PdfiumError as error:
        locked = getattr(error, "err_code", None) in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY)
        raise UnreadableFile("encrypted" if locked else "corrupt", detail=str(error)) from error
    try:
        if count == 0:
            raise UnreadableFile("corrupt", detail="no pages")
        if document.get_formtype():
            with suppress(pdfium.PdfiumError):  # a damaged form: its page text is still there
                document.init_forms()
        yield document
    finally:
        document.close()


@dataclass(slots=True)
class Place:
    """How page coordinates become displayed ones: box (left, bottom, right, top), quarter turns."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int

    @classmethod
    def of(cls, page: Any) -> "Place":
        rect = raw.FS_RECTF()
        raw.FPDF_GetPageBoundingBox(page, rect)
        turns = max(raw.FPDFPage_GetRotation(page), 0) % 4
        return cls(rect.left, rect.bottom, rect.right, rect.top, turns)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as displayed."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turns % 2 else (width, height)

    def displayed(self, rects: NDArray[np.float64]) -> Boxes:
        """(n, 4) left, top, right, bottom in page space (y upwards) -> boxes as displayed."""
        left, right = rects[:, 0] - self.left, rects[:, 2] - self.left
        top, bottom = self.top - rects[:, 1], self.top - rects[:, 3]
        width, height = self.right - self.left, self.top - self.bottom
        if self.turns == 1:
            left, top, right, bottom = height - bottom, left, height - top, right
        elif self.turns == 2:  # noqa: PLR2004 - half a turn
            left, top, right, bottom = width - right, height - bottom, width - left, height - top
        elif self.turns == 3:  # noqa: PLR2004 - three quarters
            left, top, right, bottom = top, width - right, bottom, width - left
        low_x, high_x = np.minimum(left, right), np.maximum(left, right)
        low_y, high_y = np.minimum(top, bottom), np.maximum(top, bottom)
        return np.stack([low_x, low_y, high_x, high_y], axis=1).astype(np.float32)


def page_glyphs(page: Any, place: Place, fills: Boxes) -> Glyphs:
    """The visible and invisible characters of a page; hidden ones are marked, not dropped."""
    text_page = raw.FPDFText_LoadPage(page)
    if not text_page:
        return no_glyphs()
    try:
        count = max(raw.FPDFText_CountChars(text_page), 0)
        if not count:
            return no_glyphs()
        return _fetch(text_page, count, place, fills)
    finally:
        raw.FPDFText_ClosePage(text_page)


def no_glyphs() -> Glyphs:
    """A page without characters."""
    no, none = np.zeros(0, bool), np.zeros(0, np.int32)
    sizes = np.zeros(0, np.float32)
    return Glyphs(np.zeros(0, np.uint32), NO_BOXES, NO_BOXES, no, no, no, none, sizes)


def _fetch(text_page: Any, count: int, place: Place, fills: Boxes) -> Glyphs:
    codes = np.fromiter(
        map(raw.FPDFText_GetUnicode, repeat(text_page), range(count)), np.uint32, count
    )
    blank = np.isin(codes, ALL_BLANKS)
    for index in np.flatnonzero(codes == 0).tolist():
        blank[index] = not _has_ink(text_page, index)
    kept = np.flatnonzero(~blank)
    if not len(kept):
        return no_glyphs()
    spaced = np.concatenate([[True], (np.diff(kept) > 1)])
    codes = codes[kept]
    kept, codes, spaced = _paired(kept, codes, spaced)
    boxes = place.displayed(_rects(text_page, kept))
    address = ctypes.addressof(text_page.contents)
    objects = np.fromiter(map(_text_object, repeat(address), kept.tolist()), np.uint64, len(kept))
    starts = np.flatnonzero(np.concatenate([[True], objects[1:] != objects[:-1]]))
    run = np.cumsum(np.concatenate([[0], (objects[1:] != objects[:-1]).astype(np.int64)]))
    styles = _styles(text_page, kept[starts].tolist(), objects[starts].tolist())
    angle = ((styles.angle[run] + 90 * place.turns) % 360).astype(np.int32)
    size = styles.size[run]
    hidden = _hidden(boxes, size, styles.pale[run], place, fills)
    return Glyphs(codes, boxes, boxes, spaced, styles.bold[run], hidden, angle, size)


def _paired(
    kept: NDArray[np.int64], codes: Codes, spaced: Flags
) -> tuple[NDArray[np.int64], Codes, Flags]:
    """Surrogate pairs, which some files yield as two characters, made one."""
    high = (codes[:-1] & 0xFFFFFC00 == 0xD800) & (codes[1:] & 0xFFFFFC00 == 0xDC00)  # noqa: PLR2004
    at = np.flatnonzero(high)
    if not len(at):
        return kept, codes, spaced
    codes = codes.copy()
    codes[at] = 0x10000 + ((codes[at] & 0x3FF) << 10) + (codes[at + 1] & 0x3FF)
    return np.delete(kept, at + 1), np.delete(codes, at + 1), np.delete(spaced, at + 1)


def _has_ink(text_page: Any, index: int) -> bool:
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
    return right.value > left.value and top.value > bottom.value


def _rects(text_page: Any, indices: NDArray[np.int64]) -> NDArray[np.float64]:
    rects = (raw.FS_RECTF * len(indices))()
    fetch = raw.FPDFText_GetLooseCharBox
    for index, rect in zip(indices.tolist(), rects, strict=True):
        fetch(text_page, index, rect)
    found = np.frombuffer(rects, np.float32).reshape(-1, 4).astype(np.float64)
    thin = np.flatnonzero((found[:, 0] == found[:, 2]) | (found[:, 1] == found[:, 3]))
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for row in thin.tolist():  # fonts that say nothing about their height
        raw.FPDFText_GetCharBox(text_page, int(indices[row]), left, right, bottom, top)
        found[row] = left.value, top.value, right.value, bottom.value
    return found


@dataclass(slots=True)
class _Styles:
    """Per run of characters of one text object. pale: white; angle: degrees; size: points."""

    bold: Flags
    pale: Flags
    angle: NDArray[np.int32]
    size: NDArray[np.float32]


def _styles(text_page: Any, firsts: list[int], objects: list[int]) -> _Styles:
    count = len(firsts)
    found = _Styles(
        np.zeros(count, bool),
        np.zeros(count, bool),
        np.zeros(count, np.int32),
        np.zeros(count, np.float32),
    )
    names: dict[int, bool] = {}
    matrix = raw.FS_MATRIX()
    for run, (first, handle) in enumerate(zip(firsts, objects, strict=True)):
        turn = math.degrees(raw.FPDFText_GetCharAngle(text_page, first))
        found.angle[run] = round(turn / ANGLE_STEP) * ANGLE_STEP % 360
        raw.FPDFText_GetMatrix(text_page, first, matrix)
        size = raw.FPDFText_GetFontSize(text_page, first)
        found.size[run] = size * max(math.hypot(matrix.a, matrix.b), 0.01)
        if handle:
            text_object = ctypes.cast(handle, raw.FPDF_PAGEOBJECT)
            found.bold[run] = _is_bold(raw.FPDFTextObj_GetFont(text_object), names)
            found.pale[run] = _is_pale(text_page, first, text_object)
    return found


def _is_pale(text_page: Any, index: int, text_object: Any) -> bool:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFText_GetFillColor(text_page, index, red, green, blue, alpha):
        return False
    light = bool(min(red.value, green.value, blue.value) >= WHITE)
    return light and raw.FPDFTextObj_GetTextRenderMode(text_object) == FILL_ONLY


def _is_bold(font: Any, known: dict[int, bool]) -> bool:
    if not font:
        return False
    address = ctypes.addressof(font.contents)
    if address not in known:
        buffer = ctypes.create_string_buffer(200)
        raw.FPDFFont_GetBaseFontName(font, buffer, 200)
        name = buffer.value.decode("latin-1").lower()
        known[address] = any(word in name for word in ("bold", "black", "heavy", "demi"))
        known[address] |= raw.FPDFFont_GetWeight(font) >= 700  # noqa: PLR2004 - bold in CSS
    return known[address]


def _hidden(
    boxes: Boxes, size: NDArray[np.float32], pale: Flags, place: Place, fills: Boxes
) -> Flags:
    """White on paper, too small to read, or off the page; unless most of the page is so."""
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    pale = pale.copy()
    if pale.any():
        for fill in fills:
            pale &= ~((x >= fill[0]) & (x <= fill[2]) & (y >= fill[1]) & (y <= fill[3]))
    width, height = place.size
    tiny = size < MIN_SIZE
    outside = (x < 0) | (y < 0) | (x > width) | (y > height)
    hidden: Flags = pale | tiny | outside
    # A page that is white all over has a background we did not recognise.
    if pale.mean() > NEARLY_ALL:
        hidden = tiny | outside
    return hidden
