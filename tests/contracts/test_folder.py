"""The data folder: formats, migrations, two programs at once, a damaged store."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fundstelle.adapters.stores import migrate, sqlite_rebuild, sqlite_upkeep
from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Scope
from fundstelle.core.errors import CannotRun
from tests.contracts.material import document_id, prepared, seeking

ROOT = Path(__file__).parents[2]


def filled(folder: Path) -> tuple[SqliteStore, str]:
    store = SqliteStore(folder)
    collection = store.upkeep.add_collection("Personal")
    store.upkeep.replace(prepared(collection.id, "/x", "Der Urlaub.", "Die Frist."))
    return store, collection.id


def change(folder: Path, statement: str) -> None:
    db = sqlite3.connect(folder / "fundstelle.db")
    with db:
        db.execute(statement)
    db.close()


def steps(folder: Path, *extra: str) -> Path:
    """A copy of the migrations with further ones."""
    shutil.copytree(migrate.FILES, folder)
    for number, sql in enumerate(extra, start=len(migrate.migrations()) + 1):
        (folder / f"{number:04d}_more.sql").write_text(sql, encoding="utf-8")
    return folder


def test_a_newer_folder_is_refused(tmp_path: Path) -> None:
    filled(tmp_path)[0].close()
    change(tmp_path, "PRAGMA user_version = 99")

    with pytest.raises(CannotRun, match="format 99"):
        SqliteStore(tmp_path)


def test_a_folder_made_by_an_edited_migration_is_refused(tmp_path: Path) -> None:
    filled(tmp_path)[0].close()
    change(tmp_path, "UPDATE migrations SET sha256 = 'other'")

    with pytest.raises(CannotRun, match="0001_store"):
        SqliteStore(tmp_path)


def test_an_older_folder_is_migrated_and_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, collection = filled(tmp_path / "data")
    store.close()
    here = len(migrate.migrations())
    newer = steps(tmp_path / "steps", "CREATE TABLE more (a TEXT); -- Why: a test; why not\n")
    monkeypatch.setattr(migrate.migrations, "__defaults__", (newer,))
    today = datetime(2026, 11, 30, tzinfo=UTC)

    again = SqliteStore(tmp_path / "data", clock=lambda: today)
    backups = list((tmp_path / "data" / "backups").iterdir())

    assert [path.name for path in backups] == [f"format-{here}-20261130T000000.db"]
    assert again.upkeep.problems() == []
    with sqlite3.connect(backups[0]) as copy:
        assert copy.execute("SELECT count(*) FROM chunks").fetchone() == (2,)
    copy.close()
    again.upkeep.remove(document_id(collection, "/x"))
    assert list((tmp_path / "data" / "backups").iterdir()) == []
    again.close()


def test_a_backup_goes_after_a_week(tmp_path: Path) -> None:
    filled(tmp_path)[0].close()
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "format-0-x.db").write_bytes(b"old")
    made = datetime.fromtimestamp((tmp_path / "backups" / "format-0-x.db").stat().st_mtime, UTC)

    SqliteStore(tmp_path, clock=lambda: made + timedelta(days=6)).close()
    kept = list((tmp_path / "backups").iterdir())
    SqliteStore(tmp_path, clock=lambda: made + timedelta(days=8)).close()

    assert len(kept) == 1
    assert list((tmp_path / "backups").iterdir()) == []


def test_a_failed_migration_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path / "data")[0].close()
    broken = steps(tmp_path / "steps", "CREATE TABLE more (a TEXT);\nCREATE TABLE chunks (b TEXT);")
    with monkeypatch.context() as patch:
        patch.setattr(migrate.migrations, "__defaults__", (broken,))
        with pytest.raises(CannotRun, match="chunks"):
            SqliteStore(tmp_path / "data")

    again = SqliteStore(tmp_path / "data")

    assert again.upkeep.problems() == []
    again.close()


def test_migrations_are_numbered_without_gaps(tmp_path: Path) -> None:
    assert [step.number for step in migrate.migrations()]
    (tmp_path / "0002_late.sql").write_text("SELECT 1;", encoding="utf-8")

    with pytest.raises(ValueError, match="gaps"):
        migrate.migrations(tmp_path)


def test_other_terms_rebuild_the_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, collection = filled(tmp_path)
    store.close()
    change(tmp_path, "DELETE FROM word_log")
    for module in (sqlite_rebuild, sqlite_upkeep):
        monkeypatch.setattr(module, "TERMS_FINGERPRINT", "terms-2")

    again = SqliteStore(tmp_path)

    with again.reading(Scope(frozenset({collection}))) as view:
        assert view.holding(["urlaub", "frist"]) == {"urlaub": 1, "frist": 1}
    assert again.upkeep.problems() == []
    again.close()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE chunks SET text = 'Der Urlaup.' WHERE idx = 0", "chunks of x"),
        ("UPDATE collections SET chunks = 9", "counts"),
        ("DELETE FROM word_log", "words of collection"),
        ("UPDATE versions SET text = x'00'", "text of x"),
        ("UPDATE folder SET value = 'old' WHERE name = 'terms'", "another version"),
        ("UPDATE documents SET collection = 77", "rows that do not exist"),
    ],
)
def test_problems_are_found(tmp_path: Path, damage: str, said: str) -> None:
    store, _ = filled(tmp_path)
    change(tmp_path, damage)

    assert any(said in problem for problem in store.upkeep.problems())
    store.close()


def test_a_missing_original_is_found(tmp_path: Path) -> None:
    store, _ = filled(tmp_path)
    shutil.rmtree(tmp_path / "originals")

    assert any("original of x" in problem for problem in store.upkeep.problems())
    store.close()


def test_a_file_that_is_no_database_is_refused_with_words(tmp_path: Path) -> None:
    (tmp_path / "fundstelle.db").write_bytes(b"no database at all" * 900)

    with pytest.raises(CannotRun, match=r"fundstelle\.db"):
        SqliteStore(tmp_path)


def test_two_programs_write_side_by_side(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    collection = store.upkeep.add_collection("Personal")
    script = (
        "import sys; from pathlib import Path\n"
        "from fundstelle.adapters.stores.sqlite import SqliteStore\n"
        "from tests.contracts.material import prepared\n"
        "store = SqliteStore(Path(sys.argv[1]))\n"
        "for n in range(40):\n"
        "    store.upkeep.replace(prepared(sys.argv[2], f'/other{n}', f'Urlaub wort{n} neu{n}.'))\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "data"), collection.id]
    with subprocess.Popen(command, cwd=ROOT) as other:
        for number in range(40):
            store.upkeep.replace(prepared(collection.id, f"/{number}", f"Urlaub wort{number}."))

    assert other.returncode == 0
    with store.reading(Scope(frozenset({collection.id}))) as view:
        assert view.holding(["urlaub", "wort7", "neu39"]) == {"urlaub": 80, "wort7": 2, "neu39": 1}
    assert store.upkeep.problems() == []
    store.close()


def test_a_word_removed_by_another_program_gets_a_new_number(tmp_path: Path) -> None:
    store, collection = filled(tmp_path)
    store.upkeep.replace(prepared(collection, "/x", "Ohne.", version=2))
    other = SqliteStore(tmp_path)
    other.upkeep.optimize()  # the word "Urlaub" goes, which the first program still remembers
    store.upkeep.replace(prepared(collection, "/y", "Der Urlaub."))

    with other.reading(Scope(frozenset({collection}))) as view:
        assert view.holding(["urlaub"]) == {"urlaub": 1}
        assert view.words_starting("url", limit=9) == [("urlaub", 1)]
    assert other.upkeep.problems() == []
    store.close()
    other.close()


def test_optimizing_leaves_nothing_to_add_up_at_question_time(tmp_path: Path) -> None:
    store, collection = filled(tmp_path)
    for number in range(40):
        store.upkeep.replace(prepared(collection, f"/{number}", f"Ein Wort{number}."))

    store.upkeep.optimize()

    db = sqlite3.connect(tmp_path / "fundstelle.db")
    assert db.execute("SELECT count(*) FROM word_log").fetchone() == (0,)
    assert db.execute("SELECT count(DISTINCT segid) FROM words_1_idx").fetchone() == (1,)
    db.close()
    store.close()


def test_many_threads_read_while_one_writes(tmp_path: Path) -> None:
    store, collection = filled(tmp_path)
    scope, done, faults = Scope(frozenset({collection})), threading.Event(), []

    def read() -> None:
        while not done.is_set():
            with store.reading(scope) as view:
                chunks = [chunk.text for chunk in view.chunks_of(document_id(collection, "/x"))]
                found = view.match(seeking("urlaub"), ["urlaub"], limit=9)
                if len(chunks) != 2 or len(found.chunk_ids) != view.holding(["urlaub"])["urlaub"]:
                    faults.append(chunks)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for version in range(2, 60):
        store.upkeep.replace(
            prepared(collection, "/x", f"Urlaub {version}.", "Zweiter Urlaub.", version=version)
        )
    done.set()
    for thread in threads:
        thread.join()

    assert faults == []
    store.close()


def test_two_views_at_once_do_not_mix_their_scopes(tmp_path: Path) -> None:
    store, collection = filled(tmp_path)
    with (
        store.reading(Scope(frozenset({collection}))) as open_view,
        store.reading(Scope(frozenset())) as empty,
    ):
        assert len(open_view.documents()) == 1
        assert empty.documents() == []
    with pytest.raises(AttributeError):
        open_view.documents()
    store.close()


def test_a_failed_write_leaves_no_trace_also_in_memory(tmp_path: Path) -> None:
    store, collection = filled(tmp_path)
    good = prepared(collection, "/y", "Neues Wort.")
    (taken,) = prepared(collection, "/x", "Der Urlaub.").chunks
    clash = replace(good, chunks=(replace(good.chunks[0], id=taken.id),))

    with pytest.raises(sqlite3.IntegrityError):
        store.upkeep.replace(clash)
    other = SqliteStore(tmp_path)  # its write gives the collection the generation that failed
    other.upkeep.replace(prepared(collection, "/z", "Etwas."))
    other.close()
    store.upkeep.replace(good)

    with store.reading(Scope(frozenset({collection}))) as view:
        assert view.holding(["neues", "wort"]) == {"neues": 1, "wort": 1}
    assert store.upkeep.problems() == []
    store.close()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("content_hash", "0" * 64, "SHA-256"), ("chunks", None, "its place"), ("words", (), "words")],
)
def test_what_contradicts_itself_is_not_stored(
    tmp_path: Path, field: str, value: object, said: str
) -> None:
    store, collection = filled(tmp_path)
    good = prepared(collection, "/y", "Neues Wort.")
    value = (replace(good.chunks[0], text="Anderes Wort."),) if field == "chunks" else value

    with pytest.raises(ValueError, match=said):
        store.upkeep.replace(replace(good, **{field: value}))  # type: ignore[arg-type]

    assert set(store.upkeep.known(collection)) == {"/x"}
    store.close()


DAMAGE = [
    "UPDATE documents SET name = CAST(x'ff' || 'geheim' AS TEXT)",
    "UPDATE versions SET text = x'00'",
    "DROP TABLE documents",
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_store_is_named_and_nothing_of_it_is_quoted(tmp_path: Path, damage: str) -> None:
    store, collection = filled(tmp_path)
    db = sqlite3.connect(tmp_path / "fundstelle.db")
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute(damage)
    db.commit()
    db.close()

    def read() -> None:
        with store.reading(Scope(frozenset({collection}))) as view:
            view.documents()
            view.version_text(document_id(collection, "/x"))

    for _ in range(2):  # the connection is used again
        with pytest.raises(CannotRun, match=r"fundstelle\.db is damaged.*doctor") as caught:
            read()
        assert "geheim" not in str(caught.value)
        assert caught.value.__cause__ is None
    store.close()


def test_a_disk_that_is_full_is_named_and_the_store_goes_on(tmp_path: Path) -> None:
    store, collection = filled(tmp_path)
    with store._upkeep._writer.outside() as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
    words = " ".join(f"w{n * n}" for n in range(20000))

    with pytest.raises(CannotRun, match="the disk is full"):
        store.upkeep.replace(prepared(collection, "/y", words))

    with store._upkeep._writer.outside() as db:
        db.execute("PRAGMA max_page_count = 4294967294")
    store.upkeep.replace(prepared(collection, "/y", words))
    assert store.upkeep.problems() == []
    store.close()


def test_an_original_that_cannot_be_kept_is_named(tmp_path: Path) -> None:
    store, collection = filled(tmp_path)
    shutil.rmtree(tmp_path / "originals")
    (tmp_path / "originals").write_bytes(b"")

    with pytest.raises(CannotRun, match="originals"):
        store.upkeep.replace(prepared(collection, "/y", "Neues Wort."))
    assert set(store.upkeep.known(collection)) == {"/x"}
    store.close()
