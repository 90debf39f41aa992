"""Whatever happens in whatever order: SQLite says what the oracle says, for every scope."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from fundstelle.adapters.stores import sqlite_word_log
from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Scope
from fundstelle.core.errors import NameTaken
from fundstelle.ports import Store, View
from tests.contracts.material import document_id, prepared, seeking
from tests.contracts.oracle import OracleStore

WORDS = ["urlaub", "urlaube", "frist", "fristen", "kündigungsfrist", "tag", "tage"]
WORDS += ["§ 15", "15", "ab-12", "falke", "hm"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), max_size=3)
URIS = [f"/{number}.md" for number in range(4)]
NAMES = ["Personal", "Technik", "Vorstand"]
SEARCH = ["urlaub", "frist", "fristen", "tage", "§15", "ab-12", "falke", "hm", "nichts", "7"]


class Stores(RuleBasedStateMachine):
    """Two stores that must never differ. Places 0, 1, 2 hold ids of collections or nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.settle_at = sqlite_word_log.SETTLE_AT
        sqlite_word_log.SETTLE_AT = 60  # so that words are settled in the middle of a run
        self.sqlite, self.oracle = SqliteStore(Path(self.folder.name)), OracleStore()
        self.places: list[tuple[str, str]] = []
        self.numbers: dict[tuple[int, str], int] = {}

    def teardown(self) -> None:
        problems = self.sqlite.upkeep.problems()
        self.sqlite.close()
        self.folder.cleanup()
        sqlite_word_log.SETTLE_AT = self.settle_at
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
            made = prepared(place[side], uri, *texts, version=version, title=title, paged=paged)
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

    @rule()
    def open_again(self) -> None:
        self.sqlite.close()
        self.sqlite = SqliteStore(Path(self.folder.name))

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
                    said.append(everything(view, ids, [place[side] for place in self.places]))
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
            said.append((known, coverage, [c.name for c in store.upkeep.collections()]))
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


Stores.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestStores = Stores.TestCase
