"""How often and how many at once. In memory of one process."""

from collections import Counter, OrderedDict
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


class AtOnce:
    """So many at the same time for each key; more are told to come again."""

    def __init__(self, most: int, *, again_after: int = 2) -> None:
        """again_after: seconds that those are told to wait."""
        self._most, self._again_after = most, again_after
        self._running: Counter[str] = Counter()
        self._lock = Lock()

    def begin(self, key: str) -> Callable[[], None]:
        """Count one more and return what ends it, callable more than once. Raises TooMany."""
        with self._lock:
            if self._running[key] >= self._most:
                raise TooMany(self._again_after)
            self._running[key] += 1
        ended = Lock()

        def end() -> None:
            if ended.acquire(blocking=False):
                with self._lock:
                    self._running[key] -= 1
                    self._running += Counter()  # forgets who has none

        return end
