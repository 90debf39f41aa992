"""How well does a chunk answer a question, by its words alone?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fundstelle.core.expansion import Concept
from fundstelle.core.terms import words_in_order

Counts = npt.NDArray[np.uint8]
Scores = npt.NDArray[np.float64]

# BM25 (Robertson and Zaragoza 2009) with these settings; chosen on the dev halves, see
# docs/decisions/0007. Flat: halving or doubling one moves the mean nDCG@10 by < 0.01.
SATURATION = 1.8  # k1
LENGTH = 0.5  # b
BESIDE = 1.5  # a word in title, heading or table header counts as this many in the text
COVERAGE = 0.6  # weight of "which share of the question stands here" beside BM25
HIGHEST = SATURATION + 1 + COVERAGE  # what a chunk made of nothing but the question would approach

OWN, COMPOUND = 0.7, 0.4  # values of alternatives from which they are sought as the word itself


def counted_words(concepts: Sequence[Concept]) -> list[str]:
    """All words whose counts `score` needs, in the order of its columns."""
    return sorted({word for concept in concepts for word in concept.alternatives})


@dataclass(frozen=True, slots=True)
class Sought:
    """Words that stand for one another, and what a chunk that holds any of them gains by it."""

    words: tuple[str, ...]
    weight: float


def sought_words(
    concepts: Sequence[Concept], counts: dict[str, int], budget: int
) -> tuple[Sought, ...]:
    """Words that make a chunk a candidate: the telling ones, until they stand in `budget` chunks.

    The words of the rarest concept are always sought, and stand first. Each concept has up to
    three groups of words, by how well they stand for it. counts: word -> chunks of the scope.
    """
    taken: set[str] = set()
    spent = 0
    groups: list[Sought] = []
    for concept in sorted(concepts, key=lambda c: (-c.weight, c.word)):
        tiers: dict[float, list[str]] = {}
        for word, value in sorted(concept.alternatives.items(), key=lambda a: (-a[1], a[0])):
            cost = counts.get(word, 0)
            if word not in taken and (not taken or spent + cost <= budget):
                taken.add(word)
                spent += cost
                tiers.setdefault(_tier(value), []).append(word)
        groups += [Sought(tuple(words), concept.weight * tier) for tier, words in tiers.items()]
    return tuple(groups)


def _tier(value: float) -> float:
    """One value for all words that stand for a concept about equally well: few groups are fast."""
    return 1.0 if value >= OWN else 0.5 if value >= COMPOUND else 0.2


def score(
    concepts: Sequence[Concept],
    text: Counts,
    beside: Counts,
    lengths: npt.NDArray[np.int32],
    mean_length: float,
) -> Scores:
    """BM25 over concepts plus coverage, both as a share of the question's weight.

    text, beside: [chunk, word] counts with columns as counted_words(concepts).
    mean_length: words per chunk of the scope, > 0. Returns one score per chunk, 0 <= score < 1.
    """
    column = {word: place for place, word in enumerate(counted_words(concepts))}
    norm = SATURATION * (1 - LENGTH + LENGTH * lengths / mean_length)
    total = np.zeros(len(lengths))
    mass = sum(concept.weight for concept in concepts) or 1.0
    for concept in concepts:
        places = [column[word] for word in concept.alternatives]
        values = np.array(list(concept.alternatives.values()))
        if not places:
            continue
        here, around = text[:, places], beside[:, places] > 0
        frequency = here @ values + BESIDE * (around @ values)
        best = np.max(((here > 0) | around) * values, axis=1)
        bm25 = frequency * (SATURATION + 1) / (frequency + norm)
        total += concept.weight * (bm25 + COVERAGE * best)
    return np.asarray(total / (mass * HIGHEST))


PHRASE = 1.0  # a chunk that holds a quoted phrase of the question comes before all that do not


def phrase_bonus(phrases: Sequence[str], text: str) -> float:
    """What the quoted phrases of a question add to a chunk's score: PHRASE for each it holds."""
    if not phrases:
        return 0.0
    folded = f" {' '.join(words_in_order(text))} "
    return sum(PHRASE for phrase in phrases if f" {' '.join(words_in_order(phrase))} " in folded)
