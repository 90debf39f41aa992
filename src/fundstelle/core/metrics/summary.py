"""All that is measured on one run over one question set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fundstelle.core.metrics.answering import answering, judge
from fundstelle.core.metrics.calibration import (
    Bin,
    answerable_forecasts,
    calibration,
    correct_forecasts,
    reliability,
)
from fundstelle.core.metrics.coverage import RiskCoverage, coverage, risk_coverage
from fundstelle.core.metrics.doubt import Doubtful, doubt, doubtful_mix
from fundstelle.core.metrics.figures import NAMES, Figure
from fundstelle.core.metrics.grounding import Violation, grounding, violations
from fundstelle.core.metrics.latency import latencies, percentiles, stages
from fundstelle.core.metrics.refusal import separation
from fundstelle.core.metrics.results import MISSING, Judged, Result
from fundstelle.core.metrics.retrieval import retrieval
from fundstelle.core.questionset import EvaluationQuestion


@dataclass(frozen=True, slots=True)
class Metrics:
    """figures: by name, in the order of NAMES, only those that could be measured.

    judged: the questions they were measured on. asked: how many had a result, measured or not.
    curve: None if no question could be judged.
    """

    asked: int
    judged: tuple[Judged, ...]
    figures: Mapping[str, Figure]
    curve: RiskCoverage | None
    by_answerable: tuple[Bin, ...]
    by_correct: tuple[Bin, ...]
    doubtful: Doubtful
    violations: tuple[Violation, ...]
    latencies_ms: tuple[float, ...]
    stages_ms: Mapping[str, Mapping[str, Figure]]

    @property
    def counts(self) -> dict[str, int]:
        """How many questions there were, by what they are and how they ended."""
        answerable = sum(j.gold.answerable for j in self.judged)
        return {
            "asked": self.asked,
            "measured": len(self.judged),
            "answerable": answerable,
            "unanswerable": len(self.judged) - answerable,
            "answered": sum(j.result.shown for j in self.judged),
            "correct": sum(j.correct for j in self.judged),
            "refused": sum(j.result.status == "refused" for j in self.judged),
            "errors": sum(j.result.status == "error" for j in self.judged),
        }


def measure(
    questions: Sequence[EvaluationQuestion],
    results: Mapping[str, Result],
    texts: Mapping[str, str],
    *,
    closed: bool,
) -> Metrics:
    """Measure results (by question id) on questions; a question without one counts as failed.

    Questions without gold and those with a leak risk are left out, except from the times.
    texts: document id -> given text. closed: only a question's own documents may be quoted.
    """
    judged = [
        judge(question, question.gold, results.get(question.id, MISSING))
        for question in questions
        if question.gold is not None and not question.leak_risk
    ]
    found = violations(judged, texts, closed=closed)
    run = list(results.values())
    figures = {
        **retrieval([(j.gold, j.result.ranking) for j in judged]),
        **answering(judged),
        **doubt(judged),
        **separation(judged),
        **coverage(judged),
        **calibration(judged),
        **{f"latency_{name}_ms": f for name, f in percentiles(latencies(run)).items()},
    }
    if judged:
        shown = sum(j.result.shown for j in judged)
        figures["grounding_violations"] = grounding(found, shown)
    return Metrics(
        asked=len(run),
        judged=tuple(judged),
        figures={name: figures[name] for name in NAMES if name in figures},
        curve=risk_coverage(judged) if judged else None,
        by_answerable=reliability(answerable_forecasts(judged)),
        by_correct=reliability(correct_forecasts(judged)),
        doubtful=doubtful_mix(judged),
        violations=tuple(found),
        latencies_ms=tuple(latencies(run)),
        stages_ms=stages(run),
    )
