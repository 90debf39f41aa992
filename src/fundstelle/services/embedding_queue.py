"""One embedder for the whole process, used by one at a time: questions before passages."""

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
    """An Embedder that lets a question wait for one short batch, never for a whole ingest.

    Passages go through in batches that take about `batch_seconds` at the speed of the batches
    before; between two batches waiting questions come first. A failed call fails only its caller.
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
        self._busy = False
        self._questions_waiting = 0
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
    def questions_waiting(self) -> int:
        """Calls that wait for the batch in hand."""
        with self._turn:
            return self._questions_waiting

    def questions(self, texts: Sequence[str]) -> Vectors:
        """As soon as the batch in hand is done, before waiting passages."""
        with self._turn:
            self._questions_waiting += 1
            self._turn.wait_for(lambda: not self._busy)
            self._questions_waiting -= 1
            self._busy = True
        with self._leaving():
            return self._embedder.questions(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """In batches, each of them after all waiting questions."""
        made = [np.empty((0, self.size), np.float32)]
        at = 0
        while at < len(texts):
            with self._turn:
                self._turn.wait_for(lambda: not self._busy and not self._questions_waiting)
                self._busy = True
                batch = self._batch(texts, at)
            with self._leaving():
                made.append(self._timed(batch))
            at += len(batch)
        return np.concatenate(made)

    @contextmanager
    def _leaving(self) -> Iterator[None]:
        try:
            yield
        finally:
            with self._turn:
                self._busy = False
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
