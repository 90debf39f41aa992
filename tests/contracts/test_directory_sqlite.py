"""Users in a data folder: sessions that end with a role, two programs at once, old names."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Right
from fundstelle.core.errors import FundstelleError, WrongUsage
from fundstelle.ports import Directory


def begin_session(folder: Path, user_id: str) -> None:
    db = sqlite3.connect(folder / "fundstelle.db")
    with db:
        db.execute(
            "INSERT INTO sessions (hash, id, user, administration, begun_at, seen_at, ends_at)"
            " SELECT randomblob(32), hex(randomblob(8)), key, 0, 0, 0, 1 FROM users WHERE id = ?",
            (user_id,),
        )
    db.close()


def sessions(folder: Path) -> set[str]:
    """Names of users who are signed in."""
    db = sqlite3.connect(folder / "fundstelle.db")
    rows = db.execute("SELECT u.name FROM sessions s JOIN users u ON u.key = s.user").fetchall()
    db.close()
    return {name for (name,) in rows}


Change = Callable[[Directory, str], object]
CHANGES: dict[str, tuple[Change, bool]] = {
    "made administrator": (lambda d, key: d.set_admin(key, admin=True), True),
    "still no administrator": (lambda d, key: d.set_admin(key, admin=False), False),
    "disabled": (lambda d, key: d.set_disabled(key, disabled=True), True),
    "still enabled": (lambda d, key: d.set_disabled(key, disabled=False), False),
    "removed": (lambda d, key: d.remove_user(key), True),
    "renamed": (lambda d, key: d.rename_user(key, "Neu"), False),
}


@pytest.mark.parametrize(("change", "ends"), CHANGES.values(), ids=CHANGES)
def test_a_change_of_role_ends_the_sessions_of_that_user(
    tmp_path: Path, change: Change, *, ends: bool
) -> None:
    store = SqliteStore(tmp_path)
    anna, ben = (store.directory.add_user(name) for name in ("Anna", "Ben"))
    for user in (anna, ben):
        begin_session(tmp_path, user.id)

    change(store.directory, anna.id)

    assert len(sessions(tmp_path)) == (1 if ends else 2)
    assert "Ben" in sessions(tmp_path)
    store.close()


@pytest.mark.parametrize("attempt", range(6))
def test_of_two_programs_only_one_takes_an_administrator_away(tmp_path: Path, attempt: int) -> None:
    stores = [SqliteStore(tmp_path) for _ in range(2)]
    pair = [stores[0].directory.add_user(f"{attempt} {n}", admin=True) for n in range(2)]

    def take(side: int) -> bool:
        try:
            stores[side].directory.set_admin(pair[side].id, admin=False)
        except WrongUsage:
            return False
        return True

    with ThreadPoolExecutor() as pool:
        done = list(pool.map(take, range(2)))

    assert sorted(done) == [False, True]
    assert sum(user.is_admin for user in stores[0].directory.users()) == 1
    for store in stores:
        store.close()


OLD = "Kanarienname"


def change_owner(store: SqliteStore, key: str) -> None:
    store.directory.set_owner(key, OLD)
    store.directory.set_owner(key, "")


def remove_owned(store: SqliteStore, key: str) -> None:
    store.directory.set_owner(key, OLD)
    store.upkeep.remove_collection(key)


FORGETS: dict[str, Callable[[SqliteStore, str], object]] = {
    "user removed": lambda s, _: s.directory.remove_user(s.directory.add_user(OLD).id),
    "user renamed": lambda s, _: s.directory.rename_user(s.directory.add_user(OLD).id, "Neu"),
    "group removed": lambda s, _: s.directory.remove_group(s.directory.add_group(OLD).id),
    "group renamed": lambda s, _: s.directory.rename_group(s.directory.add_group(OLD).id, "Neu"),
    "owner": change_owner,
    "collection": remove_owned,
}


@pytest.mark.parametrize("forget", FORGETS.values(), ids=FORGETS)
def test_an_old_name_stands_in_no_file_while_the_store_is_open(
    tmp_path: Path, forget: Callable[[SqliteStore, str], object]
) -> None:
    store = SqliteStore(tmp_path)
    key = store.upkeep.add_collection("Pläne").id
    store.directory.set_grant(store.directory.add_group("Stab").id, key, Right.READ)
    backup = tmp_path / "backups" / "format-2-20260101T000000.db"
    backup.parent.mkdir()
    backup.write_text(OLD, encoding="utf-8")

    forget(store, key)

    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    traces = [OLD.encode(), OLD.casefold().encode()]
    assert [f.name for f in files if any(trace in f.read_bytes() for trace in traces)] == []
    assert store.upkeep.problems() == []
    store.close()


def test_a_change_counts_for_the_next_reader_at_once(tmp_path: Path) -> None:
    first, second = (SqliteStore(tmp_path) for _ in range(2))
    anna, group = first.directory.add_user("Anna"), first.directory.add_group("Stab")

    assert second.directory.access(anna.id) == first.directory.access(anna.id)
    second.directory.add_member(group.id, anna.id)
    found = first.directory.access(anna.id)
    assert found is not None
    assert found.groups == (group,)
    first.directory.remove_user(anna.id)
    assert second.directory.access(anna.id) is None
    with pytest.raises(FundstelleError):
        second.directory.add_member(group.id, anna.id)
    for store in (first, second):
        store.close()
