"""The store for one machine: one folder with a SQLite database and the originals beside it."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from errno import ENOSPC
from pathlib import Path

from fundstelle.adapters.stores.migrate import apply, format_of, migrations, pending
from fundstelle.adapters.stores.originals import Originals
from fundstelle.adapters.stores.sqlite_audit import SqliteAuditLog
from fundstelle.adapters.stores.sqlite_blocks import LIMIT_BYTES, Blocks
from fundstelle.adapters.stores.sqlite_connection import (
    WRITER_CACHE_KIB,
    Readers,
    Writer,
    connect,
    trouble_of,
)
from fundstelle.adapters.stores.sqlite_credentials import SqliteCredentials
from fundstelle.adapters.stores.sqlite_directory import SqliteDirectory
from fundstelle.adapters.stores.sqlite_read_only import (
    NoWriter,
    ReadOnlyReaders,
    may_only_be_read,
    must_be_current,
)
from fundstelle.adapters.stores.sqlite_upkeep import SqliteUpkeep
from fundstelle.adapters.stores.sqlite_view import SqliteView
from fundstelle.adapters.stores.sqlite_wipe import Wiper
from fundstelle.core.access import Scope
from fundstelle.core.errors import CannotRun
from fundstelle.core.terms import TERMS_FINGERPRINT

DATABASE = "fundstelle.db"
KEEP_VERSIONS = 5


def _now() -> datetime:
    return datetime.now(UTC)


class SqliteStore:
    """Store over a data folder.

    Opening makes the folder if it is missing, brings an older format up to date (with a backup
    beside it), and rebuilds the words if another version of core.terms made them.
    vector_bytes: what vectors may take in memory.
    A folder that may only be read is not changed: every writing raises CannotRun.
    Raises CannotRun if the folder is newer than this program or cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        *,
        keep_versions: int = KEEP_VERSIONS,
        vector_bytes: int = LIMIT_BYTES,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        path, backups = folder / DATABASE, folder / "backups"
        try:
            self._read_only = may_only_be_read(path)
            if self._read_only:
                must_be_current(path)
            else:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                _bring_up_to_date(path, backups, clock())
        except OSError as error:
            raise _unusable(folder, error) from error
        self._writer = NoWriter(path) if self._read_only else Writer(path)
        self._readers = ReadOnlyReaders(path) if self._read_only else Readers(path)
        self._blocks = Blocks(vector_bytes)
        originals = Originals(folder / "originals")
        self._wiper = Wiper(path, self._writer, originals, backups)
        self._upkeep = SqliteUpkeep(
            self._writer, originals, self._wiper, keep_versions=keep_versions
        )
        self._directory = SqliteDirectory(self._writer, self._readers, self._wiper)
        self._credentials = SqliteCredentials(self._writer, self._readers)
        self._audit = SqliteAuditLog(self._writer, self._readers)
        if self._read_only:
            return
        self._wiper.drop_old_backups(clock())
        self._wiper.finish()
        if not self._upkeep.words_are_current():
            self._upkeep.rebuild_words()

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[SqliteView]:
        with self._readers.reading() as db:
            view = SqliteView(db, scope, self._blocks)
            try:
                yield view
            finally:
                view.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        try:
            with self._writer.together():
                yield
        except BaseException:
            self._upkeep.forget_words()
            raise
        self._wiper.finish()

    @property
    def upkeep(self) -> SqliteUpkeep:
        return self._upkeep

    @property
    def directory(self) -> SqliteDirectory:
        return self._directory

    @property
    def credentials(self) -> SqliteCredentials:
        return self._credentials

    @property
    def audit(self) -> SqliteAuditLog:
        return self._audit

    def close(self) -> None:
        """Close every connection; the last one to close empties the write-ahead log."""
        self._readers.close()
        if not self._read_only:
            with suppress(CannotRun):
                self._wiper.finish()
        self._writer.close()
        self._wiper.close()


def _unusable(folder: Path, error: OSError) -> CannotRun:
    if error.errno == ENOSPC:
        return CannotRun.because("disk_full", place=folder)
    return CannotRun.because("folder_unusable", folder=folder, reason=error.strerror or error)


def _bring_up_to_date(path: Path, backups: Path, now: datetime) -> None:
    """Migrate under a lock: two programs may open a new folder at the same moment."""
    steps = migrations()
    lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        db = connect(path, cache_kib=WRITER_CACHE_KIB)
        try:
            todo = pending(db, steps)
            if todo and format_of(db):
                _back_up(db, backups / f"format-{format_of(db)}-{now:%Y%m%dT%H%M%S}.db")
            for step in todo:
                apply(db, step)
            if len(todo) == len(steps):  # a new folder holds no words of other terms
                db.execute("INSERT INTO folder VALUES ('terms', ?)", (TERMS_FINGERPRINT,))
        except sqlite3.Error as error:
            if (
                getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_ERROR
            ):  # of the step, not of the file
                raise CannotRun.because("migration_failed", store=path, reason=error) from error
            raise trouble_of(error, path) from error
        finally:
            db.close()
    finally:
        os.close(lock)


def _back_up(db: sqlite3.Connection, path: Path) -> None:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    copy = sqlite3.connect(part)
    try:
        db.backup(copy)
    finally:
        copy.close()
    part.rename(path)
