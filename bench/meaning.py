"""What does meaning cost? Usage: python -m bench.meaning SET [--chunks 2000] [--data FOLDER]

Ingest: the set's documents (as text files, until there are so many chunks) through the command
line's use case until they are searchable by meaning; the ruler, in the same run: the bare embedder
over the same texts. Each side in a process of its own; CPU of a process and its children.

Ask: `ask` over the same folder without a chat model; the ruler: the question's vector, those of the
dozen sentences that `ask` looked at, and a raw numpy scan over the same vectors, question by
question in turns, so that a busy machine slows both alike. Sentences asked before are remembered by
both or by none: every question here is new to its process.
"""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time_ns

for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # must be set before numpy is loaded

import numpy as np  # noqa: E402

from bench.material import loaded, repeated  # noqa: E402
from bench.processes import Result, alone, cpu_seconds, peak_mb  # noqa: E402
from fundstelle.bootstrap import Application, application  # noqa: E402
from fundstelle.config import Settings  # noqa: E402
from fundstelle.core.access import Scope  # noqa: E402
from fundstelle.core.nearness import Pending  # noqa: E402
from fundstelle.core.questions import read_question  # noqa: E402
from fundstelle.services.embed import embedded_text  # noqa: E402
from fundstelle.services.ingest import Report  # noqa: E402

CHARS_PER_CHUNK = 600  # about; decides only where writing files stops
WARM_UP = 10
BEST = 256


def write(folder: Path, sets: list[Path], chunks: int) -> int:
    """Documents as files; returns how many."""
    folder.mkdir()
    chars = 0
    for number, document in enumerate(repeated(loaded(sets).documents)):
        (folder / f"{number:05}.txt").write_text(
            f"{document.title}\n\n{document.text}", encoding="utf-8"
        )
        chars += len(document.text)
        if chars > chunks * CHARS_PER_CHUNK:
            return number + 1
    raise AssertionError("repeated() does not end")


def scope_of(app: Application) -> Scope:
    return Scope(frozenset(c.id for c in app.store.upkeep.collections()))


def ingest(files: Path, data: Path) -> Result:
    """From files to searchable by meaning."""
    before, then = sum(cpu_seconds()), perf_counter()
    with application(Settings(data=data)) as app:
        use_case, source = app.ingest(), app.files([files])
        walk = use_case.walk(source)
        target = app.library().collection("Bench")
        report = Report()
        for _ in use_case.run(source, walk, target.id, report, remove=False):
            pass
        words = perf_counter() - then
        if embed := app.embed():
            list(embed(report))
    wall, cpu = perf_counter() - then, sum(cpu_seconds()) - before
    with application(Settings(data=data)) as app, app.store.reading(scope_of(app)) as view:
        size, missing = view.statistics(), view.vectors().missing
    return {
        "documents": size.documents,
        "chunks": size.chunks,
        "without_vector": missing,
        "words_wall_s": round(words, 1),
        "wall_s": round(wall, 1),
        "cpu_s": round(cpu, 1),
        "peak_mb": peak_mb(),
    }


def bare(data: Path) -> Result:
    """The embedder alone over the same texts, read before the clock starts."""
    with application(Settings(data=data)) as app:
        with app.store.reading(scope_of(app)) as view:
            chunks = [c for d in view.documents() for c in view.chunks_of(d.id)]
        texts = [embedded_text(Pending(c.id, c.text, c.heading, c.header)) for c in chunks]
        before, then = sum(cpu_seconds()), perf_counter()
        embedder = app.engines.choose(app.settings.embedder).embedder
        vectors = embedder.passages(texts)
    return {
        "chunks": len(vectors),
        "cpu_s": round(sum(cpu_seconds()) - before, 1),
        "wall_s": round(perf_counter() - then, 1),
        "peak_mb": peak_mb(),
    }


def ask(data: Path, questions: list[str]) -> Result:
    """CPU milliseconds of `ask` and of its ruler, in turns."""
    ours, floor, parts = [], [], []
    with application(Settings(data=data)) as app:
        scope, use_case = scope_of(app), app.ask()
        embedder = app.engines.choose(app.settings.embedder).embedder
        with app.store.reading(scope) as view:
            chance = np.random.default_rng(0)
            block = chance.standard_normal((view.statistics().chunks, 384), dtype=np.float32)
        for question in questions:
            started = process_time_ns()
            use_case(question, scope)
            ours.append(process_time_ns() - started)
            with app.store.reading(scope) as view:
                seen = use_case.weigh(view, read_question(question))
            near = [r.sentence.citation.quote for r in seen.rated if r.near is not None]
            started = process_time_ns()
            vector = embedder.questions([question])[0]
            embedded = process_time_ns()
            embedder.passages(near)
            sentences = process_time_ns()
            np.argpartition(block @ vector, -min(BEST, len(block)))
            scanned = process_time_ns()
            floor.append(scanned - started)
            parts.append((embedded - started, sentences - embedded, scanned - sentences))
    stage = np.median(np.array(parts[WARM_UP:]), axis=0) / 1e6
    return {
        "questions": len(questions) - WARM_UP,
        "ask_p50_ms": round(float(np.median(ours[WARM_UP:])) / 1e6, 2),
        "ask_p95_ms": round(float(np.quantile(ours[WARM_UP:], 0.95)) / 1e6, 2),
        "ruler_p50_ms": round(float(np.median(floor[WARM_UP:])) / 1e6, 2),
        "ruler_question_sentences_scan_ms": [round(float(each), 2) for each in stage],
        "ask_to_ruler": round(float(np.median(np.array(ours[WARM_UP:]) / floor[WARM_UP:])), 2),
        "peak_mb": peak_mb(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--chunks", type=int, default=2000)
    parser.add_argument("--data", type=Path, help="Keep the index here.")
    options = parser.parse_args()
    questions = [q.question for q in loaded(options.sets).questions][:160]
    with TemporaryDirectory() as folder:
        files, data = Path(folder) / "files", options.data or Path(folder) / "data"
        write(files, options.sets, options.chunks)
        found = alone(ingest, files, data)
        shutil.rmtree(files)
        ruler = alone(bare, data)
        asked = alone(ask, data, questions)
    facts = {
        "what": "meaning",
        "sets": [each.name for each in options.sets] or ["generated"],
        "ingest": found,
        "bare_embedder": ruler,
        "ingest_rate_to_bare_cpu": round(ruler["cpu_s"] / found["cpu_s"], 3),
        "ask": asked,
    }
    print(json.dumps(facts))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
