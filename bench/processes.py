"""A part of a benchmark in a process of its own, and what that process spent."""

import multiprocessing
import resource
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

Result = dict[str, Any]


def alone(part: Callable[..., Result], *arguments: object) -> Result:
    """Run a part in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(part, *arguments).result()


def cpu_seconds() -> tuple[float, float]:
    """Of this process, and of its ended children."""
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime


def peak_mb() -> int:
    """Greatest resident MiB of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
