"""How often something may be tried: a few times at once, then slower. In memory of one process."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock

from fundstelle.core.errors import TooMany

MOST_KEPT = 10_000  # the longest unused are forgotten first, so that memory has an end


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class Throttle:
    """A token bucket for each key: `burst` tries at once, one more every `seconds`."""

    def __init__(self, burst: int, seconds: float, clock: Callable[[], float]) -> None:
        self._burst, self._seconds, self._clock = burst, seconds, clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._lock = Lock()

    def take(self, key: str) -> None:
        """Use up one try. Raises TooMany, which says after how many seconds there is another."""
        with self._lock:
            bucket = self._filled(key)
            if bucket.tokens < 1:
                raise TooMany(max(1, ceil((1 - bucket.tokens) * self._seconds)))
            bucket.tokens -= 1

    def give_back(self, key: str) -> None:
        """A try that went well does not count."""
        with self._lock:
            bucket = self._filled(key)
            bucket.tokens = min(self._burst, bucket.tokens + 1)

    def _filled(self, key: str) -> _Bucket:
        now = self._clock()
        bucket = self._buckets.pop(key, None) or _Bucket(float(self._burst), now)
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.at) / self._seconds)
        bucket.at = now
        self._buckets[key] = bucket
        while len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return bucket
