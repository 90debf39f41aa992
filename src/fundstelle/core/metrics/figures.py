"""A measured number with its interval, and what we know of each by its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

DECIMALS = 4
SAMPLES = 1000
SEED = 7  # fixed: the same run has the same intervals
INTERVAL = (2.5, 97.5)

LOWER_IS_BETTER = frozenset(
    [
        "false_refusal_rate",
        "false_refusal_rate_doubtful_refused",
        "doubtful_share",
        "aurc",
        "e_aurc",
        "ece",
        "ece_correct",
        "grounding_violations",
        "latency_p50_ms",
        "latency_p95_ms",
        "latency_max_ms",
    ]
)
GROUPS: dict[str, tuple[str, ...]] = {
    "finding": (
        *("hit@1", "hit@5", "hit@10", "recall@10", "mrr@10", "ndcg@10"),
        *("span@1", "span@5", "span@10"),
    ),
    "answering": (
        "correct_rate_on_answerable",
        "answered_precision",
        "token_f1_on_answered",
        "false_refusal_rate",
        "refusal_recall",
    ),
    "doubt": (
        "doubtful_share",
        "correct_rate_doubtful_refused",
        "answered_precision_doubtful_refused",
        "false_refusal_rate_doubtful_refused",
        "refusal_recall_doubtful_refused",
    ),
    "confidence": (
        *("auroc", "refusal_recall@0.01", "refusal_recall@0.05", "refusal_recall@0.1"),
        *("aurc", "e_aurc", "cov@0.95", "cov@0.99", "cov@1", "ece", "ece_correct"),
    ),
    "proof": ("grounding_violations",),
    "time": ("latency_p50_ms", "latency_p95_ms", "latency_max_ms"),
}
"""Every figure that can be measured, by what it says, in the order in which they are shown."""

NAMES = tuple(chain.from_iterable(GROUPS.values()))


@dataclass(frozen=True, slots=True)
class Figure:
    """value: rounded to 4 decimals (milliseconds: 2). n: questions it was measured on.

    low, high: 95 % interval, where one was made, else equal to value.
    """

    value: float
    n: int
    low: float
    high: float

    @classmethod
    def plain(cls, value: float, n: int, decimals: int = DECIMALS) -> "Figure":
        """A figure without an interval."""
        value = round(float(value), decimals)
        return cls(value, n, value, value)


def mean(values: Sequence[float]) -> Figure:
    """Mean with its bootstrap interval: percentiles of the means of 1,000 resamples.

    Efron & Tibshirani, An Introduction to the Bootstrap (1993), ch. 13. Raises ValueError for [].
    """
    if not values:
        raise ValueError("There is no mean of nothing.")
    x = np.asarray(values, float)
    drawn = np.random.default_rng(SEED).integers(0, len(x), (SAMPLES, len(x)))
    low, high = np.percentile(x[drawn].mean(axis=1), INTERVAL)
    shown = [round(float(v), DECIMALS) for v in (x.mean(), low, high)]
    return Figure(shown[0], len(x), shown[1], shown[2])


def is_worse(name: str, value: float, limit: float) -> bool:
    """Whether a figure misses a floor; for one that should be small the floor is a ceiling."""
    return value > limit if name in LOWER_IS_BETTER else value < limit
