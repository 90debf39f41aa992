"""Data folders that may be read and not written, or not even read; run without root's rights."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Scope
from fundstelle.core.errors import CannotRun
from tests.cases.desk import NOBODY, unprivileged
from tests.delivery.command import Done, fundstelle

DONE, NOT_ALL, CANNOT = 0, 1, 3
QUESTION = "Wann kommt der Pförtner?"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A filled data folder that others may read."""
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "none")
    monkeypatch.setenv("FUNDSTELLE_DATA", str(tmp_path / "data"))
    (tmp_path / "a.txt").write_text("Der Pförtner kommt um sechs.", encoding="utf-8")
    assert fundstelle("ingest", tmp_path / "a.txt", "--collection", "Haus").code == DONE
    for above in (tmp_path, *list(tmp_path.parents)[:2]):
        above.chmod(above.stat().st_mode | 0o011)
    rights(tmp_path / "data", folders=0o555, files=0o444)
    yield tmp_path / "data"
    rights(tmp_path / "data", folders=0o755, files=0o644)


def rights(data: Path, *, folders: int, files: int) -> None:
    data.chmod(0o755)
    for path in data.rglob("*"):
        path.chmod(folders if path.is_dir() else files)
    data.chmod(folders)


def tried(*arguments: str | Path, lang: str = "en") -> Done:
    with unprivileged():
        return fundstelle(*arguments, FUNDSTELLE_LANG=lang)


READING = [
    ("ask", QUESTION),
    ("search", "Pförtner"),
    ("documents", "list"),
    ("documents", "show", "a.txt"),
    ("documents", "text", "a.txt"),
    ("collections", "list"),
    ("stats",),
    ("coverage",),
]


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_a_folder_that_may_only_be_read_answers(arguments: tuple[str, ...], folder: Path) -> None:
    before = sorted(path.name for path in folder.rglob("*"))

    done = tried(*arguments)

    assert (done.code, done.messages) == (DONE, "")
    assert done.data
    assert sorted(path.name for path in folder.rglob("*")) == before


WRITING = [
    ("ingest", "a.txt", "--collection", "Neu"),
    ("collections", "add", "Neu"),
    ("collections", "rename", "Haus", "Heim"),
    ("collections", "remove", "Haus", "--with-documents"),
    ("documents", "remove", "a.txt"),
    ("rebuild",),
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_whoever_wants_to_change_it_is_told_in_words(arguments: tuple[str, ...]) -> None:
    german, english = tried(*arguments, lang="de"), tried(*arguments)

    assert german.code == english.code == CANNOT
    assert "darf nicht geschrieben werden. Prüfen Sie die Rechte" in german.messages
    assert "may not be written to. Check the rights" in english.messages
    assert "Errno" not in german.messages + english.messages


def test_what_was_written_while_it_was_read_is_not_given_out(folder: Path) -> None:
    with unprivileged(), closing(SqliteStore(folder)) as store:
        ids = frozenset(each.id for each in store.upkeep.collections())
        reading = store.reading(Scope(ids))
        assert [each.name for each in reading.__enter__().documents()] == ["a.txt"]
        with as_root():
            changed(folder / "fundstelle.db")
        with pytest.raises(CannotRun, match="another program"):
            reading.__exit__(None, None, None)
        with store.reading(Scope(ids)) as view:
            assert [each.name for each in view.documents()] == ["b.txt"]


@contextmanager
def as_root() -> Iterator[None]:
    if os.getuid() != 0:
        pytest.skip("needs root: somebody else must write")
    os.seteuid(0)
    try:
        yield
    finally:
        os.seteuid(NOBODY)


def changed(database: Path) -> None:
    database.chmod(0o644)
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE documents SET name = 'b.txt'")


def test_a_folder_that_nobody_may_look_into_is_told_and_doctor_goes_on(folder: Path) -> None:
    folder.chmod(0)

    asked, german = tried("ask", QUESTION), tried("ask", QUESTION, lang="de")
    checked = tried("doctor")

    assert (asked.code, german.code, checked.code) == (CANNOT, CANNOT, NOT_ALL)
    assert "cannot be used (Permission denied). Check its rights" in asked.messages
    assert "Prüfen Sie seine Rechte" in german.messages
    assert "!!  data folder" in checked.text
    assert "ok  chat model" in checked.text


def test_a_database_that_nobody_may_read_is_told(folder: Path) -> None:
    (folder / "fundstelle.db").chmod(0)

    done = tried("ask", QUESTION, lang="de")

    assert done.code == CANNOT
    assert "lässt sich nicht öffnen. Prüfen Sie die Rechte" in done.messages


def test_an_older_folder_must_be_opened_for_writing_once(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "fundstelle.db")) as db, db:
        db.execute("UPDATE folder SET value = 'earlier' WHERE name = 'terms'")
    rights(folder, folders=0o555, files=0o444)

    done = tried("ask", QUESTION)

    assert done.code == CANNOT
    assert "Open the folder once with the right to write" in done.messages


def test_a_folder_that_its_owner_writes_just_now_answers_too(folder: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("needs root: somebody else must write")
    rights(folder, folders=0o755, files=0o644)
    with closing(SqliteStore(folder)) as store:
        store.upkeep.add_collection("Neu")
        assert (folder / "fundstelle.db-wal").stat().st_size > 0

        listed, asked = tried("collections", "list"), tried("ask", QUESTION)

    assert "Neu" in listed.text  # also what stands in the log alone
    assert "sechs" in asked.text
