"""Chunks nearest to a question: an exact scan over what the scope holds."""

import json
import sqlite3
from collections.abc import Collection as Several
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.sqlite_blocks import Blocks, Place
from fundstelle.adapters.stores.sqlite_vectors import OWN_KEY, sound, unpack_vectors
from fundstelle.adapters.stores.vector_arena import joined
from fundstelle.adapters.stores.vector_block import LANGUAGES, Keys, Matrix, Piece
from fundstelle.core.nearness import Nearest, VectorState, checked_question

SLACK = 1e-5  # error of a float32 product of unit vectors, with room; the exact cosine decides
FEW = 0.25  # share of a piece up to which copying its rows out is faster than scanning all

STATE = """
    SELECT s.fingerprint, (SELECT count(*) FROM vector_backlog b WHERE b.vector_set = s.key
      AND b.collection IN (SELECT value FROM json_each(:readable)))
    FROM folder f JOIN vector_sets s ON s.key = f.value WHERE f.name = 'vector_set'
"""
COSINES = """
    SELECT k.id, v.vector, d.language
    FROM json_each(:ids) asked CROSS JOIN chunks k ON k.id = asked.value
    JOIN documents d ON d.key = k.document
    JOIN vectors v ON v.chunk = k.key AND v.vector_set = :set
    WHERE v.collection IN (SELECT value FROM json_each(:readable))
"""
DOCUMENTS = """
    SELECT key FROM documents WHERE id IN (SELECT value FROM json_each(:within))
      AND collection IN (SELECT value FROM json_each(:readable))
"""
EMBEDDED = """
    SELECT d.id, count(*) FROM documents d JOIN chunks k ON k.document = d.key
    JOIN vectors v ON v.chunk = k.key
      AND v.vector_set = (SELECT value FROM folder WHERE name = 'vector_set')
    WHERE d.collection IN (SELECT value FROM json_each(:readable))
      AND (:ids IS NULL OR d.id IN (SELECT value FROM json_each(:ids)))
    GROUP BY d.id
"""
LEAST = np.finfo(np.float32).min
NOTHING = Nearest((), (), np.empty(0, np.float32))

Scores = npt.NDArray[np.float32]


class Readable(NamedTuple):
    """One collection of the scope, as the transaction sees it."""

    collection: int
    chunks: int
    generation: int


class VectorReader:
    """Vectors of one scope in one read transaction."""

    def __init__(
        self, db: sqlite3.Connection, blocks: Blocks, readable: Sequence[Readable]
    ) -> None:
        self._db, self._blocks, self._scope = db, blocks, readable
        self._readable = json.dumps([one.collection for one in readable])

    def state(self) -> VectorState:
        row = self._db.execute(STATE, {"readable": self._readable}).fetchone()
        return VectorState(*row) if row else VectorState(None, 0)

    def counts(self, document_ids: Several[str] | None) -> dict[str, int]:
        ids = None if document_ids is None else json.dumps(list(document_ids))
        return dict(self._db.execute(EMBEDDED, {"readable": self._readable, "ids": ids}))

    def nearest(
        self,
        vector: Matrix,
        fingerprint_key: str,
        *,
        limit: int,
        within: Several[str] | None,
        raised: Mapping[str, float],
    ) -> Nearest:
        places = self._places(fingerprint_key)
        if not places:
            return NOTHING
        query = checked_question(vector, places[0].size)
        documents = None if within is None else self._documents(within)
        pieces = self._blocks.pieces(self._db, places)
        # What does not fit into memory together must not be held together either.
        passing = not self._blocks.hold(places)
        asked = Asked(query, _table(raised))
        with sound():
            return scan(pieces, asked, limit=limit, documents=documents, passing=passing)

    def cosines(
        self,
        chunk_ids: Sequence[str],
        vector: Matrix,
        fingerprint_key: str,
        raised: Mapping[str, float],
    ) -> Scores:
        cosines = np.full(len(chunk_ids), np.nan, np.float32)
        places = self._places(fingerprint_key)
        if not places:
            return cosines
        query = checked_question(vector, places[0].size)
        values = {"ids": json.dumps(list(set(chunk_ids))), "readable": self._readable}
        rows = self._db.execute(COSINES, values | {"set": places[0].vector_set}).fetchall()
        with sound():
            exact = exact_cosines(unpack_vectors([row[1] for row in rows], places[0].size), query)
        codes = np.array([LANGUAGES.index(row[2]) for row in rows], np.int8)
        found = dict(zip([row[0] for row in rows], exact + _table(raised)[codes], strict=True))
        for place, chunk_id in enumerate(chunk_ids):
            if chunk_id in found:
                cosines[place] = found[chunk_id]
        return cosines

    def _places(self, fingerprint_key: str) -> list[Place]:
        row = self._db.execute(
            f"SELECT key, size FROM vector_sets WHERE fingerprint = ? AND fingerprint = {OWN_KEY}",  # noqa: S608 - our own words
            (fingerprint_key,),
        ).fetchone()
        if row is None:
            return []
        key, size = row
        return [Place(one.collection, key, size, one.chunks, one.generation) for one in self._scope]

    def _documents(self, within: Several[str]) -> Keys:
        values = {"within": json.dumps(list(within)), "readable": self._readable}
        return np.array([key for (key,) in self._db.execute(DOCUMENTS, values)], np.int64)


def _table(raised: Mapping[str, float]) -> Scores:
    """What is added to a cosine, by place in LANGUAGES."""
    return np.array([raised.get(language, 0.0) for language in LANGUAGES], np.float32)


class Asked(NamedTuple):
    """The question's vector, and what is added to cosines by place in LANGUAGES."""

    vector: Matrix
    raised: Scores


def scan(
    pieces: Iterable[Piece],
    query: Asked,
    *,
    limit: int,
    documents: Keys | None = None,
    passing: bool = False,
) -> Nearest:
    """Return the best of all pieces. documents: only these. passing: let go of pieces at once."""
    if limit <= 0:
        return NOTHING
    if documents is not None:
        pieces = (_among(piece, documents) for piece in pieces)
    if passing:
        pieces = (piece.only(_best(_scores([piece], query), limit)) for piece in pieces)
    held = list(pieces)
    return _ordered(_picked(held, _best(_scores(held, query), limit)), query, limit)


def _scores(pieces: Sequence[Piece], query: Asked) -> Scores:
    """Return the raised cosines of all rows of all pieces, about; -inf for what is not alive."""
    scores = np.empty(sum(len(piece.matrix) for piece in pieces), np.float32)
    start = 0
    for matrix in joined(piece.stored for piece in pieces):
        end = start + len(matrix)
        np.dot(matrix, query.vector, out=scores[start:end])  # a new array each would cost 5 %
        start = end
    raises, start = bool(query.raised.any()), 0
    for piece in pieces:
        end = start + len(piece.matrix)
        if raises:
            scores[start:end] += query.raised[piece.languages]
        if piece.alive is not None:
            scores[start:end][~piece.alive] = -np.inf
        start = end
    return scores


def exact_cosines(matrix: Matrix, query: Matrix) -> Scores:
    """Return cosines that are the same bit for bit wherever a vector stands in a block.

    A library's matrix product adds in another order at the end of a block than in its middle.
    """
    products = matrix.astype(np.float64) * query.astype(np.float64)
    return np.asarray(products.sum(axis=1), np.float32)


def _best(scores: Scores, limit: int) -> npt.NDArray[np.intp]:
    """Return the places that may be among the best `limit`, in order of place."""
    least = LEAST
    if limit < len(scores):
        least = np.partition(scores, len(scores) - limit)[len(scores) - limit] - np.float32(SLACK)
    return np.flatnonzero(scores >= max(least, LEAST))  # so what is not alive never comes in


def _among(piece: Piece, documents: Keys) -> Piece:
    inside = np.isin(piece.documents, documents)
    if piece.alive is not None:
        inside &= piece.alive
    rows = np.flatnonzero(inside)
    if len(rows) <= FEW * len(inside):
        return piece.only(rows)
    return replace(piece, alive=inside)


def _picked(held: Sequence[Piece], rows: npt.NDArray[np.intp]) -> list[Piece]:
    """Cut the rows, counted through all pieces, out of their pieces."""
    ends = np.cumsum([len(piece.matrix) for piece in held])
    owners = np.searchsorted(ends, rows, side="right")
    picked = []
    for owner in dict.fromkeys(owners.tolist()):
        own = rows[owners == owner] - (ends[owner] - len(held[owner].matrix))
        picked.append(held[owner].only(own))
    return picked


def _ordered(picked: Sequence[Piece], query: Asked, limit: int) -> Nearest:
    if not picked:
        return NOTHING
    cosines = exact_cosines(np.concatenate([piece.matrix for piece in picked]), query.vector)
    cosines += query.raised[np.concatenate([piece.languages for piece in picked])]
    chunks = [chunk for piece in picked for chunk in piece.chunk_ids]
    documents = [document for piece in picked for document in piece.document_ids]
    order = sorted(range(len(chunks)), key=lambda i: (-cosines[i], chunks[i]))[:limit]
    return Nearest(
        tuple(chunks[i] for i in order),
        tuple(documents[i] for i in order),
        cosines[order],
    )
