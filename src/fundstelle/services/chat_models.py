"""The chat model that the settings ask for, opened when it is first needed."""

from collections.abc import Callable
from threading import Lock

from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import ModelUnavailable
from fundstelle.ports import ChatModel
from fundstelle.services.chat_queue import ChatQueue

AGAIN_AFTER_SECONDS = 30.0
"""A server that was not there is not asked for every question: each would wait for it."""


class ChatModels:
    """At most one chat model. Callable from several threads."""

    def __init__(
        self,
        open_model: Callable[[Deadline], ChatModel | None],
        *,
        clock: Callable[[], float],
        at_once: int = 2,
        waiting: int = 16,
    ) -> None:
        """open_model: None if there is to be no model. Raises ModelUnavailable, Cancelled.

        clock: in seconds, only grows.
        """
        self._open, self._clock = open_model, clock
        self._at_once, self._waiting = at_once, waiting
        self._lock = Lock()
        self._opened: ChatModel | None = None
        self._fault: ModelUnavailable | None = None
        self._again_at = clock()

    def deadline(self, seconds: float) -> Deadline:
        """A deadline by the clock of this process."""
        return Deadline(seconds, self._clock)

    def open(self, deadline: Deadline) -> ChatModel | None:
        """The model; None if there is none to ask, and then no answer needs an excuse.

        Raises ModelUnavailable with what to do, Cancelled.
        """
        with self._lock:
            if self._opened is not None:
                return self._opened
            if self._clock() >= self._again_at:
                self._try(deadline)
            if self._fault is not None:
                raise self._fault
            return self._opened

    def _try(self, deadline: Deadline) -> None:
        self._fault = None
        try:
            model = self._open(deadline)
        except ModelUnavailable as error:
            self._fault = error
            model = None
        self._again_at = self._clock() + AGAIN_AFTER_SECONDS
        if model is not None:
            self._opened = ChatQueue(model, at_once=self._at_once, waiting=self._waiting)
