"""Candidates of a question from PostgreSQL: chunks found by words, and the counts of words."""

# ruff: noqa: S608 - only our own text is put into statements

from collections.abc import Collection as Several
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.postgres_scope import READABLE, Row, ScopedReader, texts
from fundstelle.adapters.stores.postgres_vocabulary import Vocabulary
from fundstelle.core.ranking import Sought
from fundstelle.ports import Candidates

# Each group is one question to the index of words; a chunk gets its weight once, whichever of its
# words it holds. Equals: the chunk that was stored first.
MATCH = f"""
    SELECT chunk FROM (
      SELECT chunk, row_number() OVER (PARTITION BY collection ORDER BY weight DESC, chunk) AS place
      FROM (
        SELECT w.chunk, w.collection, sum(g.weight ORDER BY g.place) AS weight
        FROM unnest(%(groups)s::text[], %(weights)s::float8[])
          WITH ORDINALITY AS g(words, weight, place)
        JOIN chunk_words w ON w.words && g.words::int[]
        WHERE w.collection {READABLE} AND (%(within)s::text[] IS NULL OR w.chunk IN (
          SELECT k.key FROM chunks k JOIN documents d ON d.key = k.document
          WHERE d.id = ANY(%(within)s::text[])))
        GROUP BY w.chunk, w.collection
      ) AS weighed
    ) AS ranked WHERE place <= %(limit)s
"""
COUNTED = f"""
    SELECT k.id, d.id, w.length, w.words, w.in_text, w.beside
    FROM chunk_words w JOIN chunks k ON k.key = w.chunk JOIN documents d ON d.key = k.document
    WHERE w.collection {READABLE}
"""

Matrix = npt.NDArray[np.uint8]


class WordReader:
    """What one scope's chunks hold, as one transaction sees it."""

    def __init__(self, reader: ScopedReader, vocabulary: Vocabulary) -> None:
        self._reader, self._vocabulary = reader, vocabulary

    def match(
        self,
        seek: Sequence[Sought],
        counted: Sequence[str],
        *,
        limit: int,
        within: Several[str] | None,
    ) -> Candidates:
        """See View.match."""
        sought = {word: place for place, group in enumerate(seek) for word in group.words}
        entries = self._vocabulary.keys({*sought, *counted})
        groups: dict[int, list[int]] = {}
        for key, word in entries:
            if word in sought:
                groups.setdefault(sought[word], []).append(key)
        places = sorted(groups)
        found = self._reader.rows(
            MATCH,
            groups=[f"{{{','.join(map(str, groups[place]))}}}" for place in places],
            weights=[seek[place].weight for place in places],
            within=None if within is None else texts(within),
            limit=limit,
        )
        rows = self._reader.rows(
            f"{COUNTED} AND w.chunk = ANY(%(keys)s::int[]) ORDER BY k.id",
            keys=[key for (key,) in found],
        )
        return _candidates(rows, entries, counted)

    def counts(self, chunk_ids: Several[str], counted: Sequence[str]) -> Candidates:
        """See View.counts."""
        rows = self._reader.rows(
            f"{COUNTED} AND k.id = ANY(%(ids)s::text[]) ORDER BY k.id", ids=texts(chunk_ids)
        )
        return _candidates(rows, self._vocabulary.keys(set(counted)), counted)


def _candidates(
    rows: Sequence[Row], entries: Sequence[tuple[int, str]], counted: Sequence[str]
) -> Candidates:
    """rows: of COUNTED. entries: of at least the counted words."""
    words = sorted(set(counted))
    column = {word: place for place, word in enumerate(words)}
    keys = sorted((key, column[word]) for key, word in entries if word in column)
    text, beside = _matrices(rows, np.array(keys, np.int64).reshape(-1, 2), width=len(words))
    asked = [column[word] for word in counted]  # one may be asked for twice
    return Candidates(
        tuple(row[0] for row in rows),
        tuple(row[1] for row in rows),
        np.array([row[2] for row in rows], np.int32),
        text[:, asked],
        beside[:, asked],
    )


def _matrices(
    rows: Sequence[Row], keys: npt.NDArray[np.int64], *, width: int
) -> tuple[Matrix, Matrix]:
    """Return counts in text and beside, [chunk, word]. keys: [entry, (key, column)], by key."""
    text = np.zeros((len(rows), width), np.uint8)
    beside = np.zeros_like(text)
    if not len(keys) or not rows:
        return text, beside
    held = np.concatenate([np.array(row[3], np.int64) for row in rows])
    owner = np.repeat(np.arange(len(rows)), [len(row[3]) for row in rows])
    place = np.minimum(np.searchsorted(keys[:, 0], held), len(keys) - 1)
    wanted = keys[place, 0] == held
    where = (owner[wanted], keys[place[wanted], 1])
    text[where] = np.frombuffer(b"".join(row[4] for row in rows), np.uint8)[wanted]
    beside[where] = np.frombuffer(b"".join(row[5] for row in rows), np.uint8)[wanted]
    return text, beside
