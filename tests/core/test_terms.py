"""Search words: what a person types and what a document says meet in one form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.terms import count_words, fold_word, language_of, stem, words_in

SAME = [
    ("Straße", "STRASSE"),
    ("Größe", "Groesse"),
    ("Kündigung", "KUENDIGUNG"),
    ("Café", "cafe"),
    ("E-Mail", "Email"),
    ("Soll-Ist-Abweichung", "Sollistabweichung"),
]


@pytest.mark.parametrize(("written", "typed"), SAME)
def test_spellings_of_one_word_share_a_search_word(written: str, typed: str) -> None:
    assert set(words_in(written)) & set(words_in(typed))


PARTS = [
    ("AB-1234/5", {"ab-1234/5", "1234", "5"}),
    ("§ 15 Abs. 2", {"§15", "abs2"}),
    ("§15a", {"§15a"}),
    ("(2) Wassermengen", {"abs2", "wassermengen"}),
    ("am 30.11.2026", {"30.11.2026", "2026"}),
    ("1.234,56 Euro", {"1.234,56", "euro"}),
    ("info@example.org", {"info", "example"}),
    ("IT und AU", {"it", "au"}),
]


@pytest.mark.parametrize(("text", "words"), PARTS)
def test_numbers_sections_and_acronyms_are_words(text: str, words: set[str]) -> None:
    assert words <= set(words_in(text))


def test_a_number_is_never_found_by_a_piece_of_it() -> None:
    assert "5" not in words_in("2,5 %")
    assert "234" not in words_in("1.234,56")


def test_function_words_are_not_indexed_but_acronyms_in_capitals_are() -> None:
    assert words_in("was ist das und wie ist es") == []
    assert "it" not in words_in("if it is so")
    assert "it" in words_in("die IT hilft")


@given(st.text())
def test_every_text_gives_folded_words_and_never_fails(text: str) -> None:
    for word in words_in(text):
        assert word
        assert word == word.casefold()
        assert len(word) <= 66


@given(st.lists(st.sampled_from(["Haus", "Wasser", "AB-1", "2,5", "§ 3", "und"]), max_size=20))
def test_counts_add_up_to_the_words_in_order(words: list[str]) -> None:
    text = ". ".join(words)
    assert sum(count_words(text).values()) == len(words_in(text))


@given(st.text())
def test_folding_twice_changes_nothing(word: str) -> None:
    assert fold_word(fold_word(word)) == fold_word(word)


def test_german_stems_join_inflections_also_without_umlauts() -> None:
    assert len(set(stem(["kuendigung", "kuendigungen"], "de"))) == 1
    assert len(set(stem(["haeuser", "haus", "hauses"], "de"))) == 1


LANGUAGES = [
    ("Wie viele Urlaubstage habe ich?", "de"),
    ("How many days of leave do I have?", "en"),
    ("Kündigungsfrist", "de"),
    ("Homeoffice", "de"),
    ("What is the password length?", "en"),
]


@pytest.mark.parametrize(("text", "language"), LANGUAGES)
def test_the_language_is_recognised(text: str, language: str) -> None:
    assert language_of(text) == language
