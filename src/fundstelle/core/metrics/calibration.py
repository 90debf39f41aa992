"""Does a confidence of 0.8 mean eight out of ten?

Two readings. Of all questions: eight of ten can be answered from the documents, which is what the
gate's coefficients are fitted to. Of the answers shown: eight of ten are right, which is what a
reader takes it to mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fundstelle.core.metrics.figures import Figure
from fundstelle.core.metrics.results import Judged

BINS = 10
Forecast = tuple[float, bool]
"""A confidence from 0 to 1, and whether the event came true."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Forecasts from low to high: how many, their mean confidence, the share that came true."""

    low: float
    high: float
    n: int
    confidence: float
    observed: float


def answerable_forecasts(judged: Sequence[Judged]) -> list[Forecast]:
    """Every question: the event is that it can be answered."""
    return [(j.result.confidence, j.gold.answerable) for j in judged]


def correct_forecasts(judged: Sequence[Judged]) -> list[Forecast]:
    """Every answer shown: the event is that it is right."""
    return [(j.result.confidence, j.correct) for j in judged if j.result.shown]


def reliability(forecasts: Sequence[Forecast]) -> tuple[Bin, ...]:
    """Ten bins of equal width over 0 to 1, the empty ones left out.

    A confidence on an edge belongs to the bin above it, 1.0 to the last; one outside 0 to 1 to the
    nearest bin.
    """
    members: list[list[Forecast]] = [[] for _ in range(BINS)]
    for confidence, came_true in forecasts:
        members[min(BINS - 1, max(0, int(confidence * BINS)))].append((confidence, came_true))
    return tuple(
        Bin(
            place / BINS,
            (place + 1) / BINS,
            len(of_bin),
            round(sum(c for c, _ in of_bin) / len(of_bin), 4),
            round(sum(t for _, t in of_bin) / len(of_bin), 4),
        )
        for place, of_bin in enumerate(members)
        if of_bin
    )


def expected_error(bins: Sequence[Bin]) -> float:
    """ECE: mean |observed - confidence| over bins, each weighted by its share (Naeini 2015)."""
    total = sum(b.n for b in bins)
    return sum(b.n * abs(b.observed - b.confidence) for b in bins) / total if total else 0.0


def calibration(judged: Sequence[Judged]) -> dict[str, Figure]:
    """ece: of `answerable_forecasts`. ece_correct: of `correct_forecasts`."""
    readings = {"ece": answerable_forecasts(judged), "ece_correct": correct_forecasts(judged)}
    return {
        name: Figure.plain(expected_error(reliability(forecasts)), len(forecasts))
        for name, forecasts in readings.items()
        if forecasts
    }
