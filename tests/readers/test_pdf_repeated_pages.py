"""Pages that all look alike keep their text: forms, test sheets, records."""

import pytest

from fundstelle.adapters.readers.pdf import read_pdf
from tests.readers.pdf_files import Draw, drawn, lines, together, with_heads

PAGES = 6


def sheet(*texts: str) -> Draw:
    return lines(*texts)


def test_a_sheet_whose_text_repeats_but_for_its_numbers_keeps_it() -> None:
    pages = [
        with_heads(
            sheet(f"Prüfschritt {n}: Ventil V-{n}.", "Der Druck ist abzulesen."),
            page=n,
            pages=PAGES,
        )
        for n in range(1, PAGES + 1)
    ]

    text = read_pdf(drawn(*pages), "x.pdf").text

    assert [n for n in range(1, PAGES + 1) if f"Ventil V-{n}." not in text] == []
    assert text.count("Handbuch Lager") == 1
    assert text.count("Ausgabe 2026") == 1


@pytest.mark.parametrize("foot", [False, True])
def test_a_page_of_one_line_keeps_it(*, foot: bool) -> None:
    def page(number: int) -> Draw:
        line = sheet(f"Kiste {number} steht in Halle 4.")
        return together(line, lines(f"Seite {number}", y=30)) if foot else line

    text = read_pdf(drawn(*map(page, range(1, PAGES + 1))), "x.pdf").text

    assert [n for n in range(1, PAGES + 1) if f"Kiste {n} steht" not in text] == []


def test_a_page_with_nothing_but_its_head_still_gives_it_away() -> None:
    rules = ["Erste Regel.", "Zweite Regel.", "Dritte Regel.", "Vierte Regel.", ""]
    pages = [with_heads(sheet(rule), page=n, pages=5) for n, rule in enumerate(rules, start=1)]

    text = read_pdf(drawn(*pages), "x.pdf").text

    assert text.count("Handbuch Lager") == 1
    assert all(rule in text for rule in rules)
