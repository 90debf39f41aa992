"""Killed while vectors are written: the backlog resumes, and nothing is embedded twice."""

import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Scope
from tests.contracts.killed_embedder import BATCH
from tests.contracts.material import SMALL, prepared, vector_of

ROOT = Path(__file__).parents[2]
PER_DOCUMENT = 4


def fill(folder: Path, documents: int) -> Scope:
    store = SqliteStore(folder)
    collection = store.upkeep.add_collection("Personal")
    for number in range(documents):
        texts = [f"Absatz {number} {part}." for part in range(PER_DOCUMENT)]
        store.upkeep.replace(prepared(collection.id, f"/{number}", *texts))
    store.upkeep.begin_set(SMALL)
    store.close()
    return Scope(frozenset({collection.id}))


def embed_until(folder: Path, lines: int | None, spins: int) -> tuple[list[str], bool]:
    """Kill the process so many lines and turns of an empty loop after its start (None: never).

    Returns the ids whose embedding began, and whether the last batch was not said to be stored.
    """
    command = [sys.executable, "-m", "tests.contracts.killed_embedder", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process, process.stdout as output:
        said = []
        if lines is not None:
            said = [output.readline() for _ in range(lines)]
            for _ in range(spins):
                pass
            process.send_signal(signal.SIGKILL)
        said += output.readlines()
    whole = [line.split() for line in said if line.endswith("\n")]
    begun = [key for word, *ids in whole if word == "embedding" for key in ids]
    return begun, bool(whole) and whole[-1] != ["stored"]


def kill_often(folder: Path, times: int) -> None:
    chance = random.Random(times)
    documents = 10 * times
    scope = fill(folder, documents)
    begun: Counter[str] = Counter()
    in_flight = 0
    for _ in range(times):
        ids, interrupted = embed_until(folder, chance.randrange(1, 12), chance.randrange(60_000))
        begun.update(ids)
        in_flight += interrupted
        store = SqliteStore(folder)
        assert store.upkeep.problems() == []
        missing = len(store.upkeep.backlog(SMALL.key, limit=10_000))
        assert documents * PER_DOCUMENT - missing in {len(begun), len(begun) - BATCH}
        store.close()
    begun.update(embed_until(folder, None, 0)[0])

    store = SqliteStore(folder)
    assert store.upkeep.problems() == []
    assert store.upkeep.backlog(SMALL.key, limit=1) == []
    with store.reading(scope) as view:
        found = view.nearest(vector_of("Frage", SMALL), SMALL.key, limit=10_000)
    store.close()
    assert len(found.chunk_ids) == len(begun) == documents * PER_DOCUMENT
    assert sum(begun.values()) - len(begun) <= in_flight * BATCH


def test_killed_while_vectors_are_written(tmp_path: Path) -> None:
    kill_often(tmp_path / "data", times=8)


@pytest.mark.long
def test_killed_while_vectors_are_written_at_forty_points(tmp_path: Path) -> None:
    kill_often(tmp_path / "data", times=40)
