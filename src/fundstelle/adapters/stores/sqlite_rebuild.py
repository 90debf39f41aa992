"""Compute the words of a collection again from the stored text."""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import sqlite3
from typing import Any

from fundstelle.adapters.stores.sqlite_pack import pack_counts
from fundstelle.adapters.stores.sqlite_word_log import WordWriter
from fundstelle.adapters.stores.sqlite_words import (
    Counts,
    create_index,
    drop_index,
    index_chunks,
)
from fundstelle.core.chunk_words import words_of_chunk
from fundstelle.core.documents import Chunk
from fundstelle.core.terms import TERMS_FINGERPRINT

BATCH = 500  # chunks: bounds the memory
CHUNKS = """
    SELECT k.key, d.title, d.name, k.id, d.id, '', d.version, k.idx, k.start, k.stop, k.text,
      k.heading, k.header, k.page
    FROM chunks k JOIN documents d ON d.key = k.document
    WHERE d.collection = ? AND k.key > ? ORDER BY k.key LIMIT ?
"""


def words_are_current(db: sqlite3.Connection) -> bool:
    """Whether all words were made by the terms of this program."""
    row = db.execute("SELECT value FROM folder WHERE name = 'terms'").fetchone()
    return row is not None and row[0] == TERMS_FINGERPRINT


def rebuild_collection(db: sqlite3.Connection, key: int, words: WordWriter) -> int:
    """Make the words of one collection anew inside an open transaction; return chunks done."""
    drop_index(db, key)
    create_index(db, key)
    own = "SELECT id FROM vocabulary WHERE collection = ?"
    db.execute(f"DELETE FROM word_chunks WHERE id IN ({own})", (key,))
    db.execute("DELETE FROM vocabulary WHERE collection = ?", (key,))
    db.execute("DELETE FROM word_log WHERE collection = ?", (key,))
    (generation,) = db.execute(
        "SELECT generation FROM collections WHERE key = ?", (key,)
    ).fetchone()
    words.begin(db, key, generation)
    done = last = length = 0
    while rows := db.execute(CHUNKS, (key, last, BATCH)).fetchall():
        length += _rebuild_chunks(db, key, rows, words)
        done, last = done + len(rows), rows[-1][0]
    words.settle(db, key)
    db.execute(
        "UPDATE collections SET generation = generation + 1, words = ? WHERE key = ?", (length, key)
    )
    return done


def _rebuild_chunks(
    db: sqlite3.Connection, key: int, rows: list[tuple[Any, ...]], words: WordWriter
) -> int:
    found = [words_of_chunk(Chunk(*row[3:]), title=row[1], name=row[2]) for row in rows]
    pairs = [(one.text, one.beside) for one in found]
    ids, new = words.ids(db, key, set().union(*(side for pair in pairs for side in pair)))
    counts: list[Counts] = pack_counts(pairs, ids)
    lengths = [sum(text.values()) for text, _ in pairs]
    db.executemany(
        "UPDATE chunks SET words = ?, length = ? WHERE key = ?",
        [
            (one.tobytes(), length, row[0])
            for one, length, row in zip(counts, lengths, rows, strict=True)
        ],
    )
    index_chunks(db, key, [(row[0], one) for row, one in zip(rows, counts, strict=True)])
    words.log(db, key, new=new, added=counts, gone=())
    return sum(lengths)
