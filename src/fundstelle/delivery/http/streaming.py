"""Server-sent events: one text for each, and a comment now and then so that nobody hangs up."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import anyio
from anyio import to_thread

HEARTBEAT_SECONDS = 15.0
_END = object()


def event_text(name: str, data: Any) -> str:
    """One event. JSON holds no line end, so data never ends an event early."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


async def with_heartbeat(texts: Iterator[str]) -> AsyncIterator[str]:
    """The texts as they come, from a thread; a comment after each quarter minute without any.

    Closing the stream closes the iterator, which cancels what it waits for.
    """
    send, receive = anyio.create_memory_object_stream[str](1)

    async def pump() -> None:
        async with send:
            while (text := await to_thread.run_sync(next, texts, _END)) is not _END:
                await send.send(str(text))

    try:
        async with anyio.create_task_group() as group:
            group.start_soon(pump)
            async with receive:
                while True:
                    with anyio.move_on_after(HEARTBEAT_SECONDS) as waited:
                        try:
                            yield await receive.receive()
                        except anyio.EndOfStream:
                            break
                    if waited.cancelled_caught:
                        yield ": still working\n\n"
            group.cancel_scope.cancel()
    finally:
        close = getattr(texts, "close", None)
        if close:
            with suppress(ValueError):  # it runs in its thread: it ends at its own deadline
                close()
