"""Reading order, paragraphs, headings, tables, running heads: the shape of a PDF's text."""

import pytest
from reportlab.pdfgen.canvas import Canvas

from fundstelle.adapters.readers.pdf import read_pdf
from fundstelle.core.documents import BlockKind, Reading
from tests.readers.pdf_files import (
    RULES,
    Draw,
    columns,
    drawn,
    grid,
    lines,
    table,
    together,
    with_heads,
)


def blocks_of(reading: Reading) -> list[tuple[BlockKind, str]]:
    return [(block.kind, reading.text[block.start : block.end]) for block in reading.blocks]


def texts_of(*pages: Draw) -> list[str]:
    return [text for _, text in blocks_of(read_pdf(drawn(*pages), "test.pdf"))]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_paragraphs_in_columns_come_whole_and_in_order(count: int) -> None:
    paragraphs = [f"Nummer {n}. {RULES[n % 4]}" for n in range(36)]

    blocks = blocks_of(read_pdf(columns(count, paragraphs), "columns.pdf"))

    headings = [text for kind, text in blocks if kind == BlockKind.HEADING]
    assert headings == [f"{n + 1} Regeln des ganzen Hauses" for n in range(6)]
    assert [text for kind, text in blocks if kind == BlockKind.PARAGRAPH] == paragraphs


LEFT = ["Die Anmeldung zur Ferienfreizeit muss", "schriftlich bis zum 1. April im Rathaus"]
LEFT += ["vorliegen. Über die Aufnahme ent-", "scheidet das Los am folgenden Tag."]
RIGHT = ["Das Freibad öffnet am ersten Samstag", "im Mai. Kinder unter sechs Jahren sind"]
RIGHT += ["frei; für alle anderen gilt die Preis-", "tafel am Eingang des Bades."]
IN_ROWS = [text for pair in zip(LEFT, RIGHT, strict=True) for text in pair]


def _two_columns(canvas: Canvas) -> None:
    canvas.drawString(60, 790, "Amtliche Bekanntmachungen der Gemeinde für den Monat April 2026")
    for number, text in enumerate(IN_ROWS):  # drawn across, as some programs do
        canvas.drawString(60 if number % 2 == 0 else 310, 760 - 13 * (number // 2), text)


def test_columns_drawn_across_are_read_down_and_their_broken_words_joined() -> None:
    text = read_pdf(drawn(_two_columns), "across.pdf").text

    assert "bis zum 1. April im Rathaus vorliegen. Über die Aufnahme entscheidet das Los" in text
    assert "gilt die Preistafel am Eingang" in text
    assert text.index("Amtliche") < text.index("Anmeldung") < text.index("Freibad")


ARTICLES = [["Artikel", "Leistung", "Preis"], ["P-100", "1,1 kW", "890 €"]]
ARTICLES += [["P-200", "2,2 kW", "1.250 €"], ["P-300", "4,0 kW", "1.990 €"]]


def _column_by_column(canvas: Canvas) -> None:
    for x in range(3):
        for y, row in enumerate(ARTICLES):
            canvas.drawString(60 + 120 * x, 700 - 18 * y, row[x])


def test_a_table_drawn_by_columns_is_read_by_rows_under_its_header() -> None:
    reading = read_pdf(drawn(_column_by_column), "table.pdf")

    assert blocks_of(reading) == [(BlockKind.ROW, " | ".join(row)) for row in ARTICLES]
    header = reading.blocks[0]
    assert header.header is None
    assert {block.header for block in reading.blocks[1:]} == {(header.start, header.end)}


PRICES = [["Pos.", "Leistung", "Frist", "Preis"]]
PRICES += [[str(n), RULES[n % 4], f"{n + 2} Wochen", f"{n * 113},00 €"] for n in range(1, 30)]


@pytest.mark.parametrize("repeated", [1, 0])
@pytest.mark.parametrize("ruled", [True, False])
def test_wrapped_cells_stay_in_their_row_and_a_repeated_header_stands_once(
    ruled: bool, repeated: int
) -> None:
    content = table(PRICES, [40, 230, 80, 80], ruled=ruled, repeated=repeated)
    reading = read_pdf(content, "prices.pdf")

    assert len(reading.pages) > 1
    rows = [block for block in reading.blocks if block.kind == BlockKind.ROW]
    texts = [reading.text[row.start : row.end] for row in rows]
    assert texts == [" | ".join(row) for row in PRICES]
    assert {row.header for row in rows[1:]} == {(rows[0].start, rows[0].end)}


def test_heads_and_feet_stand_once_after_the_body_and_cut_no_sentence() -> None:
    body = [f"Auf Blatt {n} steht etwas anderes als zuvor." for n in "ABCD"]
    pages = [lines(text, "Der Satz geht weiter und", y=700) for text in body]
    numbered = [with_heads(page, page=n + 1, pages=4) for n, page in enumerate(pages)]

    reading = read_pdf(drawn(*numbered), "heads.pdf")

    text = reading.text
    assert text.count("Handbuch Lager") == 1
    assert text.count("Ausgabe 2026") == 1
    assert text.index("Blatt D") < text.index("Handbuch Lager")
    assert "weiter und Auf Blatt B" in text
    assert [p.number for p in reading.pages if "Blatt C" in text[p.start : p.end]] == [3]


def test_a_line_that_all_pages_repeat_in_the_text_is_no_head() -> None:
    repeated = "Dieser Satz steht auf jeder Seite an derselben Stelle im Text."
    pages = [lines(repeated, f"Hier folgt {word}.") for word in ("Holz", "Stahl", "Glas", "Ton")]
    numbered = [with_heads(page, page=n + 1, pages=4) for n, page in enumerate(pages)]

    assert read_pdf(drawn(*numbered), "body.pdf").text.count(repeated) == 4


def test_a_footnote_does_not_cut_the_sentence_over_the_page_end() -> None:
    def note(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 7)
        canvas.drawString(60, 60, "1 Gilt nicht für Auszubildende.")

    first = together(lines("Die Meldung erfolgt innerhalb von", y=200), note)

    texts = texts_of(first, lines("14 Tagen nach dem Ereignis."))

    assert "Die Meldung erfolgt innerhalb von 14 Tagen nach dem Ereignis." in texts
    assert "1 Gilt nicht für Auszubildende." in texts


def test_single_lines_on_two_pages_are_not_run_together() -> None:
    assert texts_of(lines("Betriebshandbuch"), lines("Ausgabe Sechs")) == [
        "Betriebshandbuch",
        "Ausgabe Sechs",
    ]


def test_headings_rank_by_size_and_weight() -> None:
    def draw(canvas: Canvas) -> None:
        y = 800
        for font, size, text in STYLES:
            canvas.setFont(font, size)
            y -= 2 * size
            canvas.drawString(60, y, text)

    STYLES = [  # noqa: N806
        ("Helvetica-Bold", 20, "Hausordnung"),
        ("Helvetica-Bold", 14, "1 Ruhezeiten"),
        ("Helvetica", 10, "Von 22 bis 6 Uhr ist Ruhe zu halten, auch auf den Höfen."),
        ("Helvetica-Bold", 10, "Ausnahmen"),
        ("Helvetica", 10, "Der Verwalter kann Ausnahmen zulassen, wenn alle zustimmen."),
    ]
    reading = read_pdf(drawn(draw), "headings.pdf")

    levels = {reading.text[b.start : b.end]: b.level for b in reading.blocks}
    assert levels["Hausordnung"] == 1
    assert levels["1 Ruhezeiten"] == 2
    assert levels["Ausnahmen"] == 3
    assert sum(level > 0 for level in levels.values()) == 3


def test_list_items_are_blocks_of_their_own_with_their_second_lines() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 700, "Mitzubringen sind:")
        for y, mark, text in ((687, "•", "ein Ausweis, der noch"), (661, "•", "zwei Fotos")):
            canvas.drawString(60, y, mark)
            canvas.drawString(78, y, text)
        canvas.drawString(78, 674, "mindestens ein Jahr gilt")

    assert blocks_of(read_pdf(drawn(draw), "list.pdf")) == [
        (BlockKind.PARAGRAPH, "Mitzubringen sind:"),
        (BlockKind.ITEM, "• ein Ausweis, der noch mindestens ein Jahr gilt"),
        (BlockKind.ITEM, "• zwei Fotos"),
    ]


def test_paragraphs_are_parted_by_white() -> None:
    first = lines("Der erste Absatz hat zwei Zeilen, die", "bis zum Ende der Spalte reichen, ja.")
    second = lines("Der zweite steht darunter.", y=738)

    reading = read_pdf(drawn(together(first, second)), "two.pdf")

    assert reading.text == (
        "Der erste Absatz hat zwei Zeilen, die bis zum Ende der Spalte reichen, ja.\n\n"
        "Der zweite steht darunter."
    )


def rows_of(content: bytes) -> list[str]:
    blocks = blocks_of(read_pdf(content, "rows.pdf"))
    return [text for kind, text in blocks if kind == BlockKind.ROW]


def _tight(canvas: Canvas) -> None:
    for y in range(4):
        canvas.line(60, 710 - 14 * y, 168, 710 - 14 * y)
        for x in range(3):
            canvas.drawString(62 + 36 * x, 700 - 14 * y, f"AB{x}C{y}") if y < 3 else None
    for x in range(4):
        canvas.line(60 + 36 * x, 710, 60 + 36 * x, 668)


def test_lines_part_cells_that_nearly_touch() -> None:
    assert rows_of(drawn(_tight)) == [f"AB0C{y} | AB1C{y} | AB2C{y}" for y in range(3)]


def test_lines_hold_together_a_row_in_which_every_cell_wraps() -> None:
    rows = [["Regel", "Folge"], *([RULES[n], RULES[n - 1]] for n in range(4))]

    assert rows_of(grid(rows, [110, 190])) == [" | ".join(row) for row in rows]


def test_cells_centred_in_height_stay_in_their_row() -> None:
    def draw(canvas: Canvas) -> None:
        for y in (700, 660, 620):
            canvas.drawString(60, y, f"Tarif {y}")
            canvas.drawString(200, y + 6, "Börsenpreis und")
            canvas.drawString(200, y - 6, "drei Cent")
            canvas.drawString(340, y, "keine Frist")

    expected = [f"Tarif {y} | Börsenpreis und drei Cent | keine Frist" for y in (700, 660, 620)]
    assert rows_of(drawn(draw)) == expected


CASES = [("Fahrten mit der Bahn im Inland", "Abrechnung im Portal der Verwaltung")]
CASES += [("Fahrten mit dem eigenen Wagen", "Antrag bei der Leitung des Amtes")]
CASES += [("Übernachtungen im Ausland", "Genehmigung durch den Vorstand")]
CASES += [("Bewirtung von Gästen des Hauses", "Liste der Teilnehmenden und Zweck")]


def test_long_cells_that_begin_anew_in_each_line_are_a_table() -> None:
    def draw(canvas: Canvas) -> None:
        for number, (left, right) in enumerate(CASES):
            canvas.drawString(60, 700 - 14 * number, left)
            canvas.drawString(300, 700 - 14 * number, right)

    assert rows_of(drawn(draw)) == [" | ".join(row) for row in CASES]


STRETCHED = [
    ["Ein Anspruch auf Auszahlung in bar besteht nur bei"],
    ["Beendigung", "des"],
    ["Arbeitsverhältnisses,", "sonst"],
    ["nicht, wenn beide Seiten dies schriftlich regeln."],
]
UNEVEN = [
    ["Ein Anspruch auf Auszahlung in bar besteht."],
    ["Der Antrag", "auf", "Zahlung ist"],
    ["schriftlich zu", "stellen.", "Er gilt"],
    ["als angenommen, wenn niemand ihn ablehnt."],
]


@pytest.mark.parametrize("pieces", [STRETCHED, UNEVEN])
def test_justified_lines_with_wide_gaps_are_no_table(pieces: list[list[str]]) -> None:
    def draw(canvas: Canvas) -> None:
        right = 60 + canvas.stringWidth(pieces[0][0], "Helvetica", 10)
        for number, row in enumerate(pieces):
            widths = [canvas.stringWidth(piece, "Helvetica", 10) for piece in row]
            gap = (right - 60 - sum(widths)) / max(len(row) - 1, 1)
            x = 60.0
            for piece, width in zip(row, widths, strict=True):
                canvas.drawString(x, 700 - 13 * number, piece)
                x += width + gap

    text = read_pdf(drawn(draw), "justified.pdf").text

    assert " ".join(text.split()) == " ".join(" ".join(row) for row in pieces)


def test_large_text_along_the_margin_is_no_heading() -> None:
    def draw(canvas: Canvas) -> None:
        lines("Der Text der Seite steht hier.", "Er hat zwei Sätze in zwei Zeilen.")(canvas)
        canvas.translate(30, 300)
        canvas.rotate(90)
        canvas.setFont("Helvetica-Bold", 20)
        canvas.drawString(0, 0, "ENTWURF 2026")

    kinds = {text: kind for kind, text in blocks_of(read_pdf(drawn(draw), "margin.pdf"))}
    assert kinds["ENTWURF 2026"] == BlockKind.PARAGRAPH
