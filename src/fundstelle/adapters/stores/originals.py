"""The bytes of documents as they came in: one file per content, named by its SHA-256."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from errno import ENOSPC
from hashlib import sha256
from pathlib import Path

from fundstelle.core.errors import CannotRun


class Originals:
    """Content-addressed files under one folder: ab/cdef… for the hash abcdef…"""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, content_hash: str) -> Path:
        return self._folder / content_hash[:2] / content_hash[2:]

    def keep(self, content_hash: str, content: bytes) -> None:
        """Write the bytes unless they are there; whole or not at all, also if power fails.

        Raises ValueError if content_hash is not the SHA-256 of the content, CannotRun if the disk
        is full.
        """
        path = self.path(content_hash)
        if path.exists():
            return
        if sha256(content).hexdigest() != content_hash:
            raise ValueError("content_hash is not the SHA-256 of the original bytes")
        try:
            self._write(path, content)
        except FileNotFoundError:
            raise  # a sweep took the folder: the caller writes again
        except OSError as error:
            if error.errno == ENOSPC:
                raise CannotRun.because("disk_full", place=self._folder) from error
            raise CannotRun.because(
                "cannot_read_or_write", place=self._folder, reason=error.strerror
            ) from error

    def _write(self, path: Path, content: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).rename(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)

    def read(self, content_hash: str) -> bytes | None:
        """Return the bytes, or None if there are none."""
        try:
            return self.path(content_hash).read_bytes()
        except FileNotFoundError:
            return None

    def forget(self, content_hash: str) -> None:
        """Remove the bytes if they are there."""
        path = self.path(content_hash)
        path.unlink(missing_ok=True)
        with suppress(OSError):  # others are still in it, or it never was
            path.parent.rmdir()

    def names(self) -> Iterator[tuple[str, Path]]:
        """Yield (content hash, path) of every file, also of unfinished ones, in order."""
        for path in sorted(self._folder.glob("??/*")):
            yield path.parent.name + path.name, path


def _sync_folder(folder: Path) -> None:
    """A rename survives a power failure only when the folder is written too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
