"""How long questions took, end to end and by stage, in milliseconds."""

from collections.abc import Sequence

import numpy as np

from fundstelle.core.metrics.figures import Figure
from fundstelle.core.metrics.results import Result

PERCENTILES = {"p50": 50, "p95": 95, "max": 100}
DECIMALS = 2


def percentiles(values: Sequence[float]) -> dict[str, Figure]:
    """p50, p95 and max, between two values in proportion (numpy's "linear"); {} for none."""
    if not values:
        return {}
    return {
        name: Figure.plain(np.percentile(values, at), len(values), DECIMALS)
        for name, at in PERCENTILES.items()
    }


def latencies(results: Sequence[Result]) -> list[float]:
    """Times of the questions that have one, in the order of the run."""
    return [result.latency_ms for result in results if result.latency_ms is not None]


def stages(results: Sequence[Result]) -> dict[str, dict[str, Figure]]:
    """Stage -> its percentiles, in the order in which stages first occur."""
    names = dict.fromkeys(name for result in results for name in result.stages_ms)
    return {
        name: percentiles([r.stages_ms[name] for r in results if name in r.stages_ms])
        for name in names
    }
