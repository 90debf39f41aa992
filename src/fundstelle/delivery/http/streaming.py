"""Answers that take long: as a stream of events or whole, and only while somebody waits for them.

An event is one text; a comment comes now and then so that nobody hangs up.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Any

from anyio import create_task_group
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from fundstelle.core.errors import Cancelled

HEARTBEAT_SECONDS = 15.0
GLANCE_SECONDS = 0.5  # how often a waiting pump looks whether somebody still listens
HEARTBEAT = ": still working\n\n"


def event_text(name: str, data: Any) -> str:
    """One event. JSON holds no line end, so data never ends an event early."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


class EventStream(StreamingResponse):
    """Texts as they come, with heartbeats. ended: called as soon as nobody listens any more."""

    def __init__(self, texts: Iterator[str], ended: Callable[[], None]) -> None:
        self._gone, self._ended = Event(), ended
        super().__init__(
            with_heartbeat(texts, self._gone, seconds=HEARTBEAT_SECONDS),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            # A newer version of ASGI tells of a disconnect only with the next text that is sent.
            await super().__call__({**scope, "asgi": {"spec_version": "2.3"}}, receive, send)
        finally:
            self._end()

    async def listen_for_disconnect(self, receive: Receive) -> None:
        await super().listen_for_disconnect(receive)
        self._end()

    def _end(self) -> None:
        self._gone.set()
        self._ended()


class Awaited(Response):
    """The JSON that `work` makes in a thread. ended: called at the end, or when nobody waits."""

    def __init__(self, work: Callable[[], Any], ended: Callable[[], None]) -> None:
        super().__init__()
        self._work, self._ended = work, ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        outcome: Response | None = None
        fault: Exception | None = None
        try:
            async with create_task_group() as group:
                group.start_soon(self._watch, receive)
                try:
                    outcome = JSONResponse(await run_in_threadpool(self._work))
                except Exception as error:  # noqa: BLE001 - the group would wrap it: raised below
                    fault = error
                group.cancel_scope.cancel()
        finally:
            self._ended()
        if fault is not None and not isinstance(fault, Cancelled):
            raise fault
        if outcome is not None:
            await outcome(scope, receive, send)

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._ended()


def with_heartbeat(texts: Iterator[str], gone: Event, *, seconds: float) -> Iterator[str]:
    """The texts as they come; a comment after so many seconds without any.

    gone: set when nobody listens any more, so that what makes the texts can end early.
    """
    queue: Queue[str | None] = Queue(maxsize=8)

    def put(text: str | None) -> bool:
        while not gone.is_set():
            with suppress(Full):
                queue.put(text, timeout=GLANCE_SECONDS)
                return True
        return False

    def pump() -> None:
        for text in texts:
            if not put(text):
                break
        if not put(None):
            with suppress(Full):
                queue.put_nowait(None)  # wakes whoever still waits; a full queue needs no waking

    Thread(target=pump, name="answer", daemon=True).start()
    try:
        while True:
            try:
                text = queue.get(timeout=seconds)
            except Empty:
                yield HEARTBEAT
                continue
            if text is None:
                return
            yield text
    finally:
        gone.set()
