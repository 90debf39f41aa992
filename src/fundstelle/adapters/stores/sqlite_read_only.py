"""A data folder that may be read and not written: it answers, and says no to every change.

Without the right to write SQLite can neither take part in the write-ahead log nor lock it. Where
no log is there, the database is read as a file that does not change ("immutable"); whether that was
true is looked at after each reading, and if not, nothing of it is given out.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fundstelle.adapters.stores.migrate import migrations, pending
from fundstelle.adapters.stores.sqlite_connection import (
    READER_CACHE_KIB,
    Larger,
    Readers,
    Writer,
    in_words,
    trouble_of,
)
from fundstelle.adapters.stores.sqlite_rebuild import words_are_current
from fundstelle.core.errors import CannotRun


def may_only_be_read(path: Path) -> bool:
    """Whether there is a database that this process has no right to write. Raises OSError."""
    if not path.is_file():
        return False
    places = (path.parent, path)
    return not all(os.access(place, os.W_OK, effective_ids=True) for place in places)


def must_be_current(path: Path) -> None:
    """Raises CannotRun for a folder of another format: bringing it up to date needs writing."""
    with _connected(path) as db, in_words(path):
        if pending(db, migrations()) or not words_are_current(db):
            raise CannotRun.because("old_and_read_only", store=path)


class NoWriter(Writer):
    """Says no to whoever wants to write; counts and checks can be read."""

    def __init__(self, path: Path) -> None:
        self._path, self._mine = path, Larger()
        self.failed = 0

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        raise CannotRun.because("store_read_only", store=self._path)
        yield

    @contextmanager
    def outside(self) -> Iterator[sqlite3.Connection]:
        with _connected(self._path) as db, in_words(self._path):
            yield db

    def close(self) -> None:
        """Nothing stays open."""


class ReadOnlyReaders(Readers):
    """A connection for each view: what one has read and kept may be old for the next."""

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        if self._closed:
            raise CannotRun("The store is closed.")
        with _connected(self._path) as db, in_words(self._path):
            db.execute("BEGIN DEFERRED")
            yield db


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """Raises CannotRun if it cannot be opened, or if somebody wrote while it was read."""
    before = _state(path)
    mode = "mode=ro" if before[-1] else "mode=ro&immutable=1"
    try:
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?{mode}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as error:
        raise trouble_of(error, path) from error
    try:
        with in_words(path):
            db.execute("PRAGMA query_only = ON")
            db.execute("PRAGMA temp_store = MEMORY")
            db.execute(f"PRAGMA cache_size = -{READER_CACHE_KIB:d}")
        yield db
    except CannotRun as error:
        if _changed(path, before):  # not damaged, only read while it was written
            raise CannotRun.because("store_busy", store=path) from error
        raise
    finally:
        db.close()
    if _changed(path, before):
        raise CannotRun.because("store_busy", store=path)


State = tuple[int, int, bool]


def _state(path: Path) -> State:
    """Time of the last change, size, and whether there is a log (with it reading is safe)."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size, path.with_name(path.name + "-wal").exists()


def _changed(path: Path, before: State) -> bool:
    return not before[-1] and _state(path) != before
