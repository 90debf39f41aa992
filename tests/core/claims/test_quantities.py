"""What a sentence counts, and how much of it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.claims.facts import facts_of
from fundstelle.core.claims.quantities import quantities_of
from fundstelle.core.claims.words import root_of
from fundstelle.core.terms import language_of

AMOUNTS: list[tuple[str, dict[str, set[float]]]] = [
    ("Die Frist beträgt 14 Tage.", {"span": {14}}),
    ("Die Frist beträgt zwei Wochen.", {"span": {14}}),
    ("Die Frist beträgt einen Monat, nicht 30 Tage.", {"span": {30}}),
    ("It takes thirty days.", {"span": {30}}),
    ("30 Werktage", {"workday": {30}}),
    ("Es kostet 1.234,50 € und 2,5 %.", {"EUR": {1234.5}, "%": {2.5}}),
    ("von den ersten 35\u00a0000 Euro", {"EUR": {35000}}),
    ("3,5 Mio. Euro", {"EUR": {3_500_000}}),
    ("am 1. März 2026 um 8:30 Uhr", {"date": {301}, "year": {2026}, "hour": {510}}),
    ("bis 24.12.", {"date": {1224}}),
    ("alle sechs Monate", {"every": {180}}),
    ("§ 5 Abs. 2 Satz 1", {}),
    ("Das Vermögen wird nach Satz 2 hinzugerechnet.", {}),
    ("(1) Der Urlaub", {}),
    ("Seit 1998 lebt er hier", {"year": {1998}}),
    ("Es gibt fünf Kinder.", {root_of("kind", "de"): {5}}),
    ("bei -5 °C", {"celsius": {-5}}),
    ("Kostenstelle: 4407", {"": {4407}}),
    ("Teil AB-1234/5", {}),
    ("ein Antrag, das dritte Kind", {}),
    ("ohne Zahl", {}),
]


@pytest.mark.parametrize(("text", "amounts"), AMOUNTS)
def test_amounts_are_read_with_what_they_count(text: str, amounts: dict[str, set[float]]) -> None:
    language = language_of(text)

    assert quantities_of(facts_of(text, language), language).values == amounts


def test_the_same_amount_per_day_and_per_month_has_other_times() -> None:
    daily, monthly = (
        quantities_of(facts_of(text, "de"), "de").times
        for text in ("Das kostet 5 Euro pro Tag.", "Das kostet 150 Euro pro Monat.")
    )

    assert daily
    assert monthly
    assert daily.isdisjoint(monthly)


@given(st.text(st.sampled_from("0123456789.,- €%tagm §:\u00a0äU½²")))
def test_every_text_is_read(text: str) -> None:
    values = quantities_of(facts_of(text, "de"), "de").values

    assert all(isinstance(one, Fraction) for sizes in values.values() for one in sizes)
