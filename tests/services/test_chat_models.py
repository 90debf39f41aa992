"""One chat model for all: how many at once, who waits, who is turned away, what is tried again."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Lock
from time import monotonic
from typing import Any

import pytest

from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import Cancelled, ModelBusy, ModelTimeout, ModelUnavailable
from fundstelle.core.messages import Message
from fundstelle.ports import ChatModel
from fundstelle.services.chat_models import AGAIN_AFTER_SECONDS, ChatModels
from fundstelle.services.chat_queue import ChatQueue

LONG = 20.0
BRIEF = 0.1


class Slow:
    """Keeps the contract: repeats the last message once it may. most: calls there were at once."""

    name, host, context_tokens = "ollama:slow:latest", "127.0.0.1:1", 4096

    def __init__(self, *, calls: int = 1) -> None:
        """calls: so many have to run together before `begun` is set."""
        self.go, self.begun = Event(), Event()
        self.most = self._running = 0
        self.replied: list[str] = []
        self._calls, self._lock = calls, Lock()

    def reply(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any],  # noqa: ARG002 - the contract
        deadline: Deadline,  # noqa: ARG002
    ) -> str:
        with self._lock:
            self._running += 1
            self.most = max(self.most, self._running)
            if self._running == self._calls:
                self.begun.set()
        assert self.go.wait(LONG)
        with self._lock:
            self._running -= 1
            self.replied.append(messages[-1].text)
        return messages[-1].text


def due(seconds: float = LONG) -> Deadline:
    return Deadline(seconds, monotonic)


def ask(model: ChatModel, text: str = "x", deadline: Deadline | None = None) -> str:
    return model.reply([Message("user", text)], schema={}, deadline=deadline or due())


def test_so_many_run_at_once_and_the_others_wait_for_their_turn() -> None:
    slow = Slow(calls=2)
    queue = ChatQueue(slow, at_once=2, waiting=10)
    with ThreadPoolExecutor(8) as pool:
        calls = [pool.submit(ask, queue, str(n)) for n in range(8)]
        assert slow.begun.wait(LONG)
        slow.go.set()
        found = [call.result(LONG) for call in calls]

    assert found == [str(n) for n in range(8)]
    assert slow.most == 2


def busy(slow: Slow, queue: ChatQueue, pool: ThreadPoolExecutor) -> Future[str]:
    """Fill the one place of a queue."""
    call = pool.submit(ask, queue, "first")
    assert slow.begun.wait(LONG)
    return call


def test_who_finds_the_line_full_is_turned_away_at_once() -> None:
    slow = Slow()
    queue = ChatQueue(slow, at_once=1, waiting=0)
    with ThreadPoolExecutor(1) as pool:
        first = busy(slow, queue, pool)
        with pytest.raises(ModelBusy, match="ollama:slow:latest is busy"):
            ask(queue)
        slow.go.set()
        assert first.result(LONG) == "first"

    assert ask(queue, "again") == "again"


def test_the_first_to_come_is_the_first_to_be_served() -> None:
    slow = Slow()
    queue = ChatQueue(slow, at_once=1, waiting=9)
    with ThreadPoolExecutor(10) as pool:
        calls = [busy(slow, queue, pool)]
        for n in range(9):
            calls.append(pool.submit(ask, queue, str(n)))
            while queue.in_line <= n:
                assert not calls[-1].done()
        slow.go.set()
        for call in calls:
            call.result(LONG)

    assert slow.replied == ["first", *map(str, range(9))]
    assert queue.in_line == 0


def test_waiting_counts_into_the_deadline() -> None:
    slow = Slow()
    queue = ChatQueue(slow, at_once=1, waiting=1)
    with ThreadPoolExecutor(1) as pool:
        first = busy(slow, queue, pool)
        with pytest.raises(ModelTimeout, match="busy for longer"):
            ask(queue, deadline=due(BRIEF))
        slow.go.set()
        first.result(LONG)

    assert slow.replied == ["first"]
    assert ask(queue, "again") == "again"


@pytest.mark.parametrize(("called_off", "error"), [(False, ModelTimeout), (True, Cancelled)])
def test_a_call_that_is_late_already_is_not_begun(called_off: bool, error: type[Exception]) -> None:
    model, late = Slow(), due(0.0)
    model.go.set()
    if called_off:
        late.cancel()

    with pytest.raises(error):
        ask(ChatQueue(model, at_once=1, waiting=1), deadline=late)
    assert model.replied == []


def test_who_is_cancelled_leaves_the_line() -> None:
    slow, deadline = Slow(), due()
    queue = ChatQueue(slow, at_once=1, waiting=1)
    with ThreadPoolExecutor(2) as pool:
        first = busy(slow, queue, pool)
        waits = pool.submit(ask, queue, "second", deadline)
        deadline.cancel()
        with pytest.raises(Cancelled):
            waits.result(LONG)
        slow.go.set()
        first.result(LONG)

    assert slow.replied == ["first"]


class Failing(Slow):
    def reply(self, messages: Sequence[Message], **_: object) -> str:
        raise ModelUnavailable(f"It fell asleep over {len(messages)} messages.")


def test_a_failed_call_gives_its_place_back() -> None:
    queue = ChatQueue(Failing(), at_once=1, waiting=0)
    for _ in range(3):
        with pytest.raises(ModelUnavailable, match="asleep"):
            ask(queue)


class Shop:
    """Opens what it has; counts how often it was asked."""

    def __init__(self, has: ChatModel | ModelUnavailable | None) -> None:
        self.has, self.asked = has, 0

    def __call__(self, _: Deadline) -> ChatModel | None:
        self.asked += 1
        if isinstance(self.has, ModelUnavailable):
            raise self.has
        return self.has


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_model_is_opened_once_and_behind_one_queue() -> None:
    shop = Shop(Slow())
    models = ChatModels(shop, clock=Clock())

    assert shop.asked == 0
    found = {id(models.open(models.deadline(LONG))) for _ in range(5)}
    assert (len(found), shop.asked) == (1, 1)


@pytest.mark.parametrize("fault", [None, ModelUnavailable("Nothing there.")], ids=["none", "down"])
def test_what_was_not_there_is_not_asked_for_with_every_question(
    fault: ModelUnavailable | None,
) -> None:
    shop, clock = Shop(fault), Clock()
    models = ChatModels(shop, clock=clock)

    for _ in range(5):
        if fault is None:
            assert models.open(models.deadline(LONG)) is None
        else:
            with pytest.raises(ModelUnavailable, match="Nothing there"):
                models.open(models.deadline(LONG))
    assert shop.asked == 1
    shop.has = Slow()
    clock.now += AGAIN_AFTER_SECONDS
    assert models.open(models.deadline(LONG)) is not None
