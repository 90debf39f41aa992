"""What the door for changes promises, over every store."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fundstelle.core.access import Scope
from fundstelle.core.errors import NameTaken, NotFound
from fundstelle.ports import Coverage, Known, Store
from tests.contracts.material import document_id, prepared, seeking
from tests.contracts.stores import OPENERS


@pytest.fixture(params=OPENERS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return OPENERS[request.param](tmp_path / "data")


@pytest.mark.parametrize("other", ["büro", "BÜRO", "Büro", " Bu\u0308ro "])
def test_names_of_collections_are_unique_to_the_eye(store: Store, other: str) -> None:
    first = store.upkeep.add_collection("Büro")
    second = store.upkeep.add_collection("Technik")

    with pytest.raises(NameTaken):
        store.upkeep.add_collection(other)
    with pytest.raises(NameTaken):
        store.upkeep.rename_collection(second.id, other)

    store.upkeep.rename_collection(first.id, "büro")
    assert [c.name for c in store.upkeep.collections()] == ["Technik", "büro"]


def test_a_collection_keeps_its_id_when_renamed_and_a_new_one_gets_another(store: Store) -> None:
    first = store.upkeep.add_collection("Personal")
    store.upkeep.rename_collection(first.id, "Alt")
    second = store.upkeep.add_collection("Personal")

    assert second.id != first.id
    assert {c.id: c.name for c in store.upkeep.collections()} == {
        first.id: "Alt",
        second.id: "Personal",
    }


def rename(store: Store) -> None:
    store.upkeep.rename_collection("nowhere", "X")


def remove_collection(store: Store) -> None:
    store.upkeep.remove_collection("nowhere")


def remove(store: Store) -> None:
    store.upkeep.remove("nowhere")


def put(store: Store) -> None:
    store.upkeep.replace(prepared("nowhere", "/x", "Text."))


@pytest.mark.parametrize("act", [rename, remove_collection, remove, put])
def test_what_does_not_exist_cannot_be_changed(store: Store, act: Callable[[Store], None]) -> None:
    store.upkeep.add_collection("Personal")

    with pytest.raises(NotFound):
        act(store)

    assert store.upkeep.problems() == []
    assert store.upkeep.original("nowhere") is None


def test_the_newest_five_versions_are_kept(store: Store) -> None:
    collection = store.upkeep.add_collection("Personal")
    key = document_id(collection.id, "/x")

    numbers = [
        store.upkeep.replace(prepared(collection.id, "/x", f"Stand {n}.", version=n))
        for n in range(1, 8)
    ]

    assert numbers == [1, 2, 3, 4, 5, 6, 7]
    with store.reading(Scope(frozenset({collection.id}))) as view:
        assert [version.number for version in view.versions(key)] == [7, 6, 5, 4, 3]
        texts = [view.version_text(key, number) for number in (2, 3, 7, None)]
        assert [text.text if text else None for text in texts] == [
            None,
            "Stand 3.",
            "Stand 7.",
            "Stand 7.",
        ]
        assert view.match(seeking("stand"), ["6", "7"], limit=9).text.tolist() == [[0, 1]]
        assert view.holding(["3", "6", "7", "stand"]) == {"7": 1, "stand": 1}


def test_known_says_what_is_remembered(store: Store) -> None:
    collection = store.upkeep.add_collection("Personal")
    first = prepared(collection.id, "/x", "Text.")
    store.upkeep.replace(first)
    second = prepared(collection.id, "/x", "Neu.", version=2)
    store.upkeep.replace(second)
    same = replace(prepared(collection.id, "/y", "Neu."), content_hash=second.content_hash)
    store.upkeep.replace(same)

    known = store.upkeep.known(collection.id)
    assert known["/x"] == Known(second.document_id, second.content_hash, "reader-1", 2)
    assert store.upkeep.same_content(collection.id, first.content_hash) == ()
    assert store.upkeep.same_content(collection.id, second.content_hash) == tuple(
        sorted([second.document_id, same.document_id])
    )
    assert store.upkeep.known("nowhere") == {}


def test_coverage_counts_each_character_once(store: Store) -> None:
    collection = store.upkeep.add_collection("Personal")
    made = prepared(collection.id, "/x", "Erster Absatz.", "Zweiter Absatz.")
    first, second = made.chunks
    text = made.reading.text
    wider = replace(second, start=8, text=text[8:])
    store.upkeep.replace(replace(made, chunks=(first, wider)))
    store.upkeep.replace(prepared(collection.id, "/empty"))

    assert store.upkeep.coverage() == [
        Coverage(document_id(collection.id, "/empty"), "empty", "Personal", 0, 0, 0, 0),
        Coverage(made.document_id, "x", "Personal", len(text), 2, len(text), 0),
    ]


def test_rebuilding_gives_the_same_words_again(store: Store) -> None:
    collection = store.upkeep.add_collection("Personal")
    for uri in ("/a", "/b"):
        store.upkeep.replace(
            prepared(collection.id, uri, "Die Kündigungsfrist.", "§ 15 Abs. 2", heading="Fristen")
        )
    words = ["kuendigungsfrist", "§15", "fristen"]
    scope = Scope(frozenset({collection.id}))

    def state() -> object:
        with store.reading(scope) as view:
            found = view.match(seeking(*words), words, limit=9)
            counts = (found.text.tolist(), found.beside.tolist(), found.lengths.tolist())
            return (view.words_starting("", limit=99), found.chunk_ids, counts, view.statistics())

    before = state()
    assert store.upkeep.rebuild_words() == 4

    assert state() == before
    assert store.upkeep.problems() == []
