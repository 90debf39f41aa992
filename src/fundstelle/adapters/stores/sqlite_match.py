"""Candidates of a question: chunks found by words, and how often each word stands in them."""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import json
import sqlite3
from collections.abc import Collection as Several
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.sqlite_pack import COUNTS
from fundstelle.adapters.stores.sqlite_vocabulary import Vocabulary
from fundstelle.adapters.stores.sqlite_words import table
from fundstelle.ports import Candidates

# The plus keeps FTS5 from being asked once per chunk of the documents.
WITHIN = """
      AND +rowid IN (SELECT chunks.key FROM chunks JOIN documents ON documents.key = document
        WHERE documents.id IN (SELECT value FROM json_each(:within))
          AND documents.collection = :collection)
"""
FEW = """
    SELECT chunks.key, chunks.words FROM documents JOIN chunks ON chunks.document = documents.key
    WHERE documents.id IN (SELECT value FROM json_each(:within))
      AND documents.collection = :collection LIMIT :limit
"""
COUNTED = """
    SELECT chunks.id, documents.id, chunks.length, chunks.words
    FROM json_each(:keys) AS found
    JOIN chunks ON chunks.key = found.value JOIN documents ON documents.key = chunks.document
    WHERE documents.collection IN (SELECT value FROM json_each(:readable)) ORDER BY chunks.id
"""


def match(
    db: sqlite3.Connection,
    readable: Sequence[int],
    vocabulary: Vocabulary,
    *,
    seek: Sequence[str],
    counted: Sequence[str],
    limit: int,
    within: Several[str] | None,
) -> Candidates:
    """See View.match. readable: keys of the scope's collections."""
    scope = json.dumps(readable)
    found = vocabulary.among([*seek, *counted])
    sought = set(seek)
    narrowed = None if within is None else json.dumps(sorted(within))
    keys: list[int] = []
    for collection in readable:
        # In order of words, so that rounding in FTS5's sum is the same in every folder.
        ids = [e.id for e in found if e.collection == collection and e.word in sought]
        if ids and limit > 0:
            keys += _candidates(db, collection, ids, limit=limit, within=narrowed)
    rows = db.execute(COUNTED, {"keys": json.dumps(keys), "readable": scope}).fetchall()
    columns: dict[str, list[int]] = {}
    for column, word in enumerate(counted):
        columns.setdefault(word, []).append(column)
    places = [(e.id, column) for e in found for column in columns.get(e.word, ())]
    text, beside = _matrices([row[3] for row in rows], places, width=len(counted))
    return Candidates(
        tuple(row[0] for row in rows),
        tuple(row[1] for row in rows),
        np.array([row[2] for row in rows], np.int32),
        text,
        beside,
    )


def _candidates(
    db: sqlite3.Connection, collection: int, ids: Sequence[int], *, limit: int, within: str | None
) -> list[int]:
    """Return chunk keys. Documents with at most `limit` chunks need no ranking, so no index."""
    if within is not None:
        values = {"collection": collection, "within": within, "limit": limit + 1}
        chunks = db.execute(FEW, values).fetchall()
        if len(chunks) <= limit:
            return _holding(chunks, ids)
    return _find(db, collection, ids, limit=limit, within=within)


def _holding(chunks: Sequence[tuple[int, bytes]], ids: Sequence[int]) -> list[int]:
    """Return the keys of those chunks that hold at least one of the words."""
    words = np.frombuffer(b"".join(blob for _, blob in chunks), COUNTS)["id"]
    rows = np.repeat(np.arange(len(chunks)), [len(blob) // COUNTS.itemsize for _, blob in chunks])
    return [chunks[row][0] for row in np.unique(rows[np.isin(words, ids)])]


def _find(
    db: sqlite3.Connection, collection: int, ids: Sequence[int], *, limit: int, within: str | None
) -> list[int]:
    """Return chunk keys, the best by FTS5's bm25; ties go to the older chunk."""
    name = table(collection)
    statement = (
        f"SELECT rowid FROM {name} WHERE {name} MATCH :ids"
        f" {WITHIN if within is not None else ''} ORDER BY rank, rowid LIMIT :limit"
    )
    values = {
        "ids": " OR ".join(map(str, ids)),
        "limit": limit,
        "within": within,
        "collection": collection,
    }
    return [key for (key,) in db.execute(statement, values)]


def _matrices(
    blobs: Sequence[bytes], places: Iterable[tuple[int, int]], *, width: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return counts in text and beside, [chunk, counted word].

    blobs: one per chunk. places: (vocabulary id, column); a word has one id per collection.
    """
    text = np.zeros((len(blobs), width), np.uint8)
    beside = np.zeros_like(text)
    wanted = np.array(sorted(places), np.int64).reshape(-1, 2)
    if not len(wanted) or not blobs:
        return text, beside
    counts = np.frombuffer(b"".join(blobs), COUNTS)
    rows = np.repeat(np.arange(len(blobs)), [len(blob) // COUNTS.itemsize for blob in blobs])
    ids = counts["id"].astype(np.int64)
    # A counted word may be asked for twice: then its id stands in two columns.
    left = np.searchsorted(wanted[:, 0], ids, side="left")
    here = wanted[np.minimum(left, len(wanted) - 1), 0] == ids
    rows, left, found = rows[here], left[here], counts[here]
    for step in range(int(np.unique(wanted[:, 0], return_counts=True)[1].max())):
        place = np.minimum(left + step, len(wanted) - 1)
        same = wanted[place, 0] == found["id"]
        text[rows[same], wanted[place[same], 1]] = found["text"][same]
        beside[rows[same], wanted[place[same], 1]] = found["beside"][same]
    return text, beside
