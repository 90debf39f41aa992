"""Reads files in a child process, so that a hostile file can harm nothing but its own reading."""

import contextlib
import signal
import sys
import threading
from collections.abc import Sequence
from functools import cache
from types import TracebackType
from typing import Self

from fundstelle.adapters.readers.process import Child, ChildDied, DeadlinePassed
from fundstelle.adapters.readers.wire import unpack
from fundstelle.core.documents import Reading
from fundstelle.core.errors import UnreadableFile

READERS = "readers-3"
"""Changes whenever a reader would make another text from the same bytes."""

MIB = 1 << 20
COMMAND = (sys.executable, "-I", "-B", "-m", "fundstelle.adapters.readers.child")
_BINARY = (b"%PDF", b"PK\x03\x04")


@cache
def fingerprint() -> str:
    """Our readers and the libraries that decide the text, with their versions."""
    from importlib.metadata import version

    parts = [f"{name}-{version(name)}" for name in ("lxml", "pypdfium2", "charset-normalizer")]
    return "/".join([READERS, *parts])


class ChildReader:
    """A Reader whose work is done by a child process with limits; one file at a time.

    seconds, seconds_per_mib: wall clock and CPU a file may take. memory_bytes: address space of
    the child. max_bytes, max_text_bytes: size of PDF or DOCX, and of everything else.
    files_per_child: then a fresh child takes over, so that nothing can pile up in it.
    """

    def __init__(
        self,
        *,
        seconds: float = 30.0,
        seconds_per_mib: float = 2.0,
        memory_bytes: int = 1024 * MIB,
        max_bytes: int = 100 * MIB,
        max_text_bytes: int = 50 * MIB,
        files_per_child: int = 200,
        cut_network: bool = True,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._seconds, self._seconds_per_mib = seconds, seconds_per_mib
        self._max_bytes, self._max_text_bytes = max_bytes, max_text_bytes
        self._files_per_child = files_per_child
        self._command = tuple(command)
        self._arguments = (str(memory_bytes), str(int(cut_network)))
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._next: Child | None = None
        self._closed = False

    @property
    def fingerprint(self) -> str:
        return fingerprint()

    def protections(self) -> dict[str, bool]:
        """Which protections hold in the child, by name; {} if no child can be started."""
        with self._lock:
            try:
                return self._ready_child().active()
            except (ChildDied, DeadlinePassed, OSError):
                self._drop()
                return {}

    def read(self, name: str, content: bytes) -> Reading:
        binary = content[:4] in _BINARY
        if len(content) > (self._max_bytes if binary else self._max_text_bytes):
            raise UnreadableFile("too_large", detail=f"{len(content)} bytes")
        if not content:
            raise UnreadableFile("empty")
        with self._lock:
            return self._read(name, content)

    def _read(self, name: str, content: bytes) -> Reading:
        seconds = self._seconds + self._seconds_per_mib * len(content) / MIB
        try:
            reply = self._ready_child().ask(name, content, seconds)
        except DeadlinePassed:
            self._drop()
            raise UnreadableFile("timeout", detail=f"{seconds:.0f} s") from None
        except ChildDied as death:
            self._drop()
            raise _as_fault(death) from None
        except OSError as error:  # no more processes, descriptors or memory
            self._drop()
            raise UnreadableFile("internal", detail=f"no reader: {error.strerror}") from error
        if reply.get("last"):
            self._drop()
        try:
            return unpack(reply)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            self._drop()
            raise UnreadableFile("internal", detail=f"bad reply: {type(error).__name__}") from error

    def _ready_child(self) -> Child:
        """The child for the next file; starts its successor early, so that nobody waits for it."""
        if self._closed:
            raise ValueError("this reader is closed")
        spent = self._child is not None and self._child.asked >= self._files_per_child
        if spent or (self._child is not None and self._child.ended()):
            self._drop()
        if self._child is None:
            self._child, self._next = self._next or self._start(), None
        if self._next is None and self._child.asked == max(1, self._files_per_child // 2):
            self._next = self._start()
        return self._child

    def _start(self) -> Child:
        return Child(self._command, self._arguments)

    def _drop(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None

    def close(self) -> None:
        """End the child and wait for it. Nothing can be read afterwards."""
        with self._lock:
            self._closed = True
            self._drop()
            if self._next is not None:
                self._next.end()
                self._next = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        # A reader that nobody closed must not leave a child behind; close() is the proper way.
        if not getattr(self, "_closed", True):
            with contextlib.suppress(Exception):
                self.close()


def _as_fault(death: ChildDied) -> UnreadableFile:
    """What the end of a child says about the file it was reading."""
    if death.signal == getattr(signal, "SIGXCPU", None):
        return UnreadableFile("timeout", detail="CPU limit")
    if death.signal == signal.SIGKILL:  # not by us: the system ran out of memory
        return UnreadableFile("too_large", detail="killed by the system")
    if death.signal:
        return UnreadableFile("corrupt", detail=f"reader crashed ({_name(death.signal)})")
    return UnreadableFile("internal", detail=f"reader ended with {death.status}")


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
