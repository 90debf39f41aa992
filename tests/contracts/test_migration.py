"""A data folder made by an earlier format opens, and answers as before."""

import json
import zipfile
from pathlib import Path

import pytest

from fundstelle.adapters.stores import migrate
from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Right, Scope
from tests.contracts.make_folder import answers
from tests.contracts.material import OTHER, SMALL, document_id, embed, prepared, vector_of

# Made by make_folder.py with the last commit of each format.
FIRST_WITH_VECTORS = 2
FOLDERS = sorted((Path(__file__).parent / "folders").glob("format-*.zip"))


def number_of(packed: Path) -> int:
    return int(packed.stem.removeprefix("format-"))


def test_every_earlier_format_has_its_folder() -> None:
    assert [number_of(packed) for packed in FOLDERS] == list(range(1, len(migrate.migrations())))


@pytest.mark.parametrize("packed", FOLDERS, ids=lambda path: path.stem)
def test_an_older_folder_answers_the_same(tmp_path: Path, packed: Path) -> None:
    with zipfile.ZipFile(packed) as made:
        made.extractall(tmp_path)
    expected = json.loads((tmp_path / "answers.json").read_text(encoding="utf-8"))
    folder = tmp_path / "data"

    store = SqliteStore(folder)

    (backup,) = (folder / "backups").iterdir()
    assert backup.name.startswith(f"format-{number_of(packed)}-")
    assert json.loads(json.dumps(answers(store))) == expected
    assert store.upkeep.problems() == []
    store.close()


@pytest.mark.parametrize("packed", FOLDERS, ids=lambda path: path.stem)
def test_an_older_folder_takes_vectors_and_new_versions(tmp_path: Path, packed: Path) -> None:
    with zipfile.ZipFile(packed) as made:
        made.extractall(tmp_path)
    store = SqliteStore(tmp_path / "data")
    staff = next(c for c in store.upkeep.collections() if c.name == "Personal")

    store.upkeep.begin_set(OTHER)
    assert embed(store.upkeep, OTHER) == 5
    store.upkeep.replace(prepared(staff.id, "/a", "Die Frist.", version=2))
    store.upkeep.remove(document_id(staff.id, "/b"))

    with store.reading(Scope(frozenset({staff.id}))) as view:
        found = view.nearest(vector_of("Frage", OTHER), OTHER.key, limit=9)
        assert [chunk.text for chunk in view.chunks(found.chunk_ids)] == ["Die Frist."]
    assert not list((tmp_path / "data" / "backups").iterdir())
    assert store.upkeep.problems() == []
    store.close()


@pytest.mark.parametrize("packed", FOLDERS, ids=lambda path: path.stem)
def test_the_vectors_of_an_older_folder_stay(tmp_path: Path, packed: Path) -> None:
    with zipfile.ZipFile(packed) as made:
        made.extractall(tmp_path)
    store = SqliteStore(tmp_path / "data")
    scope = Scope(frozenset(c.id for c in store.upkeep.collections()))

    with store.reading(scope) as view:
        found = view.nearest(vector_of("||Der Urlaub.", SMALL), SMALL.key, limit=1)

    assert len(found.chunk_ids) == (1 if number_of(packed) >= FIRST_WITH_VECTORS else 0)
    store.close()


@pytest.mark.parametrize("packed", FOLDERS, ids=lambda path: path.stem)
def test_an_older_folder_takes_users_groups_and_grants(tmp_path: Path, packed: Path) -> None:
    with zipfile.ZipFile(packed) as made:
        made.extractall(tmp_path)
    store = SqliteStore(tmp_path / "data")
    directory = store.directory
    staff, board = store.upkeep.collections()

    user, group = directory.add_user("Anna", admin=True), directory.add_group("Stab")
    directory.add_member(group.id, user.id)
    directory.set_grant(group.id, staff.id, Right.READ)
    directory.set_grant(group.id, board.id, Right.MANAGE)
    store.upkeep.remove_collection(board.id)

    assert [(c.name, c.owner) for c in directory.collections()] == [("Personal", "")]
    access = directory.access(user.id)
    assert access is not None
    assert access.scope().collection_ids == {staff.id}
    assert store.upkeep.problems() == []
    store.close()
