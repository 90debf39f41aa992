"""Vectors of the oracle: dictionaries, one comparison after the other."""

from collections.abc import Collection as Several
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from fundstelle.core.documents import Chunk
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import NotFound, WrongUsage
from fundstelle.core.nearness import Nearest, Pending, VectorState

Vector = npt.NDArray[np.float32]


def pending_of(chunk: Chunk) -> Pending:
    return Pending(chunk.id, chunk.text, chunk.heading, chunk.header)


@dataclass
class Sets:
    """Every set with its vectors by chunk id, as float16 keeps them."""

    fingerprints: dict[str, Fingerprint] = field(default_factory=dict)
    vectors: dict[str, dict[str, Vector]] = field(default_factory=dict)
    current: Fingerprint | None = None

    def begin(self, fingerprint: Fingerprint) -> None:
        self.fingerprints.setdefault(fingerprint.key, fingerprint)
        self.vectors.setdefault(fingerprint.key, {})
        self.current = self.current or fingerprint

    def backlog(self, key: str, chunks: Sequence[Chunk]) -> list[Pending]:
        held = self.vectors.get(key)
        return [] if held is None else [pending_of(c) for c in chunks if c.id not in held]

    def add(
        self,
        fingerprint: Fingerprint,
        embedded: Sequence[Pending],
        vectors: Vector,
        chunks: Sequence[Chunk],
    ) -> int:
        held = self.of(fingerprint.key)
        before, waiting = len(held), set(self.backlog(fingerprint.key, chunks))
        for pending, vector in zip(embedded, vectors, strict=True):
            if pending in waiting:
                held[pending.chunk_id] = vector.astype(np.float16).astype(np.float32)
        return len(held) - before

    def of(self, key: str) -> dict[str, Vector]:
        if key not in self.vectors:
            raise NotFound
        return self.vectors[key]

    def change(self, old: Sequence[Chunk], new: Sequence[Chunk]) -> None:
        """A document got new chunks (or none): those with the same text keep their vectors."""
        for vectors in self.vectors.values():
            gone = {chunk: vectors.pop(chunk.id) for chunk in old if chunk.id in vectors}
            by_text = {(c.text, c.heading, c.header): vector for c, vector in gone.items()}
            for chunk in new:
                if (text := (chunk.text, chunk.heading, chunk.header)) in by_text:
                    vectors[chunk.id] = by_text[text]

    def switch(self, key: str, chunks: Sequence[Chunk]) -> None:
        held = self.of(key)
        if any(chunk.id not in held for chunk in chunks):
            raise WrongUsage
        self.current = self.fingerprints[key]

    def drop_except(self, key: str) -> None:
        kept = self.of(key)
        if self.current != self.fingerprints[key]:
            raise WrongUsage
        self.fingerprints, self.vectors = {key: self.fingerprints[key]}, {key: kept}

    def state(self, chunks: Several[str]) -> VectorState:
        if self.current is None:
            return VectorState(None, 0)
        held = self.vectors[self.current.key]
        return VectorState(self.current.key, sum(key not in held for key in chunks))


def cosine(stored: Vector, asked: Vector) -> np.float32:
    return np.float32((stored.astype(np.float64) * asked.astype(np.float64)).sum())


def nearest(
    vectors: dict[str, Vector],
    owners: dict[str, str],
    asked: Vector,
    n: int,
    lifts: dict[str, float],
) -> Nearest:
    """owners: chunk id -> document id, of all chunks that may be found. lifts: by document id."""
    found = [
        (cosine(vectors[key], asked) + np.float32(lifts[owners[key]]), key)
        for key in owners
        if key in vectors
    ]
    found = sorted(found, key=lambda pair: (-pair[0], pair[1]))[: max(n, 0)]
    return Nearest(
        tuple(key for _, key in found),
        tuple(owners[key] for _, key in found),
        np.array([value for value, _ in found], np.float32),
    )
