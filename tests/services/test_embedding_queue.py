"""One embedder at a time, everybody in turn, batches that do not keep a question waiting."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest

from fundstelle.adapters.models.hashing import HashingEmbedder
from fundstelle.core.embedding import Vectors
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.services.embedding_queue import EmbeddingQueue

FAST, SLOW = 80_000, 8_000  # characters per second
TEXTS = [f"Satz Nummer {number} über Fristen und Gebühren. " * 20 for number in range(60)]


class RecordingEmbedder(HashingEmbedder):
    """Embeds truly, notes every call, and moves a clock of its own by the work it was given."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int]] = []
        self.seconds, self.durations = 0.0, list[float]()
        self.speed = FAST
        self.together = 0
        self._alone = Lock()
        self.may_go = Event()
        self.may_go.set()
        self.begun = Event()
        self.broken = False

    def clock(self) -> float:
        return self.seconds

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self._call("question", texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._call("passage", texts)

    def _call(self, role: str, texts: Sequence[str]) -> Vectors:
        if not self._alone.acquire(blocking=False):
            self.together += 1
            self._alone.acquire()
        try:
            self.begun.set()
            self.may_go.wait()
            if self.broken:
                raise EmbedderUnavailable("broken")
            self.calls.append((role, len(texts)))
            self.durations.append(sum(map(len, texts)) / self.speed)
            self.seconds += self.durations[-1]
            return super().passages(texts)
        finally:
            self._alone.release()


@pytest.fixture
def embedder() -> RecordingEmbedder:
    return RecordingEmbedder()


@pytest.fixture
def queue(embedder: RecordingEmbedder) -> EmbeddingQueue:
    return EmbeddingQueue(embedder, batch_seconds=0.25, clock=embedder.clock)


def test_vectors_come_in_the_order_of_the_texts(
    queue: EmbeddingQueue, embedder: RecordingEmbedder
) -> None:
    found = queue.passages(TEXTS)

    assert (found == HashingEmbedder().passages(TEXTS)).all()
    assert len(embedder.calls) > 3


@pytest.mark.parametrize("speed", [FAST, SLOW])
def test_a_batch_takes_about_as_long_as_a_question_may_wait(
    queue: EmbeddingQueue, embedder: RecordingEmbedder, speed: int
) -> None:
    embedder.speed = speed
    queue.passages(TEXTS * 5)

    assert max(embedder.durations[1:]) <= 0.25  # before the first the speed is unknown
    assert min(embedder.durations[5:-1]) >= 0.15


def test_an_embedder_that_becomes_slow_gets_smaller_batches(
    queue: EmbeddingQueue, embedder: RecordingEmbedder
) -> None:
    queue.passages(TEXTS)
    embedder.speed = SLOW
    queue.passages(TEXTS)
    embedder.durations.clear()
    queue.passages(TEXTS)

    assert max(embedder.durations) <= 0.25


def test_a_text_longer_than_a_batch_is_embedded(queue: EmbeddingQueue) -> None:
    assert queue.passages(["Frist " * 100_000]).shape == (1, queue.size)


def test_a_waiting_question_comes_before_the_next_batch(
    queue: EmbeddingQueue, embedder: RecordingEmbedder
) -> None:
    embedder.may_go.clear()
    with ThreadPoolExecutor(3) as pool:
        passages = pool.submit(queue.passages, TEXTS)
        embedder.begun.wait()
        questions = [pool.submit(queue.questions, ["Frist?"]) for _ in range(2)]
        while queue.waiting < 2:
            os.sched_yield()
        embedder.may_go.set()
        assert [q.result().shape for q in questions] == [(1, queue.size)] * 2
        assert len(passages.result()) == len(TEXTS)

    roles = [role for role, _ in embedder.calls]
    assert roles[:4] == ["passage", "question", "question", "passage"]


def test_sentences_of_an_answer_do_not_wait_for_all_later_questions(
    queue: EmbeddingQueue, embedder: RecordingEmbedder
) -> None:
    embedder.may_go.clear()
    calls = [queue.questions, queue.passages, queue.questions, queue.questions]
    with ThreadPoolExecutor(4) as pool:
        for number, call in enumerate(calls):
            pool.submit(call, ["Die Frist beträgt zwei Wochen."])
            embedder.begun.wait()
            while queue.waiting < number:
                os.sched_yield()
        embedder.may_go.set()

    assert [role for role, _ in embedder.calls] == ["question", "passage", "question", "question"]


def test_the_embedder_is_never_used_by_two(
    queue: EmbeddingQueue, embedder: RecordingEmbedder
) -> None:
    expected = HashingEmbedder().passages(TEXTS[:20])
    with ThreadPoolExecutor(8) as pool:
        passages = [pool.submit(queue.passages, TEXTS[:20]) for _ in range(8)]
        questions = [pool.submit(queue.questions, TEXTS[:1]) for _ in range(20)]

    assert embedder.together == 0
    assert all((each.result() == expected).all() for each in passages)
    assert all((each.result() == expected[:1]).all() for each in questions)


@pytest.mark.parametrize("role", ["questions", "passages"])
def test_a_failure_lets_the_next_one_in(
    queue: EmbeddingQueue, embedder: RecordingEmbedder, role: str
) -> None:
    embedder.broken = True
    with pytest.raises(EmbedderUnavailable, match="broken"):
        getattr(queue, role)(TEXTS[:1])
    embedder.broken = False

    assert queue.questions(TEXTS[:1]).shape == (1, queue.size)
    assert queue.passages([*TEXTS]).shape == (len(TEXTS), queue.size)


def test_the_queue_is_an_embedder_with_the_fingerprint_of_its_own(queue: EmbeddingQueue) -> None:
    assert queue.fingerprint == HashingEmbedder.fingerprint
    assert queue.passages([]).shape == (0, queue.size)
