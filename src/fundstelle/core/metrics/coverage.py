"""Risk and coverage: how many answers are wrong if only the most confident are given.

El-Yaniv & Wiener, On the Foundations of Noise-free Selective Classification (2010). All questions
are put in order of confidence, those that the system refused itself last; at each length k of the
list, coverage is k / all and risk is the share of wrong ones among the k. A question that must be
refused counts as wrong wherever it stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fundstelle.core.metrics.figures import Figure
from fundstelle.core.metrics.results import Judged

PRECISIONS = (0.95, 0.99, 1.0)
POINTS = 200  # of a curve that is drawn
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RiskCoverage:
    """(coverage, risk) points, coverage rising, at most POINTS of them.

    best: of an order that knows the wrong ones. shown: the point where the system itself stops.
    """

    curve: tuple[Point, ...]
    best: tuple[Point, ...]
    shown: Point


def risk_coverage(judged: Sequence[Judged]) -> RiskCoverage:
    """The curve, for drawing. Raises ValueError without a question."""
    if not judged:
        raise ValueError("There is no curve without questions.")
    wrong = _wrong_in_order(judged)
    shown = sum(j.result.shown for j in judged)
    risk = _risk(wrong)
    here = (shown / len(wrong), float(risk[shown - 1]) if shown else 0.0)
    return RiskCoverage(_points(risk), _points(_risk(np.sort(wrong))), here)


def coverage(judged: Sequence[Judged]) -> dict[str, Figure]:
    """aurc: mean risk over all k. e_aurc: less that of the best order (Geifman et al. 2018).

    cov@p: right answers as a share of the answerable questions, at the longest list within what
    the system showed whose share of right ones is at least p; 0 if there is none.
    """
    if not judged:
        return {}
    wrong = _wrong_in_order(judged)
    risk, n = _risk(wrong), len(judged)
    figures = {
        "aurc": Figure.plain(risk.mean(), n),
        "e_aurc": Figure.plain(risk.mean() - _risk(np.sort(wrong)).mean(), n),
    }
    shown = sum(j.result.shown for j in judged)
    answerable = max(1, sum(j.gold.answerable for j in judged))
    right = np.cumsum(1 - wrong)[:shown]
    for precision in PRECISIONS:
        lengths = np.flatnonzero(right / np.arange(1, shown + 1) >= precision)
        covered = right[lengths[-1]] / answerable if len(lengths) else 0.0
        figures[f"cov@{precision:g}"] = Figure.plain(covered, n)
    return figures


def _wrong_in_order(judged: Sequence[Judged]) -> npt.NDArray[np.float64]:
    """1.0 for each wrong one, the most confident first, refused ones last."""
    order = sorted(judged, key=lambda j: (not j.result.shown, -j.result.confidence, j.question.id))
    return np.array([0.0 if j.correct else 1.0 for j in order])


def _risk(wrong: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.cumsum(wrong) / np.arange(1, len(wrong) + 1)


def _points(risk: npt.NDArray[np.float64]) -> tuple[Point, ...]:
    """Evenly chosen points of a curve, first and last among them."""
    places = np.unique(np.linspace(0, len(risk) - 1, POINTS).round().astype(int))
    return tuple(((int(i) + 1) / len(risk), round(float(risk[i]), 4)) for i in places)
