"""Vectors in memory: never more than allowed, never of another state, never loaded twice."""

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from fundstelle.adapters.stores import sqlite_blocks, sqlite_wipe, vector_block
from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.adapters.stores.vector_arena import Arena
from fundstelle.core.access import Scope
from fundstelle.core.embedding import Fingerprint
from fundstelle.ports import View
from tests.contracts.material import SMALL, document_id, embed, prepared, vector_of

ASKED = vector_of("Frage", SMALL)
DOCUMENTS = 30


class Filled:
    """Documents of three chunks in two collections."""

    def __init__(self, folder: Path, vector_bytes: int) -> None:
        self.store = SqliteStore(folder, vector_bytes=vector_bytes)
        self.upkeep = self.store.upkeep
        self.ids = [self.upkeep.add_collection(name).id for name in ("Personal", "Technik")]
        self.upkeep.begin_set(SMALL)
        for number in range(DOCUMENTS):
            self.put(number, version=1)
        embed(self.upkeep, SMALL)

    def put(self, number: int, version: int) -> None:
        texts = [f"Absatz {number} {version} {part}." for part in range(3)]
        collection = self.ids[number % 2]
        self.upkeep.replace(prepared(collection, f"/{number}", *texts, version=version))

    @property
    def scope(self) -> Scope:
        return Scope(frozenset(self.ids))


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Filled]:
    made = Filled(tmp_path / "data", vector_bytes=1 << 20)
    yield made
    made.store.close()


def agrees(view: View) -> int:
    """Compare the scan with the rows of the same transaction; return how many vectors there are."""
    ids = sorted(c.id for d in view.documents() for c in view.chunks_of(d.id))
    cosines = view.cosines(ids, ASKED, SMALL.key)
    held = [(-c, key) for key, c in zip(ids, cosines.tolist(), strict=True) if not np.isnan(c)]
    found = view.nearest(ASKED, SMALL.key, limit=10_000)
    assert list(zip((-found.cosines).tolist(), found.chunk_ids, strict=True)) == sorted(held)
    return len(held)


def test_a_replaced_document_does_not_load_the_others_again(filled: Filled) -> None:
    with filled.store.reading(filled.scope) as view:
        assert agrees(view) == 3 * DOCUMENTS
    loads: list[str] = []
    (reader,) = filled.store._readers._idle
    reader.set_trace_callback(loads.append)

    filled.put(7, version=2)
    embed(filled.upkeep, SMALL)
    for _ in range(3):
        with filled.store.reading(filled.scope) as view:
            assert agrees(view) == 3 * DOCUMENTS

    loads = [statement for statement in loads if "vectors_by_collection" in statement]
    assert len(loads) == 1
    assert f"v.key > {3 * DOCUMENTS} " in loads[0], "only what came after the last key in memory"


def test_a_block_too_far_behind_is_loaded_anew(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    with filled.store.reading(filled.scope) as view:
        agrees(view)
    monkeypatch.setattr("fundstelle.adapters.stores.sqlite_vectors.GENERATIONS_KEPT", 4)
    monkeypatch.setattr(sqlite_blocks, "GENERATIONS_KEPT", 4)
    for version in range(2, 12):
        filled.put(2, version=version)
        embed(filled.upkeep, SMALL)

    with filled.store.reading(filled.scope) as view:
        assert agrees(view) == 3 * DOCUMENTS


@pytest.mark.parametrize("vector_bytes", [0, 1000, 2500, 4000, 1 << 20])
def test_memory_stays_within_its_limit_and_answers_do_not_change(
    tmp_path: Path, vector_bytes: int
) -> None:
    filled = Filled(tmp_path / "data", vector_bytes)
    for version in range(2, 5):
        for scope in (filled.scope, *(Scope(frozenset({key})) for key in filled.ids)):
            with filled.store.reading(scope) as view:
                agrees(view)
                found = view.nearest(ASKED, SMALL.key, limit=5).chunk_ids
                assert found == view.nearest(ASKED, SMALL.key, limit=99).chunk_ids[:5]
        assert filled.store._blocks.bytes <= vector_bytes
        filled.put(version, version=2)
        embed(filled.upkeep, SMALL)
    filled.store.close()


def test_equal_vectors_have_equal_cosines_wherever_they_stand(tmp_path: Path) -> None:
    wide = Fingerprint("wide", "1d", 384, "")
    filled = Filled(tmp_path / "data", vector_bytes=1 << 20)
    filled.upkeep.begin_set(wide)
    for number in range(11):
        texts = ["Gleich.", *[f"Anders {number} {part}." for part in range(number % 4)]]
        filled.upkeep.replace(prepared(filled.ids[0], f"/g{number}", *texts))
    embed(filled.upkeep, wide)

    with filled.store.reading(filled.scope) as view:
        found = view.nearest(vector_of("Frage", wide), wide.key, limit=999)
        text_of = {chunk.id: chunk.text for chunk in view.chunks(found.chunk_ids)}
    filled.store.close()
    pairs = zip(found.chunk_ids, found.cosines.tolist(), strict=True)
    pairs = zip(found.chunk_ids, found.cosines.tolist(), strict=True)
    same = [pair for pair in pairs if text_of[pair[0]] == "Gleich."]

    assert len(same) == 11
    assert len({cosine for _, cosine in same}) == 1
    assert same == sorted(same)


def test_blocks_of_what_no_longer_exists_go(filled: Filled) -> None:
    with filled.store.reading(filled.scope) as view:
        agrees(view)
    filled.upkeep.remove_collection(filled.ids[0])
    filled.put(1, version=2)
    with filled.store.reading(filled.scope) as view:
        agrees(view)

    assert len(filled.store._blocks._blocks) == 1


def test_questions_at_the_same_time_as_changes(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a view sees is what its transaction sees, also while the blocks change."""
    monkeypatch.setattr(sqlite_wipe, "CHECKPOINT_MS", 10)  # how long to wait for readers
    monkeypatch.setattr(vector_block, "STRETCH", 16)
    monkeypatch.setattr(sqlite_blocks, "STRETCH", 16)
    done = threading.Event()
    failed: list[BaseException] = []
    asked: list[int] = []

    def ask() -> None:
        try:
            while not done.is_set() or not asked:
                with filled.store.reading(filled.scope) as view:
                    asked.append(agrees(view))
        except BaseException as error:  # noqa: BLE001 - shown below
            failed.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for turn in range(60):
        number = turn % 7
        if turn % 5 == 4:
            filled.upkeep.remove(document_id(filled.ids[number % 2], f"/{number}"))
            filled.put(number, version=1)
        else:
            known = filled.upkeep.known(filled.ids[number % 2])[f"/{number}"]
            filled.put(number, version=known.version + 1)
        embed(filled.upkeep, SMALL, limit=1 + turn % 4)
    done.set()
    for thread in threads:
        thread.join()

    assert failed == []
    assert asked


def test_memory_of_an_arena_comes_back_when_nothing_uses_it() -> None:
    arena = Arena(slab_bytes=4096)
    small = [arena.matrix(3, 8) for _ in range(50)]
    large = arena.matrix(100, 20)
    for number, matrix in enumerate([*small, large]):
        matrix[:] = number
    assert all((matrix == number).all() for number, matrix in enumerate([*small, large]))
    assert arena.bytes >= 50 * 96 + 8000

    del small, large, matrix
    assert arena.bytes <= 4096
