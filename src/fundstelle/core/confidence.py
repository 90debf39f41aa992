"""Gate 1: does this evidence answer this question? Code decides, with published coefficients."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from fundstelle.core.answers import Evidence, Refusal, RefusalCode
from fundstelle.core.expansion import Concept
from fundstelle.core.questions import Question
from fundstelle.core.selection import Rated

GATE_VERSION = "words-1"


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Logistic model over the features below, fitted by bench/fit_gate.py on dev questions."""

    intercept: float
    score: float
    own: float
    around: float


# Fitted on the dev halves of xquad-de-holdout-A/B, de-real and omos-de, each set weighing the same.
WORDS_ONLY = Coefficients(intercept=-4.0, score=2.0, own=1.0, around=2.0)


def confidence(evidence: Evidence, rated: Sequence[Rated], model: Coefficients) -> float:
    """Return how likely the evidence answers the question, 0 to 1; 0 without evidence."""
    if not rated:
        return 0.0
    logit = (
        model.intercept
        + model.score * evidence.chunk_scores[0]
        + model.own * max(r.own for r in rated)
        + model.around * max(r.around for r in rated)
    )
    return 1 / (1 + exp(-logit))


def refuse(
    question: Question, concepts: Sequence[Concept], value: float, threshold: float
) -> Refusal | None:
    """Return why not to answer, or None if the evidence is good enough.

    The hard rules (a number or part number, a word that stands nowhere) only word the reason; the
    threshold decides.
    """
    if not question.words:
        return Refusal(RefusalCode.NO_TERMS)
    if value >= threshold:
        return None
    nowhere = [concept.word for concept in concepts if not concept.alternatives]
    missing = tuple(dict.fromkeys(question.asked.get(word, word) for word in nowhere))
    if len(nowhere) == len(concepts):
        return Refusal(RefusalCode.NO_EVIDENCE, missing)
    return Refusal(RefusalCode.MISSING_TERMS if missing else RefusalCode.LOW_CONFIDENCE, missing)
