"""Chunks nearest to a question, from PostgreSQL: an exact scan over what the scope holds."""

# ruff: noqa: S608 - only our own text is put into statements

from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.postgres_scope import READABLE, ScopedReader, StoredSet, texts
from fundstelle.core.nearness import Nearest, VectorState, checked_question

# The stored halfvec is widened and not the question narrowed: halfvec has no product with float32,
# and a question in float16 would move a cosine by up to 2e-4.
COSINES = f"""
    SELECT v.chunk_id, d.id,
      (-(v.embedding::vector <#> %(vector)s::real[]::vector))::real + coalesce(r.lift, 0) AS cosine
    FROM vectors v JOIN documents d ON d.key = v.document
    LEFT JOIN unnest(%(languages)s::text[], %(lifts)s::real[]) AS r(language, lift)
      ON r.language = d.language
    WHERE v.collection {READABLE} AND v.vector_set = %(set)s
"""
MISSING = f"""
    SELECT count(*) FROM chunks k JOIN documents d ON d.key = k.document
    WHERE d.collection {READABLE} AND NOT EXISTS
      (SELECT 1 FROM vectors v WHERE v.vector_set = %(set)s AND v.chunk_id = k.id)
"""
EMBEDDED = f"""
    SELECT d.id, count(*) FROM vectors v JOIN documents d ON d.key = v.document
    WHERE v.collection {READABLE} AND v.vector_set = %(set)s
      AND (%(ids)s::text[] IS NULL OR d.id = ANY(%(ids)s::text[]))
    GROUP BY d.id ORDER BY d.id
"""
NOTHING = Nearest((), (), np.empty(0, np.float32))

Vector = npt.NDArray[np.float32]


class VectorReader:
    """Vectors of one scope in one read transaction."""

    def __init__(self, reader: ScopedReader) -> None:
        self._reader = reader

    def state(self) -> VectorState:
        current = self._current()
        if current is None:
            return VectorState(None, 0)
        ((missing,),) = self._reader.rows(MISSING, set=current.key)
        return VectorState(current.fingerprint, missing)

    def counts(self, document_ids: Several[str] | None) -> dict[str, int]:
        current = self._current()
        if current is None:
            return {}
        ids = None if document_ids is None else texts(document_ids)
        return dict(self._reader.rows(EMBEDDED, set=current.key, ids=ids))

    def nearest(
        self,
        vector: Vector,
        fingerprint_key: str,
        *,
        limit: int,
        within: Several[str] | None,
        raised: Mapping[str, float],
    ) -> Nearest:
        asked = self._asked(vector, fingerprint_key, raised)
        if asked is None:
            return NOTHING
        among = "AND (%(within)s::text[] IS NULL OR d.id = ANY(%(within)s::text[]))"
        rows = self._reader.rows(
            f"{COSINES} {among} ORDER BY cosine DESC, v.chunk_id LIMIT %(limit)s",
            **asked,
            within=None if within is None else texts(within),
            limit=max(limit, 0),
        )
        return Nearest(
            tuple(row[0] for row in rows),
            tuple(row[1] for row in rows),
            np.array([row[2] for row in rows], np.float32),
        )

    def cosines(
        self,
        chunk_ids: Sequence[str],
        vector: Vector,
        fingerprint_key: str,
        raised: Mapping[str, float],
    ) -> Vector:
        asked = self._asked(vector, fingerprint_key, raised)
        if asked is None:
            return np.full(len(chunk_ids), np.nan, np.float32)
        among = "AND v.chunk_id = ANY(%(ids)s::text[])"
        rows = self._reader.rows(f"{COSINES} {among}", **asked, ids=texts(chunk_ids))
        found = {chunk_id: cosine for chunk_id, _, cosine in rows}
        return np.array([found.get(chunk_id, np.nan) for chunk_id in chunk_ids], np.float32)

    def _asked(
        self, vector: Vector, fingerprint_key: str, raised: Mapping[str, float]
    ) -> dict[str, object] | None:
        """Return the values that COSINES needs; None if there is no such set."""
        held = [one for one in self._reader.sets() if one.fingerprint == fingerprint_key]
        if not held:
            return None
        return {
            "vector": checked_question(vector, held[0].size).tolist(),
            "set": held[0].key,
            "languages": list(raised),
            "lifts": list(raised.values()),
        }

    def _current(self) -> StoredSet | None:
        return next((one for one in self._reader.sets() if one.is_current), None)
