"""Users, groups and grants over the SQLite store."""

# ruff: noqa: S608 - only our own text is put into statements

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from fundstelle.adapters.stores.sqlite_connection import Readers, Writer
from fundstelle.adapters.stores.sqlite_wipe import Wiper
from fundstelle.core.access import Access, Collection, Grant, Group, Right, User
from fundstelle.core.errors import NameTaken, NotFound, WrongUsage
from fundstelle.core.names import folded, kept_name, owner_text

ID_BYTES = 16
Table = Literal["users", "groups", "collections"]
THING = {"users": "user", "groups": "group", "collections": "collection"}
USER = "u.id, u.name, u.admin, u.service, u.disabled"
GRANT = """
    SELECT g.id, c.id, r.level FROM grants r
    JOIN groups g ON g.key = r.group_key JOIN collections c ON c.key = r.collection
"""
# A program cannot sign in to put things right, so it does not count.
ADMINISTRATORS = "SELECT count(*) FROM users WHERE admin AND NOT disabled AND NOT service"
LAST_ADMINISTRATOR = (
    "Nobody would be administrator any more. Make somebody else administrator first."
)


class SqliteDirectory:
    """The door for who may do what. What is renamed or removed leaves no byte in any file."""

    def __init__(self, writer: Writer, readers: Readers, wiper: Wiper) -> None:
        self._writer, self._readers, self._wiper = writer, readers, wiper

    def access(self, user_id: str) -> Access | None:
        with self._readers.reading() as db:
            row = db.execute(f"SELECT u.key, {USER} FROM users u WHERE u.id = ?", (user_id,))
            found = row.fetchone()
            if found is None:
                return None
            groups = db.execute(
                "SELECT g.id, g.name FROM groups g JOIN members m ON m.group_key = g.key"
                " WHERE m.user = ? ORDER BY g.name, g.id",
                (found[0],),
            )
            grants = db.execute(
                f"{GRANT} JOIN members m ON m.group_key = g.key WHERE m.user = ?"
                " ORDER BY g.name, c.name",
                (found[0],),
            )
            return Access(
                _user(found[1:]),
                tuple(Group(*group) for group in groups),
                tuple(_grant(grant) for grant in grants),
            )

    def users(self) -> tuple[User, ...]:
        rows = self._read(f"SELECT {USER} FROM users u ORDER BY u.name, u.id")
        return tuple(_user(row) for row in rows)

    def groups(self) -> tuple[Group, ...]:
        rows = self._read("SELECT id, name FROM groups ORDER BY name, id")
        return tuple(Group(*row) for row in rows)

    def collections(self) -> tuple[Collection, ...]:
        rows = self._read("SELECT id, name, owner FROM collections ORDER BY name, id")
        return tuple(Collection(*row) for row in rows)

    def grants(self) -> tuple[Grant, ...]:
        rows = self._read(f"{GRANT} ORDER BY g.name, c.name")
        return tuple(_grant(row) for row in rows)

    def members(self, group_id: str) -> tuple[User, ...]:
        rows = self._read(
            f"SELECT {USER} FROM users u JOIN members m ON m.user = u.key"
            " JOIN groups g ON g.key = m.group_key WHERE g.id = ? ORDER BY u.name, u.id",
            group_id,
        )
        return tuple(_user(row) for row in rows)

    def add_user(self, name: str, *, admin: bool = False, service: bool = False) -> User:
        shown = kept_name(name, "user")
        with self._writer.writing() as db:
            _check_free(db, "users", shown, key=0)
            new = User(secrets.token_hex(ID_BYTES), shown, is_admin=admin, is_service=service)
            db.execute(
                "INSERT INTO users (id, name, name_folded, admin, service) VALUES (?, ?, ?, ?, ?)",
                (new.id, shown, folded(shown), admin, service),
            )
        return new

    def rename_user(self, user_id: str, name: str) -> None:
        self._rename("users", user_id, name)

    def set_admin(self, user_id: str, *, admin: bool) -> None:
        with self._changing("users", user_id) as (db, key):
            with _keeps_an_administrator(db):
                changed = db.execute(
                    "UPDATE users SET admin = ? WHERE key = ? AND admin <> ?", (admin, key, admin)
                )
            if changed.rowcount:  # whoever is signed in has what was true at signing in
                db.execute("DELETE FROM sessions WHERE user = ?", (key,))

    def set_disabled(self, user_id: str, *, disabled: bool) -> None:
        with self._changing("users", user_id) as (db, key):
            with _keeps_an_administrator(db):
                db.execute("UPDATE users SET disabled = ? WHERE key = ?", (disabled, key))
            if disabled:
                db.execute("DELETE FROM sessions WHERE user = ?", (key,))

    def remove_user(self, user_id: str) -> None:
        with self._wiping(), self._changing("users", user_id) as (db, key):
            with _keeps_an_administrator(db):
                db.execute("DELETE FROM users WHERE key = ?", (key,))
            self._wiper.mark(db)

    def add_group(self, name: str) -> Group:
        shown = kept_name(name, "group")
        with self._writer.writing() as db:
            _check_free(db, "groups", shown, key=0)
            new = Group(secrets.token_hex(ID_BYTES), shown)
            db.execute(
                "INSERT INTO groups (id, name, name_folded) VALUES (?, ?, ?)",
                (new.id, shown, folded(shown)),
            )
        return new

    def rename_group(self, group_id: str, name: str) -> None:
        self._rename("groups", group_id, name)

    def remove_group(self, group_id: str) -> None:
        with self._wiping(), self._changing("groups", group_id) as (db, key):
            db.execute("DELETE FROM groups WHERE key = ?", (key,))
            self._wiper.mark(db)

    def add_member(self, group_id: str, user_id: str) -> bool:
        with self._changing("groups", group_id) as (db, group):
            user = _key_of(db, "users", user_id)
            done = db.execute(
                "INSERT OR IGNORE INTO members (user, group_key) VALUES (?, ?)", (user, group)
            )
            return done.rowcount > 0

    def remove_member(self, group_id: str, user_id: str) -> bool:
        with self._changing("groups", group_id) as (db, group):
            user = _key_of(db, "users", user_id)
            done = db.execute("DELETE FROM members WHERE user = ? AND group_key = ?", (user, group))
            return done.rowcount > 0

    def set_grant(self, group_id: str, collection_id: str, right: Right | None) -> bool:
        with self._changing("groups", group_id) as (db, group):
            pair = (group, _key_of(db, "collections", collection_id))
            if right is None:
                statement = "DELETE FROM grants WHERE group_key = ? AND collection = ?"
                return db.execute(statement, pair).rowcount > 0
            done = db.execute(
                "INSERT INTO grants (group_key, collection, level) VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET level = excluded.level"
                " WHERE level <> excluded.level",
                (*pair, right.value),
            )
            return done.rowcount > 0

    def set_owner(self, collection_id: str, owner: str) -> None:
        shown = owner_text(owner)
        with self._wiping(), self._changing("collections", collection_id) as (db, key):
            db.execute("UPDATE collections SET owner = ? WHERE key = ?", (shown, key))
            self._wiper.mark(db)

    def _rename(self, table: Table, thing_id: str, name: str) -> None:
        shown = kept_name(name, THING[table])
        with self._wiping(), self._changing(table, thing_id) as (db, key):
            _check_free(db, table, shown, key=key)
            db.execute(
                f"UPDATE {table} SET name = ?, name_folded = ? WHERE key = ?",
                (shown, folded(shown), key),
            )
            self._wiper.mark(db)

    @contextmanager
    def _changing(self, table: Table, thing_id: str) -> Iterator[tuple[sqlite3.Connection, int]]:
        """One write transaction that begins with finding the row. Raises NotFound."""
        with self._writer.writing() as db:
            yield db, _key_of(db, table, thing_id)

    @contextmanager
    def _wiping(self) -> Iterator[None]:
        """After the transaction inside: see to it that old names stand in no file any more."""
        yield
        self._wiper.finish()

    def _read(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        with self._readers.reading() as db:
            return db.execute(statement, values).fetchall()


def _user(row: tuple[Any, ...]) -> User:
    user_id, name, admin, service, disabled = row
    return User(user_id, name, bool(admin), bool(service), bool(disabled))


def _grant(row: tuple[str, str, str]) -> Grant:
    return Grant(row[0], row[1], Right(row[2]))


def _key_of(db: sqlite3.Connection, table: Table, thing_id: str) -> int:
    row = db.execute(f"SELECT key FROM {table} WHERE id = ?", (thing_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no such {THING[table]}.")
    return int(row[0])


def _check_free(db: sqlite3.Connection, table: Table, name: str, *, key: int) -> None:
    taken = db.execute(
        f"SELECT name FROM {table} WHERE name_folded = ? AND key <> ?", (folded(name), key)
    ).fetchone()
    if taken:
        raise NameTaken(f"There is already a {THING[table]} named {taken[0]}.")


@contextmanager
def _keeps_an_administrator(db: sqlite3.Connection) -> Iterator[None]:
    """Raises WrongUsage, which undoes the transaction, if the change takes the last one away."""
    (before,) = db.execute(ADMINISTRATORS).fetchone()
    yield
    (after,) = db.execute(ADMINISTRATORS).fetchone()
    if before and not after:
        raise WrongUsage(LAST_ADMINISTRATOR)
