"""Vectors of chunks inside a write transaction that is already open."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fundstelle.core.errors import EmbedderUnavailable

STORED = np.dtype("<f2")
KEYS = np.dtype("<i8")
GENERATIONS_KEPT = 512  # a block in memory that is further behind is loaded anew
NORM_TOLERANCE = 1e-3
# Fingerprint.key of a row of vector_sets: one that says something else was damaged.
OWN_KEY = "name || ':' || digest || ':' || size || ':' || prefix"
DAMAGED = "The stored vectors are damaged. `fundstelle rebuild` makes them anew."

TAKE = """
    SELECT v.key, v.vector_set, k.heading, k.header, k.text, v.vector
    FROM chunks k JOIN vectors v ON v.chunk = k.key WHERE k.document = ?
"""
SETS = "SELECT key FROM vector_sets WHERE fingerprint IS NOT NULL ORDER BY key"

Embedded = tuple[int, str, str, str]
"""Vector set, heading, header and text: what decides a vector."""


class Old(NamedTuple):
    """The vectors of a document before its chunks go. gone: their keys."""

    by_text: dict[Embedded, bytes]
    gone: list[int]


def take_vectors(db: sqlite3.Connection, document: int) -> Old:
    """Return the vectors of a document; call before its chunks are deleted, which deletes them."""
    rows = db.execute(TAKE, (document,)).fetchall()
    return Old({row[1:5]: row[5] for row in rows}, [row[0] for row in rows])


def give_vectors(db: sqlite3.Connection, collection: int, document: int, old: Old) -> None:
    """Give new chunks the vectors of old ones with the same text; the others go to the backlog."""
    sets = [key for (key,) in db.execute(SETS)]
    columns = "SELECT key, heading, header, text FROM chunks WHERE document = ? ORDER BY idx"
    kept, missing = [], []
    for chunk, *text in db.execute(columns, (document,)).fetchall() if sets else ():
        for vector_set in sets:
            vector = old.by_text.get((vector_set, *text))
            if vector is None:
                missing.append((vector_set, collection, chunk))
            else:
                kept.append((vector_set, collection, chunk, vector))
    db.executemany(
        "INSERT INTO vector_backlog (vector_set, collection, chunk) VALUES (?, ?, ?)", missing
    )
    add_rows(db, kept)
    if kept or old.gone:
        note_change(db, collection, gone=old.gone)


def add_rows(db: sqlite3.Connection, rows: Sequence[tuple[int, int, int, bytes]]) -> None:
    """Store vectors. rows: vector set, collection, chunk, vector."""
    db.executemany(
        "INSERT INTO vectors (vector_set, collection, chunk, vector) VALUES (?, ?, ?, ?)", rows
    )


def note_change(db: sqlite3.Connection, collection: int, *, gone: Sequence[int]) -> None:
    """Begin a new generation of the collection's vectors. gone: keys of vectors deleted in it."""
    (generation,) = db.execute(
        "UPDATE collections SET vector_generation = vector_generation + 1 WHERE key = ?"
        " RETURNING vector_generation",
        (collection,),
    ).fetchone()
    if gone:
        db.execute(
            "INSERT INTO vector_changes (collection, generation, gone) VALUES (?, ?, ?)",
            (collection, generation, np.array(gone, KEYS).tobytes()),
        )
    db.execute(
        "DELETE FROM vector_changes WHERE collection = ? AND generation <= ?",
        (collection, generation - GENERATIONS_KEPT),
    )


def pack_vectors(vectors: npt.NDArray[np.float32], *, count: int, size: int) -> list[bytes]:
    """Return one blob per vector.

    vectors: [count, size], rows of length 1. Raises ValueError for any other.
    """
    if vectors.shape != (count, size):
        raise ValueError(f"vectors must have the shape {(count, size)}, got {vectors.shape}")
    lengths = np.linalg.norm(vectors.astype(np.float32, copy=False), axis=1)
    if not (np.abs(lengths - 1) <= NORM_TOLERANCE).all():  # also if one is not a number
        raise ValueError("every vector must be finite and have the length 1")
    return [row.tobytes() for row in vectors.astype(STORED)]


def unpack_vectors(blobs: Sequence[bytes], size: int) -> npt.NDArray[np.float32]:
    """Return the vectors of pack_vectors, [blob, number]."""
    return stored(blobs, size).astype(np.float32)


def stored(blobs: Sequence[bytes], size: int) -> npt.NDArray[np.float16]:
    """Return the vectors of pack_vectors as they are, [blob, number].

    Raises ValueError if bytes are missing or numbers are not finite: they were damaged.
    """
    found = np.frombuffer(b"".join(blobs), STORED).reshape(len(blobs), size)
    if not np.isfinite(found).all():
        raise ValueError("a stored vector is not finite")
    return found


@contextmanager
def sound() -> Iterator[None]:
    """Turn what damaged vectors cause into EmbedderUnavailable: the words still answer."""
    try:
        yield
    except ValueError as error:  # bytes of another length
        raise EmbedderUnavailable(DAMAGED) from error


def check_vectors(db: sqlite3.Connection) -> Iterator[str]:
    """Say what is wrong with the vectors, in plain words."""
    (lost,) = db.execute(
        "SELECT count(*) FROM folder f WHERE f.name = 'vector_set' AND NOT EXISTS"
        " (SELECT 1 FROM vector_sets s WHERE s.key = f.value AND s.fingerprint IS NOT NULL)"
    ).fetchone()
    if lost:
        yield "The current set of vectors does not exist. Run `fundstelle rebuild`."
    sets = db.execute("SELECT key, name, size FROM vector_sets WHERE fingerprint IS NOT NULL")
    for key, name, size in sets.fetchall():
        if not _is_complete(db, key):
            yield f"Vectors of {name} and chunks do not match. Run `fundstelle rebuild`."
        rows = db.execute("SELECT vector FROM vectors WHERE vector_set = ?", (key,))
        while blobs := [blob for (blob,) in rows.fetchmany(1000)]:
            if not are_sound(blobs, size):
                yield f"Vectors of {name} are damaged. Run `fundstelle rebuild`."
                break


def _is_complete(db: sqlite3.Connection, vector_set: int) -> bool:
    """Whether each chunk is either embedded or in the backlog, under its own collection."""
    (wrong,) = db.execute(
        "SELECT count(*) FROM chunks k JOIN documents d ON d.key = k.document"
        " LEFT JOIN vectors v ON v.chunk = k.key AND v.vector_set = :set"
        " LEFT JOIN vector_backlog b ON b.chunk = k.key AND b.vector_set = :set"
        " WHERE (v.key IS NULL) = (b.chunk IS NULL)"
        " OR coalesce(v.collection, b.collection) <> d.collection",
        {"set": vector_set},
    ).fetchone()
    return not wrong


def are_sound(blobs: Sequence[bytes], size: int) -> bool:
    """Whether all are vectors of this size, finite and of length 1."""
    if any(len(blob) != size * STORED.itemsize for blob in blobs):
        return False
    with np.errstate(all="ignore"):  # what is not finite is simply not sound
        rows = np.frombuffer(b"".join(blobs), STORED).reshape(-1, size).astype(np.float64)
        lengths = np.sqrt((rows * rows).sum(axis=1))
    return bool((np.abs(lengths - 1) < 2 * NORM_TOLERANCE).all())  # float16 rounds
