"""The doubtful band: answers shown with the word that they may not answer the question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fundstelle.core.metrics.answering import answering, judge
from fundstelle.core.metrics.figures import Figure
from fundstelle.core.metrics.results import Judged

POOLED = {
    "correct_rate_on_answerable": "correct_rate_doubtful_refused",
    "answered_precision": "answered_precision_doubtful_refused",
    "false_refusal_rate": "false_refusal_rate_doubtful_refused",
    "refusal_recall": "refusal_recall_doubtful_refused",
}
"""A rate, and its name when doubtful answers are counted as refused."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """How many answers are doubtful, and what their questions are: of all shown answers."""

    shown: int
    doubtful: int
    answerable: int
    correct: int
    unanswerable: int


def doubtful_mix(judged: Sequence[Judged]) -> Doubtful:
    """Count the band. answerable + unanswerable = doubtful; correct is a part of answerable."""
    band = [j for j in judged if j.result.shown and j.result.doubtful]
    answerable = sum(j.gold.answerable for j in band)
    return Doubtful(
        shown=sum(j.result.shown for j in judged),
        doubtful=len(band),
        answerable=answerable,
        correct=sum(j.correct for j in band),
        unanswerable=len(band) - answerable,
    )


def doubt_as_refusal(judged: Sequence[Judged]) -> list[Judged]:
    """The same questions as if every doubtful answer had been refused."""
    return [
        judge(j.question, j.gold, replace(j.result, status="refused"))
        if j.result.shown and j.result.doubtful
        else j
        for j in judged
    ]


def doubt(judged: Sequence[Judged]) -> dict[str, Figure]:
    """Share of doubtful answers, and the rates of `answering` with them counted as refused.

    The rates with them counted as answered are those of `answering` itself.
    """
    mix = doubtful_mix(judged)
    found = {}
    if mix.shown:
        found["doubtful_share"] = Figure.plain(mix.doubtful / mix.shown, mix.shown)
    strict = answering(doubt_as_refusal(judged))
    return found | {new: strict[name] for name, new in POOLED.items() if name in strict}
