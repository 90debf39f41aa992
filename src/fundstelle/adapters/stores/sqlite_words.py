"""The index that finds the chunks of a collection by their words.

The index is one FTS5 table per collection over the numbers of vocabulary entries ("17 17 204"):
its statistics are those of this collection alone, it is dropped with it, and it holds no clear
text that could stay behind in a segment. columnsize=0: without the lengths a question costs half
(measured); chunks are of about equal length anyway, and the final order is not FTS5's.
"""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import sqlite3
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.sqlite_pack import COUNTS

MOST_REPEATS = 4  # of one word in the index: more would hardly change which chunks are candidates

SCATTERED = 0.1  # share of an index outside its largest segment from which it is merged
MOST_SEGMENTS = 8
MERGE_PAGES = 250  # of one step, so that other writers wait for some 20 ms only

Counts = npt.NDArray[np.void]


def table(collection: int) -> str:
    """Name of a collection's index. collection: its integer key, never a word from outside."""
    return f"words_{collection:d}"


def create_index(db: sqlite3.Connection, collection: int) -> None:
    name = table(collection)
    db.execute(
        f"CREATE VIRTUAL TABLE {name} USING fts5"
        "(ids, content = '', columnsize = 0, tokenize = 'ascii')"
    )


def drop_index(db: sqlite3.Connection, collection: int) -> None:
    db.execute(f"DROP TABLE {table(collection)}")


def is_scattered(db: sqlite3.Connection, collection: int) -> bool:
    """Whether merging is worth it: every word of a question is looked up in every segment."""
    statement = f"SELECT count(*) FROM {table(collection)}_idx GROUP BY segid"  # about its pages
    sizes = [size for (size,) in db.execute(statement)]
    outside = sum(sizes) - max(sizes, default=0)
    return outside > SCATTERED * sum(sizes) or len(sizes) > MOST_SEGMENTS


def merge_index(db: sqlite3.Connection, collection: int, *, first: bool) -> bool:
    """Do one step of merging all segments into one; return whether there is more to do.

    first: begin anew (FTS5 then puts all segments into one merge).
    """
    name, before = table(collection), db.total_changes
    pages = -MERGE_PAGES if first else MERGE_PAGES
    db.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('merge', ?)", (pages,))
    return db.total_changes - before > 1  # so FTS5 says whether it did anything


def index_chunks(
    db: sqlite3.Connection, collection: int, rows: Iterable[tuple[int, Counts]]
) -> None:
    """Make chunks findable. rows: chunk key and counts."""
    name = table(collection)
    db.executemany(
        f"INSERT INTO {name} (rowid, ids) VALUES (?, ?)",
        [(key, _tokens(counts)) for key, counts in rows],
    )


def unindex_chunks(
    db: sqlite3.Connection, collection: int, rows: Iterable[tuple[int, Counts]]
) -> None:
    """Undo index_chunks with the same rows: FTS5 must be told again what it holds."""
    name = table(collection)
    db.executemany(
        f"INSERT INTO {name} ({name}, rowid, ids) VALUES ('delete', ?, ?)",
        [(key, _tokens(counts)) for key, counts in rows],
    )


def _tokens(counts: Counts) -> str:
    times = np.minimum(counts["text"].astype(np.int64) + counts["beside"], MOST_REPEATS)
    return " ".join(map(str, np.repeat(counts["id"], times).tolist()))


def stored_counts(blob: bytes) -> Counts:
    """Return the counts of one chunk as index_chunks got them."""
    return np.frombuffer(blob, COUNTS)
