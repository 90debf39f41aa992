"""The metrics of an evaluation as JSON."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from fundstelle.core.metrics.calibration import Bin
from fundstelle.core.metrics.coverage import Point
from fundstelle.core.metrics.figures import Figure
from fundstelle.core.metrics.grounding import counts
from fundstelle.core.metrics.summary import Metrics
from fundstelle.delivery.report.facts import Facts


def record(facts: Facts, metrics: Metrics) -> dict[str, Any]:
    """All that was measured. Holds ids of questions, no text of questions or documents."""
    return {
        "set": {
            "name": facts.set_name,
            "sha256": facts.digest,
            "documents": facts.documents,
            "split": facts.split,
            "mode": facts.mode,
        },
        "date": facts.date,
        "program": facts.program,
        "settings": dict(facts.settings),
        "fingerprints": dict(facts.fingerprints),
        "questions": metrics.counts,
        "metrics": {name: figure.value for name, figure in metrics.figures.items()},
        "intervals": {name: _interval(f) for name, f in metrics.figures.items() if f.low != f.high},
        "measured_on": {name: figure.n for name, figure in metrics.figures.items()},
        "doubtful": asdict(metrics.doubtful),
        "grounding": {
            "counts": counts(metrics.violations),
            "violations": [{"id": v.question_id, "rule": v.rule} for v in metrics.violations],
        },
        "risk_coverage": _points(metrics.curve.curve if metrics.curve else ()),
        "reliability": {
            "answerable": _bins(metrics.by_answerable),
            "correct": _bins(metrics.by_correct),
        },
        "stages_ms": {
            stage: {name: figure.value for name, figure in of_stage.items()}
            for stage, of_stage in metrics.stages_ms.items()
        },
    }


def _interval(figure: Figure) -> list[float]:
    return [figure.low, figure.high]


def _points(curve: Iterable[Point]) -> list[list[float]]:
    return [[round(coverage, 4), risk] for coverage, risk in curve]


def _bins(bins: Iterable[Bin]) -> list[dict[str, float]]:
    return [asdict(of_width) for of_width in bins]
