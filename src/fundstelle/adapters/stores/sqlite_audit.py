"""The audit log in the SQLite store."""

import sqlite3
from dataclasses import astuple

from fundstelle.adapters.stores.sqlite_connection import Readers, Writer
from fundstelle.core.audit import Entry, Row, sealed

COLUMNS = "number, at, actor, action, subject, detail, hash"
LAST = f"SELECT {COLUMNS} FROM audit ORDER BY number DESC LIMIT 1"  # noqa: S608 - our own text


class SqliteAuditLog:
    """The last row is read inside the transaction that writes the next one: no fork."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer, self._readers = writer, readers

    def append(self, entry: Entry) -> Row:
        with self._writer.writing() as db:
            row = sealed(entry, _last(db))
            db.execute(
                f"INSERT INTO audit ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                astuple(row),
            )
        return row

    def entries(self, *, after: int = 0, limit: int = 1000) -> tuple[Row, ...]:
        with self._readers.reading() as db:
            found = db.execute(
                f"SELECT {COLUMNS} FROM audit WHERE number > ? ORDER BY number LIMIT ?",  # noqa: S608
                (after, limit),
            )
            return tuple(Row(*row) for row in found)

    def head(self) -> Row | None:
        with self._readers.reading() as db:
            return _last(db)


def _last(db: sqlite3.Connection) -> Row | None:
    found = db.execute(LAST).fetchone()
    return Row(*found) if found else None
