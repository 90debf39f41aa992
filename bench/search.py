"""How long do `search` and `ask` take? Usage: python -m bench.search CHUNKS [SET]... [--data DIR]

SET: folders of question sets whose documents are repeated with variations until there are CHUNKS;
without one a generated corpus. Beside it, in the same run: a raw numpy scan of 100,000 x 384
float32 (one thread: product and the best 256), the ruler for every speed here. Each part runs in a
process of its own, so that its peak memory is its own. Times are CPU milliseconds of the process.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter_ns, process_time_ns
from typing import Any

# What some environments set for another processor slows numpy down by half; nothing of it here.
UNSET = [name for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE") if os.environ.pop(name, None)]
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402 - reads the environment when it is loaded

from bench.material import loaded, repeated  # noqa: E402
from bench.processes import Result, alone, peak_mb  # noqa: E402
from fundstelle.bootstrap import application  # noqa: E402
from fundstelle.config import Settings  # noqa: E402
from fundstelle.core.access import Scope  # noqa: E402
from fundstelle.core.questionset import QuestionSet  # noqa: E402
from fundstelle.services.evaluate import collection_for  # noqa: E402
from fundstelle.services.ingest import Report  # noqa: E402

ROWS, WIDTH, BEST = 100_000, 384, 256
WARM_UP = 20


def _timed(calls: Iterator[Callable[[], object]]) -> Result:
    """Run each call once; the first ones warm up and do not count."""
    cpu, wall = [], []
    for call in calls:
        started, then = process_time_ns(), perf_counter_ns()
        call()
        cpu.append((process_time_ns() - started) / 1e6)
        wall.append((perf_counter_ns() - then) / 1e6)
    return {
        "p50_ms": round(float(np.median(cpu[WARM_UP:])), 2),
        "p95_ms": round(float(np.quantile(cpu[WARM_UP:], 0.95)), 2),
        "wall_p50_ms": round(float(np.median(wall[WARM_UP:])), 2),
        "peak_mb": peak_mb(),
    }


def _nearest(block: Any, question: Any) -> object:
    return np.argpartition(block @ question, -BEST)[-BEST:]


def scan() -> Result:
    """The ruler."""
    chance = np.random.default_rng(0)
    block = chance.standard_normal((ROWS, WIDTH), dtype=np.float32)
    questions = chance.standard_normal((220, WIDTH), dtype=np.float32)
    return _timed(partial(_nearest, block, question) for question in questions)


def fill(data: Path, questions: QuestionSet, chunks: int) -> Result:
    """Bring at least so many chunks in, unless they are there already."""
    with application(Settings(data=data)) as app:
        collection = collection_for(app.store)
        scope = Scope(frozenset([collection.id]))
        missing = chunks - _chunks_in(app.store, scope)
        more = repeated(questions.documents)
        while missing > 0:
            batch = tuple(next(more) for _ in range(200))
            source, report = app.corpus(QuestionSet(batch, ())), Report()
            use_case = app.ingest()
            for item in use_case.run(
                source, use_case.walk(source), collection.id, report, remove=False
            ):
                missing -= item.chunks if item.state != "unchanged" else 0
        return {"chunks": _chunks_in(app.store, scope)}


def _chunks_in(store: Any, scope: Scope) -> int:
    with store.reading(scope) as view:
        return int(view.statistics().chunks)


@dataclass(frozen=True)
class Asked:
    """A use case ("search" or "ask") over a data folder."""

    data: Path
    use_case: str
    questions: list[str]

    def __call__(self) -> Result:
        with application(Settings(data=self.data)) as app:
            scope = Scope(frozenset(c.id for c in app.store.upkeep.collections()))
            run: Callable[[str, Scope], object] = getattr(app, self.use_case)()
            return _timed(partial(run, question, scope) for question in self.questions)


def measure(chunks: int, sets: list[Path], data: Path) -> Result:
    questions = loaded(sets)
    texts = [question.question for question in questions.questions]
    texts = (texts * (1 + 220 // len(texts)))[: max(220, min(len(texts), 600))]
    filled = alone(fill, data, questions, chunks)
    before = alone(scan)
    found = {part: alone(Asked(data, part, texts)) for part in ("search", "ask")}
    after = alone(scan)
    ruler = {key: round((before[key] + after[key]) / 2, 2) for key in before}
    return {
        "what": "search",
        "sets": [folder.name for folder in sets] or ["generated"],
        **filled,
        "questions": len(set(texts)),
        "scan": ruler,
        **found,
        "search_p95_to_scan_p50": round(found["search"]["p95_ms"] / ruler["p50_ms"], 2),
        "search_p95_to_scan_p95": round(found["search"]["p95_ms"] / ruler["p95_ms"], 2),
        "ask_p50_to_scan_p50": round(found["ask"]["p50_ms"] / ruler["p50_ms"], 2),
        "openblas": f"one thread, {', '.join(UNSET) or 'nothing'} unset",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chunks", type=int)
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--data", type=Path, help="Keep the index here and use it again.")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        data = options.data or Path(folder)
        print(json.dumps(measure(options.chunks, options.sets, data)))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
