"""How fast is ingest without vectors? Usage: python -m bench.ingest [SET]...

SET: folders of question sets; without one a generated corpus. Text documents go through the real
use case: reader in its child process, sentences, chunks, words, SQLite. The ruler, in the same run:
the same chunks through a word pattern, PyStemmer and a plain FTS5 table, one transaction per
document, write-ahead log. Each side in a process of its own; CPU of a process and its children.
"""

import contextlib
import json
import re
import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import Stemmer

from bench.material import generated, loaded
from bench.processes import Result, alone, cpu_seconds, peak_mb
from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.questionset import QuestionSet
from fundstelle.services.evaluate import collection_for
from fundstelle.services.ingest import Report

WORD = re.compile(r"\w+")
WARM_UP = generated(5, 1)


def _peak_of_children() -> int:
    """MiB of the largest living child; ru_maxrss would count what it was before it was itself."""
    pids = " ".join(p.read_text() for p in Path("/proc/self/task").glob("*/children")).split()
    found = [0]
    for pid in pids:
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{pid}/status").read_text()
            found += [int(kib) >> 10 for kib in re.findall(r"VmHWM:\s+(\d+)", status)]
    return max(found)


def ours(folder: Path, documents: QuestionSet) -> Result:
    """Ingest into an empty folder."""
    _ingest(folder / "warm", WARM_UP)
    before, then = cpu_seconds(), perf_counter()
    chunks, child_peak = _ingest(folder / "data", documents)
    wall, after = perf_counter() - then, cpu_seconds()
    return {
        "chunks": chunks,
        "parent_cpu_s": round(after[0] - before[0], 2),
        "child_cpu_s": round(after[1] - before[1], 2),
        "wall_s": round(wall, 2),
        "parent_peak_mb": peak_mb(),
        "child_peak_mb": child_peak,
    }


def _ingest(folder: Path, documents: QuestionSet) -> tuple[int, int]:
    """Return chunks, and the peak memory of the reading child in MiB."""
    chunks = peak = 0
    with application(Settings(data=folder)) as app:
        collection = collection_for(app.store)
        use_case, source, report = app.ingest(), app.corpus(documents), Report()
        walk = use_case.walk(source)
        steps = use_case.run(source, walk, collection.id, report, remove=False)
        for number, item in enumerate(steps):
            chunks += item.chunks
            if number % 20 == 0:
                peak = max(peak, _peak_of_children())
    return chunks, peak


def ruler(folder: Path, _: QuestionSet) -> Result:
    """Insert the chunks that `ours` stored, read from there before the clock starts."""
    with application(Settings(data=folder / "data")) as app:
        scope = Scope(frozenset(c.id for c in app.store.upkeep.collections()))
        with app.store.reading(scope) as view:
            texts = [[c.text for c in view.chunks_of(d.id)] for d in view.documents()]
    stems = Stemmer.Stemmer("german").stemWords
    db = sqlite3.connect(folder / "ruler.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("CREATE VIRTUAL TABLE chunks USING fts5 (text)")
    before, then = cpu_seconds(), perf_counter()
    for document in texts:
        rows = [(" ".join(stems(WORD.findall(text.lower()))),) for text in document]
        db.execute("BEGIN")
        db.executemany("INSERT INTO chunks VALUES (?)", rows)
        db.execute("COMMIT")
    wall, after = perf_counter() - then, cpu_seconds()
    db.close()
    return {
        "cpu_s": round(after[0] - before[0], 2),
        "wall_s": round(wall, 2),
        "peak_mb": peak_mb(),
    }


def main() -> None:
    folders = [Path(each) for each in sys.argv[1:]]
    documents = loaded(folders)
    with TemporaryDirectory() as name:
        found = alone(ours, Path(name), documents)
        floor = alone(ruler, Path(name), documents)
    cpu = found["parent_cpu_s"] + found["child_cpu_s"]
    facts = {
        "what": "ingest",
        "sets": [folder.name for folder in folders] or ["generated"],
        "documents": len(documents.documents),
        "characters": sum(len(document.text) for document in documents.documents),
        **found,
        "chunks_per_cpu_s": round(found["chunks"] / cpu),
        "ruler": floor,
        "ruler_to_ours_cpu": round(floor["cpu_s"] / cpu, 3),
        "ruler_to_ours_wall": round(floor["wall_s"] / found["wall_s"], 3),
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
