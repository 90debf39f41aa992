"""Vectors from the database into memory, and which of them stay there."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from fundstelle.adapters.stores.sqlite_vectors import GENERATIONS_KEPT, KEYS, stored
from fundstelle.adapters.stores.vector_arena import SLAB_BYTES, Arena
from fundstelle.adapters.stores.vector_arena import stored as placed
from fundstelle.adapters.stores.vector_block import LANGUAGES, STRETCH, Block, Piece, Rows

LIMIT_BYTES = 1 << 30
NEVER_LOADED = -1
FILLED = 0.8  # of the limit, at most: the rest lies unused between and behind matrices
SLABS = 8  # at least: memory is given back by slabs

ROWS = """
    SELECT v.key, k.document, k.id, d.id, v.vector, d.language
    FROM vectors v INDEXED BY vectors_by_collection
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
        return self.chunks * self.size * 4


class Blocks:
    """The blocks of one store. Thread safe.

    limit_bytes: of the numbers of all blocks together (names take a tenth more); the least recently
    used go first. A collection that does not fit alone is read from the database for each question.
    """

    def __init__(self, limit_bytes: int = LIMIT_BYTES) -> None:
        self.limit_bytes = limit_bytes
        self._arena = Arena(min(SLAB_BYTES, limit_bytes // SLABS))
        self._blocks: dict[tuple[int, int], _Kept] = {}  # least recently used first
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """What all blocks take now."""
        return self._arena.bytes

    def pieces(self, db: sqlite3.Connection, places: Sequence[Place]) -> Iterator[Piece]:
        """Yield exactly what the transaction of db sees of some collections' vectors."""
        for place, kept in zip(places, self._touched(places), strict=True):
            generation, pieces = kept.newest
            if generation == place.generation:  # most often: no lock for each of 100 collections
                yield from pieces
            elif not self.hold([place]):
                yield from _passing(db, place)
            else:
                yield from self._brought_up(db, place, kept)

    def hold(self, places: Sequence[Place]) -> bool:
        """Whether blocks of all of these may be in memory together."""
        return sum(place.bytes for place in places) <= FILLED * self.limit_bytes

    def _touched(self, places: Sequence[Place]) -> list["_Kept"]:
        """Find or begin the blocks, and make them the last to go."""
        touched = []
        with self._lock:
            for place in places:
                key = (place.collection, place.vector_set)
                kept = self._blocks.pop(key, None) or _Kept(self._arena)
                self._blocks[key] = kept
                touched.append(kept)
        return touched

    def _brought_up(self, db: sqlite3.Connection, place: Place, kept: "_Kept") -> Iterable[Piece]:
        with kept.lock:
            found, loaded = kept.pieces(db, place), kept.loaded
        if loaded:
            self._let_go(db)
        return _passing(db, place) if found is None else found

    def _let_go(self, db: sqlite3.Connection) -> None:
        """Keep to the limit; blocks of collections and sets that no longer exist go too."""
        there = set(db.execute("SELECT c.key, s.key FROM collections c, vector_sets s"))
        with self._lock:
            for key in [key for key in self._blocks if key not in there]:
                del self._blocks[key]
            while self._blocks and self._arena.bytes > self.limit_bytes:
                del self._blocks[next(iter(self._blocks))]


class _Kept:
    """A block with its lock: what one question loads, the others wait for."""

    def __init__(self, arena: Arena) -> None:
        self.lock = Lock()
        self.loaded = False
        """Whether the last call took memory."""
        self.newest: tuple[int, tuple[Piece, ...]] = (NEVER_LOADED, ())
        """Generation and what its readers see; replaced as one, so it may be read without lock."""
        self._arena = arena
        self._block: Block | None = None

    def pieces(self, db: sqlite3.Connection, place: Place) -> tuple[Piece, ...] | None:
        """Load or advance as far as needed; None if the transaction is older than the block."""
        block = self._block
        self.loaded = block is None or place.generation > block.generation
        if block is None or place.generation > block.generation + GENERATIONS_KEPT:
            self._block, self.newest = None, (NEVER_LOADED, ())  # goes before the new one comes
            rows = list(_rows(db, place, self._arena, after=0))
            block = self._block = Block(place.generation, rows, self._arena)
        elif place.generation > block.generation:
            _advance(block, db, place, self._arena)
        if place.generation == block.generation and self.newest[0] != place.generation:
            self.newest = (place.generation, block.pieces(place.generation) or ())
            return self.newest[1]
        return block.pieces(place.generation)


def _advance(block: Block, db: sqlite3.Connection, place: Place, arena: Arena) -> None:
    gone = db.execute(GONE, (place.collection, block.generation)).fetchall()
    keys = np.sort(np.frombuffer(b"".join(row[0] for row in gone), KEYS))
    added = list(_rows(db, place, arena, after=block.last_key))
    block.advance(place.generation, keys, added)


def _passing(db: sqlite3.Connection, place: Place) -> Iterator[Piece]:
    for rows in _rows(db, place, Arena(0), after=0):
        yield Piece(
            placed(rows.matrix), rows.documents, rows.chunk_ids, rows.document_ids, rows.languages
        )


def _rows(db: sqlite3.Connection, place: Place, arena: Arena, *, after: int) -> Iterator[Rows]:
    """Yield vectors with greater keys, at most STRETCH at once."""
    cursor = db.execute(ROWS, (place.vector_set, place.collection, after))
    interned: dict[str, str] = {}  # one text per document, not per chunk
    while rows := list(islice(cursor, STRETCH)):
        named = [(*row[:3], interned.setdefault(row[3], row[3]), *row[4:]) for row in rows]
        yield _packed(named, place.size, arena)


def _packed(rows: list[tuple[Any, ...]], size: int, arena: Arena) -> Rows:
    matrix = arena.matrix(len(rows), size)
    matrix[:] = stored([row[4] for row in rows], size)
    return Rows(
        np.array([row[0] for row in rows], np.int64),
        np.array([row[1] for row in rows], np.int64),
        [row[2] for row in rows],
        [row[3] for row in rows],
        np.array([LANGUAGES.index(row[5]) for row in rows], np.int8),
        matrix,
    )
