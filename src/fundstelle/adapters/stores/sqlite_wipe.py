"""After a removal: originals, backups and the write-ahead log, so that no byte stays."""

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

from fundstelle.adapters.stores.originals import Originals
from fundstelle.adapters.stores.sqlite_connection import (
    PAGE_SIZE,
    READER_CACHE_KIB,
    Writer,
    connect,
    in_words,
)
from fundstelle.adapters.stores.sqlite_gaps import HANDLES, zero_gaps

TRIES = 3  # each waits CHECKPOINT_MS for readers that still hold the log
CHECKPOINT_MS = 1000
BACKUP_DAYS = 7
LOG_REMAINS = (
    "Removed text may still stand in the write-ahead log, because somebody was reading. "
    "It goes with the next write, or when the last program using the folder ends."
)
PENDING = "INSERT OR REPLACE INTO folder (name, value) VALUES ('wipe', 'log')"


class Wiper:
    """Finishes what removals began; whatever a kill interrupts, the next wipe finishes."""

    def __init__(self, path: Path, writer: Writer, originals: Originals, backups: Path) -> None:
        self._path, self._writer = path, writer
        self._originals, self._backups = originals, backups
        self._key = HANDLES.use(path)

    def close(self) -> None:
        """Call when every connection of the store is closed."""
        HANDLES.leave(self._key)

    @staticmethod
    def mark(db: sqlite3.Connection) -> None:
        """Say, inside the removing transaction, that a wipe must follow."""
        db.execute(PENDING)

    def finish(self) -> None:
        """Do what is pending; cheap if nothing is. What may still be undone waits for its end."""
        if self._writer.is_together:
            return
        with self._writer.outside() as db:
            originals, log = db.execute(
                "SELECT EXISTS (SELECT 1 FROM leftovers),"
                " EXISTS (SELECT 1 FROM folder WHERE name = 'wipe')"
            ).fetchone()
        if originals:
            self._forget_originals()
        if log:
            for backup in self._backups.glob("*"):
                backup.unlink(missing_ok=True)
            self._empty_log()

    def problems(self) -> list[str]:
        """Say what could not be wiped yet."""
        with self._writer.outside() as db:
            pending = db.execute("SELECT value FROM folder WHERE name = 'wipe'").fetchone()
        if pending is None:
            return []
        return [LOG_REMAINS]

    def sweep(self) -> None:
        """Remove originals that no version names: a kill between file and transaction left them.

        Inside a write transaction, so that no other process is just about to name one; and who
        writes a version looks again, inside his own, whether its file is still there.
        """
        with self._writer.writing() as db:
            named = {name for (name,) in db.execute("SELECT content_hash FROM versions")}
            for name, path in self._originals.names():
                if name not in named:
                    path.unlink(missing_ok=True)

    def drop_old_backups(self, now: datetime) -> None:
        """Remove backups of earlier formats after BACKUP_DAYS."""
        oldest = (now - timedelta(days=BACKUP_DAYS)).timestamp()
        for backup in self._backups.glob("*"):
            if backup.stat().st_mtime < oldest:
                backup.unlink(missing_ok=True)

    def _forget_originals(self) -> None:
        with self._writer.writing() as db:
            unnamed = [
                name
                for (name,) in db.execute(
                    "SELECT content_hash FROM leftovers WHERE content_hash NOT IN"
                    " (SELECT content_hash FROM versions)"
                )
            ]
            for name in unnamed:
                self._originals.forget(name)
            db.execute("DELETE FROM leftovers")

    def _empty_log(self) -> None:
        """Empty the log and zero the gaps, if readers let us within TRIES * CHECKPOINT_MS."""
        db = connect(self._path, cache_kib=READER_CACHE_KIB)
        try:
            with in_words(self._path):
                db.execute(f"PRAGMA busy_timeout = {CHECKPOINT_MS:d}")
                for _ in range(TRIES):
                    if self._emptied(db):
                        return
        finally:
            db.close()

    def _emptied(self, db: sqlite3.Connection) -> bool:
        try:
            if db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                return False
            db.execute("BEGIN IMMEDIATE")  # nobody may write from here on
        except sqlite3.OperationalError:  # somebody writes for longer than we wait
            return False
        done = self._log_is_empty()
        if done:
            zero_gaps(HANDLES.descriptor(self._key, self._path), PAGE_SIZE)
            db.execute("DELETE FROM folder WHERE name = 'wipe'")
        db.execute("COMMIT")
        return done

    def _log_is_empty(self) -> bool:
        """Another writer may have come between the checkpoint and our lock."""
        log = self._path.with_name(self._path.name + "-wal")
        return not log.exists() or log.stat().st_size == 0
