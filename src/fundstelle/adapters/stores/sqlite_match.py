"""Candidates of a question: chunks found by words, and how often each word stands in them."""

import json
import sqlite3
from collections.abc import Collection as Several
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.sqlite_pack import COUNTS
from fundstelle.adapters.stores.sqlite_vocabulary import Vocabulary
from fundstelle.adapters.stores.sqlite_words import table
from fundstelle.core.ranking import Sought
from fundstelle.ports import Candidates

REPEATS = 0.1  # share of a group's weight that depends on how often its words stand in a chunk

Keys = npt.NDArray[np.int64]

WITHIN = """
    SELECT chunks.key FROM chunks JOIN documents ON documents.key = document
    WHERE documents.id IN (SELECT value FROM json_each(:within))
      AND documents.collection = :collection
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
    WHERE documents.collection IN (SELECT value FROM json_each(:readable))
"""


def match(
    db: sqlite3.Connection,
    readable: Sequence[int],
    vocabulary: Vocabulary,
    *,
    seek: Sequence[Sought],
    counted: Sequence[str],
    limit: int,
    within: Several[str] | None,
) -> Candidates:
    """See View.match. readable: keys of the scope's collections."""
    scope = json.dumps(readable)
    found = vocabulary.among([*(word for group in seek for word in group.words), *counted])
    narrowed = None if within is None else json.dumps(sorted(within))
    keys: list[int] = []
    for collection in readable:
        ids = {e.word: e.id for e in found if e.collection == collection}
        groups = [
            Group([ids[word] for word in sorted(group.words) if word in ids], group.weight)
            for group in seek
        ]
        groups = [group for group in groups if group.ids]
        if groups and limit > 0:
            keys += _candidates(db, collection, groups, limit=limit, within=narrowed)
    rows = db.execute(COUNTED, {"keys": json.dumps(keys), "readable": scope}).fetchall()
    rows.sort(key=itemgetter(0))  # faster here than in the database, which would move the words
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


class Group(NamedTuple):
    """Sought words as vocabulary ids."""

    ids: list[int]
    weight: float


def _candidates(
    db: sqlite3.Connection,
    collection: int,
    groups: Sequence[Group],
    *,
    limit: int,
    within: str | None,
) -> list[int]:
    """Return chunk keys. Documents with at most `limit` chunks need no ranking, so no index."""
    if within is None:
        return _best(*_weighed(db, collection, groups), limit=limit)
    values = {"collection": collection, "within": within, "limit": limit + 1}
    chunks = db.execute(FEW, values).fetchall()
    if len(chunks) <= limit:
        return _holding(chunks, [key for group in groups for key in group.ids])
    keys, weights = _weighed(db, collection, groups)
    inside = np.isin(keys, [key for (key,) in db.execute(WITHIN, values)])
    return _best(keys[inside], weights[inside], limit=limit)


def _holding(chunks: Sequence[tuple[int, bytes]], ids: Sequence[int]) -> list[int]:
    """Return the keys of those chunks that hold at least one of the words."""
    words = np.frombuffer(b"".join(blob for _, blob in chunks), COUNTS)["id"]
    rows = np.repeat(np.arange(len(chunks)), [len(blob) // COUNTS.itemsize for _, blob in chunks])
    return [chunks[row][0] for row in np.unique(rows[np.isin(words, ids)])]


def _weighed(
    db: sqlite3.Connection, collection: int, groups: Sequence[Group]
) -> tuple[Keys, npt.NDArray[np.float64]]:
    """Return chunk keys and weights, a key once for each group it holds.

    One question to FTS5 per group and not one for all, and its bm25 for the first group only:
    both cost the number of words times the number of chunks (measured: a fifth of the time).
    """
    name = table(collection)
    found = f"FROM {name} WHERE {name} MATCH ?"
    first = f"SELECT group_concat(rowid || ' ' || CAST(rank * -1e6 AS INTEGER), ' ') {found}"
    ranked = _numbers(db, first, groups[0]).reshape(-1, 2)
    more = f"SELECT group_concat(rowid, ' ') {found}"
    keys = [ranked[:, 0], *(_numbers(db, more, group) for group in groups[1:])]
    weights = np.repeat([group.weight for group in groups], [len(each) for each in keys])
    if len(ranked):  # chunks that hold the rarest words more often come first
        ranks = np.maximum(ranked[:, 1], 1)
        weights[: len(ranked)] *= 1 - REPEATS + REPEATS * ranks / ranks.max()
    return np.concatenate(keys), weights


def _numbers(db: sqlite3.Connection, statement: str, group: Group) -> Keys:
    """Run a statement that returns integers as one text: half the time of one row for each."""
    (text,) = db.execute(statement, (_any(group),)).fetchone()
    return np.fromstring(text or "", np.int64, sep=" ")


def _any(group: Group) -> str:
    """The MATCH expression; in order of words, so that rounding is the same in every folder."""
    return " OR ".join(map(str, group.ids))


def _best(keys: Keys, weights: npt.NDArray[np.float64], *, limit: int) -> list[int]:
    """Return the keys of the greatest sums; ties go to the older chunk."""
    if not len(keys):
        return []
    order = np.argsort(keys, kind="stable")  # several ascending runs: stable is also the fastest
    ascending = keys[order]
    starts = np.flatnonzero(np.diff(ascending, prepend=-1))
    sums = np.round(np.add.reduceat(weights[order], starts), 9)
    if len(sums) > limit:
        enough = sums >= np.partition(sums, len(sums) - limit)[len(sums) - limit]
        starts, sums = starts[enough], sums[enough]
    found: list[int] = ascending[starts[np.argsort(-sums, kind="stable")[:limit]]].tolist()
    return found


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
