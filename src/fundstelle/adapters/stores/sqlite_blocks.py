"""Vectors from the database into memory, and which of them stay there."""

import sqlite3
from collections.abc import Iterator
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from fundstelle.adapters.stores.sqlite_vectors import GENERATIONS_KEPT, KEYS, unpack_vectors
from fundstelle.adapters.stores.vector_block import ROW_BYTES, STRETCH, Block, Keys, Piece, Rows

LIMIT_BYTES = 1 << 30

ROWS = """
    SELECT v.key, k.document, k.id, d.id, v.vector FROM vectors v INDEXED BY vectors_by_collection
    CROSS JOIN chunks k ON k.key = v.chunk CROSS JOIN documents d ON d.key = k.document
    WHERE v.vector_set = ? AND v.collection = ? AND v.key > ? ORDER BY v.key
"""
GONE = "SELECT gone FROM vector_changes WHERE collection = ? AND generation > ?"


class Place(NamedTuple):
    """The vectors of a collection in one set (by keys), as a transaction sees them.

    size: numbers per vector. chunks: at most so many vectors. generation: of the collection.
    """

    collection: int
    vector_set: int
    size: int
    chunks: int
    generation: int

    @property
    def bytes(self) -> int:
        """What a block of it takes, at most."""
        return self.chunks * (4 * self.size + ROW_BYTES)


class Blocks:
    """The blocks of one store. Thread safe.

    limit_bytes: of all blocks together; the least recently used go first. A collection that does
    not fit alone is read from the database for each question.
    """

    def __init__(self, limit_bytes: int = LIMIT_BYTES) -> None:
        self.limit_bytes = limit_bytes
        self._blocks: dict[tuple[int, int], _Kept] = {}  # least recently used first
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """What all blocks take now."""
        with self._lock:
            return sum(kept.bytes for kept in self._blocks.values())

    def pieces(self, db: sqlite3.Connection, place: Place) -> Iterator[Piece]:
        """Yield exactly what the transaction of db sees of a collection's vectors."""
        if place.bytes > self.limit_bytes:
            yield from _passing(db, place)
            return
        key = (place.collection, place.vector_set)
        with self._lock:
            kept = self._blocks.pop(key, None) or _Kept()
            self._blocks[key] = kept
        with kept.lock:
            before = kept.bytes
            found = kept.pieces(db, place)
        if kept.bytes != before:
            self._let_go(db)
        yield from _passing(db, place) if found is None else found

    def _let_go(self, db: sqlite3.Connection) -> None:
        """Keep to the limit; blocks of collections and sets that no longer exist go too."""
        there = set(db.execute("SELECT c.key, s.key FROM collections c, vector_sets s"))
        with self._lock:
            for key in [key for key in self._blocks if key not in there]:
                del self._blocks[key]
            total = sum(kept.bytes for kept in self._blocks.values())
            while total > self.limit_bytes:
                oldest = next(iter(self._blocks))
                total -= self._blocks.pop(oldest).bytes


class _Kept:
    """A block with its lock: what one question loads, the others wait for."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.bytes = 0
        self._block: Block | None = None

    def pieces(self, db: sqlite3.Connection, place: Place) -> tuple[Piece, ...] | None:
        """Load or advance as far as needed; None if the transaction is older than the block."""
        block = self._block
        if block is None or place.generation > block.generation + GENERATIONS_KEPT:
            self._block = None  # the old one goes before the new one comes
            block = Block(place.generation, list(_rows(db, place, after=0)))
            self._block, self.bytes = block, block.bytes
        elif place.generation > block.generation:
            _advance(block, db, place)
            self.bytes = block.bytes
        return block.pieces(place.generation)


def _advance(block: Block, db: sqlite3.Connection, place: Place) -> None:
    gone = db.execute(GONE, (place.collection, block.generation)).fetchall()
    keys = np.sort(np.frombuffer(b"".join(row[0] for row in gone), KEYS))
    added = list(_rows(db, place, after=block.last_key))
    for part in added or [_packed([], place.size)]:
        block.advance(place.generation, keys, part)


def _passing(db: sqlite3.Connection, place: Place) -> Iterator[Piece]:
    for rows in _rows(db, place, after=0):
        yield Piece(rows.matrix, rows.documents, rows.chunk_ids, rows.document_ids)


def _rows(db: sqlite3.Connection, place: Place, *, after: int) -> Iterator[Rows]:
    """Yield vectors with greater keys, at most STRETCH at once."""
    cursor = db.execute(ROWS, (place.vector_set, place.collection, after))
    interned: dict[str, str] = {}  # one text per document, not per chunk
    while rows := list(islice(cursor, STRETCH)):
        yield _packed(
            [(*row[:3], interned.setdefault(row[3], row[3]), row[4]) for row in rows], place.size
        )


def _packed(rows: list[tuple[Any, ...]], size: int) -> Rows:
    keys: Keys = np.array([row[0] for row in rows], np.int64)
    documents: Keys = np.array([row[1] for row in rows], np.int64)
    ids, names = [row[2] for row in rows], [row[3] for row in rows]
    return Rows(keys, documents, ids, names, unpack_vectors([row[4] for row in rows], size))
