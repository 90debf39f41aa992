"""What a view promises, over every store."""

from collections.abc import Callable

import numpy as np
import pytest

from fundstelle.core.access import Collection, Scope
from fundstelle.core.documents import Chunk
from fundstelle.core.nearness import VectorState
from fundstelle.ports import Statistics, View
from tests.contracts.material import SMALL, document_id, embed, prepared, seeking, vector_of
from tests.contracts.stores import CHANGING, MovingStore

LEAVE = ("Der Urlaub beträgt 30 Tage. Urlaub ist Urlaub.", "Anträge stellen Sie schriftlich.")
BOARD = ("Der Vorstand plant den Urlaub geheim.", "Die Fusion heißt Projekt Falke.")


class Filled:
    """A store with two documents in Personal and one in Vorstand, and a scope for each."""

    def __init__(self, store: MovingStore) -> None:
        self.store = store
        self.staff = store.upkeep.add_collection("Personal")
        self.board = store.upkeep.add_collection("Vorstand")
        store.upkeep.replace(
            prepared(self.staff.id, "/b/urlaub.md", *LEAVE, title="Urlaubsregeln", paged=True)
        )
        store.upkeep.replace(
            prepared(self.staff.id, "/a/reisen.md", "Reisekosten, Urlaub.", heading="Reisen")
        )
        store.upkeep.replace(prepared(self.board.id, "/c/falke.md", *BOARD, paged=True))
        store.upkeep.begin_set(SMALL)
        embed(store.upkeep, SMALL)
        self.leave_id = document_id(self.staff.id, "/b/urlaub.md")
        self.secret_id = document_id(self.board.id, "/c/falke.md")

    def scope(self, *collections: Collection) -> Scope:
        return Scope(frozenset(collection.id for collection in collections))


@pytest.fixture
def filled(store: MovingStore) -> Filled:
    return Filled(store)


def test_statistics_are_those_of_the_scope(filled: Filled) -> None:
    with filled.store.reading(filled.scope(filled.staff)) as view:
        assert view.statistics() == Statistics(documents=2, chunks=3, words=11)
        assert view.collections() == (filled.staff,)
    with filled.store.reading(filled.scope(filled.staff, filled.board)) as view:
        assert view.statistics().documents == 3


def test_words_are_counted_by_chunks_of_the_scope(filled: Filled) -> None:
    with filled.store.reading(filled.scope(filled.staff)) as view:
        assert view.holding(["urlaub", "reisen", "falke", "nichts"]) == {"urlaub": 3, "reisen": 1}
        assert view.inflections(["urlaub", "antrag"], "de") == {"urlaub": [("urlaub", 3)]} | (
            view.inflections(["antrag"], "de")
        )
        assert view.words_starting("reise", limit=9) == [
            ("reisekosten", 1),
            ("reisen", 1),
            ("reisenmd", 1),
        ]
        assert view.words_starting("reise", limit=9, chars=(7, 10)) == [("reisenmd", 1)]
        assert view.words_ending("n", limit=9, chars=(11, 11)) == [("reisekosten", 1)]
        assert view.words_starting("urlaub", limit=1) == [("urlaub", 3)]
        assert view.words_ending("kosten", limit=9) == [("reisekosten", 1)]
        assert view.words_starting("", limit=0) == []


def test_equally_frequent_words_have_an_order(filled: Filled) -> None:
    filled.store.upkeep.replace(prepared(filled.staff.id, "/d", "Ärgosten zargosten, abdgosten."))
    with filled.store.reading(filled.scope(filled.staff)) as view:
        ending = [word for word, _ in view.words_ending("gosten", limit=9)]
        starting = [word for word, _ in view.words_starting("", limit=99, chars=(9, 9))]

        assert [word for word, _ in view.words_ending("gosten", limit=1)] == ending[:1]
    assert sorted(ending, key=lambda word: word[::-1]) == ending
    assert len(ending) == 3
    assert starting == sorted(starting)


@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", "%", "_", "'", "\\", "{}", "\x7f"])
def test_a_text_that_nothing_holds_is_nowhere(filled: Filled, text: str) -> None:
    with filled.store.reading(filled.scope(filled.staff)) as view:
        assert (view.holding([text]), view.inflections([text], "de")) == ({}, {})
        assert view.known_stems([text], "de") == set()
        assert view.words_starting(text, limit=9) == view.words_ending(text, limit=9) == []
        assert view.match(seeking(text), [text], limit=9, within=[text]).chunk_ids == ()
        assert view.counts([text], [text]).chunk_ids == ()
        several = (view.chunks([text]), view.chunks_of(text), view.documents([text]))
        assert (*several, view.versions(text)) == ([], [], [], [])
        assert (view.document(text), view.version_text(text)) == (None, None)
        assert view.boxes(text, 1, 1) is None
        assert view.vector_counts([text]) == {}
        assert np.isnan(view.cosines([text], vector_of("Frage", SMALL), SMALL.key)).all()
    with filled.store.reading(Scope(frozenset({text}))) as view:
        assert view.collections() == ()


def test_words_with_the_same_stem_are_found_together(filled: Filled) -> None:
    with filled.store.reading(filled.scope(filled.staff)) as view:
        german = view.inflections(["tag", "urlaubsregel"], "de")
        english = view.inflections(["tage"], "en")

    assert german == {"tag": [("tage", 1)], "urlaubsregel": [("urlaubsregeln", 2)]}
    assert english == {"tage": [("tage", 1)]}


def test_candidates_come_with_counts_in_text_and_beside(filled: Filled) -> None:
    with filled.store.reading(filled.scope(filled.staff)) as view:
        found = view.match(
            seeking("urlaub"), ["urlaub", "urlaubsregeln", "falke", "urlaub"], limit=9, within=None
        )
        first = found.document_ids.index(filled.leave_id)

    assert list(found.chunk_ids) == sorted(found.chunk_ids)
    assert found.text.dtype == found.beside.dtype == np.uint8
    assert found.text[first].tolist() == [3, 0, 0, 3]
    assert found.beside[first].tolist() == [1, 1, 0, 1]
    assert found.lengths[first] == 6


@pytest.mark.parametrize("seek", [["urlaub"], ["urlaub", "schriftlich", "nichts"]])
def test_within_only_narrows(filled: Filled, seek: list[str]) -> None:
    with filled.store.reading(filled.scope(filled.staff)) as view:
        within = [filled.leave_id, filled.secret_id]
        found = view.match(seeking(*seek), seek, limit=9, within=within)
        nothing = view.match(seeking(*seek), seek, limit=9, within=[])

    assert set(found.document_ids) == {filled.leave_id}
    assert nothing.chunk_ids == ()
    assert nothing.text.shape == (0, len(seek))


@pytest.mark.parametrize(
    "seek", [[], ["nichts"], ['"'], ["OR"], ["urlaub OR falke"], ["*"], ["NEAR(urlaub"], ["17"]]
)
def test_words_that_do_not_exist_find_nothing(filled: Filled, seek: list[str]) -> None:
    with filled.store.reading(filled.scope(filled.staff)) as view:
        assert view.match(seeking(*seek), ["urlaub"], limit=9).chunk_ids == ()


def test_the_limit_counts_per_collection(filled: Filled) -> None:
    with filled.store.reading(filled.scope(filled.staff, filled.board)) as view:
        found = view.match(seeking("urlaub"), ["urlaub"], limit=1)
        documents = [view.document(key) for key in found.document_ids]
        none = view.match(seeking("urlaub"), ["urlaub"], limit=0)

    assert {d.collection for d in documents if d} == {"Personal", "Vorstand"}
    assert len(found.chunk_ids) == 2
    assert none.chunk_ids == ()


def test_a_frequent_word_is_counted_up_to_255(filled: Filled) -> None:
    filled.store.upkeep.replace(prepared(filled.staff.id, "/d", "hm " * 300))
    with filled.store.reading(filled.scope(filled.staff)) as view:
        found = view.match(seeking("hm"), ["hm"], limit=9)

    assert (found.text.tolist(), found.lengths.tolist()) == ([[255]], [300])


def test_documents_and_texts_come_back_as_they_were_stored(filled: Filled) -> None:
    source = prepared(filled.staff.id, "/b/urlaub.md", *LEAVE, title="Urlaubsregeln", paged=True)
    with filled.store.reading(filled.scope(filled.staff)) as view:
        text = view.version_text(filled.leave_id)
        chunks = view.chunks_of(filled.leave_id)
        boxes = view.boxes(filled.leave_id, 1, 1)
        document = view.document(filled.leave_id)
        other = view.version_text(document_id(filled.staff.id, "/a/reisen.md"))

    assert text is not None
    assert other is not None
    assert document is not None
    assert (text.text, text.blocks, text.pages) == (
        source.reading.text,
        source.reading.blocks,
        source.reading.pages,
    )
    assert text.sentences == source.sentences
    assert other.given == ((0, 0), (3, 4))
    assert tuple(chunks) == source.chunks
    assert boxes == source.reading.boxes[0]
    assert (document.title, document.pages, document.chunks) == ("Urlaubsregeln", 1, 2)


@CHANGING
def test_the_original_comes_back_as_it_came(filled: Filled) -> None:
    source = prepared(filled.staff.id, "/b/urlaub.md", *LEAVE, title="Urlaubsregeln", paged=True)

    assert filled.store.upkeep.original(filled.leave_id) == source.original


def test_chunks_come_in_the_order_asked_for(filled: Filled) -> None:
    with filled.store.reading(filled.scope(filled.staff)) as view:
        ids = [chunk.id for chunk in view.chunks_of(filled.leave_id)]
        found = view.chunks([ids[1], "nothing", ids[0], ids[1]])

    assert [chunk.id for chunk in found] == [ids[1], ids[0], ids[1]]


def test_documents_are_listed_by_collection_name_and_id(filled: Filled) -> None:
    with filled.store.reading(filled.scope(filled.board, filled.staff)) as view:
        names = [(d.collection, d.name) for d in view.documents()]

    assert names == [("Personal", "reisen.md"), ("Personal", "urlaub.md"), ("Vorstand", "falke.md")]


def test_a_view_shows_one_instant(filled: Filled) -> None:
    ids = [filled.leave_id, filled.secret_id]
    chunk_ids = [chunk.id for key in ids for chunk in all_chunks(filled, key)]
    with filled.store.reading(filled.scope(filled.staff)) as view:
        before = answers(view, filled, chunk_ids)
        filled.store.upkeep.replace(prepared(filled.staff.id, "/b/urlaub.md", "Ganz anders."))

        assert answers(view, filled, chunk_ids) == before
    with filled.store.reading(filled.scope(filled.staff)) as view:
        assert answers(view, filled, chunk_ids) != before


def answers(view: View, filled: Filled, chunk_ids: list[str]) -> list[object]:
    """Everything a view says about the material, in a form that can be compared."""
    words = ["urlaub", "falke", "vorstand", "projekt", "tage"]
    found = view.match(seeking(*words), words, limit=9)
    asked = vector_of("Frage", SMALL)
    near = view.nearest(asked, SMALL.key, limit=9)
    counted = view.counts(chunk_ids, words)
    return [
        view.collections(),
        view.statistics(),
        view.holding(words),
        view.inflections(["urlaub", "falk"], "de"),
        view.words_starting("", limit=99),
        view.words_ending("e", limit=99),
        (found.chunk_ids, found.document_ids, found.lengths.tolist(), found.text.tolist()),
        view.match(seeking(*words), words, limit=9, within=[filled.secret_id]).chunk_ids,
        view.chunks(chunk_ids),
        view.chunks_of(filled.leave_id),
        view.chunks_of(filled.secret_id),
        view.documents([filled.secret_id, filled.leave_id]),
        view.known_stems(["urlaub", "falk"], "de"),
        view.documents(),
        view.document(filled.secret_id),
        view.versions(filled.secret_id),
        view.version_text(filled.secret_id),
        view.version_text(filled.secret_id, 1),
        view.boxes(filled.secret_id, 1, 1),
        [*near.chunk_ids, *near.document_ids, *near.cosines.tolist()],
        view.nearest(asked, SMALL.key, limit=9, within=[filled.secret_id]).chunk_ids,
        np.nan_to_num(view.cosines(chunk_ids, asked, SMALL.key), nan=9).tolist(),
        [*counted.chunk_ids, *counted.text.tolist()],
        view.vectors(),
    ]


def all_chunks(filled: Filled, key: str) -> list[Chunk]:
    with filled.store.reading(filled.scope(filled.staff, filled.board)) as view:
        return view.chunks_of(key)


def add_hidden(filled: Filled) -> None:
    more = prepared(filled.board.id, "/c/neu.md", *LEAVE, "Falke, Urlaub, Tage", paged=True)
    filled.store.upkeep.replace(more)
    embed(filled.store.upkeep, SMALL, limit=2)  # some with a vector, some still without


def remove_hidden(filled: Filled) -> None:
    filled.store.upkeep.remove(filled.secret_id)


def replace_hidden(filled: Filled) -> None:
    filled.store.upkeep.replace(prepared(filled.board.id, "/c/falke.md", "Neu: Urlaub.", version=2))


def remove_hidden_collection(filled: Filled) -> None:
    filled.store.upkeep.remove_collection(filled.board.id)


def rename_hidden_collection(filled: Filled) -> None:
    filled.store.upkeep.rename_collection(filled.board.id, "Aufsichtsrat")


@pytest.mark.parametrize(
    "change",
    [
        add_hidden,
        remove_hidden,
        replace_hidden,
        remove_hidden_collection,
        rename_hidden_collection,
    ],
)
def test_nothing_outside_the_scope_can_be_seen(
    filled: Filled, change: Callable[[Filled], None]
) -> None:
    scope = filled.scope(filled.staff)
    secrets = [chunk.id for chunk in all_chunks(filled, filled.secret_id)]
    with filled.store.reading(scope) as view:
        before = answers(view, filled, secrets)
        assert view.chunks(secrets) == []

    change(filled)

    with filled.store.reading(scope) as view:
        assert answers(view, filled, secrets) == before


def test_an_empty_scope_and_an_unknown_collection_show_nothing(filled: Filled) -> None:
    with filled.store.reading(Scope(frozenset())) as nothing:
        empty = answers(nothing, filled, [])
    with filled.store.reading(Scope(frozenset({"unknown"}))) as nothing:
        assert answers(nothing, filled, []) == empty

    assert empty[1] == Statistics(0, 0, 0)
    assert empty.pop() == VectorState(SMALL.key, 0)
    assert not any(found for place, found in enumerate(empty) if place not in {1, 6})
