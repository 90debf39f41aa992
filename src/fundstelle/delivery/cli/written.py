"""Files that a command writes: whole, or not at all."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EIO, EISDIR
from pathlib import Path

from fundstelle.core.errors import CannotRun

Write = Callable[[str], object]


class CannotWrite(CannotRun):
    """A file cannot be written. why: an errno of the system."""

    def __init__(self, path: Path, what: str, why: int) -> None:
        self.why = why
        if why == EISDIR:
            super().__init__(f"{path} is a folder, not a {what}.")
        else:
            super().__init__(f"The {what} {path} cannot be written: {os.strerror(why)}.")


@contextmanager
def whole_file(path: Path, what: str) -> Iterator[Write]:
    """Write beside the file, which is replaced when all of it is there and nothing went wrong.

    what: the word for it in messages ("run file"). Raises CannotWrite if it cannot be written, also
    at once: nobody should wait an hour to learn that.
    """
    if path.is_dir():
        raise CannotWrite(path, what, EISDIR)
    aside = path.exists() and not path.is_file()  # a device is written to as it is
    part = path if aside else path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with _faults_named(path, what):
            file = part.open("w", encoding="utf-8", errors="replace")

        def write(text: str) -> None:
            with _faults_named(path, what):
                file.write(text)

        try:
            yield write
        finally:
            with _faults_named(path, what):
                file.close()
        if not aside:
            with _faults_named(path, what):
                part.replace(path)
    finally:
        if not aside:
            with suppress(OSError):  # what kept it from being made is told already
                part.unlink(missing_ok=True)


@contextmanager
def _faults_named(path: Path, what: str) -> Iterator[None]:
    """Only what happens to this file: other faults on the way are not its own."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(path, what, error.errno or EIO) from error
