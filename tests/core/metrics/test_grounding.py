"""Proof: each rule is broken by hand, once."""

import pytest

from fundstelle.core.metrics.answering import judge
from fundstelle.core.metrics.grounding import Violation, counts, grounding, violations
from fundstelle.core.metrics.results import Quote, Result
from fundstelle.core.metrics.wording import (
    names,
    numbers,
    numbers_with_parts,
    plain,
    token_f1,
)
from fundstelle.core.questionset import EvaluationQuestion
from tests.core.metrics.made import GOLD, TEXT, quote

TEXTS = {"turm": TEXT, "tor": "Das Tor."}
ASKED = "Wie hoch ist der Alte Turm?"
TOR = Quote("tor", 0, 8, "Das Tor.")


def broken(
    result: Result, *, closed: bool = False, within: tuple[str, ...] | None = ("turm",)
) -> list[str]:
    question = EvaluationQuestion("q", ASKED, "dev", within, GOLD)
    return [v.rule for v in violations([judge(question, GOLD, result)], TEXTS, closed=closed)]


@pytest.mark.parametrize(
    ("quotes", "answer", "rules"),
    [
        ((quote(),), TEXT[:27], []),
        ((), "", ["G1"]),
        ((Quote("nichts", 0, 1, "x"),), "", ["G2"]),
        ((Quote("turm", 1, 27, TEXT[:27]),), "", ["G3"]),
        ((Quote("turm", 0, 0, ""),), "", ["G3"]),
        ((quote(),), "Er ist 41 Meter hoch.", ["G4"]),
        ((quote(),), "Der Alte Turm ist 40 Meter hoch.", []),  # a name of the question
        ((quote(),), "Der Neue Turm ist 40 Meter hoch.", ["G5"]),
        ((), "Das BGB hat 7 Bücher.", ["G1", "G4", "G5"]),
    ],
)
def test_each_rule(quotes: tuple[Quote, ...], answer: str, rules: list[str]) -> None:
    assert broken(Result("extractive", 1, answer=answer, quotes=quotes)) == rules
    assert broken(Result("refused", 1, answer=answer, quotes=quotes)) == []


def test_closed_allows_only_the_questions_own_documents() -> None:
    result = Result("extractive", 1, quotes=(quote(), TOR))

    assert broken(result) == []
    assert broken(result, closed=True) == ["G2"]
    assert broken(result, closed=True, within=()) == ["G2", "G2"]
    assert broken(result, closed=True, within=None) == []


def test_names_are_reported_and_do_not_count() -> None:
    found = [Violation("q", rule, "") for rule in ("G1", "G5", "G5")]

    assert counts(found) == {"G1": 1, "G2": 0, "G3": 0, "G4": 0, "G5": 2}
    assert grounding(found, 9).value == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("am 1.5.2021 um 7,5 %", ["1.5.2021", "7.5"]),
        ("1.000 und 1,000 und 1 000 und 1\u00a0000", ["1000"] * 4),
        ("1.000,50 oder 1 000,50 Euro", ["1000.50", "1000.50"]),
        ("35 000 Euro, § 3, 24 Tage", ["35000", "3", "24"]),
        ("12 2021", ["12", "2021"]),  # four digits are no group
        ("10:30 Uhr, 1/2", ["10:30", "1/2"]),
        ("x²", ["2"]),
        ("keine", []),
    ],
)
def test_numbers_have_one_value_however_they_are_written(text: str, found: list[str]) -> None:
    assert numbers(text) == found


def test_parts_of_dates_count_and_parts_of_decimals_do_not() -> None:
    assert {"1", "5", "2021"} <= numbers_with_parts("1.5.2021")
    assert numbers_with_parts("7,5") == {"7.5"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ein Turm am Fluss", set()),  # German nouns are capitalised
        ("das BGB und LibreOffice", {"BGB", "LibreOffice"}),
        ("mit Konrad Zuse gesprochen", {"Konrad Zuse"}),
        ("Frau Dr. Öz", set()),
    ],
)
def test_names(text: str, found: set[str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("„Straße“.", "STRASSE"),
        ("Soft\u00adware", "software"),
        ("a\u2013b", "A-b"),
        ("ﬁn  x", "fin x"),
    ],
)
def test_comparing_forgets_how_it_is_set(left: str, right: str) -> None:
    assert plain(left) == plain(right)


@pytest.mark.parametrize(
    ("answer", "gold", "score"),
    [
        ("40 Meter", "40 Meter", 1),
        ("Er ist 40 Meter hoch", "40 Meter", 4 / 7),
        ("a a", "a", 2 / 3),
        ("nichts", "40", 0),
        ("", "", 1),
        ("", "40", 0),
    ],
)
def test_shared_words(answer: str, gold: str, score: float) -> None:
    assert token_f1(answer, gold) == pytest.approx(score)
