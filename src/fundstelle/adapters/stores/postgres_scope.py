"""The way from a view to the database: no statement without the collections of the scope."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import psycopg

from fundstelle.core.access import Collection, Scope

READABLE = "= ANY(%(readable)s::int[])"
"""What a statement says of the column that holds the collection's key."""

COLLECTIONS = """
    SELECT key, id, name, owner FROM collections WHERE id = ANY(%(ids)s::text[]) ORDER BY name, id
"""
SETS = "SELECT key, fingerprint, size, is_current FROM vector_sets"

Row = tuple[Any, ...]
Connection = psycopg.Connection[Row]


class StoredSet(NamedTuple):
    """A set of vectors. Which there are is no secret of any collection."""

    key: int
    fingerprint: str
    size: int
    is_current: bool


class ScopedReader:
    """One open read transaction, and the collections it may read from.

    db: without a transaction; the first statement here begins it, and with it the instant that
    everything read through this object shows.
    """

    def __init__(self, db: Connection, scope: Scope) -> None:
        self._db = db
        rows = db.execute(COLLECTIONS, {"ids": texts(scope.collection_ids)}).fetchall()
        self.collections = tuple(Collection(*row[1:]) for row in rows)
        self._keys = [row[0] for row in rows]

    def rows(self, statement: str, **values: object) -> list[Row]:
        """Run a statement with its values and the scope bound.

        Raises ValueError if it does not name the scope.
        """
        if READABLE not in statement:
            raise ValueError(f"a statement must hold {READABLE!r}")
        named = values | {"readable": self._keys}
        return self._db.execute(statement, named, binary=True).fetchall()

    def sets(self) -> list[StoredSet]:
        """All sets of vectors."""
        return [StoredSet._make(row) for row in self._db.execute(SETS)]

    def close(self) -> None:
        """Let go of the connection, which then serves another scope."""
        del self._db


def texts(values: Iterable[str]) -> list[str]:
    """Those that a database in UTF-8 can hold. Others (NUL, half a surrogate pair) are nowhere."""
    return [value for value in values if "\0" not in value and _has_utf8(value)]


def _has_utf8(value: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in value)
