"""The part of the door for changes that is about vectors."""

import json
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.sqlite_connection import Writer
from fundstelle.adapters.stores.sqlite_mend import drop_lost_sets, forget_generations, mend_set
from fundstelle.adapters.stores.sqlite_vectors import add_rows, note_change, pack_vectors
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import NotFound, WrongUsage
from fundstelle.core.nearness import Pending, VectorSet

NO_SET = "There is no such set of vectors."
DROP_AT_ONCE = 1000  # vectors per transaction, so that other writers wait for some 20 ms only

# The plus keeps SQLite from sorting the whole backlog; CROSS JOIN from reading all of it.
BACKLOG = """
    SELECT k.id, k.text, k.heading, k.header FROM vector_backlog b CROSS JOIN chunks k
    ON k.key = b.chunk
    WHERE +b.vector_set = (SELECT key FROM vector_sets WHERE fingerprint = ?)
    ORDER BY b.chunk LIMIT ?
"""
WAITING = """
    SELECT k.id, k.text, k.heading, k.header, b.collection, b.chunk
    FROM json_each(:ids) asked CROSS JOIN chunks k ON k.id = asked.value
    CROSS JOIN vector_backlog b ON b.chunk = k.key AND b.vector_set = :set
"""
ALL_SETS = """
    SELECT s.name, s.digest, s.size, s.prefix, s.key = f.value,
      (SELECT count(*) FROM vectors v WHERE v.vector_set = s.key),
      (SELECT count(*) FROM vector_backlog b WHERE b.vector_set = s.key)
    FROM vector_sets s JOIN folder f ON f.name = 'vector_set'
    WHERE s.fingerprint IS NOT NULL ORDER BY s.key <> f.value, s.key
"""
CURRENT = """
    SELECT s.key, s.name, s.digest, s.size, s.prefix FROM folder f
    JOIN vector_sets s ON s.key = f.value WHERE f.name = 'vector_set'
"""


class VectorUpkeep:
    """Sets of vectors, and what is still to be embedded."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def backlog(self, fingerprint_key: str, *, limit: int) -> list[Pending]:
        with self._writer.outside() as db:
            rows = db.execute(BACKLOG, (fingerprint_key, limit)).fetchall()
        return [Pending(*row) for row in rows]

    def add_vectors(
        self,
        fingerprint: Fingerprint,
        embedded: Sequence[Pending],
        vectors: npt.NDArray[np.float32],
    ) -> int:
        """Raises ValueError if the vectors are not sound, NotFound if the set was not begun."""
        packed = pack_vectors(vectors, count=len(embedded), size=fingerprint.size)
        blobs = dict(zip(embedded, packed, strict=True))
        ids = json.dumps(sorted({pending.chunk_id for pending in embedded}))
        with self._writer.writing() as db:
            vector_set = _set_key(db, fingerprint.key)
            waiting = db.execute(WAITING, {"set": vector_set, "ids": ids}).fetchall()
            # Whole Pendings are compared: the chunk may have gone and another have its id now.
            fitting = [
                _Fitting(collection, chunk, blobs[Pending(*text)])
                for *text, collection, chunk in waiting
                if Pending(*text) in blobs
            ]
            fitting.sort()
            _move(db, vector_set, fitting)
        return len(fitting)

    def current_set(self) -> Fingerprint | None:
        with self._writer.outside() as db:
            row = db.execute(CURRENT).fetchone()
        return Fingerprint(*row[1:]) if row else None

    def vector_sets(self) -> list[VectorSet]:
        with self._writer.outside() as db:
            rows = db.execute(ALL_SETS).fetchall()
        return [VectorSet(Fingerprint(*row[:4]), bool(row[4]), *row[5:]) for row in rows]

    def begin_set(self, fingerprint: Fingerprint) -> None:
        """All chunks go to its backlog. Does nothing if the set exists."""
        with self._writer.writing() as db:
            made = db.execute(
                "INSERT INTO vector_sets (fingerprint, name, digest, size, prefix)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING key",
                (
                    fingerprint.key,
                    fingerprint.name,
                    fingerprint.digest,
                    fingerprint.size,
                    fingerprint.prefix,
                ),
            ).fetchone()
            if made:
                db.execute(
                    "INSERT INTO vector_backlog (vector_set, collection, chunk)"
                    " SELECT ?, d.collection, k.key FROM documents d"
                    " JOIN chunks k ON k.document = d.key",
                    made,
                )
                db.execute(  # the first set has no other to stand behind
                    "INSERT OR IGNORE INTO folder (name, value) VALUES ('vector_set', ?)", made
                )

    def switch_set(self, fingerprint_key: str) -> None:
        """Raises NotFound, WrongUsage while a chunk has no vector in the set."""
        with self._writer.writing() as db:
            vector_set = _set_key(db, fingerprint_key)
            (missing,) = db.execute(
                "SELECT count(*) FROM vector_backlog WHERE vector_set = ?", (vector_set,)
            ).fetchone()
            if missing:
                raise WrongUsage(f"{missing} chunks have no vector of the new embedder yet.")
            db.execute("UPDATE folder SET value = ? WHERE name = 'vector_set'", (vector_set,))

    def drop_sets_except(self, fingerprint_key: str) -> None:
        """Raises NotFound, WrongUsage if it is not the current set: that one always stays.

        The other sets are out of sight with the first transaction; their vectors go in steps, and
        what a kill leaves of them goes with the next call.
        """
        with self._writer.writing() as db:
            kept = _set_key(db, fingerprint_key)
            if db.execute(CURRENT).fetchone()[0] != kept:
                raise WrongUsage("The current set of vectors cannot be removed.")
            db.execute("UPDATE vector_sets SET fingerprint = NULL WHERE key <> ?", (kept,))
            db.execute("DELETE FROM vector_backlog WHERE vector_set <> ?", (kept,))
        more = True
        while more:
            with self._writer.writing() as db:
                more = _drop_some(db)

    def mend_vectors(self) -> int:
        """Remove what is not sound, and put every chunk that then lacks a vector into the backlog.

        Returns how many chunks lack one now. Whoever has vectors in memory loads them anew.
        """
        with self._writer.writing() as db:
            drop_lost_sets(db)
            for key, size in db.execute(
                "SELECT key, size FROM vector_sets WHERE fingerprint IS NOT NULL"
            ).fetchall():
                mend_set(db, key, size)
            forget_generations(db)
            (missing,) = db.execute("SELECT count(*) FROM vector_backlog").fetchone()
        return int(missing)


class _Fitting(NamedTuple):
    collection: int
    chunk: int
    blob: bytes


def _move(db: sqlite3.Connection, vector_set: int, fitting: Sequence[_Fitting]) -> None:
    """Store vectors and take their chunks out of the backlog."""
    add_rows(db, [(vector_set, one.collection, one.chunk, one.blob) for one in fitting])
    db.executemany(
        "DELETE FROM vector_backlog WHERE chunk = ? AND vector_set = ?",
        [(one.chunk, vector_set) for one in fitting],
    )
    for collection in sorted({one.collection for one in fitting}):
        note_change(db, collection, gone=())


def _drop_some(db: sqlite3.Connection) -> bool:
    """Remove some vectors of sets out of sight; return whether there may be more."""
    done = db.execute(
        "DELETE FROM vectors WHERE key IN (SELECT v.key FROM vector_sets s"
        " JOIN vectors v ON v.vector_set = s.key WHERE s.fingerprint IS NULL LIMIT ?)",
        (DROP_AT_ONCE,),
    ).rowcount
    if done:
        return True
    db.execute("DELETE FROM vector_sets WHERE fingerprint IS NULL")
    return False


def _set_key(db: sqlite3.Connection, fingerprint_key: str) -> int:
    row = db.execute(
        "SELECT key FROM vector_sets WHERE fingerprint = ?", (fingerprint_key,)
    ).fetchone()
    if row is None:
        raise NotFound(NO_SET)
    return int(row[0])
