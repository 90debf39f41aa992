"""One chat model for the whole process: so many calls at once, a short waiting line, no more."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Condition
from typing import Any

from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import Cancelled, ModelBusy, ModelTimeout
from fundstelle.core.messages import Message
from fundstelle.ports import ChatModel

GLANCE_SECONDS = 0.05  # how often a waiting call looks whether it was cancelled


class ChatQueue:
    """A ChatModel that calls another, first come, first served. Waiting counts into the deadline.

    Without it, many questions at once would all be too slow instead of some being turned away.
    """

    def __init__(self, model: ChatModel, *, at_once: int, waiting: int) -> None:
        """at_once: calls that run together. waiting: calls that may wait beside them."""
        self._model, self._at_once, self._waiting = model, at_once, waiting
        self._turn = Condition()
        self._running = 0
        self._line: list[object] = []

    @property
    def name(self) -> str:
        """That of the model."""
        return self._model.name

    @property
    def host(self) -> str:
        """That of the model."""
        return self._model.host

    @property
    def context_tokens(self) -> int:
        """That of the model."""
        return self._model.context_tokens

    @property
    def in_line(self) -> int:
        """Calls that wait now."""
        with self._turn:
            return len(self._line)

    def reply(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any], deadline: Deadline
    ) -> str:
        """As ChatModel. Raises ModelBusy at once where the line is full."""
        with self._place(deadline):
            return self._model.reply(messages, schema=schema, deadline=deadline)

    @contextmanager
    def _place(self, deadline: Deadline) -> Iterator[None]:
        ticket = object()
        with self._turn:
            free = self._running < self._at_once and not self._line
            if not free and len(self._line) >= self._waiting:
                raise ModelBusy(
                    f"{self.name} is busy: {self._running} questions are answered and "
                    f"{len(self._line)} wait. Ask again in a moment."
                )
            self._line.append(ticket)
            try:
                self._wait(ticket, deadline)
                self._running += 1
            finally:
                self._line.remove(ticket)
                self._turn.notify_all()
        try:
            yield
        finally:
            with self._turn:
                self._running -= 1
                self._turn.notify_all()

    def _wait(self, ticket: object, deadline: Deadline) -> None:
        """Until it is this call's turn. A call that is late already is not begun."""
        while True:
            if deadline.cancelled:
                raise Cancelled("The question was cancelled while it waited.")
            if not deadline.remaining:
                raise ModelTimeout(f"{self.name} was busy for longer than an answer may take.")
            if self._line[0] is ticket and self._running < self._at_once:
                return
            self._turn.wait(min(deadline.remaining, GLANCE_SECONDS))
