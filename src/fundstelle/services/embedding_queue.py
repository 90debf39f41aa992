"""One embedder for the whole process, used by one at a time: everybody in turn, nobody for long."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition
from time import perf_counter

import numpy as np

from fundstelle.core.embedding import Fingerprint, Vectors
from fundstelle.ports import Embedder

FIRST_CHARS = 4_000  # of the first batch, before any speed is known
LEAST_CHARS, MOST_CHARS = 1_000, 400_000


class EmbeddingQueue:
    """An Embedder that lets a question wait for one short batch of an ingest, never for all of it.

    Passages go through in batches that take about `batch_seconds` at the speed of the batches
    before, and stand in line anew for each. Questions have no precedence: an answer needs passages,
    too, and among many askers some question always waits. A failed call fails only its caller.
    """

    def __init__(
        self,
        embedder: Embedder,
        *,
        batch_seconds: float = 0.25,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """batch_seconds: longest aimed wait of a question; at most about 1.0. clock: in seconds."""
        self._embedder, self._batch_seconds, self._clock = embedder, batch_seconds, clock
        self._turn = Condition()
        self._line = deque[object]()
        self._batch_chars = FIRST_CHARS

    @property
    def fingerprint(self) -> Fingerprint:
        """That of the embedder."""
        return self._embedder.fingerprint

    @property
    def size(self) -> int:
        """Numbers per vector."""
        return self._embedder.size

    @property
    def waiting(self) -> int:
        """Calls that wait for the batch in hand."""
        with self._turn:
            return max(0, len(self._line) - 1)

    def questions(self, texts: Sequence[str]) -> Vectors:
        """In turn."""
        with self._in_turn():
            return self._embedder.questions(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """In batches, each of them in turn."""
        made = [np.empty((0, self.size), np.float32)]
        at = 0
        while at < len(texts):
            with self._in_turn():
                batch = self._batch(texts, at)
                made.append(self._timed(batch))
            at += len(batch)
        return np.concatenate(made)

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Whoever stands first in the line has the embedder."""
        place = object()
        with self._turn:
            self._line.append(place)
        try:
            with self._turn:
                self._turn.wait_for(lambda: self._line[0] is place)
            yield
        finally:
            with self._turn:
                self._line.remove(place)
                self._turn.notify_all()

    def _batch(self, texts: Sequence[str], at: int) -> Sequence[str]:
        """The next texts that together have no more characters than a batch may; at least one."""
        end, chars = at + 1, len(texts[at])
        while end < len(texts) and chars + len(texts[end]) <= self._batch_chars:
            chars += len(texts[end])
            end += 1
        return texts[at:end]

    def _timed(self, batch: Sequence[str]) -> Vectors:
        started = self._clock()
        vectors = self._embedder.passages(batch)
        seconds = self._clock() - started
        chars = sum(map(len, batch))
        # A small batch says little about speed, and a machine that was busy once is soon free.
        if chars * 2 > self._batch_chars and seconds > 0:
            fitting = chars / seconds * self._batch_seconds
            grown = min(fitting, self._batch_chars * 2)
            self._batch_chars = int(min(max(grown, LEAST_CHARS), MOST_CHARS))
        return vectors
