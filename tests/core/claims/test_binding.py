"""A value must be said of the same thing as in its source."""

import pytest

from fundstelle.core.claims.binding import binding_faults
from fundstelle.core.claims.reasons import Source
from fundstelle.core.claims.values import value_faults

MOVED = [
    ("Für Erwachsene gelten 10 €.", "Erwachsene zahlen 25 €, Kinder 10 €."),
    ("Ab 50 kg werden 20 € fällig.", "Ab 10 kg kostet der Versand 20 €, ab 50 kg 35 €."),
    ("Das Heimspiel verlor man 4 zu 7.", "Das Ergebnis war 7 zu 4."),
    ("Kinder zahlen 25 €.", "Erwachsene zahlen 25 €, Kinder 10 €."),
    ("Children pay $25.", "Adults pay $25 and children pay $10."),
    ("Der Ausweis kostet 60 €, der Pass 37 €.", "Der Ausweis kostet 37 €, der Pass 60 €."),
    (
        "Erlaubt sind 5 Überstunden und 20 Fehlstunden.",
        "Erlaubt sind 20 Überstunden und 5 Fehlstunden.",
    ),
    ("Der Antrag kam mit 4 gegen 7 Stimmen durch.", "Der Antrag kam mit 7 gegen 4 Stimmen durch."),
    ("It was moved from 9 to 2 May.", "It was moved from 2 to 9 May."),
    (
        "Wer ab 4 Stunden bleibt, zahlt 9 Euro.",
        "Wer ab 2 Stunden bleibt, zahlt 9 Euro, ab 4 Stunden 12 Euro.",
    ),
    (
        "Die Anmeldung endet am 15. Mai, die Zahlung am 1. April.",
        "Die Anmeldung endet am 1. April, die Zahlung am 15. Mai.",
    ),
    (
        "Der Markt öffnet um 9 Uhr, das Café um 8 Uhr.",
        "Der Markt öffnet um 8 Uhr, das Café um 9 Uhr.",
    ),
]
KEPT = [
    ("Das sind 25 €.", "Erwachsene zahlen 25 €, Kinder 10 €."),
    ("Ab 50 kg kostet der Versand 35 €.", "Ab 10 kg kostet der Versand 20 €, ab 50 kg 35 €."),
    ("Der Markt öffnet von 9 bis 12 Uhr.", "Der Markt öffnet von 9 bis 12 Uhr, das Café ab 8 Uhr."),
    (
        "Under Order 2024, desks are cleaned.",
        "Order 2024 (follows Order 2019): Desks are cleaned every day.",
    ),
    ("Erwachsene zahlen 25 €.", "Erwachsene zahlen 25 €, Kinder 10 €."),
    ("Kinder zahlen 10 €.", "Erwachsene zahlen 25 €, Kinder 10 €."),
    ("10 € kostet es für Kinder.", "Erwachsene zahlen 25 €, Kinder 10 €."),
    ("Für den Pass zahlt man 60 €.", "Der Ausweis kostet 37 €, der Pass 60 €."),
    (
        "Ab 4 Stunden zahlt man 12 Euro.",
        "Wer ab 2 Stunden bleibt, zahlt 9 Euro, ab 4 Stunden 12 Euro.",
    ),
    (
        "Die Zahlung ist bis 15. Mai fällig.",
        "Die Anmeldung endet am 1. April, die Zahlung am 15. Mai.",
    ),
    (
        "Geöffnet ist von 8 bis 18 Uhr.",
        "Montags ist von 8 bis 18 Uhr geöffnet, dienstags bis 13 Uhr.",
    ),
    ("It was moved to 9 May.", "It was moved from 2 to 9 May."),
    ("Das gilt.", "Erwachsene zahlen 25 €, Kinder 10 €."),
]
HEADER = "Preisliste\nWare | Menge | Einkauf | Preis"
ROW = "Kabel | 12 | 4,00 € | 9,50 €"
ROWS = [
    ("Der Preis des Kabels beträgt 9,50 €.", True),
    ("Der Preis des Kabels beträgt 4 €.", False),
    ("Im Einkauf kostet das Kabel 4 €.", True),
    ("Im Einkauf kostet das Kabel 9,50 €.", False),
    ("Das Kabel kostet 9,50 €.", True),
    ("Die Menge ist 12.", True),
]


@pytest.mark.parametrize(("claim", "text"), MOVED)
def test_a_value_of_something_else_fails(claim: str, text: str) -> None:
    source = Source(text)
    assert value_faults(claim, source) == ()  # every value is there
    assert binding_faults(claim, source) != ()


@pytest.mark.parametrize(("claim", "text"), KEPT)
def test_a_value_of_the_same_thing_passes(claim: str, text: str) -> None:
    assert binding_faults(claim, Source(text)) == ()


@pytest.mark.parametrize("text", [text for _, text in MOVED + KEPT])
def test_a_sentence_binds_its_own_values(text: str) -> None:
    assert binding_faults(text, Source(text)) == ()


@pytest.mark.parametrize(("claim", "passes"), ROWS)
def test_a_value_of_a_row_stays_in_its_column(claim: str, *, passes: bool) -> None:
    assert (binding_faults(claim, Source(ROW, HEADER, is_row=True)) == ()) is passes


def test_the_key_of_a_row_has_no_column() -> None:
    source = Source("AB-1 | 30 | 5 €", "Nummer | Menge | Preis", is_row=True)
    assert binding_faults("Der Preis von AB-1 beträgt 5 €.", source) == ()


def test_a_row_with_more_cells_than_its_header_is_not_judged() -> None:
    source = Source(f"{ROW} | 8,00 €", "Ware | Preis", is_row=True)
    assert binding_faults("Der Preis beträgt 8 €.", source) == ()


def test_a_list_of_a_thousand_values_is_not_judged() -> None:
    text = " ".join(f"{number} €," for number in range(1000))
    assert binding_faults(text, Source(text)) == ()


def test_a_row_without_its_header_is_not_judged() -> None:
    assert binding_faults("Der Preis beträgt 4 €.", Source(ROW, "Preisliste", is_row=True)) == ()
