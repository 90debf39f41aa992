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


@pytest.mark.parametrize("text", ["§15 Abs.3", "§ 15 Abs. 3", "§ 15 Absatz 3"])
def test_a_paragraph_is_the_same_however_it_is_written(text: str) -> None:
    question = read_question(f"Was regelt {text}?")
    assert {"§15", "abs3"} <= question.exact
    assert question.identifiers == {"§15"}


def test_decomposed_letters_are_the_same_letters() -> None:
    assert read_question("Ku\u0308ndigung").words == ("kuendigung",)


POLITE = "Sehr geehrte Damen und Herren, ich bin seit Jahren hier. "
ASIDE = [
    (POLITE + "Kurz gefragt: Wie viel Urlaub habe ich?", {"urlaub"}),
    ("Wie viel Urlaub habe ich? " + POLITE, {"urlaub"}),
    (POLITE + "Es geht um Urlaub.", {"urlaub", "damen", "jahren"}),
    ("Urlaub in der Probezeit. Ist das so?", {"urlaub", "probezeit"}),
]


@pytest.mark.parametrize(("text", "asked"), ASIDE)
def test_what_is_told_beside_the_question_is_known_as_such(text: str, asked: set[str]) -> None:
    question = read_question(text)
    assert asked <= set(question.words) - question.aside


def test_a_joined_word_is_known_as_such_a_part_number_is_not() -> None:
    question = read_question("Wo liegen VPN-Zertifikate für AB-1234/5?")
    assert question.joined == {"vpnzertifikate"}
    assert {"vpn", "zertifikate"} <= set(question.words)


QUOTED = ['"einen Monat nach Bekanntgabe"', "„einen Monat nach Bekanntgabe“", "»einen Monat«"]


@pytest.mark.parametrize("text", QUOTED)
def test_quotation_marks_ask_for_the_phrase(text: str) -> None:
    assert read_question(f"Wo steht {text}?").phrases == (text[1:-1],)


@given(st.text())
def test_every_question_can_be_read(text: str) -> None:
    assert read_question(text).text == text


PLACES = [
    ("Was steht in § 17 Abs. 3?", [{"§17", "abs3"}]),
    ("Was wiegt AB-1234/5 und was AB-1234/6?", [{"ab-1234/5"}, {"ab-1234/6"}]),
    ("Was kostet es im Jahr 2027?", []),
    ("§ 3 oder § 4?", [{"§3"}, {"§4"}]),
]


@pytest.mark.parametrize(("text", "places"), PLACES)
def test_what_one_sentence_must_hold_together(text: str, places: list[set[str]]) -> None:
    assert [set(place) for place in read_question(text).places] == places


ESSENCES = [
    ("WIE VIELE URLAUBSTAGE?", "wie viele urlaubstage?"),
    ("Hallo, wie viele Tage habe ich? Danke!", "wie viele Tage habe ich?"),
    ("Guten Tag Frau Ott! Ich bin neu. Wo parke ich? Viele Grüße", "Ich bin neu. Wo parke ich?"),
    ("Hi there, can I park? thanks", "can I park?"),
    ("Ur\u00adlaub", "Urlaub"),
    ("\u202eUrlaub", "Urlaub"),
    ("Wie  viele\nTage\u00a0Urlaub???", "Wie viele Tage Urlaub?"),
    ("Was bedeutet Danke im Handbuch?", "Was bedeutet Danke im Handbuch?"),
    ("Danke", "Danke"),
    ("Hallo", "Hallo"),
    ("Was kostet eine Liebe Katze", "Was kostet eine Liebe Katze"),
]


@pytest.mark.parametrize(("text", "essence"), ESSENCES)
def test_the_embedder_gets_what_is_asked(text: str, essence: str) -> None:
    assert read_question(text).essence == essence
    assert read_question(text).text == text


@pytest.mark.parametrize("text", ["Ur\u00adlaub beantragen", "Urlaub\u200b beantragen"])
def test_invisible_characters_change_no_word(text: str) -> None:
    assert read_question(text).words == read_question("Urlaub beantragen").words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Was gibt es zum 25-jährigen Jubiläum?", set()),
        ("Wo liegt A4-Papier?", set()),
        ("Was ist AB-1234/5?", {"ab-1234/5"}),
        ("Was ist E-17?", {"e-17"}),
    ],
)
def test_a_number_before_a_plain_word_is_no_part_number(text: str, found: set[str]) -> None:
    assert read_question(text).identifiers == found
