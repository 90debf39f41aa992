"""What a sentence counts, and how much of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.amounts import amounts_in

AMOUNTS: list[tuple[str, dict[str, set[float]]]] = [
    ("Die Frist beträgt 14 Tage.", {"time": {14}}),
    ("Die Frist beträgt zwei Wochen.", {"time": {14}}),
    ("It takes thirty days.", {"time": {30}}),
    ("30 Werktage", {"workdays": {30}}),
    ("Es kostet 1.234,50 € und 2,5 %.", {"euro": {1234.5}, "percent": {2.5}}),
    ("It costs $ 5 or 1,234.50 dollars", {"": {5}, "dollar": {1234.5}}),
    ("von den ersten 35\u00a0000 Euro", {"euro": {35000}}),
    ("3,5 Mio. Euro", {"euro": {3_500_000}}),
    ("am 1. März 2026 um 8:30 Uhr", {"date": {301}, "year": {2026}, "clock": {8.5}}),
    ("bis 24.12.", {"date": {1224}}),
    ("§ 5 Abs. 2 Satz 1", {}),
    ("(1) Der Urlaub", {}),
    ("Seit 1998 lebt er hier", {"year": {1998}}),
    ("bei -5 °C", {"degree": {-5}}),
    ("Kostenstelle: 4407", {"": {4407}}),
    ("Teil AB-1234/5", {}),
    ("ohne Zahl", {}),
]


@pytest.mark.parametrize(("text", "amounts"), AMOUNTS)
def test_amounts_are_read_with_what_they_count(text: str, amounts: dict[str, set[float]]) -> None:
    assert amounts_in(text) == amounts


@given(st.text(st.sampled_from("0123456789.,- €%tagm §:\u00a0äU½²")))
def test_every_text_is_read(text: str) -> None:
    amounts_in(text)
