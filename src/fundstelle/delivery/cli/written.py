"""Files that a command writes: whole, or not at all."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fundstelle.core.errors import CannotRun

Write = Callable[[str], object]


@contextmanager
def whole_file(path: Path, what: str) -> Iterator[Write]:
    """Write beside the file, which is replaced when all of it is there and nothing went wrong.

    what: the word for it in messages ("run file"). Raises CannotRun if it cannot be written, also
    at once: nobody should wait an hour to learn that.
    """
    if path.is_dir():
        raise CannotRun(f"{path} is a folder, not a {what}.")
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
            part.unlink(missing_ok=True)


@contextmanager
def _faults_named(path: Path, what: str) -> Iterator[None]:
    """Only what happens to this file: other faults on the way are not its own."""
    try:
        yield
    except OSError as error:
        raise CannotRun(f"The {what} {path} cannot be written: {error.strerror}.") from error
