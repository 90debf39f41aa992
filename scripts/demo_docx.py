"""Demo documents as DOCX, by python-docx: real styles, tables, running head, page number."""

import io
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import docx
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from scripts.demo_prose import PAGE_OF, TEAL, Block, Prose, blocks_of, read_prose

FIXED_TIME = (2026, 1, 1, 0, 0, 0)


def add_field(paragraph: Any, code: str) -> None:
    """A field that the word processor computes, such as the page number."""
    element = OxmlElement("w:fldSimple")
    element.set(qn("w:instr"), code)
    run = OxmlElement("w:r")
    text = OxmlElement("w:t")
    text.text = "1"
    run.append(text)
    element.append(run)
    paragraph._p.append(element)  # noqa: SLF001 - python-docx knows no fields


def add_docx_table(document: Any, block: Block, prose: Prose) -> None:
    table = document.add_table(len(block.rows), len(block.rows[0]), "Light Grid Accent 5")
    repeated = OxmlElement("w:tblHeader")
    table.rows[0]._tr.get_or_add_trPr().append(repeated)  # noqa: SLF001 - no public way
    for row, cells in zip(table.rows, block.rows, strict=True):
        for cell, runs, share in zip(row.cells, cells, prose.widths, strict=True):
            cell.text = "".join(text for text, _ in runs)
            cell.width = Cm(16 * share)
    document.add_paragraph()


def dress_docx(document: Any, prose: Prose) -> None:
    """Fonts, colours, margins, running head, page number, properties."""
    document.styles["Normal"].font.name, document.styles["Normal"].font.size = "Calibri", Pt(10.5)
    for style in document.styles:
        if style.type == WD_STYLE_TYPE.PARAGRAPH and style.name.startswith(("Heading", "Title")):
            style.font.color.rgb = RGBColor.from_string(TEAL.upper())
    for language in document.styles.element.iter(qn("w:lang")):
        language.set(qn("w:val"), {"de": "de-DE", "en": "en-GB"}[prose.language])
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.5)
    section.header.paragraphs[0].text = prose.settings["head"]
    footer, (page, of) = section.footer.paragraphs[0], PAGE_OF[prose.language]
    footer.add_run(f"{page} ")
    add_field(footer, "PAGE")
    footer.add_run(f" {of} ")
    add_field(footer, "NUMPAGES")
    about = document.core_properties
    about.title, about.author = prose.settings["title"], prose.settings["author"]
    about.comments, about.last_modified_by = "", prose.settings["author"]
    about.created = about.modified = datetime.fromisoformat(prose.settings["date"] + "T08:00:00")
    about.language = prose.language


def make_docx(source: Path) -> bytes:
    prose = read_prose(source)
    document = docx.Document()
    dress_docx(document, prose)
    document.add_paragraph(prose.settings["title"], "Title")
    document.add_paragraph(prose.settings["subtitle"], "Subtitle")
    kinds = {"p": "Normal", "bullet": "List Bullet", "number": "List Number"}
    for block in blocks_of(prose.body):
        if block.kind == "table":
            add_docx_table(document, block, prose)
            continue
        style = kinds.get(block.kind) or f"Heading {block.kind[1]}"
        paragraph = document.add_paragraph(style=style)
        for text, mark in block.runs:
            run = paragraph.add_run(text)
            run.bold, run.italic = mark == "b" or None, mark == "i" or None
    raw = io.BytesIO()
    document.save(raw)
    return with_fixed_times(raw)


def with_fixed_times(archive: io.BytesIO) -> bytes:
    """The same zip archive with one fixed time for all its members."""
    fixed = io.BytesIO()
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(fixed, "w") as new:
        for member in old.infolist():
            info = zipfile.ZipInfo(member.filename, FIXED_TIME)
            new.writestr(info, old.read(member), zipfile.ZIP_DEFLATED)
    return fixed.getvalue()
