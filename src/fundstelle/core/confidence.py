"""Gate 1: does this evidence answer this question? Code decides, with published coefficients."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp

from fundstelle.core.answers import Evidence, Refusal, RefusalCode
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.expansion import Concept
from fundstelle.core.questions import Question
from fundstelle.core.selection import Rated

# A sentence that holds the part number or section asked for speaks of it, whatever its vector
# says: enough for an answer, not enough to leave out that it may be another one.
HOLDS_PLACE = 0.45


@dataclass(frozen=True, slots=True)
class Gate:
    """Weights of strength, and confidence = logistic(intercept + slope · strength).

    foreign: what counts as `around` for a sentence in another language than the question, whose
    words it cannot hold.
    refuse_below, doubt_below: of confidence, 0 to 1.
    """

    chunk: float
    own: float
    around: float
    exact: float
    near: float
    foreign: float
    intercept: float
    slope: float
    refuse_below: float
    doubt_below: float


@dataclass(frozen=True, slots=True)
class Gates:
    """The gate for questions answered by words alone, and those for each embedder's vectors.

    meaning: by name of the fingerprint. Cosines of two embedders cannot be compared, so no gate
    of one may decide over the other's; one without a gate of its own is decided by words.
    """

    words: Gate
    meaning: Mapping[str, Gate]

    def of(self, embedder: Fingerprint | None) -> Gate:
        """The gate for evidence that was found with this embedder; None: by words alone."""
        return self.meaning.get(embedder.name, self.words) if embedder else self.words

    def refusing_below(self, threshold: float) -> "Gates":
        """The same gates with another threshold of refusal. threshold: confidence, 0 to 1."""
        return Gates(
            _stricter(self.words, threshold),
            {name: _stricter(gate, threshold) for name, gate in self.meaning.items()},
        )


def _stricter(gate: Gate, threshold: float) -> Gate:
    doubt = max(threshold, gate.doubt_below)
    return replace(gate, refuse_below=threshold, doubt_below=doubt)


def strength(question: Question, evidence: Evidence, rated: Sequence[Rated], gate: Gate) -> float:
    """How strongly the evidence speaks to the question, about 0 to 1.

    The score of the best chunk, and how well the best single sentence answers (its nearness in
    meaning, the share of the question in it and around it), less a little for numbers and part
    numbers that no chunk holds; each by its weight.
    """
    if not rated:
        return 0.0
    places = question.places
    return (
        gate.chunk * min(1.0, evidence.chunk_scores[0])
        + max(_speaks(places, r, gate) for r in rated)
        + gate.exact * (_exact_share(question, rated) - 1.0)
    )


def _speaks(places: Sequence[frozenset[str]], r: Rated, gate: Gate) -> float:
    around = gate.foreign if r.foreign else r.around
    near = r.near or 0.0
    if places and all(place <= r.exact for place in places):
        near = max(near, HOLDS_PLACE)
    return gate.near * near + gate.own * r.own + gate.around * around


def _exact_share(question: Question, rated: Sequence[Rated]) -> float:
    """Largest share of the question's exact words that one chunk holds; 1 if it has none."""
    if not question.exact:
        return 1.0
    held: dict[int, frozenset[str]] = {}
    for r in rated:
        held[r.sentence.chunk] = held.get(r.sentence.chunk, frozenset()) | r.exact
    return max(len(words) for words in held.values()) / len(question.exact)


def confidence(value: float, gate: Gate) -> float:
    """Return how likely evidence of this strength answers the question, 0 to 1."""
    return 1 / (1 + exp(-(gate.intercept + gate.slope * value)))


def doubtful(
    question: Question,
    concepts: Sequence[Concept],
    shown: Sequence[Rated],
    sure: float,
    gate: Gate,
) -> bool:
    """Whether to say that these sentences may not answer the question.

    Also where the question names a number or year that stands neither in a sentence shown nor in
    what describes it ("2022" is asked for, and 2024 is spoken of), and where none of its words
    stands anywhere in documents of its language: then only a resemblance was found.
    """
    held = frozenset().union(*(r.exact for r in shown))
    unknown = not any(concept.alternatives for concept in concepts)
    resembles = unknown and not any(r.foreign for r in shown)
    return sure < gate.doubt_below or resembles or not question.numbers <= held


def refuse(
    question: Question,
    concepts: Sequence[Concept],
    rated: Sequence[Rated],
    value: float,
    threshold: float,
) -> Refusal | None:
    """Return why not to answer, or None if the evidence is good enough.

    The threshold decides, with one exception: a part number or section of the question that no
    sentence of the evidence holds is refused, however much its neighbours resemble it. Other words
    that stand nowhere only word the reason.
    """
    if not question.words:
        return Refusal(RefusalCode.NO_TERMS)
    if value >= threshold and all(_held(place, rated) for place in question.places):
        return None
    nowhere = [concept.word for concept in concepts if not concept.alternatives]
    apart = [min(place) for place in question.places if not _held(place, rated)]
    missing = _as_asked(question, [*nowhere, *apart])
    if len(nowhere) == len(concepts):
        return Refusal(RefusalCode.NO_EVIDENCE, missing)
    return Refusal(RefusalCode.MISSING_TERMS if missing else RefusalCode.LOW_CONFIDENCE, missing)


def _as_asked(question: Question, words: Sequence[str]) -> tuple[str, ...]:
    """The words as the person wrote them; "99" not again where "§ 99" is named."""
    written = list(dict.fromkeys(question.asked.get(word, word) for word in words))
    return tuple(w for w in written if not any(w != o and w in o.split() for o in written))


def _held(place: frozenset[str], rated: Sequence[Rated]) -> bool:
    return any(place <= r.exact for r in rated)
