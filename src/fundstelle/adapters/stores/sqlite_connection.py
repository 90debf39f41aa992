"""Connections: how the database is opened, and the one way to write to it."""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import RLock, local

from fundstelle.core.errors import CannotRun

BUSY_TIMEOUT_S = 10.0
PAGE_SIZE = 8192  # a chunk with its words fits on a page without overflow
SETTINGS = (
    f"page_size = {PAGE_SIZE}",
    "journal_mode = WAL",
    "synchronous = NORMAL",  # survives a kill; only a power failure may lose the last commits
    "secure_delete = ON",  # what is deleted is overwritten with zeros
    "foreign_keys = ON",
    "temp_store = MEMORY",  # no clear text in temporary files
)
TROUBLE = {
    sqlite3.SQLITE_BUSY: "store_busy",
    sqlite3.SQLITE_LOCKED: "store_busy",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "store_read_only",
    sqlite3.SQLITE_PERM: "store_closed",
    sqlite3.SQLITE_CANTOPEN: "store_closed",
    sqlite3.SQLITE_IOERR: "store_faulty_disk",
}
WRITER_CACHE_KIB = 65536
READER_CACHE_KIB = 16384


def connect(path: Path, *, cache_kib: int) -> sqlite3.Connection:
    """Open the database in autocommit mode; transactions are begun explicitly.

    Usable from any thread, by one at a time. Raises CannotRun if it cannot be opened.
    """
    try:
        db = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        for setting in SETTINGS:
            db.execute(f"PRAGMA {setting}").fetchall()
        db.execute(f"PRAGMA cache_size = -{cache_kib:d}")
    except (sqlite3.Error, UnicodeDecodeError) as error:  # its messages may be damaged too
        raise trouble_of(error, path) from error
    return db


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn what SQLite says about a damaged, full or busy store into CannotRun.

    SQLite's own words may quote what stands in a row, so they are neither shown nor kept.
    Faults of our own (broken constraints, wrong calls) stay what they are.
    """
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except (sqlite3.DatabaseError, zlib.error, UnicodeDecodeError) as error:
        raise trouble_of(error, path) from None


def trouble_of(error: Exception, path: Path) -> CannotRun:
    """What a fault of SQLite means; one that is not known means damage."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # the family
    return CannotRun.because(TROUBLE.get(code, "store_damaged"), store=path, place=path)


class Writer:
    """The only connection that writes, and the only way to use it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = connect(path, cache_kib=WRITER_CACHE_KIB)
        self._lock = RLock()
        self._mine = Larger()
        self.failed = 0
        """Transactions rolled back so far: caches filled inside one are void."""

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: committed at the end of the block, rolled back on any exception.

        Inside together() it is a part of that one. Raises CannotRun if another process writes for
        longer than the busy timeout, or if the disk is full.
        """
        larger = self._mine
        if larger.end is None:
            with self._transaction() as db:
                yield db
            return
        if larger.db is None:
            larger.db = larger.end.enter_context(self._transaction())
        yield larger.db

    @contextmanager
    def together(self) -> Iterator[None]:
        """One transaction of all that this thread writes in the block, begun by the first write.

        So what is computed before that keeps nobody waiting.
        """
        if self._mine.end is not None:  # part of a larger one
            yield
            return
        try:
            with ExitStack() as end:
                self._mine.end = end
                yield
        finally:
            self._mine.end = self._mine.db = None

    @property
    def is_together(self) -> bool:
        """Whether what this thread writes now may still be undone."""
        return self._mine.end is not None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, in_words(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                self.failed += 1
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def outside(self) -> Iterator[sqlite3.Connection]:
        """The connection without a transaction, for checkpoints and checks of the whole file."""
        with self._lock, in_words(self._path):
            yield self._db

    def close(self) -> None:
        with self._lock:
            self._db.close()


class Larger(local):
    """The transaction that a thread is in. end: commits or rolls back; db: None before it began."""

    end: ExitStack | None = None
    db: sqlite3.Connection | None = None


class Readers:
    """Idle reading connections. One belongs to one open view at a time, whatever the thread.

    A streamed answer is a generator that may be continued by another thread, so the connection
    belongs to the view and not to the thread.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One read transaction: everything read inside the block is of the same instant."""
        if self._closed:
            raise CannotRun("The store is closed.")
        db = self._take()
        with in_words(self._path):
            db.execute("BEGIN DEFERRED")
            try:
                yield db
            finally:
                if db.in_transaction:  # some errors end it
                    db.execute("ROLLBACK")
                self._give(db)

    def close(self) -> None:
        self._closed = True
        while self._idle:
            self._idle.pop().close()

    def _take(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()  # list.pop and append are atomic
        except IndexError:
            db = connect(self._path, cache_kib=READER_CACHE_KIB)
            db.execute("PRAGMA query_only = ON")
            return db

    def _give(self, db: sqlite3.Connection) -> None:
        if self._closed:
            db.close()
        else:
            self._idle.append(db)
