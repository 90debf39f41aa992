"""What is removed is gone: from every answer, and from every byte of the data folder."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fundstelle.adapters.stores import sqlite_wipe
from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Collection, Scope
from fundstelle.core.documents import Prepared
from fundstelle.core.errors import NotFound
from fundstelle.core.terms import stem
from tests.contracts.material import SMALL, document_id, embed, prepared

CANARIES = ("Zwölfkanariengelb", "Kanarientitel", "Kanarienkopf", "Kanarienspalte", "kanariendatei")


def forms(word: str) -> set[str]:
    """Every way in which a trace of the word could lie in a file."""
    folded = word.casefold().replace("ö", "oe")
    stems = {*stem([folded], "de"), *stem([folded], "en")}
    plain = {word, word.casefold(), folded} | stems
    return plain | {form[::-1] for form in plain}


TRACES = [form.encode() for word in CANARIES for form in forms(word)]


def traces_in(folder: Path) -> list[str]:
    """Files that hold a trace in their name or their bytes."""
    found = []
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        if any(trace in content or trace in path.name.encode() for trace in TRACES):
            found.append(path.name)
    return found


def filling(random_words: random.Random, number: int) -> str:
    """Ordinary text with words that no other document has, so that pages of the tree split."""
    made = ["".join(random_words.choices("aeioukrnst", k=9)) for _ in range(60)]
    return " ".join([f"Absatz {number}", *made])


class Folder:
    """A store whose documents with canaries stand between many ordinary ones."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = SqliteStore(path)
        self.upkeep = self.store.upkeep
        self.plain, self.secret = sorted(
            self.upkeep.collections() or self._collections(), key=lambda c: c.name != "Personal"
        )

    def _collections(self) -> list[Collection]:
        names = ("Personal", "Kanarienspalte geheim")
        return [self.upkeep.add_collection(name) for name in names]

    def fill(self) -> None:
        words = random.Random(7)
        for number in range(120):
            ordinary = [filling(words, number)] * 3
            self.upkeep.replace(prepared(self.plain.id, f"/p{number}", *ordinary))
            if number % 10 == 0:
                self.upkeep.replace(self.canary(self.plain, number))
                self.upkeep.replace(self.canary(self.secret, number))

    def canary(self, collection: Collection, number: int, version: int = 1) -> Prepared:
        text, title, heading, header, name = CANARIES
        return prepared(
            collection.id,
            f"/{number}/{name}.md",
            f"Das Wort ist {text} und {text}s.",
            f"Die Farbe {number} ist {text}.",
            title=title,
            heading=heading,
            header=header,
            version=version,
        )

    def documents_with_canary(self) -> list[str]:
        return [
            document_id(collection.id, f"/{number}/{CANARIES[4]}.md")
            for collection in (self.plain, self.secret)
            for number in range(0, 120, 10)
        ]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled")
    folder = Folder(path)
    folder.fill()
    folder.store.close()
    assert traces_in(path), "the search for traces must find what is there"
    return path


@pytest.fixture
def folder(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    monkeypatch.setattr(sqlite_wipe, "CHECKPOINT_MS", 10)  # how long to wait for readers
    made = Folder(shutil.copytree(filled, tmp_path / "data"))
    yield made
    made.store.close()


def by_document(folder: Folder) -> None:
    for key in folder.documents_with_canary():
        folder.upkeep.remove(key)
    folder.upkeep.remove_collection(folder.secret.id)


def by_collection(folder: Folder) -> None:
    folder.upkeep.remove_collection(folder.secret.id)
    folder.upkeep.remove_collection(folder.plain.id)


def after_many_versions(folder: Folder) -> None:
    for version in range(2, 9):
        folder.upkeep.replace(folder.canary(folder.plain, 10, version))
    by_document(folder)


def after_settling(folder: Folder) -> None:
    folder.upkeep.optimize()
    words = random.Random(8)
    for number in range(200, 260):
        folder.upkeep.replace(prepared(folder.plain.id, f"/p{number}", filling(words, number)))
    folder.upkeep.optimize()
    by_document(folder)


def with_a_backup(folder: Folder) -> None:
    backups = folder.path / "backups"
    backups.mkdir()
    copy = sqlite3.connect(backups / "format-1-20260101T000000.db")
    with sqlite3.connect(folder.path / "fundstelle.db") as db:
        db.backup(copy)
    copy.close()
    db.close()
    by_document(folder)


@pytest.mark.parametrize(
    "remove", [by_document, by_collection, after_many_versions, after_settling, with_a_backup]
)
def test_no_byte_of_a_removed_document_stays(
    folder: Folder, remove: Callable[[Folder], None]
) -> None:
    remove(folder)

    assert traces_in(folder.path) == []
    assert folder.upkeep.problems() == []
    kept = {c.id for c in folder.upkeep.collections()}
    with folder.store.reading(Scope(frozenset(kept))) as view:
        for word in CANARIES:
            assert view.words_starting(word[:8].casefold(), limit=9) == []


def test_no_vector_of_a_removed_document_stays(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    first, second = (store.upkeep.add_collection(name) for name in ("Personal", "Technik"))
    for collection in (first, second):
        for number in range(40):
            texts = [f"Absatz {number} {part} {collection.name}." for part in range(3)]
            store.upkeep.replace(prepared(collection.id, f"/{number}", *texts))
    store.upkeep.begin_set(SMALL)
    embed(store.upkeep, SMALL)
    db = sqlite3.connect(tmp_path / "fundstelle.db")
    rows = db.execute(
        "SELECT v.vector, d.id FROM vectors v JOIN chunks k ON k.key = v.chunk"
        " JOIN documents d ON d.key = k.document"
    ).fetchall()
    db.close()
    gone = {document_id(first.id, f"/{number}") for number in range(0, 40, 3)}
    removed = [vector for vector, owner in rows if owner in gone]
    assert removed
    assert vectors_in(tmp_path, removed) == len(removed), "the search must find what is there"

    for key in sorted(gone):
        store.upkeep.remove(key)
    assert vectors_in(tmp_path, removed) == 0
    store.upkeep.remove_collection(second.id)
    assert vectors_in(tmp_path, [v for v, owner in rows if owner in gone]) == 0
    kept = {document_id(first.id, f"/{number}") for number in range(40)} - gone
    assert vectors_in(tmp_path, [v for v, owner in rows if owner not in kept]) == 0
    assert store.upkeep.problems() == []
    store.close()


def vectors_in(folder: Path, vectors: list[bytes]) -> int:
    """How many of the vectors stand in some file."""
    contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return sum(any(vector in content for content in contents) for vector in vectors)


def test_a_renamed_collection_forgets_its_name(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    collection = store.upkeep.add_collection("Kanarientitel")

    store.upkeep.rename_collection(collection.id, "Personal")

    assert traces_in(tmp_path) == []


def test_originals_stay_as_long_as_one_version_needs_them(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data", keep_versions=2)
    first, second = store.upkeep.add_collection("A"), store.upkeep.add_collection("B")
    for collection in (first, second):
        store.upkeep.replace(prepared(collection.id, "/x", "Gleich."))
    ids = [document_id(c.id, "/x") for c in (first, second)]

    store.upkeep.remove(ids[0])
    assert store.upkeep.original(ids[1]) == b"|Gleich."
    for version in (2, 3):
        store.upkeep.replace(prepared(second.id, "/x", f"Neu {version}.", version=version))

    files = [p for p in (tmp_path / "data" / "originals").rglob("*") if p.is_file()]
    assert len(files) == 2
    with pytest.raises(NotFound):
        store.upkeep.remove(ids[0])


def test_a_reader_delays_the_wipe_and_the_store_says_so(folder: Folder) -> None:
    with folder.store.reading(Scope(frozenset({folder.plain.id}))) as view:
        assert view.documents()
        by_collection(folder)
        delayed = folder.upkeep.problems()

    folder.upkeep.add_collection("Neu")
    folder.upkeep.rename_collection(folder.upkeep.collections()[0].id, "Anders")

    assert any("log" in problem for problem in delayed)
    assert folder.upkeep.problems() == []
    assert traces_in(folder.path) == []


def test_an_interrupted_wipe_is_finished_by_the_next_program(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    collection = store.upkeep.add_collection("Personal")
    store.upkeep.replace(prepared(collection.id, f"/{CANARIES[4]}.md", CANARIES[0]))
    with sqlite3.connect(tmp_path / "fundstelle.db") as other:  # the process that was killed
        other.execute("INSERT INTO folder VALUES ('wipe', 'log')")
        other.execute("INSERT INTO leftovers SELECT content_hash FROM versions")
    other.close()
    (tmp_path / "originals" / "ab").mkdir()
    (tmp_path / "originals" / "ab" / "x.part").write_bytes(b"Kanarienkopf")
    store.close()

    again = SqliteStore(tmp_path)
    again.upkeep.replace(prepared(collection.id, "/neu", "Neu."))

    assert again.upkeep.problems() == []
    assert again.upkeep.original(document_id(collection.id, f"/{CANARIES[4]}.md"))
    assert not list(tmp_path.rglob("*.part"))
