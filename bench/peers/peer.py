"""What all compared systems have in common: documents, interface, the measured embedder."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import thread_time
from typing import Protocol

import numpy as np
import numpy.typing as npt

from bench.peers.traces import CANARY
from fundstelle.adapters.models.bundled.container import installed_weights
from fundstelle.adapters.models.bundled.embedder import BundledEmbedder
from fundstelle.adapters.models.bundled.engine import Engine

Floats = npt.NDArray[np.float32]
LONGEST, OVERLAP = 700, 150  # characters of a chunk where all cut alike: Fundstelle's default
SMALL, LARGE = "small", "large"  # the two tenants
FEW = 8  # one document in so many belongs to the small tenant


@dataclass(frozen=True)
class Document:
    """title: "" where titles are withheld from everyone. tenant: SMALL or LARGE."""

    id: str
    title: str
    text: str
    tenant: str


@dataclass(frozen=True)
class Passage:
    """A found passage: the id and tenant of its document."""

    doc: str
    tenant: str


class Peer(Protocol):
    """One system over one folder. Made fresh or opened again by `opened` of its module."""

    modes: tuple[str, ...]  # the first is what its documentation begins with

    def add(self, documents: Sequence[Document]) -> dict[str, int]:
        """Bring documents in; returns how many chunks each tenant has."""
        ...

    def search(
        self, question: str, mode: str, limit: int, tenant: str | None = None
    ) -> list[Passage]:
        """At most `limit` passages, best first; of one tenant if one is given."""
        ...

    def delete(self, doc: str) -> None:
        """Remove a document by the system's own way."""
        ...

    def close(self) -> None:
        """Make everything durable and let go of it."""
        ...


class _Timed:
    """Engine that counts the CPU time of each text in the thread that computes it."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self._lock = engine, Lock()
        self.cpu, self.texts = 0.0, 0
        self.marked: Floats | None = None

    def vector(self, text: str) -> Floats:
        started = thread_time()
        vector = self._engine.vector(text)
        spent = thread_time() - started
        with self._lock:
            self.cpu, self.texts = self.cpu + spent, self.texts + 1
            if CANARY in text:
                self.marked = vector
        return vector


class Measured(BundledEmbedder):
    """The bundled embedder, with the CPU seconds it spent and the number of its texts."""

    def __init__(self) -> None:
        super().__init__(installed_weights())
        self.engine = _Timed(self._engine)
        self._engine = self.engine  # type: ignore[assignment]

    @property
    def cpu(self) -> float:
        """CPU seconds since the start."""
        return self.engine.cpu


def material(folder: Path, most: int, *, titles: bool) -> tuple[list[Document], list[list[str]]]:
    """Documents and [question, right id, ...] of a set: dev, answerable, evenly picked.

    Ids are neutral numbers, so that no name helps anyone. The last document holds the canary.
    """
    rows = [json.loads(line) for line in (folder / "corpus.jsonl").open(encoding="utf-8")]
    ids = {row["id"]: f"d{place:05}" for place, row in enumerate(rows)}
    documents = [
        Document(
            ids[row["id"]],
            (row.get("title") or "") if titles else "",
            row["text"],
            LARGE if place % FEW else SMALL,
        )
        for place, row in enumerate(rows)
    ]
    canary = f"Inventar\n\n{CANARY} Er steht im Keller und wird nie benutzt."
    documents.append(Document("d99999", "", canary, LARGE))
    questions = []
    for row in map(json.loads, (folder / "queries.jsonl").open(encoding="utf-8")):
        right = row.get("gold_ids") or ([row["doc_id"]] if row.get("doc_id") else [])
        known = right and ids.keys() >= set(right)
        if row["split"] == "dev" and row["answerable"] and known and not row.get("leak_risk"):
            questions.append([row["question"], *(ids[each] for each in right)])
    picked = min(most, len(questions))
    return documents, [questions[place * len(questions) // picked] for place in range(picked)]


def opened(name: str, folder: Path, embedder: Measured, *, alike: bool) -> Peer:
    """Open a system over a folder. alike: cut at LONGEST and OVERLAP, not as it does itself."""
    from importlib import import_module

    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    peer: Peer = import_module(f"bench.peers.{name}_peer").opened(folder, embedder, alike=alike)
    return peer
