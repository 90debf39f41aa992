"""Chunks that hold more of the question's weight come first."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fundstelle.core.expansion import expand
from fundstelle.core.questions import read_question
from fundstelle.core.ranking import counted_words, phrase_bonus, score, sought_words
from fundstelle.core.terms import count_words
from tests.core.vocabulary import WordList

TEXTS = (
    "Die Kündigungsfrist in der Probezeit beträgt zwei Wochen.",
    "In der Probezeit gilt eine kurze Einarbeitung. Probezeit Probezeit Probezeit.",
    "Der Turm ist hoch.",
)
WORDS = WordList(*TEXTS)
CONCEPTS = expand(read_question("Welche Kündigungsfrist gilt in der Probezeit?"), WORDS, 3)
COLUMNS = counted_words(CONCEPTS)


def scores(beside: np.ndarray | None = None) -> np.ndarray:
    rows = [[count_words(text).get(word, 0) for word in COLUMNS] for text in TEXTS]
    text = np.array(rows, np.uint8)
    lengths = np.array([sum(count_words(t).values()) for t in TEXTS], np.int32)
    return score(CONCEPTS, text, np.zeros_like(text) if beside is None else beside, lengths, 6.0)


def test_covering_the_question_beats_repeating_one_word() -> None:
    assert list(np.argsort(-scores())) == [0, 1, 2]
    assert scores()[2] == 0.0


def test_words_of_title_and_heading_count() -> None:
    beside = np.zeros((3, len(COLUMNS)), np.uint8)
    beside[2, COLUMNS.index("probezeit")] = 1
    assert scores(beside)[2] > 0.0


@given(hnp.arrays(np.uint8, (3, len(COLUMNS))), hnp.arrays(np.uint8, (3, len(COLUMNS))))
def test_every_score_lies_between_zero_and_one(text: np.ndarray, beside: np.ndarray) -> None:
    found = score(CONCEPTS, text, beside, np.array([1, 10, 1000], np.int32), 10.0)
    assert np.all((found >= 0.0) & (found < 1.0))


@given(st.integers(0, 10))
def test_what_is_sought_is_bounded_and_begins_with_the_rarest(budget: int) -> None:
    counts = WORDS.holding(COLUMNS)
    sought = sought_words(CONCEPTS, counts, budget)
    assert sought
    words = [word for group in sought for word in group.words]
    assert len(set(words)) == len(words)
    assert sum(counts[word] for word in words[1:]) <= budget


def test_a_quoted_phrase_counts_only_word_for_word() -> None:
    assert phrase_bonus(("einen Monat nach",), "wird Einen  Monat\nnach Bekanntgabe fällig") == 1.0
    assert phrase_bonus(("einen Monat nach",), "keinen Monat nach") == 0.0
    assert phrase_bonus((), "irgendetwas") == 0.0
