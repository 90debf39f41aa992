"""PDF -> Reading. PDFium is the only source of characters and of their places."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
from pypdfium2 import PdfiumError

from fundstelle.adapters.readers.pdf.annotations import attachment_names, page_annotations
from fundstelle.adapters.readers.pdf.assembly import (
    assemble,
    boxes_of_pages,
    joined_passages,
    notes_first,
)
from fundstelle.adapters.readers.pdf.columns import reading_order
from fundstelle.adapters.readers.pdf.continued import continued_tables
from fundstelle.adapters.readers.pdf.frames import frames
from fundstelle.adapters.readers.pdf.headings import body_size, mark_headings
from fundstelle.adapters.readers.pdf.legibility import check_legible
from fundstelle.adapters.readers.pdf.passages import column_passages, with_markers
from fundstelle.adapters.readers.pdf.pdfium import Place, opened, page_glyphs
from fundstelle.adapters.readers.pdf.ruled import ruled_tables
from fundstelle.adapters.readers.pdf.rules import page_rules
from fundstelle.adapters.readers.pdf.running import without_running
from fundstelle.adapters.readers.pdf.segments import WIDE, page_segments
from fundstelle.adapters.readers.pdf.shapes import (
    Item,
    Leaf,
    Passage,
    Rules,
    Segment,
)
from fundstelle.adapters.readers.pdf.tables import aligned_tables
from fundstelle.core.documents import BlockKind, Reading
from fundstelle.core.errors import UnreadableFile

# Titles that programs set and no person wrote.
NO_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)\b.*|\(?(?:untitled|anonymous|unspecified)\)?"
    r"|unbenannt|dokument\d*|document\d*|slide \d+|\W*|.{0,2}"
    r"|.*\.(?:docx?|xlsx?|pptx?|odt|rtf|indd|tex|dvi|qxd|cdr|pdf|html?|tmp))$",
    re.IGNORECASE,
)
MAX_TITLE = 300


def read_pdf(content: bytes, name: str) -> Reading:
    """Canonical text of a PDF with blocks, pages and the place of each character.

    name: file name, for technical hints only. Raises UnreadableFile: encrypted (needs a
    password), corrupt, no_text (no page has any), garbled (characters without meaning).
    """
    with opened(content) as document:
        leaves = [_leaf(document, number) for number in range(len(document))]
        names = attachment_names(document)
        title = _title(document)
    silent = tuple(leaf.number for leaf in leaves if not _has_text(leaf))
    if len(silent) == len(leaves):
        raise UnreadableFile("no_text", detail=f"{name}: {len(leaves)} pages")
    passages = _passages(leaves)
    passages += [_note(_unplaced(text), len(leaves) - 1) for text in names]
    mark_headings(passages)
    paper, blocks, pages = assemble(joined_passages(continued_tables(passages)), len(leaves))
    text = "".join(paper.parts)
    check_legible(text)
    sizes = [(leaf.width, leaf.height) for leaf in leaves]
    boxes = boxes_of_pages(paper, pages, sizes)
    return Reading(text, "pdf", title, blocks, pages, boxes, pages_without_text=silent)


def _leaf(document: Any, index: int) -> Leaf:
    """Everything that is drawn on one page, put into frames and segments, the page closed."""
    try:
        page = document[index]
    except PdfiumError:  # a page that does not load has no text
        return Leaf(index + 1, 0.0, 0.0)
    try:
        place = Place.of(page.raw)
        width, height = place.size
        rules = page_rules(page.raw, place)
        glyphs = page_glyphs(page.raw, place, rules.fills)
        form = document.formenv.raw if document.formenv else None
        fields, notes = page_annotations(page.raw, form, place)
        turned = [(page_segments(part, lines), lines) for part, lines in frames(glyphs, rules)]
        if fields and not (turned and not glyphs.angle.any()):
            turned.insert(0, ([], rules))
        if fields:
            turned[0][0].extend(fields)
        return Leaf(index + 1, width, height, turned, notes)
    finally:
        page.close()


def _has_text(leaf: Leaf) -> bool:
    return bool(leaf.notes) or any(segments for segments, _ in leaf.frames)


def _passages(leaves: list[Leaf]) -> list[Passage]:
    """The passages of all pages in reading order; heads and feet once, after the last."""
    first = [leaf.frames[0][0] if leaf.frames else [] for leaf in leaves]
    kept, running = without_running(first, [leaf.height for leaf in leaves])
    by_page: list[list[Passage]] = []
    for leaf, main in zip(leaves, kept, strict=True):
        page = leaf.number - 1
        done: list[Passage] = []
        for index, (segments, rules) in enumerate(leaf.frames):
            found = _frame_passages(segments if index else main, rules, page)
            for passage in found:
                passage.turned = index > 0
            done += found
        by_page.append(done)
    body = body_size([passage for page_ in by_page for passage in page_])
    ordered: list[Passage] = []
    for leaf, page_passages in zip(leaves, by_page, strict=True):
        notes = [_note(line, leaf.number - 1) for line in leaf.notes]
        ordered += notes_first(page_passages, notes, body)
    margin = [replace(_note(line, len(leaves) - 1), kind=BlockKind.MARGIN) for line in running]
    return ordered + margin


def _frame_passages(segments: list[Segment], rules: Rules, page: int) -> list[Passage]:
    tables, others = ruled_tables(segments, rules)
    items: list[Item] = [*tables, *with_markers(others)]
    done: list[Passage] = []
    for column in reading_order(items):
        done += column_passages(aligned_tables(column, WIDE), page)
    return done


def _note(line: Segment, page: int) -> Passage:
    return Passage(BlockKind.PARAGRAPH, [line], 1.0, page=page, bottom=line.y1)


def _unplaced(text: str) -> Segment:
    return Segment(text, np.zeros((len(text), 4), np.float32), 0, 0, 0, 0, 1.0)


def _title(document: Any) -> str:
    """The title the author set, without what programs put there."""
    title = " ".join(str(document.get_metadata_value("Title")).split())
    title = "".join(char for char in title if char.isprintable())[:MAX_TITLE]
    return "" if NO_TITLE.match(title) else title
