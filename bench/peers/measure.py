"""One phase of one system, in a process of its own: ingest, ask or delete. Started by run.py.

Prints one JSON object. CPU is that of the process with its ended children; what the embedder spends
is counted inside, per text, in the thread that computes it.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from bench.peers.peer import (
    LARGE,
    SMALL,
    Measured,
    Passage,
    Peer,
    material,
    opened,
)
from bench.peers.traces import CANARY
from bench.processes import cpu_seconds
from fundstelle.core.metrics.retrieval import DEPTH, hit, ndcg

Result = dict[str, Any]
PASSAGES = 30  # asked for, so that ten documents are among them
WARM_UP = 10
FILTERED = 60  # questions asked in each tenant
DEPTHS = (10, 50)


def memory() -> int:
    """Greatest resident megabytes of this process and of its living children, added up."""
    tasks = Path("/proc/self/task").glob("*/children")
    pids = ["self", *(pid for task in tasks for pid in task.read_text().split())]
    status = [Path(f"/proc/{pid}/status").read_text() for pid in pids]
    return round(sum(int(text.split("VmHWM:")[1].split()[0]) for text in status) / 1024)


def cpu() -> float:
    """CPU seconds of this process and of its children that have ended."""
    return sum(cpu_seconds())


def ingest(open_peer: Callable[[], Peer], embedder: Measured, options: Any) -> Result:
    documents, _ = material(options.set, 1, titles=options.titles)
    start = cpu()
    peer = open_peer()
    before, embedded = cpu(), embedder.cpu
    chunks = peer.add(documents)
    peak = memory()
    peer.close()
    spent, own = cpu() - before, embedder.cpu - embedded
    marked = embedder.engine.marked
    if marked is not None:
        np.save(options.folder.with_suffix(".npy"), marked)
    return {
        "documents": len(documents),
        "chunks": sum(chunks.values()),
        "small_tenant_chunks": chunks[SMALL],
        "embedded": embedder.engine.texts - 1,  # one is the embedder's test of itself
        "start_cpu_s": round(before - start, 2),  # imports, and an empty folder opened
        "ingest_cpu_s": round(spent, 2),
        "ingest_embedder_cpu_s": round(own, 2),
        "ingest_rest_cpu_s": round(spent - own, 2),
        "ingest_peak_mb": max(peak, memory()),
    }


def scored(found: list[Passage], right: list[str]) -> tuple[float, float]:
    """Hit@1 and nDCG@10 on documents: the first passage of a document counts."""
    ranking = list(dict.fromkeys(each.doc for each in found))[:DEPTH]
    relevant = [doc in right for doc in ranking]
    return hit(relevant, 1), ndcg(relevant, len(right))


def quality(peer: Peer, mode: str, embedder: Measured, questions: list[list[str]]) -> Result:
    """Scores, and CPU of each question without and with the embedder's part."""
    for question, *_ in questions[:WARM_UP]:
        peer.search(question, mode, PASSAGES)
    scores, whole, part = [], [], []
    for question, *right in questions:
        before, embedded = process_time(), embedder.cpu
        found = peer.search(question, mode, PASSAGES)
        whole.append((process_time() - before) * 1000)
        part.append((embedder.cpu - embedded) * 1000)
        scores.append(scored(found, right))
    rest = [all_of_it - own for all_of_it, own in zip(whole, part, strict=True)]
    hits, gains = zip(*scores, strict=True)
    return {
        "hit_1": round(sum(hits) / len(hits), 3),
        "ndcg_10": round(sum(gains) / len(gains), 3),
        "hits": "".join(str(int(hit)) for hit in hits),  # of each question, to compare pairs
        "question_cpu_ms": round(median(whole), 2),
        "question_embedder_cpu_ms": round(median(part), 2),
        "question_rest_cpu_ms": round(median(rest), 2),
    }


def filtered(peer: Peer, mode: str, questions: list[list[str]], there: int) -> Result:
    """Hits of the other tenant; searches of the small one with fewer hits than asked and there."""
    result: Result = {}
    for depth in DEPTHS:
        foreign = concerned = short = 0
        fewest = possible = min(depth, there)
        for tenant in (SMALL, LARGE):
            for question, *_ in questions:
                found = peer.search(question, mode, depth, tenant)
                others = sum(each.tenant != tenant for each in found)
                foreign, concerned = foreign + others, concerned + bool(others)
                if tenant == SMALL:
                    own = len(found) - others
                    short, fewest = short + (own < possible), min(fewest, own)
        result[f"foreign_hits_{depth}"] = foreign
        result[f"searches_with_foreign_{depth}"] = concerned
        result[f"short_{depth}"], result[f"fewest_own_{depth}"] = short, fewest
        result[f"possible_{depth}"] = possible
    return result


def ask(open_peer: Callable[[], Peer], embedder: Measured, options: Any) -> Result:
    _, questions = material(options.set, options.questions, titles=options.titles)
    before = cpu()
    peer = open_peer()
    peer.search(questions[0][0], peer.modes[0], 1)
    result: Result = {"questions": len(questions), "open_cpu_s": round(cpu() - before, 2)}
    for mode in peer.modes:
        result[mode] = quality(peer, mode, embedder, questions)
    result["ask_peak_mb"] = memory()  # before the filters, which build more indexes in some
    if options.quick:
        return result
    some = questions[:: max(len(questions) // FILTERED, 1)][:FILTERED]
    for mode in peer.modes:
        result[mode] |= filtered(peer, mode, some, options.small)
    return {**result, "filtered_questions": len(some)}


def delete(open_peer: Callable[[], Peer], embedder: Measured, options: Any) -> Result:
    """Delete the canary's document. found: modes that still find it, at once and after a start."""
    del embedder
    peer = open_peer()
    before = cpu()
    getattr(peer, "delete_thoroughly" if options.thoroughly else "delete")("d99999")
    at_once = [mode for mode in peer.modes if _finds(peer, mode)]
    peer.close()
    spent = cpu() - before
    peer = open_peer()
    later = [mode for mode in peer.modes if _finds(peer, mode)]
    return {"delete_cpu_s": round(spent, 2), "found_at_once": at_once, "found_later": later}


def _finds(peer: Peer, mode: str) -> bool:
    return any(each.doc == "d99999" for each in peer.search(CANARY, mode, PASSAGES))


PHASES = {"ingest": ingest, "ask": ask, "delete": delete}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("phase", choices=PHASES)
    parser.add_argument("name")
    parser.add_argument("set", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--alike", action="store_true")
    parser.add_argument("--titles", action="store_true")
    parser.add_argument("--thoroughly", action="store_true")
    parser.add_argument("--small", type=int, default=0, help="Chunks of the small tenant.")
    parser.add_argument("--quick", action="store_true", help="No filters.")
    parser.add_argument("--questions", type=int, default=300)
    options = parser.parse_args()
    embedder = Measured()

    def open_peer() -> Peer:
        return opened(options.name, options.folder, embedder, alike=options.alike)

    print(json.dumps(PHASES[options.phase](open_peer, embedder, options)))


if __name__ == "__main__":
    main()
