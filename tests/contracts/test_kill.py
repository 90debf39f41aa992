"""Killed at any instant, the store holds the old or the new version of each document."""

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Scope
from fundstelle.core.documents import Prepared
from tests.contracts.killed_writer import DOCUMENTS, content
from tests.contracts.material import document_id, seeking

ROOT = Path(__file__).parents[2]


def run_and_kill(folder: Path, seed: int, lines: int, spins: int) -> dict[int, int]:
    """Kill the writer after so many lines and a little more; return number -> last version said.

    spins: turns of an empty loop after the last line, so that the kill falls anywhere in a write.
    """
    command = [sys.executable, "-m", "tests.contracts.killed_writer", str(folder), str(seed)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process, process.stdout as output:
        said = [output.readline() for _ in range(lines)]
        for _ in range(spins):
            pass
        process.send_signal(signal.SIGKILL)
        said += output.readlines()
    whole = [line.split() for line in said if line.endswith("\n")]
    assert len(whole) >= lines
    return {int(number): int(version) for number, version in whole}


def check(folder: Path, said: dict[int, int]) -> dict[int, int]:
    """Everything said is there and nothing is half; return number -> version found.

    said: number -> version, 0 for none. One step may have been done and not been said.
    """
    store = SqliteStore(folder, keep_versions=2)
    (collection,) = store.upkeep.collections()
    found: dict[int, int] = {}
    with store.reading(Scope(frozenset({collection.id}))) as view:
        for number in range(DOCUMENTS):
            key = document_id(collection.id, f"/{number}.md")
            document = view.document(key)
            found[number] = document.version if document else 0
            assert bool(view.chunks_of(key)) == bool(document)
            if document:
                wanted = content(collection.id, number, document.version)
                text = view.version_text(key)
                assert text is not None
                assert text.text == wanted.reading.text
                assert tuple(view.chunks_of(key)) == wanted.chunks
                assert store.upkeep.original(key) == wanted.original
                word = next(iter(wanted.words[0].text))
                assert key in view.match(seeking(word), [word], limit=99).document_ids
    assert store.upkeep.problems() == []
    store.close()
    unsaid = [number for number in found if found[number] != said.get(number, 0)]
    assert len(unsaid) <= 1
    assert all(found[number] in {0, said.get(number, 0) + 1} for number in unsaid)
    return found


def kill_often(folder: Path, times: int) -> None:
    """Kill, check, and let the next run complete, again and again in one folder."""
    chance = random.Random(times)
    state: dict[int, int] = {}
    for turn in range(times):
        said = run_and_kill(folder, turn, chance.randrange(1, 30), chance.randrange(60_000))
        state = check(folder, state | said)
        store = SqliteStore(folder, keep_versions=2)
        (collection,) = store.upkeep.collections()
        state[0] = store.upkeep.replace(next_version(store, collection.id))
        assert unnamed_originals(store, folder) == []
        store.close()


def next_version(store: SqliteStore, collection_id: str) -> Prepared:
    known = store.upkeep.known(collection_id).get("/0.md")
    return content(collection_id, 0, known.version + 1 if known else 1)


def unnamed_originals(store: SqliteStore, folder: Path) -> list[str]:
    """Files among the originals that belong to no kept version."""
    scope = Scope(frozenset(c.id for c in store.upkeep.collections()))
    with store.reading(scope) as view:
        named = {v.content_hash for d in view.documents() for v in view.versions(d.id)}
    files = [path for path in (folder / "originals").rglob("*") if path.is_file()]
    return [path.name for path in files if path.parent.name + path.name not in named]


def test_a_killed_ingest_leaves_nothing_half(tmp_path: Path) -> None:
    kill_often(tmp_path / "data", times=10)


@pytest.mark.long
def test_a_killed_ingest_leaves_nothing_half_at_sixty_points(tmp_path: Path) -> None:
    kill_often(tmp_path / "data", times=60)
