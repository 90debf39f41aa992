"""PDF files made in the test, with text of our own: what the tests of the PDF reader read."""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import reportlab
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Table, TableStyle

LEADING = 13
Draw = Callable[[Canvas], None]
# Vera comes with reportlab; it has the letters that the built-in fonts lack.
pdfmetrics.registerFont(TTFont("Vera", str(Path(reportlab.__file__).parent / "fonts/Vera.ttf")))

HEADING = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=14, leading=18)
BODY = ParagraphStyle("body", fontSize=9.5, leading=12, alignment=TA_JUSTIFY, spaceAfter=4)
CELL = ParagraphStyle("cell", fontSize=9, leading=11)
ABSENCE = (
    "Die Beschäftigten melden jede Abwesenheit der zuständigen Führungskraft und legen spätestens "
    "am vierten Kalendertag eine ärztliche Bescheinigung vor."
)
LEAVE = (
    "Der Jahresurlaub beträgt dreißig Arbeitstage, sofern die regelmäßige Arbeitszeit auf fünf "
    "Tage in der Woche verteilt ist; Teilzeitkräfte erhalten einen anteiligen Anspruch."
)
OVERTIME = (
    "Überstunden werden innerhalb von drei Monaten durch Freizeit ausgeglichen. Ein Anspruch auf "
    "Auszahlung besteht nur bei Beendigung des Arbeitsverhältnisses."
)
TRAVEL = (
    "Dienstreisen sind vor Antritt zu genehmigen; die Abrechnung erfolgt binnen vier Wochen unter "
    "Vorlage aller Belege."
)
RULES = [ABSENCE, LEAVE, OVERTIME, TRAVEL]


def drawn(*pages: Draw, encrypt: Any = None, title: str = "") -> bytes:
    """One page per function, each drawing on an A4 canvas in 10 points."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4, encrypt=encrypt, invariant=True)
    if title:
        canvas.setTitle(title)
    for draw in pages:
        canvas.setFont("Helvetica", 10)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def lines(*texts: str, x: float = 60, y: float = 770, font: str = "Helvetica") -> Draw:
    """A page with these lines below one another."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, 10)
        for number, text in enumerate(texts):
            canvas.drawString(x, y - LEADING * number, text)

    return draw


def together(*draws: Draw) -> Draw:
    """All of these on one page."""

    def draw(canvas: Canvas) -> None:
        for one in draws:
            one(canvas)

    return draw


def with_heads(body: Draw, *, page: int, pages: int) -> Draw:
    """A page with a running head and a foot with the page number."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(60, 815, "Handbuch Lager · vertraulich")
        canvas.drawString(60, 30, f"Ausgabe 2026 – Seite {page} von {pages}")
        body(canvas)

    return draw


def columns(count: int, paragraphs: Sequence[str]) -> bytes:
    """Justified text in columns 18 points apart, a heading before every sixth paragraph."""
    width = (A4[0] - 120 - 18 * (count - 1)) / count
    frames = [
        Frame(60 + i * (width + 18), 50, width, 740, 0, 0, 0, 0, id=str(i)) for i in range(count)
    ]
    story: list[Any] = []
    for number, text in enumerate(paragraphs):
        if number % 6 == 0:
            story.append(Paragraph(f"{number // 6 + 1} Regeln des ganzen Hauses", HEADING))
        story.append(Paragraph(text, BODY))
    return _built(frames, story)


def marked_up(markup: str, size: float) -> bytes:
    """One paragraph in reportlab's markup."""
    style = ParagraphStyle("marked", fontSize=size, leading=1.3 * size)
    return _built([Frame(60, 50, A4[0] - 120, 740, id="all")], [Paragraph(markup, style)])


def table(
    rows: Sequence[Sequence[str]], widths: Sequence[float], *, ruled: bool, repeated: int = 1
) -> bytes:
    """A table whose second column wraps; so many bold header rows are repeated on each page."""
    cells = [rows[0], *([row[0], Paragraph(row[1], CELL), *row[2:]] for row in rows[1:])]
    made = Table(cells, colWidths=widths, repeatRows=repeated)
    style: list[Any] = [("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")]
    style += [("VALIGN", (0, 0), (-1, -1), "TOP")]
    style += [("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if ruled else []
    made.setStyle(TableStyle(style))
    before = Paragraph(RULES[0], BODY)
    return _built([Frame(60, 50, A4[0] - 120, 740, id="all")], [before, made])


def grid(rows: Sequence[Sequence[str]], widths: Sequence[float]) -> bytes:
    """A ruled table in which every cell wraps."""
    made = Table([[Paragraph(cell, CELL) for cell in row] for row in rows], colWidths=widths)
    made.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)]))
    return _built([Frame(60, 50, A4[0] - 120, 740, id="all")], [made])


def _built(frames: list[Frame], story: list[Any]) -> bytes:
    buffer = BytesIO()
    document = BaseDocTemplate(buffer, pagesize=A4, invariant=True)
    document.addPageTemplates(PageTemplate(frames=frames))
    document.build(story)
    return buffer.getvalue()


def locked(draw: Draw, *, user_password: str) -> bytes:
    """Encrypted; an empty user password opens without asking."""
    return drawn(draw, encrypt=StandardEncryption(user_password, "owner", strength=128))


def with_attachment(content: bytes, name: str) -> bytes:
    """The same with an attached file of this name."""
    document = pdfium.PdfDocument(content)
    document.new_attachment(name).set_data(b"irrelevant")
    buffer = BytesIO()
    document.save(buffer)
    document.close()
    return buffer.getvalue()
