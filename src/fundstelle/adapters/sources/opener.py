"""The one place that opens a source's files: step by step from the root, following no link."""

import os
import stat
from collections.abc import Sequence

from fundstelle.core.errors import UnreadableFile

# O_PATH (Linux): a folder that may be passed but not listed is enough to reach a file in it.
STEP = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK: a named pipe put in a file's place would otherwise stop us for ever.
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
ATTEMPTS = 3  # a file that keeps changing while it is read is not finished


def read_inside(root: bytes, parts: Sequence[bytes], *, max_bytes: int) -> bytes:
    """Return the bytes of the regular file root/parts[0]/parts[1]/…

    root: a real path (no link in it). No part may be a link, so that a folder which is exchanged
    for a link after it was listed leads nowhere. max_bytes: larger files are refused.
    Raises UnreadableFile: "unreadable", "too_large".
    """
    try:
        descriptor = _open(root, parts)
    except OSError as error:
        raise UnreadableFile("unreadable", detail=error.strerror or "") from error
    try:
        return _read(descriptor, max_bytes)
    except OSError as error:
        raise UnreadableFile("unreadable", detail=error.strerror or "") from error
    finally:
        os.close(descriptor)


def _open(root: bytes, parts: Sequence[bytes]) -> int:
    """Return a descriptor of the file. Raises OSError."""
    folder = os.open(root, STEP)
    try:
        for part in parts[:-1]:
            inner = os.open(part, STEP, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], FILE, dir_fd=folder)
    finally:
        os.close(folder)


def _read(descriptor: int, max_bytes: int) -> bytes:
    """Return one state of the file, never the beginning of one and the end of another."""
    for _ in range(ATTEMPTS):
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise UnreadableFile("unreadable", detail="not a regular file")
        if before.st_size > max_bytes:
            raise UnreadableFile("too_large", detail=f"{before.st_size} bytes")
        content = _read_up_to(descriptor, before.st_size + 1)
        after = os.fstat(descriptor)
        if len(content) == before.st_size and _same_state(before, after):
            return content
        os.lseek(descriptor, 0, os.SEEK_SET)
    raise UnreadableFile("unreadable", detail="it changed while it was read")


def _same_state(before: os.stat_result, after: os.stat_result) -> bool:
    # The clock of a file system ticks every few milliseconds only, so the size must tell too.
    return (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)


def _read_up_to(descriptor: int, limit: int) -> bytes:
    pieces: list[bytes] = []
    left = limit
    while left > 0 and (piece := os.read(descriptor, left)):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
