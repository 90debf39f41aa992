"""The store on a PostgreSQL server with pgvector: for now only the door for people.

Nothing here writes; docs/decisions/0021 lists what the whole store still needs.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg

from fundstelle.adapters.stores.postgres_scope import Connection, ScopedReader
from fundstelle.adapters.stores.postgres_view import PostgresView
from fundstelle.core.access import Scope
from fundstelle.core.errors import CannotRun

CONNECT_TIMEOUT_S = 10
APPLICATION = "fundstelle-reading"
"""What the server's own lists call our connections."""


class PostgresStore:
    """ReadableStore over a database that holds the tables of postgres_migrations.

    conninfo: as libpq takes it ("host=… dbname=…" or a URI).
    """

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._idle: list[Connection] = []
        self._closed = False

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[PostgresView]:
        """Open one read transaction. Raises CannotRun if the server does not answer."""
        if self._closed:
            raise CannotRun("The store is closed.")
        with _in_words():
            db, reader = self._begin(scope)
            try:
                yield PostgresView(reader)
            finally:
                reader.close()
                self._give(db)

    def close(self) -> None:
        """Close every connection."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()

    def _begin(self, scope: Scope) -> tuple[Connection, ScopedReader]:
        """Begin a transaction on an idle connection that still holds, or on a new one."""
        while self._idle:
            with suppress(IndexError, psycopg.OperationalError):  # the server was started again
                return self._began(self._idle.pop(), scope)  # list.pop and append are atomic
        return self._began(connect(self._conninfo), scope)

    def _began(self, db: Connection, scope: Scope) -> tuple[Connection, ScopedReader]:
        try:
            return db, ScopedReader(db, scope)
        except BaseException:
            db.close()
            raise

    def _give(self, db: Connection) -> None:
        """End the transaction and keep the connection, if it still is one."""
        if not db.broken:
            db.rollback()
        if self._closed or db.broken:
            db.close()
        else:
            self._idle.append(db)


def connect(conninfo: str) -> Connection:
    """Open a connection whose transactions see one instant and change nothing."""
    # Prepared statements get a plan that knows neither the scope nor the words (five times slower
    # where a scope is large), so none is prepared.
    db = psycopg.connect(
        conninfo,
        connect_timeout=CONNECT_TIMEOUT_S,
        prepare_threshold=None,
        application_name=APPLICATION,
    )
    db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    db.read_only = True
    return db


@contextmanager
def _in_words() -> Iterator[None]:
    """Turn a server that is away, full or stopped into CannotRun.

    Its own words may quote a password or a row, so they are neither shown nor kept.
    """
    try:
        yield
    except psycopg.OperationalError as error:
        name = type(error).__name__
        raise CannotRun(
            f"The database server does not answer ({name}). Check that PostgreSQL runs and that "
            "its address, user and password are right."
        ) from None
