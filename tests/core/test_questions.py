"""What a question searches for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.questions import read_question


def test_question_words_are_left_out_where_others_stand() -> None:
    assert read_question("Wie viele Urlaubstage gibt es?").words == ("urlaubstage",)


def test_a_question_of_stop_words_searches_for_nothing() -> None:
    assert read_question("Was ist das und wie ist es?").words == ()


def test_shouting_makes_no_acronyms() -> None:
    assert read_question("WAS IST DAS").words == ()
    assert read_question("KÜNDIGUNGSFRIST PROBEZEIT").words == ("kuendigungsfrist", "probezeit")


def test_words_with_digits_must_stand_exactly() -> None:
    question = read_question("Was wiegt AB-1234/5 nach § 3?")
    assert {"ab-1234/5", "§3"} <= question.exact
    assert "wiegt" not in question.exact


def test_decomposed_letters_are_the_same_letters() -> None:
    assert read_question("Ku\u0308ndigung").words == ("kuendigung",)


QUOTED = ['"einen Monat nach Bekanntgabe"', "„einen Monat nach Bekanntgabe“", "»einen Monat«"]


@pytest.mark.parametrize("text", QUOTED)
def test_quotation_marks_ask_for_the_phrase(text: str) -> None:
    assert read_question(f"Wo steht {text}?").phrases == (text[1:-1],)


@given(st.text())
def test_every_question_can_be_read(text: str) -> None:
    assert read_question(text).text == text
