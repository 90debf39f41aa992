"""A question's word finds its inflections, compounds, parts and misspellings, and no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.expansion import (
    BEGINS,
    ENDS,
    EXACT,
    INFLECTED,
    LEADS,
    PART,
    Concept,
    expand,
)
from fundstelle.core.questions import MAX_WORDS, read_question
from tests.core.vocabulary import WordList

TEXTS = (
    "Die Kündigungsfrist beträgt zwei Wochen. Fristen gelten für alle.",
    "Urlaubsanspruch und Urlaub im Kalenderjahr",
    "Abrechnung der Reisekosten",
    "Die Abteilung verhandelt. Verhandlungen in der Abtei.",
    "Bauteil AB-1234/5 und AB-1234/6",
    "Kündigungen sind schriftlich zu erklären.",
)
FOUND = [
    ("Frist", "fristen", INFLECTED),
    ("Frist", "kuendigungsfrist", ENDS),
    ("Urlaub", "urlaubsanspruch", BEGINS),
    ("Kündigung", "kuendigungsfrist", BEGINS),
    ("Urlaub", "urlaub", EXACT),
    ("Reisekostenabrechnung", "abrechnung", PART),
    ("Kündigungsfrist", "kuendigungen", PART),
    ("AB-1234/5", "ab-1234/5", EXACT),
]


def concepts_of(question: str, *texts: str) -> dict[str, Concept]:
    words = WordList(*(texts or TEXTS))
    return {c.word: c for c in expand(read_question(question), words, words.size)}


@pytest.mark.parametrize(("asked", "found", "value"), FOUND)
def test_a_word_finds_what_may_stand_for_it(asked: str, found: str, value: float) -> None:
    concepts = concepts_of(f"{asked}?")
    assert any(concept.alternatives.get(found) == value for concept in concepts.values())


def test_words_written_apart_find_what_is_written_in_one() -> None:
    concepts = concepts_of("Wie viele Tage home office?", "Homeoffice an drei Tagen")
    assert concepts["home"].alternatives["homeoffice"] == EXACT
    parts = concepts_of("Was wiegt AB 1234/5?")
    assert parts["1234/5"].alternatives == {"ab-1234/5": EXACT}


def test_a_noun_with_a_linking_s_makes_a_compound_even_if_it_never_stands_alone() -> None:
    concepts = concepts_of("Frist", "Die Vertretungsfrist endet.")
    assert concepts["frist"].alternatives == {"vertretungsfrist": ENDS}


def test_a_compound_that_stands_nowhere_is_left_to_its_beginning() -> None:
    concepts = concepts_of("Reisekostenfrist", "Reisekosten", "Kündigungsfrist")
    assert concepts["reisekostenfrist"].alternatives == {"reisekosten": LEADS}
    assert concepts_of("Reisekostenxyzu", "Reisekosten")["reisekostenxyzu"].alternatives == {}


def test_an_ending_counts_only_where_the_rest_is_a_word() -> None:
    concepts = concepts_of("Lung", "Verhandlung", "Lung")
    assert "verhandlung" not in concepts["lung"].alternatives


MISSPELT = [
    ("Kündigungfrist", "kuendigungsfrist"),
    ("Urluab", "urlaub"),
    ("Kalendrjahr", "kalenderjahr"),
    ("Abteilnug", "abteilung"),
]


@pytest.mark.parametrize(("typed", "meant"), MISSPELT)
def test_an_unknown_word_finds_what_differs_by_one_slip(typed: str, meant: str) -> None:
    (concept,) = concepts_of(typed).values()
    assert meant in concept.alternatives


def test_a_known_word_is_not_corrected() -> None:
    (concept,) = concepts_of("Reise", "Reise", "Reihe").values()
    assert "reihe" not in concept.alternatives


def test_numbers_and_part_numbers_are_never_corrected() -> None:
    concepts = concepts_of("AB-1234/7")
    assert concepts["ab-1234/7"].alternatives == {}


def test_a_word_that_stands_nowhere_weighs_most_and_is_not_known() -> None:
    concepts = concepts_of("Urlaub Zeppelin")
    assert not concepts["zeppelin"].known
    assert concepts["zeppelin"].weight > concepts["urlaub"].weight


def test_in_a_small_scope_a_word_that_stands_nowhere_does_not_outweigh_the_others() -> None:
    concepts = concepts_of("Ist Rauchen erlaubt?", "Rauchen ist untersagt.")
    assert concepts["erlaubt"].weight < 1.5 * concepts["rauchen"].weight


def test_words_beside_the_question_count_less_or_not_at_all() -> None:
    alone = concepts_of("Wie viel Urlaub habe ich?")
    told = concepts_of("Guten Tag, die Abteilung meint es gut. Wie viel Urlaub habe ich?")
    assert told["urlaub"] == alone["urlaub"]
    assert told["abteilung"].weight < told["urlaub"].weight
    assert "guten" not in told


def test_a_joined_word_that_stands_nowhere_is_left_to_its_parts() -> None:
    assert set(concepts_of("Urlaubs-Abrechnung")) == {"urlaubs", "abrechnung"}
    assert "ab-1234/9" in concepts_of("AB-1234/9")


@given(st.lists(st.from_regex(r"[a-z]{3,9}", fullmatch=True), max_size=200))
def test_every_question_gives_at_most_so_many_concepts(words: list[str]) -> None:
    assert len(concepts_of(" ".join(words))) <= MAX_WORDS
