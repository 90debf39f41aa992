"""What a store promises about vectors, over every store."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fundstelle.adapters.stores import sqlite_wipe
from fundstelle.core.access import Collection, Scope
from fundstelle.core.documents import Prepared
from fundstelle.core.errors import NotFound, WrongUsage
from fundstelle.core.nearness import Pending, VectorSet, VectorState
from fundstelle.ports import View
from tests.contracts.material import (
    OTHER,
    SMALL,
    document_id,
    embed,
    prepared,
    seeking,
    vector_of,
    vectors_of,
)
from tests.contracts.stores import CHANGING, OPENERS, MovingStore

ASKED = vector_of("Frage", SMALL)
TEXTS = ("Der Urlaub.", "Die Frist.", "Das Gehalt.", "Der Urlaub.")


class Filled:
    """Two collections, every chunk with a vector of SMALL."""

    def __init__(self, store: MovingStore) -> None:
        self.store, self.upkeep = store, store.upkeep
        self.staff = self.upkeep.add_collection("Personal")
        self.board = self.upkeep.add_collection("Vorstand")
        self.upkeep.replace(prepared(self.staff.id, "/a", *TEXTS))
        self.upkeep.replace(prepared(self.staff.id, "/b", "Der Antrag.", heading="Urlaub"))
        self.upkeep.replace(prepared(self.board.id, "/c", "Die Fusion.", "Der Urlaub."))
        self.upkeep.begin_set(SMALL)
        embed(self.upkeep, SMALL)

    def scope(self, *collections: Collection) -> Scope:
        return Scope(frozenset(collection.id for collection in collections))

    @property
    def all(self) -> Scope:
        return self.scope(self.staff, self.board)


@pytest.fixture
def filled(store: MovingStore, monkeypatch: pytest.MonkeyPatch) -> Filled:
    monkeypatch.setattr(sqlite_wipe, "CHECKPOINT_MS", 10)  # how long to wait for readers
    return Filled(store)


def found(view: View, *, limit: int = 99, within: list[str] | None = None) -> list[str]:
    """Texts of the nearest chunks, best first."""
    ids = view.nearest(ASKED, SMALL.key, limit=limit, within=within).chunk_ids
    chunks = view.chunks(ids)
    assert len(chunks) == len(ids), "what is found is there"
    return [chunk.text for chunk in chunks]


def test_what_is_added_for_a_language_decides_the_order(filled: Filled) -> None:
    far = prepared(filled.staff.id, "/e", "A far text.", language="en")
    filled.upkeep.replace(far)
    embed(filled.upkeep, SMALL)
    with filled.store.reading(filled.all) as view:
        plain = view.nearest(ASKED, SMALL.key, limit=99)
        lifted = view.nearest(ASKED, SMALL.key, limit=1, raised={"en": 2.5})
        (chunk_id,) = lifted.chunk_ids
        same = view.cosines([chunk_id], ASKED, SMALL.key, raised={"en": 2.5})
        held = plain.cosines[plain.chunk_ids.index(chunk_id)]

        assert [chunk.text for chunk in view.chunks(lifted.chunk_ids)] == ["A far text."]
        assert lifted.cosines.tolist() == same.tolist() == [held + np.float32(2.5)]
        assert held < plain.cosines.max(), "without it, others are nearer"


def test_the_best_of_the_whole_scope_come_first(filled: Filled) -> None:
    with filled.store.reading(filled.all) as view:
        every = view.nearest(ASKED, SMALL.key, limit=99)
        best = view.nearest(ASKED, SMALL.key, limit=3)
        chunks = {chunk.id: chunk for chunk in view.chunks(every.chunk_ids)}

    assert len(every.chunk_ids) == 7
    assert every.cosines.dtype == np.float32
    pairs = list(zip(-every.cosines, every.chunk_ids, strict=True))
    assert pairs == sorted(pairs), "best first, equals by id"
    assert best.chunk_ids == every.chunk_ids[:3]
    assert every.document_ids == tuple(chunks[key].document_id for key in every.chunk_ids)
    exact = [
        ASKED @ vectors_of([Pending(c.id, c.text, c.heading, c.header)], SMALL)[0]
        for c in map(chunks.__getitem__, every.chunk_ids)
    ]
    assert every.cosines == pytest.approx(exact, abs=2e-3), "float16 in the store"


def test_only_the_scope_is_compared_and_within_only_narrows(filled: Filled) -> None:
    ids = [document_id(filled.staff.id, "/b"), document_id(filled.board.id, "/c")]
    with filled.store.reading(filled.scope(filled.staff)) as view:
        assert sorted(found(view)) == sorted([*TEXTS, "Der Antrag."])
        assert found(view, within=ids) == ["Der Antrag."]
        assert found(view, within=[]) == found(view, within=["nothing"]) == []
        assert found(view, limit=0) == []
    with filled.store.reading(filled.scope()) as view:
        assert found(view) == []
        assert view.vectors() == VectorState(SMALL.key, 0)


def test_cosines_are_those_of_nearest_and_nan_for_what_is_not_there(filled: Filled) -> None:
    with filled.store.reading(filled.scope(filled.board)) as view:
        secret = view.nearest(ASKED, SMALL.key, limit=9).chunk_ids[0]
    with filled.store.reading(filled.scope(filled.staff)) as view:
        best = view.nearest(ASKED, SMALL.key, limit=9)
        ids = [*best.chunk_ids, secret, "nothing", best.chunk_ids[0]]
        cosines = view.cosines(ids, ASKED, SMALL.key)
        none = view.cosines(ids, vector_of("Frage", OTHER), OTHER.key)

    assert cosines[:5].tolist() == best.cosines.tolist()
    assert np.isnan(cosines[5:7]).all()
    assert cosines[7] == cosines[0]
    assert np.isnan(none).all()
    assert none.shape == (8,)


def test_chunks_found_by_meaning_are_counted_like_those_found_by_words(filled: Filled) -> None:
    words = ["urlaub", "frist", "nichts"]
    with filled.store.reading(filled.scope(filled.board)) as view:
        secret = view.chunks_of(document_id(filled.board.id, "/c"))[0].id
    with filled.store.reading(filled.scope(filled.staff)) as view:
        by_words = view.match(seeking("urlaub"), words, limit=9)
        counted = view.counts([*reversed(by_words.chunk_ids), secret, "nothing"], words)
        every = view.counts(view.nearest(ASKED, SMALL.key, limit=9).chunk_ids, words)
        nothing = view.counts([], words)

    assert counted.chunk_ids == by_words.chunk_ids
    assert counted.document_ids == by_words.document_ids
    assert counted.text.tolist() == by_words.text.tolist()
    assert counted.beside.tolist() == by_words.beside.tolist()
    assert counted.lengths.tolist() == by_words.lengths.tolist()
    assert len(every.chunk_ids) == 5
    assert nothing.text.shape == (0, 3)


def test_a_vector_of_another_fingerprint_is_never_compared(filled: Filled) -> None:
    filled.upkeep.begin_set(OTHER)
    embed(filled.upkeep, OTHER, limit=2)
    asked = vector_of("Frage", OTHER)
    with filled.store.reading(filled.all) as view:
        assert len(view.nearest(asked, OTHER.key, limit=99).chunk_ids) == 2
        assert len(found(view)) == 7
        assert view.nearest(asked, "unknown", limit=99).chunk_ids == ()
        assert view.vectors() == VectorState(SMALL.key, 0)


@CHANGING
def test_the_backlog_has_what_is_missing_in_order_of_import(filled: Filled) -> None:
    filled.upkeep.begin_set(OTHER)
    assert [p.text for p in filled.upkeep.backlog(OTHER.key, limit=5)] == [*TEXTS, "Der Antrag."]
    assert filled.upkeep.backlog(OTHER.key, limit=5)[4].heading == "Urlaub"
    assert embed(filled.upkeep, OTHER, limit=5) == 5
    assert [p.text for p in filled.upkeep.backlog(OTHER.key, limit=9)] == [
        "Die Fusion.",
        "Der Urlaub.",
    ]
    assert filled.upkeep.backlog(SMALL.key, limit=9) == []
    assert filled.upkeep.backlog("unknown", limit=9) == []
    assert filled.upkeep.problems() == []


def test_a_set_is_switched_only_when_it_is_complete(filled: Filled) -> None:
    upkeep = filled.upkeep
    upkeep.begin_set(OTHER)
    assert upkeep.current_set() == SMALL
    with pytest.raises(WrongUsage):
        upkeep.switch_set(OTHER.key)
    with pytest.raises(WrongUsage):
        upkeep.drop_sets_except(OTHER.key)
    with pytest.raises(NotFound):
        upkeep.switch_set("unknown")

    embed(upkeep, OTHER)
    with filled.store.reading(filled.all) as view:
        upkeep.switch_set(OTHER.key)
        assert view.vectors() == VectorState(SMALL.key, 0), "a question keeps the set it began with"
        assert len(found(view)) == 7
    assert upkeep.current_set() == OTHER

    upkeep.drop_sets_except(OTHER.key)
    with filled.store.reading(filled.all) as view:
        assert found(view) == []
        assert view.vectors() == VectorState(OTHER.key, 0)
    with pytest.raises(NotFound):
        embed(upkeep, SMALL)
    upkeep.begin_set(SMALL)
    assert len(upkeep.backlog(SMALL.key, limit=99)) == 7
    assert upkeep.problems() == []


@CHANGING
def test_every_set_is_counted_and_the_current_one_comes_first(filled: Filled) -> None:
    filled.upkeep.begin_set(OTHER)
    embed(filled.upkeep, OTHER, limit=2)
    before = [VectorSet(SMALL, True, 7, 0), VectorSet(OTHER, False, 2, 5)]
    assert filled.upkeep.vector_sets() == before

    embed(filled.upkeep, OTHER)
    filled.upkeep.switch_set(OTHER.key)
    assert [(s.fingerprint, s.current) for s in filled.upkeep.vector_sets()] == [
        (OTHER, True),
        (SMALL, False),
    ]
    filled.upkeep.drop_sets_except(OTHER.key)
    assert filled.upkeep.vector_sets() == [VectorSet(OTHER, True, 7, 0)]


def test_vectors_of_a_document_are_those_of_the_current_set(filled: Filled) -> None:
    a, b = (document_id(filled.staff.id, uri) for uri in ("/a", "/b"))
    c = document_id(filled.board.id, "/c")
    filled.upkeep.begin_set(OTHER)
    embed(filled.upkeep, OTHER, limit=2)
    filled.upkeep.replace(prepared(filled.staff.id, "/b", "Ganz anders.", "Neu.", version=2))

    assert [row.vectors for row in filled.upkeep.coverage()] == [4, 0, 2]
    with filled.store.reading(filled.all) as view:
        assert view.vector_counts() == {a: 4, c: 2}
        assert view.vector_counts([b, c, "nothing"]) == {c: 2}
        assert view.vector_counts([]) == {}
    with filled.store.reading(filled.scope(filled.staff)) as view:
        assert view.vector_counts() == view.vector_counts([a, c]) == {a: 4}


def test_without_a_set_nothing_is_found_and_nothing_is_missing(store: MovingStore) -> None:
    collection = store.upkeep.add_collection("Personal")
    store.upkeep.replace(prepared(collection.id, "/a", *TEXTS))

    with store.reading(Scope(frozenset({collection.id}))) as view:
        assert found(view) == []
        assert view.vectors() == VectorState(None, 0)
        assert view.vector_counts() == {}
    assert store.upkeep.current_set() is None
    assert store.upkeep.vector_sets() == []
    assert [row.vectors for row in store.upkeep.coverage()] == [0]
    with pytest.raises(NotFound):
        store.upkeep.add_vectors(SMALL, [], np.empty((0, 8), np.float32))


def test_unchanged_chunks_keep_their_vectors(filled: Filled) -> None:
    new = prepared(filled.staff.id, "/a", "Neu.", "Die Frist.", "Der Urlaub.", version=2)
    filled.upkeep.replace(new)

    assert [p.text for p in filled.upkeep.backlog(SMALL.key, limit=9)] == ["Neu."]
    with filled.store.reading(filled.scope(filled.staff)) as view:
        assert sorted(found(view)) == ["Der Antrag.", "Der Urlaub.", "Die Frist."]
        assert view.vectors() == VectorState(SMALL.key, 1)
        asked = vector_of("||Die Frist.", SMALL)
        assert view.nearest(asked, SMALL.key, limit=1).cosines[0] == pytest.approx(1, abs=1e-3)
    assert filled.upkeep.problems() == []


@CHANGING
def test_a_chunk_under_another_heading_is_embedded_again(filled: Filled) -> None:
    filled.upkeep.replace(
        prepared(filled.staff.id, "/b", "Der Antrag.", heading="Reisen", version=2)
    )

    assert [p.heading for p in filled.upkeep.backlog(SMALL.key, limit=9)] == ["Reisen"]


def another(filled: Filled) -> Prepared:
    return prepared(filled.staff.id, "/b", "Ganz anders.", version=2)


def again_with_the_same_ids(filled: Filled) -> Prepared:
    """Removed and brought in again, it has version 1 again, and its chunks have their old ids."""
    filled.upkeep.remove(document_id(filled.staff.id, "/b"))
    return prepared(filled.staff.id, "/b", "Ganz anders.")


@CHANGING
@pytest.mark.parametrize("change", [another, again_with_the_same_ids])
def test_a_vector_comes_too_late_for_a_replaced_chunk(
    filled: Filled, change: Callable[[Filled], Prepared]
) -> None:
    filled.upkeep.begin_set(OTHER)
    pending = filled.upkeep.backlog(OTHER.key, limit=99)
    filled.upkeep.replace(change(filled))

    assert filled.upkeep.add_vectors(OTHER, pending, vectors_of(pending, OTHER)) == 6
    assert [p.text for p in filled.upkeep.backlog(OTHER.key, limit=9)] == ["Ganz anders."]
    assert filled.upkeep.add_vectors(OTHER, pending, vectors_of(pending, OTHER)) == 0


def test_what_is_removed_is_found_no_more(filled: Filled) -> None:
    with filled.store.reading(filled.all) as view:
        before = found(view)
        filled.upkeep.remove(document_id(filled.staff.id, "/a"))
        filled.upkeep.remove_collection(filled.board.id)
        with filled.store.reading(filled.all) as later:
            assert found(later) == ["Der Antrag."]
        assert found(view) == before, "a view shows one instant"


def test_a_view_opened_between_two_changes_sees_what_was_between(filled: Filled) -> None:
    with filled.store.reading(filled.all) as first:
        assert len(found(first)) == 7
        filled.upkeep.remove(document_id(filled.staff.id, "/b"))
        with filled.store.reading(filled.all) as between:
            filled.upkeep.replace(prepared(filled.staff.id, "/b", "Neu."))
            embed(filled.upkeep, SMALL)
            with filled.store.reading(filled.all) as last:
                assert {"Neu."} == set(found(last)) - set(TEXTS) - {"Die Fusion."}
            assert set(found(between)) == {*TEXTS, "Die Fusion."}
        assert set(found(first)) == {*TEXTS, "Die Fusion.", "Der Antrag."}


BAD = {
    "another size": vector_of("x", OTHER),
    "not a number": np.full(8, np.nan, np.float32),
    "infinite": np.array([np.inf, *[0.0] * 7], np.float32),
    "no length": np.zeros(8, np.float32),
    "too long": 2 * ASKED,
    "a matrix": ASKED.reshape(1, 8),
}


@pytest.mark.parametrize("vector", BAD.values(), ids=BAD)
def test_unsound_vectors_are_refused(tmp_path: Path, vector: np.ndarray) -> None:
    filled = Filled(OPENERS["sqlite"](tmp_path / "data"))
    filled.upkeep.replace(prepared(filled.staff.id, "/d", "Neu."))
    pending = filled.upkeep.backlog(SMALL.key, limit=9)
    with pytest.raises(ValueError, match="vector"):
        filled.upkeep.add_vectors(SMALL, pending, vector[np.newaxis])
    with filled.store.reading(filled.all) as view:
        with pytest.raises(ValueError, match="vector"):
            view.nearest(vector, SMALL.key, limit=9)
        with pytest.raises(ValueError, match="vector"):
            view.cosines([], vector, SMALL.key)

    assert filled.upkeep.backlog(SMALL.key, limit=9) == pending
    assert filled.upkeep.problems() == []


def test_a_float64_question_gives_the_same_answer(filled: Filled) -> None:
    with filled.store.reading(filled.all) as view:
        one = view.nearest(ASKED, SMALL.key, limit=9)
        other = view.nearest(np.asarray(ASKED, np.float64), SMALL.key, limit=9)

    assert one.chunk_ids == other.chunk_ids
    assert one.cosines.tolist() == other.cosines.tolist()
