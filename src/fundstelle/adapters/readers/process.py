"""One child process from the parent's side: hand over a file, wait for the answer, not for ever.

The content goes through an anonymous file in memory that the child can only read: a pipe would
need both sides to copy in step, and a path would show the child where documents lie.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from time import monotonic
from typing import Any

from fundstelle.adapters.readers.wire import LENGTH, framed

MAX_REPLY = 512 << 20
"""Bytes of an answer we are willing to take; a taken-over child could send without end."""

START_SECONDS = 60.0
_KEPT_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")


class ChildDied(Exception):
    """The child ended without an answer. signal: what killed it, 0 if it ended by itself."""

    def __init__(self, status: int) -> None:
        super().__init__(f"child ended with {status}")
        self.status = status
        self.signal = max(0, -status)


class DeadlinePassed(Exception):
    """The child did not answer in time; it still runs and must be ended."""


class Child:
    """A running child. asked: how many files it was given."""

    def __init__(self, command: Sequence[str], arguments: Sequence[str]) -> None:
        self.asked = 0
        self._active: dict[str, bool] | None = None
        self._write_fd, read_fd = _anonymous_file()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own module, no shell
                [*command, str(read_fd), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=(read_fd,),
                bufsize=0,
                cwd="/",
                env={key: os.environ[key] for key in _KEPT_ENVIRONMENT if key in os.environ},
                process_group=0,  # Ctrl-C at the terminal is for the parent
            )
        except BaseException:
            os.close(self._write_fd)
            raise
        finally:
            os.close(read_fd)

    @property
    def pid(self) -> int:
        return self._process.pid

    def ended(self) -> bool:
        """Whether it has ended, for whatever reason, while nothing was asked of it."""
        return self._process.poll() is not None

    def active(self) -> dict[str, bool]:
        """The protections the child reports, once it is up. Raises ChildDied, DeadlinePassed."""
        if self._active is None:
            hello = self._receive(monotonic() + START_SECONDS)
            self._active = {str(k): bool(v) for k, v in dict(hello.get("active", {})).items()}
        return self._active

    def ask(self, name: str, content: bytes, seconds: float) -> dict[str, Any]:
        """Have one file read. seconds: limit for wall clock and CPU.

        Raises ChildDied or DeadlinePassed; then this child is of no more use.
        """
        self.active()
        self.asked += 1
        _write_all(self._write_fd, content)
        request = {"name": name, "size": len(content), "seconds": max(1, round(seconds))}
        deadline = monotonic() + seconds
        try:
            os.write(self._stdin, framed(request))
        except OSError:
            raise ChildDied(self._status()) from None
        try:
            return self._receive(deadline)
        finally:
            os.ftruncate(self._write_fd, 0)

    def end(self) -> None:
        """Stop the child and wait for it, so that no zombie is left."""
        with contextlib.suppress(OSError):
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        os.close(self._write_fd)

    @property
    def _stdin(self) -> int:
        assert self._process.stdin is not None  # noqa: S101 - for the type checker
        return self._process.stdin.fileno()

    def _status(self) -> int:
        """Exit status of a child that closed its pipe; one that only pretends is killed."""
        try:
            return self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return 1

    def _receive(self, deadline: float) -> dict[str, Any]:
        length = int.from_bytes(self._take(LENGTH, deadline), "big")
        if length > MAX_REPLY:
            raise ChildDied(-signal.SIGKILL)
        try:
            body = json.loads(self._take(length, deadline))
        except (ValueError, RecursionError):
            raise ChildDied(1) from None
        if not isinstance(body, dict):
            raise ChildDied(1)
        return body

    def _take(self, size: int, deadline: float) -> bytes:
        """Exactly so many bytes of what the child sends."""
        assert self._process.stdout is not None  # noqa: S101 - for the type checker
        fd = self._process.stdout.fileno()
        parts, missing = [], size
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        while missing:
            left = deadline - monotonic()
            if left <= 0 or not poll.poll(left * 1000):
                raise DeadlinePassed
            part = os.read(fd, min(missing, 1 << 20))
            if not part:
                raise ChildDied(self._status())
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)


def _write_all(fd: int, content: bytes) -> None:
    rest, offset = memoryview(content), 0
    while offset < len(content):
        offset += os.pwrite(fd, rest[offset : offset + (1 << 26)], offset)


def _anonymous_file() -> tuple[int, int]:
    """An empty file without a name: (descriptor for writing, another one for reading only)."""
    if hasattr(os, "memfd_create"):
        write_fd = os.memfd_create("fundstelle")
        try:
            return write_fd, os.open(f"/proc/self/fd/{write_fd}", os.O_RDONLY)
        except OSError:  # no /proc here
            os.close(write_fd)
    write_fd, path = tempfile.mkstemp()
    try:
        return write_fd, os.open(path, os.O_RDONLY)
    finally:
        os.unlink(path)  # noqa: PTH108 - the file lives on through its descriptors
