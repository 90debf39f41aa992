"""Server-sent events: one text for each, and a comment now and then so that nobody hangs up."""

import json
from collections.abc import Iterator
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Any

HEARTBEAT_SECONDS = 15.0
GLANCE_SECONDS = 0.5  # how often a waiting pump looks whether somebody still listens
HEARTBEAT = ": still working\n\n"


def event_text(name: str, data: Any) -> str:
    """One event. JSON holds no line end, so data never ends an event early."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def with_heartbeat(
    texts: Iterator[str], gone: Event, *, seconds: float = HEARTBEAT_SECONDS
) -> Iterator[str]:
    """The texts as they come; a comment after so many seconds without any.

    gone: set when nobody listens any more, so that what makes the texts can end early.
    """
    queue: Queue[str | None] = Queue(maxsize=8)

    def put(text: str | None) -> bool:
        while not gone.is_set():
            try:
                queue.put(text, timeout=GLANCE_SECONDS)
            except Full:
                continue
            return True
        return False

    def pump() -> None:
        for text in texts:
            if not put(text):
                return
        put(None)

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
