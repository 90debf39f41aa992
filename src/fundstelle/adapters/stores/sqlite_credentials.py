"""Passwords, sessions and keys in the store's database. See ports.credentials."""

import sqlite3
from typing import Any

from fundstelle.adapters.stores.sqlite_connection import Readers, Writer
from fundstelle.core.access import User
from fundstelle.core.errors import NotFound
from fundstelle.core.names import folded
from fundstelle.core.sign_in import ApiKey, Session

_SESSION = """SELECT s.id, u.id, s.administration, s.begun_at, s.seen_at, s.ends_at
    FROM sessions s JOIN users u ON u.key = s.user"""
_KEY = """SELECT k.key, k.id, u.id, k.name, k.read_only, k.narrowed, k.made_at, k.ends_at, k.used_at
    FROM keys k JOIN users u ON u.key = k.user"""


class SqliteCredentials:
    """Over the store's connections."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer, self._readers = writer, readers

    def user_named(self, name: str) -> User | None:
        rows = self._rows(
            "SELECT id, name, admin, service, disabled FROM users WHERE name_folded = ?",
            folded(name),
        )
        return User(rows[0][0], rows[0][1], *map(bool, rows[0][2:])) if rows else None

    def password(self, user_id: str) -> str | None:
        rows = self._rows("SELECT password FROM users WHERE id = ?", user_id)
        return rows[0][0] if rows else None

    def set_password(self, user_id: str, kept: str | None, *, keep_sessions: bool = False) -> None:
        with self._writer.writing() as db:
            user = _user_key(db, user_id)
            db.execute("UPDATE users SET password = ? WHERE key = ?", (kept, user))
            if not keep_sessions:
                db.execute("DELETE FROM sessions WHERE user = ?", (user,))

    def begin_session(self, token_hash: bytes, session: Session) -> None:
        with self._writer.writing() as db:
            user = _user_key(db, session.user_id, enabled=True)
            db.execute(
                "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    token_hash,
                    session.id,
                    user,
                    session.administration,
                    session.begun_at,
                    session.seen_at,
                    session.ends_at,
                ),
            )

    def session(self, token_hash: bytes) -> Session | None:
        rows = self._rows(f"{_SESSION} WHERE s.hash = ?", token_hash)
        return _session(rows[0]) if rows else None

    def see_session(self, session_id: str, at: int) -> None:
        with self._writer.writing() as db:
            db.execute("UPDATE sessions SET seen_at = ? WHERE id = ?", (at, session_id))

    def sessions(self, user_id: str) -> tuple[Session, ...]:
        rows = self._rows(f"{_SESSION} WHERE u.id = ? ORDER BY s.begun_at DESC, s.id", user_id)
        return tuple(map(_session, rows))

    def end_session(self, session_id: str) -> bool:
        with self._writer.writing() as db:
            return bool(db.execute("DELETE FROM sessions WHERE id = ?", (session_id,)).rowcount)

    def end_sessions(self, user_id: str, *, but: str | None = None) -> int:
        with self._writer.writing() as db:
            return db.execute(
                "DELETE FROM sessions WHERE user = (SELECT key FROM users WHERE id = ?)"
                " AND id IS NOT ?",
                (user_id, but),
            ).rowcount

    def drop_sessions(self, *, ended_before: int, unseen_since: int) -> int:
        with self._writer.writing() as db:
            return db.execute(
                "DELETE FROM sessions WHERE ends_at <= ? OR seen_at <= ?",
                (ended_before, unseen_since),
            ).rowcount

    def add_key(self, key_hash: bytes, key: ApiKey) -> None:
        narrowed = key.collection_ids is not None
        with self._writer.writing() as db:
            user = _user_key(db, key.user_id)
            row = (key.id, key_hash, user, key.name, key.read_only, narrowed, key.made_at)
            made = db.execute(
                "INSERT INTO keys (id, hash, user, name, read_only, narrowed, made_at, ends_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, key.ends_at),
            ).lastrowid
            for collection_id in sorted(key.collection_ids or ()):
                added = db.execute(
                    "INSERT INTO key_collections SELECT ?, key FROM collections WHERE id = ?",
                    (made, collection_id),
                )
                if not added.rowcount:
                    raise NotFound("There is no such collection.")

    def key(self, key_hash: bytes) -> ApiKey | None:
        with self._readers.reading() as db:
            row = db.execute(f"{_KEY} WHERE k.hash = ?", (key_hash,)).fetchone()
            return _key(db, row) if row else None

    def use_key(self, key_id: str, at: int) -> None:
        with self._writer.writing() as db:
            db.execute("UPDATE keys SET used_at = ? WHERE id = ?", (at, key_id))

    def keys(self, user_id: str | None = None) -> tuple[ApiKey, ...]:
        with self._readers.reading() as db:
            rows = db.execute(
                f"{_KEY} WHERE :user IS NULL OR u.id = :user ORDER BY k.name, k.id",
                {"user": user_id},
            ).fetchall()
            return tuple(_key(db, row) for row in rows)

    def remove_key(self, key_id: str) -> bool:
        with self._writer.writing() as db:
            return bool(db.execute("DELETE FROM keys WHERE id = ?", (key_id,)).rowcount)

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._readers.reading() as db:
            return db.execute(statement, values).fetchall()


def _user_key(db: sqlite3.Connection, user_id: str, *, enabled: bool = False) -> int:
    row = db.execute("SELECT key, disabled FROM users WHERE id = ?", (user_id,)).fetchone()
    if row is None or (enabled and row[1]):
        raise NotFound("There is no such user.")
    return int(row[0])


def _session(row: tuple[Any, ...]) -> Session:
    return Session(row[0], row[1], bool(row[2]), *row[3:])


def _key(db: sqlite3.Connection, row: tuple[Any, ...]) -> ApiKey:
    """Narrowed to collections that are all gone means to nothing."""
    narrowed = None
    if row[5]:
        found = db.execute(
            "SELECT c.id FROM key_collections n JOIN collections c ON c.key = n.collection"
            " WHERE n.api_key = ?",
            (row[0],),
        )
        narrowed = frozenset(one for (one,) in found)
    return ApiKey(row[1], row[2], row[3], bool(row[4]), narrowed, row[6], row[7], row[8])
