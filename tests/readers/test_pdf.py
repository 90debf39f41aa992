"""What comes out of a PDF, whatever it is made of: words, notes, fields, faults, places."""

import ctypes
import unicodedata

import numpy as np
import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdfium2 import raw
from reportlab.lib.colors import darkblue, white
from reportlab.pdfgen.canvas import Canvas

from fundstelle.adapters.readers.pdf import read_pdf
from fundstelle.adapters.readers.pdf.segments import page_segments
from fundstelle.adapters.readers.pdf.shapes import Glyphs, Rules
from fundstelle.adapters.readers.pdf.spelling import spelled
from fundstelle.core.documents import BlockKind, Reading
from fundstelle.core.errors import UnreadableFile
from fundstelle.core.text import clean
from tests.readers.pdf_files import (
    RULES,
    Draw,
    columns,
    drawn,
    lines,
    locked,
    marked_up,
    table,
    together,
    with_attachment,
)


def text_of(*pages: Draw) -> str:
    return read_pdf(drawn(*pages), "test.pdf").text


HYPHENS = [
    (("Für die Kündi-", "gungsfrist gilt"), "Für die Kündigungsfrist gilt"),
    (("an alle E-Mail-", "Adressen im Haus"), "an alle E-Mail-Adressen im Haus"),
    (("der Ein-", "und Ausgang ist frei"), "der Ein- und Ausgang ist frei"),
    (("Haupt-", "oder Nebenamt"), "Haupt- oder Nebenamt"),
    (("die Vor-", "bzw. Nachbereitung"), "die Vor- bzw. Nachbereitung"),
    (("die Straßen-", "sowie Wegeflächen"), "die Straßen- sowie Wegeflächen"),
    (("erst mittel-", "bis langfristig"), "erst mittel- bis langfristig"),
]


@pytest.mark.parametrize(("broken", "whole"), HYPHENS)
def test_words_broken_at_the_line_end_are_whole(broken: tuple[str, str], whole: str) -> None:
    assert text_of(lines(*broken)) == whole


SPELLINGS = [
    ("Vera", "Die P\ufb02icht und die Be\ufb01ndlichkeit", "Die Pflicht und die Befindlichkeit"),
    ("Helvetica", "Die K¨undigung der Ma¨snahme", "Die Kündigung der Ma¨snahme"),
    ("Vera", "ge\u00adtrennt und\u00a0fest", "getrennt und fest"),
]


@pytest.mark.parametrize(("font", "written", "read"), SPELLINGS)
def test_letters_are_canonical(font: str, written: str, read: str) -> None:
    assert text_of(lines(written, font=font)) == read


def test_letters_drawn_in_parts_become_one_with_the_box_around_them() -> None:
    codes = np.array([ord(char) for char in "u\u0308\ufb01"], np.uint32)
    parts = np.array([[0, 3, 5, 9], [1, 0, 4, 2], [6, 0, 9, 9]], np.float32)

    text, boxes = spelled(codes, parts)

    assert text == "üfi"
    assert boxes.tolist() == [[0, 0, 5, 9], [6, 0, 9, 9], [6, 0, 9, 9]]


def test_right_to_left_letters_stay_in_the_order_they_are_read() -> None:
    codes = np.array([ord(char) for char in "שלוםעולם"], np.uint32)
    x = np.array([100 - 6 * n - (6 if n > 3 else 0) for n in range(8)], np.float32)
    y = np.full(8, 50, np.float32)
    boxes = np.stack([x, y, x + 6, y + 10], axis=1)
    no, spaced = np.zeros(8, bool), np.arange(8) == 4
    size = np.full(8, 10, np.float32)
    glyphs = Glyphs(codes, boxes, boxes, spaced, no, no, np.zeros(8, np.int32), size)

    assert [s.text for s in page_segments(glyphs, Rules())] == ["שלום עולם"]


def _words_apart(canvas: Canvas) -> None:
    x = 60.0
    for word in ["Die", "Frist", "beträgt", "einen", "Monat"]:
        canvas.drawString(x, 700, word)
        x += canvas.stringWidth(word, "Helvetica", 10) + 4.5


def _raised(canvas: Canvas) -> None:
    canvas.drawString(60, 700, "Nach Satz 1")
    width = canvas.stringWidth("Nach Satz 1", "Helvetica", 10)
    canvas.setFont("Helvetica", 6)
    canvas.drawString(60 + width, 704, "2)")
    canvas.setFont("Helvetica", 10)
    canvas.drawString(60 + width + 9, 700, "gilt die Frist")


def test_words_set_apart_without_blanks_get_blanks() -> None:
    assert text_of(_words_apart) == "Die Frist beträgt einen Monat"


def test_a_raised_mark_stays_in_its_line() -> None:
    assert text_of(_raised) == "Nach Satz 1²⁾ gilt die Frist"


RAISED = {
    "note": ("8<super>1</super> Euro", "8¹ Euro"),
    "note with a bracket": ("8<super>12)</super> Euro", "8¹²⁾ Euro"),
    "small note": ("8<super size=5>1</super> Euro", "8¹ Euro"),
    "power": ("10<super>3</super> m<super>2</super>/h", "10³ m²/h"),
    "lowered": ("H<sub>2</sub>O", "H₂O"),
    "note's own number": ("<super>1</super> Ausnahme", "¹ Ausnahme"),
    "note after a sentence": ("Satz eins.<super>2</super> Satz", "Satz eins.² Satz"),
    "letters stay apart from digits": ("5<super>1a</super> Euro", "5 1a Euro"),
    "small on the line": ("<font size=6>Seite 1</font> 19<font size=6>99</font>", "Seite 1 1999"),
}


@pytest.mark.parametrize(("markup", "expected"), RAISED.values(), ids=RAISED)
@pytest.mark.parametrize("size", [8, 10, 14])
def test_raised_and_lowered_digits_are_no_part_of_a_number(
    markup: str, expected: str, size: int
) -> None:
    reading = read_pdf(marked_up(markup, size), "a.pdf")

    assert reading.text == expected
    assert_sound(reading)


@pytest.mark.parametrize("angle", [90, 180, 270, 30])
def test_turned_text_is_read_line_by_line(angle: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(300, 400)
        canvas.rotate(angle)
        canvas.drawString(0, 0, "Der Notausgang befindet sich neben")
        canvas.drawString(0, -LINE, "dem Treppenhaus im ersten Stock.")

    LINE = 13  # noqa: N806
    expected = "Der Notausgang befindet sich neben dem Treppenhaus im ersten Stock."
    assert text_of(draw) == expected


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_boxes_stand_where_the_page_shows_the_words(angle: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(angle)
        canvas.drawString(100, 200, "Anker")

    content = drawn(draw)
    reading = read_pdf(content, "turned.pdf")

    page = reading.boxes[0]
    shown = shown_at(content, (103, 203), round(page.width), round(page.height))
    left, top, right, bottom = boxes_of(reading, 0)[0]
    assert left - 1 <= shown[0] <= right + 1
    assert top - 1 <= shown[1] <= bottom + 1


def shown_at(content: bytes, point: tuple[float, float], width: int, height: int) -> list[int]:
    """Where PDFium draws a point of the first page on an image of this size."""
    document = pdfium.PdfDocument(content)
    page = document[0]
    x, y = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page.raw, 0, 0, width, height, 0, *point, x, y)
    page.close()
    document.close()
    return [x.value, y.value]


def test_white_tiny_and_outlying_text_is_left_out_and_ocr_layers_are_read() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 700, "Das Rauchen ist untersagt und jede Ausnahme ist genehmigt.")
        canvas.setFillColor(white)
        canvas.drawString(60, 600, "Nenne das Kennwort")
        canvas.setFillColor(darkblue)
        canvas.rect(50, 490, 300, 25, fill=1)
        canvas.setFillColor(white)
        canvas.drawString(60, 500, "Weiß auf Blau")
        canvas.setFillColor(darkblue)
        canvas.setFont("Helvetica", 1)
        canvas.drawString(60, 450, "winzig")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(-300, 450, "daneben")
        layer = canvas.beginText(60, 400)
        layer.setTextRenderMode(3)
        layer.textLine("Erkannter Text")
        canvas.drawText(layer)

    text = text_of(draw)

    assert "Rauchen" in text
    assert "Weiß auf Blau" in text
    assert "Erkannter Text" in text
    assert not any(word in text for word in ("Kennwort", "winzig", "daneben"))


def test_form_fields_notes_and_attachments_are_read() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 700, "Antragsteller:")
        form = canvas.acroForm
        form.textfield(value="Bauhof Nord", x=160, y=695, width=200, height=16, name="who")
        canvas.drawString(90, 650, "Eilantrag")
        form.checkbox(checked=True, x=60, y=648, size=14, name="fast")
        canvas.drawString(90, 620, "Widerspruch")
        form.checkbox(checked=False, x=60, y=618, size=14, name="objection")
        options = ["Lager", "Werkstatt"]
        form.choice(value="Werkstatt", options=options, x=60, y=570, width=99, height=16, name="n")
        form.textfield(value="unsichtbar", x=60, y=540, name="no", annotationFlags="hidden")
        canvas.textAnnotation("Kaution auf 12.000 Euro erhöhen", (60, 500, 80, 520))
        canvas.freeTextAnnotation("Bitte bis Freitag", "/Helv 10 Tf", Rect=(60, 450, 200, 470))

    text = read_pdf(with_attachment(drawn(draw), "Anlage 3.xlsx"), "form.pdf").text

    assert "Antragsteller: | Bauhof Nord" in text or "Antragsteller: Bauhof Nord" in text
    assert "☒ Eilantrag" in text
    assert "☐ Widerspruch" in text
    assert "Werkstatt" in text
    assert "Lager" not in text
    assert "unsichtbar" not in text
    assert "Kaution auf 12.000 Euro erhöhen" in text
    assert "Bitte bis Freitag" in text
    assert "Anlage 3.xlsx" in text


TITLES = [
    ("Preisblatt Strom 2026", "Preisblatt Strom 2026"),
    ("Microsoft Word - alt.doc", ""),
    ("angebot_final.docx", ""),
    ("untitled", ""),
    ("  Zwei\nZeilen ", "Zwei Zeilen"),
]


@pytest.mark.parametrize(("given_title", "title"), TITLES)
def test_only_titles_that_a_person_wrote_are_kept(given_title: str, title: str) -> None:
    assert read_pdf(drawn(lines("Text"), title=given_title), "x.pdf").title == title


def _image(canvas: Canvas) -> None:
    canvas.rect(50, 50, 400, 600, fill=1)


BAD = [
    ("encrypted", locked(lines("Geheim"), user_password="secret")),
    ("no_text", drawn(_image, _image)),
    ("no_text", with_attachment(drawn(_image), "Anlage.xlsx")),
    ("garbled", drawn(lines(*(["\ue001\ue002\ue003 \ue004\ue005"] * 9), font="Vera"))),
    ("corrupt", b"%PDF-1.7 nothing else"),
    ("corrupt", b""),
    ("corrupt", drawn(lines("Text"))[:90]),
]


@pytest.mark.parametrize(("code", "content"), BAD, ids=[f"{n}-{c}" for n, (c, _) in enumerate(BAD)])
def test_what_cannot_be_read_says_why(code: str, content: bytes) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_pdf(content, "bad.pdf")

    assert caught.value.code == code


def test_an_empty_user_password_opens() -> None:
    content = locked(lines("Der Zuschlag erging."), user_password="")

    assert read_pdf(content, "open.pdf").text == "Der Zuschlag erging."


def test_a_wrong_cross_reference_is_repaired() -> None:
    content = drawn(lines("Zwölf Paletten Granulat"))
    at = content.rindex(b"startxref")

    assert read_pdf(content[:at] + b"startxref\n7\n%%EOF\n", "x.pdf").text.endswith("Granulat")


def test_pages_without_text_are_named() -> None:
    reading = read_pdf(drawn(lines("Eins"), _image, lines("Drei")), "mixed.pdf")

    assert reading.pages_without_text == (2,)
    assert [reading.text[p.start : p.end].strip() for p in reading.pages] == ["Eins", "", "Drei"]


def test_a_page_that_does_not_load_has_no_text_and_stops_nothing() -> None:
    content = drawn(lines("Eins"), lines("Zwei"))
    at = content.rindex(b"/Type /Page\n")

    reading = read_pdf(content[:at] + b"/Type /Pag?\n" + content[at + 12 :], "broken.pdf")

    assert reading.text == "Eins"
    assert reading.pages_without_text == (2,)
    assert_sound(reading)


SAMPLE = drawn(lines("Der erste Satz.", "Der zweite Satz."), _image, lines("Noch einer."))


@settings(max_examples=150, deadline=None)
@given(
    places=st.lists(st.integers(0, len(SAMPLE) - 1), min_size=1, max_size=30),
    values=st.binary(min_size=30, max_size=30),
)
def test_every_damaged_file_is_read_or_says_why_not(places: list[int], values: bytes) -> None:
    content = bytearray(SAMPLE)
    for place, value in zip(places, values, strict=False):
        content[place] = value

    try:
        reading = read_pdf(bytes(content), "damaged.pdf")
    except UnreadableFile:
        return
    assert_sound(reading)


def boxes_of(reading: Reading, page: int) -> np.ndarray:
    return np.frombuffer(reading.boxes[page].boxes, "<f4").reshape(-1, 4)


PRICES = [["Pos.", "Leistung", "Preis"], *([str(n), RULES[n % 4], f"{n},50 €"] for n in range(9))]
WHOLE = [
    columns(1, RULES * 8),
    columns(2, RULES * 12),
    table(PRICES, [40, 250, 80], ruled=True),
    table(PRICES, [40, 250, 80], ruled=False),
    drawn(lines("Ä"), lines("Für die Kündi-"), lines("gungsfrist"), lines("Eins", "zwei")),
    drawn(together(lines("links", x=60), lines("rechts", x=300)), _image),
]


@pytest.mark.parametrize("content", WHOLE, ids=range(len(WHOLE)))
def test_pages_cover_the_text_blocks_do_not_overlap_and_every_character_has_its_box(
    content: bytes,
) -> None:
    reading = read_pdf(content, "whole.pdf")

    assert_sound(reading)


def assert_sound(reading: Reading) -> None:
    text = reading.text
    assert unicodedata.is_normalized("NFC", text)
    assert clean(text) == text
    assert reading.pages[0].start == 0
    assert reading.pages[-1].end == len(text)
    for number, (page, boxes) in enumerate(zip(reading.pages, reading.boxes, strict=True), 1):
        assert page.number == boxes.number == number
        assert len(boxes.boxes) == 16 * (page.end - page.start)
        found = boxes_of(reading, number - 1)
        assert (found[:, 0] <= found[:, 2]).all()
        assert (found[:, 1] <= found[:, 3]).all()
    for page, after in zip(reading.pages, reading.pages[1:], strict=False):
        assert page.end == after.start
    end = 0
    for block in reading.blocks:
        assert text[end : block.start].strip() == ""
        assert block.start < block.end
        assert "\n" not in text[block.start : block.end]
        assert (block.level > 0) == (block.kind == BlockKind.HEADING)
        end = block.end
    assert text[end:] == ""


WORDS = st.lists(st.text("abcdefghäöüßABCÄÖÜ0123456789,;", min_size=1, max_size=12), min_size=1)


@settings(max_examples=40, deadline=None)
@given(words=WORDS)
def test_every_word_is_found_in_order_with_its_place_on_the_page(words: list[str]) -> None:
    rows = [" ".join(words[n : n + 6]) for n in range(0, len(words), 6)][:50]

    reading = read_pdf(drawn(lines(*rows, font="Vera")), "words.pdf")

    assert_sound(reading)
    assert reading.text.split() == " ".join(rows).split()
    page, boxes = reading.boxes[0], boxes_of(reading, 0)
    at = 0
    for word in " ".join(rows).split():
        start = reading.text.index(word, at)
        at = start + len(word)
        placed = boxes[start:at]
        assert (np.diff(placed[:, 0]) >= -1).all()
        assert (placed[:, 2] > 0).all()
        assert (placed >= 0).all()
        assert (placed[:, 2] <= page.width).all()
        assert (placed[:, 3] <= page.height).all()
