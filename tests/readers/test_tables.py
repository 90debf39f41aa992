"""CSV: one row, one line, the header beside each row."""

import pytest

from fundstelle.adapters.readers.tables import read_table


def rows(text: str) -> list[tuple[str, str]]:
    """(row, its header) of all blocks."""
    reading = read_table(text, "a.csv")
    return [
        (reading.text[b.start : b.end], reading.text[slice(*b.header)] if b.header else "")
        for b in reading.blocks
    ]


CASES = {
    "German export": (
        "Ort;Betrag\nKöln;1.234,56\n",
        [("Ort | Betrag", ""), ("Köln | 1.234,56", "Ort | Betrag")],
    ),
    "comma": ("a,b\n1,2", [("a | b", ""), ("1 | 2", "a | b")]),
    "tab": ("a\tb\n1\t2", [("a | b", ""), ("1 | 2", "a | b")]),
    "named separator": ("sep=|\na|b\n1|2", [("a | b", ""), ("1 | 2", "a | b")]),
    "decimal commas": ("x;1,5;2,5\ny;3,5;4,5", [("x | 1,5 | 2,5", ""), ("y | 3,5 | 4,5", "")]),
    "quotes": ('a;b\n"x; y";"sagt ""ja"""', [("a | b", ""), ('x; y | sagt "ja"', "a | b")]),
    "line end in a cell": ('a;b\n"eins\nzwei";3', [("a | b", ""), ("eins zwei | 3", "a | b")]),
    "no header": ("1;2\n3;4", [("1 | 2", ""), ("3 | 4", "")]),
    "years as header": (
        "Art;2025;2026\nP;1;2",
        [("Art | 2025 | 2026", ""), ("P | 1 | 2", "Art | 2025 | 2026")],
    ),
    "title above": (
        "Preise 2026;\n;\nArt;Preis\nP;1",
        [("Preise 2026", ""), ("Art | Preis", ""), ("P | 1", "Art | Preis")],
    ),
    "empty cells": (
        "a;b;c\n1;;3\n;;\n4;;",
        [("a | b | c", ""), ("1 |  | 3", "a | b | c"), ("4", "a | b | c")],
    ),
    "abbreviated header": (
        "Bez.;Tel.\nAmt;0431",
        [("Bez. | Tel.", ""), ("Amt | 0431", "Bez. | Tel.")],
    ),
    "one column": ("Name\nMüller", [("Name", ""), ("Müller", "Name")]),
    "another table": (
        "Artikel;Preis\nHammer;12 Euro\n\nMitarbeiter;Telefon\nKrause;5511\n",
        [
            ("Artikel | Preis", ""),
            ("Hammer | 12 Euro", "Artikel | Preis"),
            ("Mitarbeiter | Telefon", ""),
            ("Krause | 5511", "Mitarbeiter | Telefon"),
        ],
    ),
    "another table with a title": (
        "A;B\n1;2\n\nListe\n\nWer;Telefon\nKrause;5511",
        [
            ("A | B", ""),
            ("1 | 2", "A | B"),
            ("Liste", ""),
            ("Wer | Telefon", ""),
            ("Krause | 5511", "Wer | Telefon"),
        ],
    ),
    "another table of other width": (
        "A;B\nx;y\n\nC;D;E\nu;v;w",
        [("A | B", ""), ("x | y", "A | B"), ("C | D | E", ""), ("u | v | w", "C | D | E")],
    ),
    "another table of words under numbers": (
        "Art;Preis\nx;7\n\nOrt;Leiter\nUlm;Meier",
        [
            ("Art | Preis", ""),
            ("x | 7", "Art | Preis"),
            ("Ort | Leiter", ""),
            ("Ulm | Meier", "Ort | Leiter"),
        ],
    ),
    "blank line between rows": (
        "A;B\nx;2\n\ny;4\n\nz;5\n",
        [("A | B", ""), ("x | 2", "A | B"), ("y | 4", "A | B"), ("z | 5", "A | B")],
    ),
    "blank line, and words alone do not tell": (
        "Wer;Ort\nx;y\n\nKrause;Ulm\nMeier;Bonn",
        [("Wer | Ort", ""), ("x | y", "Wer | Ort"), ("Krause | Ulm", ""), ("Meier | Bonn", "")],
    ),
    "blank line after the header": (
        "A;B\n\nx;2\n",
        [("A | B", ""), ("x | 2", "A | B")],
    ),
    "margins": ("a ; b\n 1 ; 2 ", [("a | b", ""), ("1 | 2", "a | b")]),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_rows_and_header(text: str, expected: list[tuple[str, str]]) -> None:
    assert rows(text) == expected


def test_a_quote_that_nobody_closed_does_not_swallow_the_rest() -> None:
    text = 'Art;Maß\n"Rohr 5 Zoll;3\n' + "".join(f"P-{n};{n}\n" for n in range(200))

    assert ("P-150 | 150", "Art | Maß") in rows(text)


def test_a_hundred_thousand_rows_are_one_line_each() -> None:
    text = "Zeit;Zähler\n" + "".join(f"{n};{n * 7}\n" for n in range(100_000))

    found = rows(text)

    assert len(found) == 100_001
    assert found[-1] == ("99999 | 699993", "Zeit | Zähler")
