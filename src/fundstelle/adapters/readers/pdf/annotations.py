"""What stands on a page beside its text: filled form fields, notes, names of attached files."""

import ctypes
from typing import Any

import numpy as np
from pypdfium2 import raw

from fundstelle.adapters.readers.pdf.pdfium import Place
from fundstelle.adapters.readers.pdf.shapes import Codes, Segment
from fundstelle.adapters.readers.pdf.spelling import spelled

INVISIBLE = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
NOTES = frozenset(
    {
        raw.FPDF_ANNOT_TEXT,
        raw.FPDF_ANNOT_FREETEXT,
        raw.FPDF_ANNOT_HIGHLIGHT,
        raw.FPDF_ANNOT_UNDERLINE,
        raw.FPDF_ANNOT_STRIKEOUT,
        raw.FPDF_ANNOT_SQUIGGLY,
        raw.FPDF_ANNOT_SQUARE,
        raw.FPDF_ANNOT_CIRCLE,
        raw.FPDF_ANNOT_LINE,
        raw.FPDF_ANNOT_INK,
        raw.FPDF_ANNOT_STAMP,
        raw.FPDF_ANNOT_CARET,
        raw.FPDF_ANNOT_FILEATTACHMENT,
    }
)
TICKS = frozenset({raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON})
TEXTS = frozenset(
    {raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}
)
TICKED, UNTICKED = "☒", "☐"
FIELD_SIZE = 10.0  # points: text in a field is rarely larger
MAX_ANNOTATIONS = 5000


def page_annotations(page: Any, form: Any, place: Place) -> tuple[list[Segment], list[Segment]]:
    """(field values at their places, notes) of one page. form: form environment or None."""
    fields: list[Segment] = []
    notes: list[Segment] = []
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            if not raw.FPDFAnnot_GetFlags(annotation) & INVISIBLE:
                _collect(annotation, form, place, fields, notes)
        finally:
            raw.FPDFPage_CloseAnnot(annotation)
    return fields, notes


def _collect(
    annotation: Any, form: Any, place: Place, fields: list[Segment], notes: list[Segment]
) -> None:
    kind = raw.FPDFAnnot_GetSubtype(annotation)
    if kind == raw.FPDF_ANNOT_WIDGET and form is not None:
        for number, text in enumerate(_field_lines(annotation, form)):
            fields += _placed(text, annotation, place, number)
    elif kind in NOTES:
        lines = _string(annotation, "Contents").splitlines() or [""]
        for text in lines:
            notes += _placed(text, annotation, place, 0)


def _field_lines(annotation: Any, form: Any) -> list[str]:
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in TICKS:
        return [TICKED if raw.FPDFAnnot_IsChecked(form, annotation) else UNTICKED]
    if kind not in TEXTS:
        return []
    value = _wide(raw.FPDFAnnot_GetFormFieldValue, form, annotation)
    if not value:
        count = max(raw.FPDFAnnot_GetOptionCount(form, annotation), 0)
        chosen = [n for n in range(count) if raw.FPDFAnnot_IsOptionSelected(form, annotation, n)]
        return [_option(form, annotation, n) for n in chosen]
    return value.splitlines()


def _option(form: Any, annotation: Any, index: int) -> str:
    length = raw.FPDFAnnot_GetOptionLabel(form, annotation, index, None, 0)
    buffer = ctypes.create_string_buffer(length)
    pointer = ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR))
    raw.FPDFAnnot_GetOptionLabel(form, annotation, index, pointer, length)
    return _decoded(buffer.raw)


def _wide(function: Any, *arguments: Any) -> str:
    """Call a PDFium function that fills a buffer with UTF-16."""
    length = function(*arguments, None, 0)
    if length <= 2:  # noqa: PLR2004 - only the end mark
        return ""
    buffer = ctypes.create_string_buffer(length)
    function(*arguments, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), length)
    return _decoded(buffer.raw)


def _string(annotation: Any, key: str) -> str:
    return _wide(raw.FPDFAnnot_GetStringValue, annotation, key.encode())


def _decoded(data: bytes) -> str:
    return data.decode("utf-16-le", "replace").rstrip("\0")


def _placed(text: str, annotation: Any, place: Place, number: int) -> list[Segment]:
    """A segment whose characters all have the annotation's rectangle as box."""
    rect = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(annotation, rect)
    box = place.displayed(np.array([[rect.left, rect.top, rect.right, rect.bottom]]))
    words = " ".join(text.split())
    codes: Codes = np.array([ord(char) for char in words], np.uint32)
    if not len(codes):
        return []
    clean, boxes = spelled(codes, np.repeat(box, len(codes), axis=0))
    x0, y0, x1, y1 = box[0].tolist()
    size = min(FIELD_SIZE, max(y1 - y0, 1.0))
    if y1 - y0 > 2 * size:  # several lines: each below the other
        y0 = min(y0 + number * size * 1.2, y1 - size)
        y1 = y0 + size
    return [Segment(clean, boxes, x0, y0, x1, y1, size)] if clean else []


def attachment_names(document: Any) -> list[str]:
    """Names of the files inside the document; their content is not read."""
    names = []
    for index in range(max(raw.FPDFDoc_GetAttachmentCount(document), 0)):
        attachment = raw.FPDFDoc_GetAttachment(document, index)
        if attachment:
            name = " ".join(_wide(raw.FPDFAttachment_GetName, attachment).split())
            names.append(name)
    return [name for name in names if name]
