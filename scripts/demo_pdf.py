"""Demo documents as PDF, by reportlab: one or two columns, running head, page numbers."""

import io
import re
from html import escape
from pathlib import Path

from reportlab.lib.colors import HexColor, white
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    HRFlowable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Table,
)

from scripts.demo_prose import PAGE_OF, TEAL, Block, Prose, Run, blocks_of, read_prose

FONTS = {
    "Times": ("Times-Roman", "Times-Bold", "Times-Italic"),
    "Helvetica": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique"),
    "Vera": ("Vera", "VeraBd", "VeraIt"),  # comes with reportlab; embedded, unlike the others
}


def styles_of(prose: Prose) -> dict[str, ParagraphStyle]:
    """Paragraph styles by block kind, and for title, subtitle and table cells."""
    regular, bold, _ = FONTS[prose.settings["font"]]
    two = "columns" in prose.settings
    size = float(prose.settings["size"])
    body = ParagraphStyle("p", fontName=regular, fontSize=size, leading=size * 1.4, spaceAfter=5)
    body.spaceBefore = 3
    if two:
        body = ParagraphStyle("p", body, alignment=TA_JUSTIFY, embeddedHyphenation=1)
    teal = {"fontName": bold, "textColor": HexColor(f"#{TEAL}"), "keepWithNext": 1}
    return {
        "p": body,
        "bullet": ParagraphStyle("bullet", body, leftIndent=12, bulletIndent=2, spaceAfter=1),
        "title": ParagraphStyle("title", fontSize=19, leading=23, spaceAfter=4, **teal),
        "subtitle": ParagraphStyle("subtitle", body, textColor=HexColor("#5a6b70"), alignment=0),
        "h1": ParagraphStyle("h1", fontSize=14, leading=18, spaceBefore=10, spaceAfter=5, **teal),
        "h2": ParagraphStyle("h2", fontSize=11, leading=14, spaceBefore=9, spaceAfter=3, **teal),
        "cell": ParagraphStyle("cell", body, spaceAfter=0, fontSize=size - 0.5),
        "th": ParagraphStyle("th", body, spaceAfter=0, fontName=bold, textColor=white),
    }


def marked_up(runs: list[Run], prose: Prose) -> str:
    """Runs as reportlab markup, with soft hyphens where the source allows a break."""
    fonts = dict(zip(("", "b", "i"), FONTS[prose.settings["font"]], strict=True))
    parts = []
    for text, style in runs:
        marked = escape(text, quote=False)
        for pattern in prose.settings.get("hyphens", "").split():
            soft = pattern.replace("-", "\u00ad")
            marked = re.sub(rf"\b{pattern.replace('-', '')}\b", soft, marked)
        parts.append(f'<font name="{fonts[style]}">{marked}</font>' if style else marked)
    return "".join(parts)


def pdf_table(block: Block, prose: Prose, styles: dict[str, ParagraphStyle]) -> Table:
    """A table over the whole width whose header is repeated on every page."""
    cells = [
        [Paragraph(marked_up(cell, prose), styles["cell" if at else "th"]) for cell in row]
        for at, row in enumerate(block.rows)
    ]
    table = Table(cells, [share * 16.5 * cm for share in prose.widths], repeatRows=1)
    table.hAlign = "LEFT"
    table.spaceBefore, table.spaceAfter = 4, 10
    table.setStyle(
        [
            ("BACKGROUND", (0, 0), (-1, 0), HexColor(f"#{TEAL}")),
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), [white, HexColor("#eef4f5")]),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor("#b9c6c9")),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ]
    )
    return table


def story_of(prose: Prose) -> list[Flowable]:
    """Title block and body as flowables."""
    styles = styles_of(prose)
    story: list[Flowable] = [
        Paragraph(escape(prose.settings["title"]), styles["title"]),
        Paragraph(escape(prose.settings["subtitle"]), styles["subtitle"]),
        HRFlowable(width="100%", thickness=1.2, color=HexColor(f"#{TEAL}"), spaceAfter=8),
        NextPageTemplate("later"),
    ]
    if "columns" in prose.settings:
        story.append(FrameBreak())
    for block in blocks_of(prose.body):
        if block.kind == "table":
            story.append(pdf_table(block, prose, styles))
            continue
        new_page = prose.settings.get("chapters") == "on new pages" and block.kind == "h1"
        if new_page and any(isinstance(part, Table) for part in story):
            story.append(PageBreak())
        mark = {"bulletText": "•"} if block.kind == "bullet" else {}
        story.append(Paragraph(marked_up(block.runs, prose), styles[block.kind], **mark))
    return story


def draw_wave(canvas: Canvas, x: float, y: float) -> None:
    """Two white waves through the point (x, y): the mark of the house."""
    canvas.saveState()
    canvas.setStrokeColor(white)
    canvas.setLineWidth(1.3)
    for at in (y - 2.2, y + 2.2):
        canvas.bezier(x - 7, at, x - 2.5, at + 5, x + 2.5, at - 5, x + 7, at)
    canvas.restoreState()


def draw_frame_of_page(canvas: Canvas, number: int, total: int, prose: Prose) -> None:
    """The mark of the house on the first page, a running head on the others, the page number."""
    regular, bold, _ = FONTS[prose.settings["font"]]
    width, height = A4
    canvas.setFillColor(HexColor(f"#{TEAL}"))
    canvas.setStrokeColor(HexColor(f"#{TEAL}"))
    if number == 1:
        canvas.circle(2.6 * cm, height - 1.75 * cm, 0.35 * cm, fill=1, stroke=0)
        draw_wave(canvas, 2.6 * cm, height - 1.75 * cm)
        canvas.setFont(bold, 12)
        canvas.drawString(3.2 * cm, height - 1.9 * cm, "Stadtwerke Lindenfurt")
    else:
        canvas.setFont(regular, 8)
        canvas.drawString(2.25 * cm, height - 1.6 * cm, prose.settings["head"])
        canvas.line(2.25 * cm, height - 1.8 * cm, width - 2.25 * cm, height - 1.8 * cm)
    canvas.setFont(regular, 8)
    page, of = PAGE_OF[prose.language]
    canvas.drawRightString(width - 2.25 * cm, 1.3 * cm, f"{page} {number} {of} {total}")


def build_pdf(prose: Prose, target: io.BytesIO, total: int) -> int:
    """Write the PDF; return how many pages it has."""
    width, height = A4[0] - 4.5 * cm, A4[1]
    left, top, bottom = 2.25 * cm, height - 2.3 * cm, 2 * cm
    two = "columns" in prose.settings
    column = (width - 0.8 * cm) / 2 if two else width
    lefts = [left, left + column + 0.8 * cm] if two else [left]

    def frames(below: float) -> list[Frame]:
        return [Frame(x, bottom, column, below - bottom, 0, 0, 0, 0) for x in lefts]

    head = [Frame(left, top - 2.1 * cm, width, 2.1 * cm, 0, 0, 0, 0)] if two else []
    first = [*head, *frames(top - 2.4 * cm if two else top)]

    def on_page(canvas: Canvas, doc: BaseDocTemplate) -> None:
        draw_frame_of_page(canvas, doc.page, total, prose)

    doc = BaseDocTemplate(
        target, pagesize=A4, invariant=1, title=prose.settings["title"],
        author=prose.settings["author"], lang=prose.language,
    )  # fmt: skip
    doc.addPageTemplates(
        [
            PageTemplate("first", first, onPage=on_page),
            PageTemplate("later", frames(top), onPage=on_page),
        ]
    )
    doc.build(story_of(prose))
    return int(doc.page)


def make_pdf(source: Path) -> bytes:
    for name in FONTS["Vera"]:
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    prose = read_prose(source)
    total = build_pdf(prose, io.BytesIO(), 0)
    target = io.BytesIO()
    build_pdf(prose, target, total)
    return target.getvalue()
