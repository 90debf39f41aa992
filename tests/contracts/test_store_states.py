"""Whatever happens in whatever order: SQLite says what the oracle says, for every scope."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from fundstelle.adapters.stores import (
    sqlite_blocks,
    sqlite_vectors,
    sqlite_wipe,
    sqlite_word_log,
    vector_block,
)
from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Scope
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import NameTaken, NotFound, WrongUsage
from fundstelle.core.nearness import Pending
from fundstelle.ports import Store, Upkeep, View
from tests.contracts.material import (
    OTHER,
    SMALL,
    document_id,
    prepared,
    seeking,
    vector_of,
    vectors_of,
)
from tests.contracts.oracle import OracleStore

WORDS = ["urlaub", "urlaube", "frist", "fristen", "kündigungsfrist", "tag", "tage"]
WORDS += ["§ 15", "15", "ab-12", "falke", "hm"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), max_size=3)
URIS = [f"/{number}.md" for number in range(4)]
NAMES = ["Personal", "Technik", "Vorstand"]
SEARCH = ["urlaub", "frist", "fristen", "tage", "§15", "ab-12", "falke", "hm", "nichts", "7"]


SETS = st.sampled_from([SMALL, OTHER])
SMALL_SIZES = [
    (sqlite_word_log, "SETTLE_AT", 60),
    (sqlite_wipe, "CHECKPOINT_MS", 1),
    (sqlite_vectors, "GENERATIONS_KEPT", 3),
    (sqlite_blocks, "GENERATIONS_KEPT", 3),
    (sqlite_blocks, "STRETCH", 4),
    (vector_block, "STRETCH", 4),
    (vector_block, "FIRST", 1),
]


class Stores(RuleBasedStateMachine):
    """Two stores that must never differ. Places 0, 1, 2 hold ids of collections or nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.small = pytest.MonkeyPatch()
        for module, name, size in SMALL_SIZES:  # so that a short run goes through everything
            self.small.setattr(module, name, size)
        self.sqlite, self.oracle = SqliteStore(Path(self.folder.name)), OracleStore()
        self.places: list[tuple[str, str]] = []
        self.numbers: dict[tuple[int, str], int] = {}
        self.taken: list[tuple[Fingerprint, list[Pending], list[Pending]]] = []
        self.views: list[tuple[ExitStack, list[tuple[View, list[str]]]]] = []

    def teardown(self) -> None:
        self.open_again(1 << 20)
        problems = self.sqlite.upkeep.problems()
        self.sqlite.close()
        self.folder.cleanup()
        self.small.undo()
        assert problems == []

    def both(self) -> list[tuple[int, Store]]:
        return [(0, self.sqlite), (1, self.oracle)]

    @precondition(lambda self: len(self.places) < 3)
    @rule(name=st.sampled_from(NAMES))
    def add_collection(self, name: str) -> None:
        made = []
        for _, store in self.both():
            try:
                made.append(store.upkeep.add_collection(name).id)
            except NameTaken:
                made.append("")
        assert bool(made[0]) == bool(made[1])
        if made[0]:
            self.places.append((made[0], made[1]))

    @precondition(lambda self: self.places)
    @rule(data=st.data(), name=st.sampled_from([*NAMES, "Neu"]))
    def rename(self, data: st.DataObject, name: str) -> None:
        place = data.draw(st.sampled_from(self.places))
        refused = []
        for side, store in self.both():
            try:
                store.upkeep.rename_collection(place[side], name)
            except NameTaken:
                refused.append(side)
        assert refused in ([], [0, 1])

    @precondition(lambda self: self.places)
    @rule(
        data=st.data(), uri=st.sampled_from(URIS), texts=TEXTS, title=st.sampled_from(["", *WORDS])
    )
    def replace(self, data: st.DataObject, uri: str, texts: list[str], title: str) -> None:
        place = data.draw(st.sampled_from(self.places))
        known = self.oracle.upkeep.known(place[1]).get(uri)
        version = known.version + 1 if known else 1
        paged = len(texts) > 1
        for side, store in self.both():
            made = prepared(
                place[side],
                uri,
                *texts,
                version=version,
                title=title,
                paged=paged,
                language="en" if title else "de",
            )
            assert store.upkeep.replace(made) == version

    @precondition(lambda self: self.places)
    @rule(data=st.data(), uri=st.sampled_from(URIS))
    def remove(self, data: st.DataObject, uri: str) -> None:
        place = data.draw(st.sampled_from(self.places))
        if uri in self.oracle.upkeep.known(place[1]):
            for side, store in self.both():
                store.upkeep.remove(document_id(place[side], uri))

    @precondition(lambda self: self.places)
    @rule(data=st.data())
    def remove_collection(self, data: st.DataObject) -> None:
        place = data.draw(st.sampled_from(self.places))
        for side, store in self.both():
            store.upkeep.remove_collection(place[side])
        self.places.remove(place)

    @rule(rebuild=st.booleans())
    def tidy(self, rebuild: bool) -> None:
        if rebuild:
            done = [store.upkeep.rebuild_words() for _, store in self.both()]
            assert done[0] == done[1]
        else:
            self.sqlite.upkeep.optimize()

    @rule(vector_bytes=st.sampled_from([1 << 20, 3000, 0]))
    def open_again(self, vector_bytes: int) -> None:
        while self.views:
            self.look_again()
        self.sqlite.close()
        self.sqlite = SqliteStore(Path(self.folder.name), vector_bytes=vector_bytes)

    @rule(fingerprint=SETS)
    def begin_set(self, fingerprint: Fingerprint) -> None:
        for _, store in self.both():
            store.upkeep.begin_set(fingerprint)

    @rule(fingerprint=SETS, limit=st.integers(1, 4))
    def take(self, fingerprint: Fingerprint, limit: int) -> None:
        one, other = (s.upkeep.backlog(fingerprint.key, limit=limit) for _, s in self.both())
        assert [(p.text, p.heading, p.header) for p in one] == [
            (p.text, p.heading, p.header) for p in other
        ]
        self.taken.append((fingerprint, one, other))

    @precondition(lambda self: self.taken)
    @rule()
    def embed(self) -> None:
        """What was taken earlier may have gone, changed, or got its vector meanwhile."""
        fingerprint, *taken = self.taken.pop(0)
        self.same_end(
            lambda side, upkeep: upkeep.add_vectors(
                fingerprint, taken[side], vectors_of(taken[side], fingerprint)
            )
        )

    @rule(fingerprint=SETS, drop=st.booleans())
    def change_sets(self, fingerprint: Fingerprint, drop: bool) -> None:
        if drop:
            self.same_end(lambda _, upkeep: upkeep.drop_sets_except(fingerprint.key))
        else:
            self.same_end(lambda _, upkeep: upkeep.switch_set(fingerprint.key))

    def same_end(self, act: Callable[[int, Upkeep], object]) -> None:
        ends: list[object] = []
        for side, store in self.both():
            try:
                ends.append(act(side, store.upkeep))
            except (NotFound, WrongUsage) as error:
                ends.append(type(error))
        assert ends[0] == ends[1]

    @precondition(lambda self: len(self.views) < 2)
    @rule(asks=st.booleans())
    def begin_to_look(self, asks: bool) -> None:
        stack, views = ExitStack(), []
        for side, store in self.both():
            ids = [place[side] for place in self.places]
            views.append((stack.enter_context(store.reading(Scope(frozenset(ids)))), ids))
        if asks:  # else the blocks may be of another generation when it does
            assert vectors_seen(*views[0]) == vectors_seen(*views[1])
        self.views.append((stack, views))

    @precondition(lambda self: self.views)
    @rule()
    def look_again(self) -> None:
        """A view still sees what there was when it was opened."""
        stack, views = self.views.pop(0)
        with stack:
            assert vectors_seen(*views[0]) == vectors_seen(*views[1])

    @rule(data=st.data(), limit=st.integers(0, 9))
    def ask(self, data: st.DataObject, limit: int) -> None:
        seek = data.draw(st.lists(st.sampled_from(SEARCH), max_size=4))
        for readable in self.subsets():
            found = []
            for side, store in self.both():
                scope = Scope(frozenset(place[side] for place in readable))
                with store.reading(scope) as view:
                    candidates = view.match(seeking(*seek), SEARCH, limit=limit)
                    found.append(len(candidates.chunk_ids))
                    chunks = view.chunks(candidates.chunk_ids)
                    assert len(chunks) == len(candidates.chunk_ids)
                    assert candidates.text.shape == (len(chunks), len(SEARCH))
            assert found[0] == found[1]

    @invariant()
    def same_for_every_scope(self) -> None:
        for readable in self.subsets():
            said = []
            for side, store in self.both():
                ids = [place[side] for place in readable]
                with store.reading(Scope(frozenset(ids))) as view:
                    every = [place[side] for place in self.places]
                    said.append([everything(view, ids, every), vectors_seen(view, every)])
            assert said[0] == said[1]

    @invariant()
    def same_for_upkeep(self) -> None:
        said = []
        for side, store in self.both():
            known = [
                {uri: (k.content_hash, k.version) for uri, k in store.upkeep.known(p[side]).items()}
                for p in self.places
            ]
            coverage = sorted(
                (c.collection, c.name, c.chars, c.covered_chars) for c in store.upkeep.coverage()
            )
            names = [c.name for c in store.upkeep.collections()]
            said.append((known, coverage, names, store.upkeep.current_set()))
        assert said[0] == said[1]

    def subsets(self) -> list[list[tuple[str, str]]]:
        """No, each single and all collections: enough to see what does not belong."""
        return [[], *([place] for place in self.places), self.places]


def everything(view: View, readable: list[str], every: list[str]) -> list[object]:
    """All that a view says, without ids (they depend on the ids of collections)."""
    said: list[object] = [
        [c.name for c in view.collections()],
        view.statistics(),
        view.holding(SEARCH),
        [view.inflections(["urlaub", "frist", "tag", "15"], language) for language in ("de", "en")],
        [view.known_stems(["urlaub", "frist", "tag", "15"], language) for language in ("de", "en")],
        [view.words_starting(word[:3], limit=3) for word in ["", *SEARCH]],
        [view.words_ending(word[-3:], limit=3, chars=(3, 8)) for word in SEARCH],
        sorted((d.collection, d.name, d.title, d.version, d.chunks) for d in view.documents()),
    ]
    rows = []
    for number, collection in enumerate(every):
        for uri in URIS:
            key = document_id(collection, uri)
            document = view.document(key)
            assert document is None or collection in readable
            versions = view.versions(key)
            texts = [view.version_text(key, v.number) for v in versions]
            current = view.version_text(key)
            assert document is None or (current is not None and current.number == document.version)
            boxes = [view.boxes(key, v.number, 1) for v in versions]
            rows.append(
                (
                    number,
                    uri,
                    [t and (t.text, t.blocks, t.sentences, t.pages) for t in texts],
                    [(v.number, v.chars) for v in versions],
                    boxes,
                    [(c.index, c.text, c.version) for c in view.chunks_of(key)],
                )
            )
    said.append(rows)
    names = {d.id: (d.collection, d.name) for d in view.documents()}
    for within in (None, [document_id(collection, URIS[0]) for collection in every]):
        found = view.match(seeking(*SEARCH), SEARCH, limit=99, within=within)
        matrix = zip(
            [names[key] for key in found.document_ids],
            found.lengths.tolist(),
            found.text.tolist(),
            found.beside.tolist(),
            strict=True,
        )
        said.append(sorted(matrix))
    return said


def vectors_seen(view: View, every: list[str]) -> list[object]:
    """All that a view says about vectors, without ids."""
    texts = {c.id: c.text for d in view.documents() for c in view.chunks_of(d.id)}
    names = {d.id: (d.collection, d.name) for d in view.documents()}
    said: list[object] = [view.vectors()]
    for fingerprint in (SMALL, OTHER):
        asked = vector_of("Frage", fingerprint)
        for limit, within, raised in (
            (99, None, {}),
            (99, None, {"en": 0.1}),
            (3, None, {"de": 0.2}),
            (0, None, {}),
            (99, every, {"en": 0.1}),
            (2, every, {}),
        ):
            documents = within and [document_id(key, URIS[0]) for key in within]
            found = view.nearest(
                asked, fingerprint.key, limit=limit, within=documents, raised=raised
            )
            pairs = list(zip(-found.cosines, found.chunk_ids, strict=True))
            assert pairs == sorted(pairs)
            again = view.cosines(found.chunk_ids, asked, fingerprint.key, raised=raised)
            assert again.tolist() == found.cosines.tolist()
            said.append(found.cosines.tolist())
            if limit == 99:  # fewer may end among equals, which stand in the order of ids
                rows = zip(found.cosines.tolist(), found.chunk_ids, found.document_ids, strict=True)
                said.append(sorted((c, texts[key], *names[owner]) for c, key, owner in rows))
        cosines = view.cosines(list(texts), asked, fingerprint.key)
        said.append(sorted(np.nan_to_num(cosines, nan=9).tolist()))
    counted = view.counts(texts, SEARCH)
    assert list(counted.chunk_ids) == sorted(texts)
    said.append(sorted(map(str, np.hstack([counted.text, counted.beside]).tolist())))
    return said


Stores.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestStores = Stores.TestCase
