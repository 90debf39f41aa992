"""The audit log of every store: kept with what it tells, one chain, whoever writes and dies."""

import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from fundstelle.adapters.stores.sqlite import DATABASE, SqliteStore
from fundstelle.core.audit import Entry, Row, verify
from fundstelle.core.errors import NameTaken
from fundstelle.ports import Store
from tests.contracts.material import prepared
from tests.contracts.stores import OPENERS

ROOT = Path(__file__).parents[2]
ID = "a" * 32


@pytest.fixture(params=OPENERS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return OPENERS[request.param](tmp_path / "data")


def entry(at: int = 1, subject: str = ID) -> Entry:
    return Entry(at, "", "group.added", subject, {"right": "read"})


class Undone(Exception):
    """Anything that goes wrong."""


@contextmanager
def undone(store: Store) -> Iterator[None]:
    """A change that fails at its very end."""
    with suppress(Undone), store.together():
        yield
        raise Undone


def add_again(store: Store) -> None:
    with store.together():
        store.audit.append(entry())
        store.directory.add_group("stab")


def test_rows_come_in_pages_and_in_order(store: Store) -> None:
    assert store.audit.head() is None
    assert store.audit.entries() == ()

    kept = [store.audit.append(entry(at)) for at in range(5)]

    assert [row.number for row in kept] == [1, 2, 3, 4, 5]
    assert store.audit.entries() == tuple(kept)
    assert store.audit.entries(after=2, limit=2) == tuple(kept[2:4])
    assert store.audit.entries(after=5) == ()
    assert store.audit.head() == kept[-1]
    assert verify(kept).intact


def test_a_change_and_its_entry_are_kept_both_or_not_at_all(store: Store) -> None:
    with store.together():
        made = store.directory.add_group("Stab")
        store.audit.append(entry(subject=made.id))
    with undone(store):
        gone = store.directory.add_group("Rat")
        store.upkeep.add_collection("Werk")
        store.audit.append(entry(subject=gone.id))
    with pytest.raises(NameTaken):
        add_again(store)

    assert [group.name for group in store.directory.groups()] == ["Stab"]
    assert store.upkeep.collections() == ()
    assert [row.subject for row in store.audit.entries()] == [made.id]


def test_a_document_that_was_undone_leaves_nothing_and_can_come_again(store: Store) -> None:
    collection = store.upkeep.add_collection("Werk")
    first, second = (
        prepared(collection.id, f"/{name}.md", f"Der {name} steht im Hof.")
        for name in ("Bagger", "Kran")
    )
    store.upkeep.replace(first)
    with undone(store):
        store.upkeep.replace(second)
        store.upkeep.remove(first.document_id)

    assert store.upkeep.known(collection.id).keys() == {first.source_uri}
    assert store.upkeep.original(first.document_id) == first.original
    with store.together():
        store.upkeep.replace(second)
        store.upkeep.remove(first.document_id)
    assert store.upkeep.known(collection.id).keys() == {second.source_uri}
    assert store.upkeep.original(second.document_id) == second.original
    assert store.upkeep.problems() == []


def test_what_is_part_of_a_larger_change_ends_with_it(store: Store) -> None:
    with undone(store), store.together():
        store.directory.add_group("Stab")

    assert store.directory.groups() == ()


def rows_of(folder: Path) -> tuple[Row, ...]:
    store = SqliteStore(folder)
    found = store.audit.entries(limit=1_000_000)
    store.close()
    return found


EDITS = {
    "time": "UPDATE audit SET at = at + 1 WHERE number = 3",
    "actor": "UPDATE audit SET actor = 'b' WHERE number = 3",
    "bytes": "UPDATE audit SET actor = x'ff' WHERE number = 3",
    "nothing": "UPDATE audit SET detail = '' WHERE number = 3",
    "hash": "UPDATE audit SET hash = 'b' WHERE number = 3",
    "removed": "DELETE FROM audit WHERE number = 3",
    "closed up": "DELETE FROM audit WHERE number = 3; UPDATE audit SET number = number - 1"
    " WHERE number > 3",
    "moved": "UPDATE audit SET number = 99 WHERE number = 3;"
    " UPDATE audit SET number = 3 WHERE number = 4; UPDATE audit SET number = 4 WHERE number = 99",
    "put between": "UPDATE audit SET number = -number WHERE number > 2;"
    " UPDATE audit SET number = 1 - number WHERE number < 0;"
    " INSERT INTO audit SELECT 3, at, actor, action, subject, detail, hash FROM audit"
    " WHERE number = 2",
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_done_to_stored_rows_is_found(edit: str, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    for at in range(6):
        store.audit.append(entry(at))
    store.close()
    with sqlite3.connect(tmp_path / DATABASE) as db:
        db.executescript(EDITS[edit])
    db.close()

    assert verify(rows_of(tmp_path)).broken == 3


def start(folder: Path, times: int, threads: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.contracts.killed_audit", folder, times, threads]
    return subprocess.Popen([*map(str, command)], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_twenty_writers_in_four_processes_leave_one_chain(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    writers = [start(tmp_path, times=50, threads=5) for _ in range(4)]
    said = [int(line) for writer in writers for line in writer.communicate()[0].split()]

    assert [writer.returncode for writer in writers] == [0] * 4
    assert sorted(said) == list(range(1, 201))
    rows = rows_of(tmp_path)
    assert verify(rows).rows == 200
    assert verify(rows).intact


def kill_often(folder: Path, times: int) -> None:
    """Killed anywhere, the log is one chain, holds what was said and each change has its row."""
    chance, before = random.Random(times), 0
    for _ in range(times):
        process = start(folder, times=10_000, threads=3)
        assert process.stdout is not None
        with process, process.stdout as output:
            said = [output.readline() for _ in range(chance.randrange(1, 40))]
            for _ in range(chance.randrange(100_000)):
                pass
            process.send_signal(signal.SIGKILL)
            said += output.readlines()
        whole = [int(line) for line in said if line.endswith("\n")]
        rows = rows_of(folder)
        assert verify(rows).intact
        assert len(rows) >= max(whole) > before
        store = SqliteStore(folder)
        assert {row.subject for row in rows} - {""} == {
            group.id for group in store.directory.groups()
        }
        assert store.upkeep.problems() == []
        store.close()
        before = len(rows)


def test_a_killed_writer_leaves_one_chain(tmp_path: Path) -> None:
    kill_often(tmp_path, times=8)


@pytest.mark.long
def test_a_writer_killed_at_sixty_points_leaves_one_chain(tmp_path: Path) -> None:
    kill_often(tmp_path, times=60)
