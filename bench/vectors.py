"""How fast is the search by meaning, and is it exact? Usage: see below; prints one JSON line.

python bench/vectors.py [--chunks 100000] [--size 384] [--limit 10] [--data FOLDER]

Makes vectors (topics with noise), stores them through the store's own door in 100 collections of
equal size and one more data folder with all of them in one collection, then asks 100 questions at
100, 50, 10 and 1 % rights. `ratio`: CPU time against a raw float32 numpy product with argpartition
over ALL vectors, in the same run, one thread. `recall`: share of the exact scan's chunks found.
`cold_open_s`: CPU time of the first question of a fresh process. With --chunks 500000 memory is
what matters (`peak_mib`, of the asking process).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # must be set before numpy is loaded

import numpy as np  # noqa: E402
import numpy.typing as npt  # noqa: E402

from fundstelle.adapters.stores.sqlite import SqliteStore  # noqa: E402
from fundstelle.core.access import Scope  # noqa: E402
from fundstelle.core.documents import (  # noqa: E402
    Block,
    BlockKind,
    Chunk,
    ChunkWords,
    Prepared,
    Reading,
    Sentence,
)
from fundstelle.core.embedding import Fingerprint  # noqa: E402

Matrix = npt.NDArray[np.float32]

COLLECTIONS = 100
PER_DOCUMENT = 20
QUESTIONS = 100
RIGHTS = (100, 50, 10, 1)
SENTENCE = "Der Antrag ist vor Beginn der Arbeit schriftlich bei der Leitung zu stellen. "


def vectors(count: int, size: int, seed: int) -> Matrix:
    """Unit vectors around topics, as float16 keeps them."""
    chance = np.random.default_rng(seed)
    topics = np.random.default_rng(1).normal(size=(200, size)).astype(np.float32)
    made = np.empty((count, size), np.float32)
    for start in range(0, count, 20_000):
        end = min(start + 20_000, count)
        noise = chance.normal(size=(end - start, size)).astype(np.float32)
        part = topics[chance.integers(200, size=end - start)] + noise
        made[start:end] = part / np.linalg.norm(part, axis=1, keepdims=True)
        made[start:end] = made[start:end].astype(np.float16)
    return made


def document(collection_id: str, number: int, version: int = 1) -> Prepared:
    """A document of PER_DOCUMENT chunks of about 700 characters."""
    key = f"{number:032x}"
    parts = [f"Abschnitt {number} {index}. {SENTENCE * 9}" for index in range(PER_DOCUMENT)]
    text = "\n\n".join(parts)
    chunks, at = [], 0
    for index, part in enumerate(parts):
        end = at + len(part)
        sentences = tuple(
            Sentence(at + 20 * n, at + 20 * n + 20, BlockKind.PARAGRAPH) for n in range(9)
        )
        chunk_id = f"{(number * 31 + version) * 100 + index:032x}"
        chunks.append(
            Chunk(chunk_id, key, collection_id, version, index, at, end, part, sentences=sentences)
        )
        at = end + 2
    words = {f"w{n}": 1 for n in range(80)}  # few words: their index is not measured here
    return Prepared(
        key,
        collection_id,
        f"/{number}",
        f"{number}.md",
        f"{number}",
        "bench",
        "2026-11-30T12:00:00Z",
        "de",
        Reading(text, "txt", "", (Block(BlockKind.PARAGRAPH, 0, len(text)),)),
        (),
        tuple(chunks),
        tuple(ChunkWords(words, {}) for _ in chunks),
    )


def fingerprint(size: int) -> Fingerprint:
    return Fingerprint("bench", "00", size, "")


def fill(folder: Path, made: Matrix, collections: int) -> float:
    """Store documents and vectors in order; return vectors per second of CPU time."""
    store = SqliteStore(folder)
    mark = fingerprint(made.shape[1])
    store.upkeep.begin_set(mark)
    ids = [store.upkeep.add_collection(f"Bereich {n:03}").id for n in range(collections)]
    documents = len(made) // PER_DOCUMENT
    for number in range(documents):
        store.upkeep.replace(document(ids[number * collections // documents], number))
    spent, at = time.process_time(), 0
    while pending := store.upkeep.backlog(mark.key, limit=1000):
        at += store.upkeep.add_vectors(mark, pending, made[at : at + len(pending)])
    spent = time.process_time() - spent
    store.upkeep.optimize()
    store.close()
    return len(made) / spent


def timed(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start


def raw(made: Matrix, query: Matrix, limit: int) -> npt.NDArray[np.intp]:
    scores = made @ query
    return np.argpartition(scores, len(scores) - limit)[len(scores) - limit :]


def found(ours: Matrix, every: Matrix) -> int:
    """How many of ours are among the best; float16 keeps equals apart, sums do not."""
    return int((ours >= np.sort(every)[-len(ours)] - 1e-6).sum())


def ask(folder: Path, made: Matrix, limit: int) -> Iterator[tuple[int, float, float, float]]:
    """Yield per right: percent, ratio, median milliseconds, recall."""
    store = SqliteStore(folder)
    mark = fingerprint(made.shape[1])
    ids = [c.id for c in store.upkeep.collections()]
    queries = vectors(QUESTIONS, made.shape[1], seed=3)
    for percent in RIGHTS if len(ids) > 1 else (100,):
        readable = max(1, len(ids) * percent // 100)
        scope = Scope(frozenset(ids[:readable]))
        visible = made[: len(made) * readable // len(ids)]
        with store.reading(scope) as view:
            nearest = partial(view.nearest, fingerprint_key=mark.key, limit=limit)
            nearest(queries[0])  # loads what is not in memory yet
            ours = median(timed(partial(nearest, query)) for query in queries)
            theirs = median(timed(partial(raw, made, query, limit)) for query in queries)
            recall = sum(found(nearest(query).cosines, visible @ query) for query in queries)
        yield percent, ours / theirs, 1000 * ours, recall / (QUESTIONS * limit)
    store.close()


def replacing(folder: Path, made: Matrix) -> float:
    """CPU milliseconds that the first question after a replaced document costs more."""
    store = SqliteStore(folder)
    mark = fingerprint(made.shape[1])
    (collection,) = store.upkeep.collections()
    scope = Scope(frozenset({collection.id}))
    more = []
    for version in range(2, 22):
        store.upkeep.replace(document(collection.id, 7, version))
        spent = []
        for _ in range(2):
            with store.reading(scope) as view:
                spent.append(timed(partial(view.nearest, made[0], mark.key, limit=10)))
        more.append(spent[0] - spent[1])
    store.close()
    return 1000 * median(more[1:])


def first_question(folder: Path, size: int) -> None:
    """The part that runs in a process of its own: CPU seconds of opening, loading and asking."""
    before = time.process_time()
    store = SqliteStore(folder)
    scope = Scope(frozenset(c.id for c in store.upkeep.collections()))
    query = vectors(1, size, seed=3)[0]
    with store.reading(scope) as view:
        hits = view.nearest(query, fingerprint(size).key, limit=10)
    assert len(hits.chunk_ids) == 10
    spent = time.process_time() - before
    peak = _peak_mib()
    store.close()
    print(json.dumps([spent, peak]))


def _peak_mib() -> float:
    """Of this process alone: ru_maxrss would be at least what the parent had."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def cold(folder: Path, size: int) -> tuple[float, float]:
    command = [sys.executable, __file__, "--first-question", "--data", str(folder)]
    done = subprocess.run(
        [*command, "--size", str(size)], stdout=subprocess.PIPE, check=True, text=True
    )
    spent, peak = json.loads(done.stdout)
    return spent, peak


def measure(folder: Path, count: int, size: int, limit: int) -> dict[str, Any]:
    made = vectors(count, size, seed=2)
    rate = fill(folder / "many", made, COLLECTIONS)
    fill(folder / "one", made, 1)
    many, one = list(ask(folder / "many", made, limit)), list(ask(folder / "one", made, limit))
    opened = {name: cold(folder / name, size) for name in ("many", "one")}
    return {
        "what": "vectors",
        "chunks": count,
        "size": size,
        "limit": limit,
        "ratio": {percent: round(ratio, 3) for percent, ratio, _, _ in many},
        "ratio_one_collection": round(one[0][1], 3),
        "ms": {percent: round(ms, 2) for percent, _, ms, _ in many},
        "recall": {percent: recall for percent, _, _, recall in [*many, *one]},
        "replace_costs_ms": round(replacing(folder / "one", made), 2),
        "cold_open_s": {name: round(spent, 2) for name, (spent, _) in opened.items()},
        "peak_mib": {name: round(peak) for name, (_, peak) in opened.items()},
        "vectors_written_per_s": round(rate),
        "file_mib": round((folder / "many" / "fundstelle.db").stat().st_size / (1 << 20)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--size", type=int, default=384)
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--first-question", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.first_question:
        first_question(given.data, given.size)
        return
    with tempfile.TemporaryDirectory(dir=given.data) as folder:
        print(json.dumps(measure(Path(folder), given.chunks, given.size, given.limit)))


if __name__ == "__main__":
    main()
