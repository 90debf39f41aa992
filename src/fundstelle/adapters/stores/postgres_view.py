"""Reading for people from PostgreSQL: every statement names the collections of the scope."""

# ruff: noqa: S608 - only our own text is put into statements

from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.postgres_match import WordReader
from fundstelle.adapters.stores.postgres_nearest import VectorReader
from fundstelle.adapters.stores.postgres_scope import READABLE, Row, ScopedReader, texts
from fundstelle.adapters.stores.postgres_vocabulary import Vocabulary
from fundstelle.adapters.stores.version_pack import unpack_boxes, unpack_sentences, unpack_version
from fundstelle.core.access import Collection
from fundstelle.core.documents import Chunk, Document, PageBoxes, Version, VersionText
from fundstelle.core.nearness import NOT_RAISED, Nearest, VectorState
from fundstelle.core.ranking import Sought
from fundstelle.ports import Candidates, Statistics

STATISTICS = f"""
    SELECT count(*), coalesce(sum(chunks), 0)::bigint, coalesce(sum(words), 0)::bigint
    FROM documents WHERE collection {READABLE}
"""
DOCUMENTS = f"""
    SELECT d.id, c.id, c.name, d.source_uri, d.name, d.title, d.version, d.content_hash,
      d.imported_at, d.document_type, d.language, d.pages, d.chunks, d.source_url, d.original_path
    FROM documents d JOIN collections c ON c.key = d.collection
    WHERE d.collection {READABLE} AND (%(ids)s::text[] IS NULL OR d.id = ANY(%(ids)s::text[]))
    ORDER BY c.name, d.name, d.id
"""
CHUNKS = f"""
    SELECT k.id, d.id, c.id, d.version, k.idx, k.start, k.stop, k.text, k.heading, k.header, k.page,
      k.sentences
    FROM chunks k JOIN documents d ON d.key = k.document JOIN collections c ON c.key = d.collection
    WHERE d.collection {READABLE}
"""
OF_DOCUMENT = f"""
    FROM versions v JOIN documents d ON d.key = v.document
    WHERE d.collection {READABLE} AND d.id = ANY(%(ids)s::text[])
"""
BOXES = f"""
    SELECT b.page, b.width, b.height, b.boxes FROM page_boxes b
    WHERE b.page = %(page)s::bigint
      AND b.version = (SELECT v.key {OF_DOCUMENT} AND v.number = %(number)s::bigint)
"""


class PostgresView:
    """View over one open read transaction. Useless once the transaction is over."""

    def __init__(self, reader: ScopedReader) -> None:
        self._reader = reader
        self._vocabulary = Vocabulary(reader)
        self._words = WordReader(reader, self._vocabulary)
        self._vectors = VectorReader(reader)

    def collections(self) -> tuple[Collection, ...]:
        return self._reader.collections

    def statistics(self) -> Statistics:
        (row,) = self._reader.rows(STATISTICS)
        return Statistics(*row)

    def holding(self, words: Several[str]) -> dict[str, int]:
        return self._vocabulary.holding(words)

    def inflections(self, stems: Several[str], language: str) -> dict[str, list[tuple[str, int]]]:
        return self._vocabulary.inflections(stems, language)

    def known_stems(self, stems: Several[str], language: str) -> set[str]:
        return self._vocabulary.known_stems(stems, language)

    def words_starting(
        self, prefix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        return self._vocabulary.starting(prefix, limit, chars)

    def words_ending(
        self, suffix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        return self._vocabulary.ending(suffix, limit, chars)

    def match(
        self,
        seek: Sequence[Sought],
        counted: Sequence[str],
        *,
        limit: int,
        within: Several[str] | None = None,
    ) -> Candidates:
        return self._words.match(seek, counted, limit=limit, within=within)

    def counts(self, chunk_ids: Several[str], counted: Sequence[str]) -> Candidates:
        return self._words.counts(chunk_ids, counted)

    def nearest(
        self,
        vector: npt.NDArray[np.float32],
        fingerprint_key: str,
        *,
        limit: int,
        within: Several[str] | None = None,
        raised: Mapping[str, float] = NOT_RAISED,
    ) -> Nearest:
        return self._vectors.nearest(
            vector, fingerprint_key, limit=limit, within=within, raised=raised
        )

    def cosines(
        self,
        chunk_ids: Sequence[str],
        vector: npt.NDArray[np.float32],
        fingerprint_key: str,
        *,
        raised: Mapping[str, float] = NOT_RAISED,
    ) -> npt.NDArray[np.float32]:
        return self._vectors.cosines(chunk_ids, vector, fingerprint_key, raised)

    def vectors(self) -> VectorState:
        return self._vectors.state()

    def vector_counts(self, document_ids: Several[str] | None = None) -> dict[str, int]:
        return self._vectors.counts(document_ids)

    def chunks(self, ids: Sequence[str]) -> list[Chunk]:
        rows = self._reader.rows(f"{CHUNKS} AND k.id = ANY(%(ids)s::text[])", ids=texts(ids))
        found = {row[0]: _chunk(row) for row in rows}
        return [found[chunk_id] for chunk_id in ids if chunk_id in found]

    def chunks_of(self, document_id: str) -> list[Chunk]:
        rows = self._reader.rows(
            f"{CHUNKS} AND d.id = ANY(%(ids)s::text[]) ORDER BY k.idx", ids=texts([document_id])
        )
        return [_chunk(row) for row in rows]

    def documents(self, ids: Several[str] | None = None) -> list[Document]:
        rows = self._reader.rows(DOCUMENTS, ids=None if ids is None else texts(ids))
        return [Document(*row) for row in rows]

    def document(self, document_id: str) -> Document | None:
        return next(iter(self.documents([document_id])), None)

    def versions(self, document_id: str) -> list[Version]:
        rows = self._reader.rows(
            "SELECT v.number, v.content_hash, v.read_by, v.imported_at, v.chars"
            f" {OF_DOCUMENT} ORDER BY v.number DESC",
            ids=texts([document_id]),
        )
        return [Version(*row) for row in rows]

    def version_text(self, document_id: str, number: int | None = None) -> VersionText | None:
        rows = self._reader.rows(
            "SELECT d.id, v.number, v.text, v.structure"
            f" {OF_DOCUMENT} AND v.number = coalesce(%(number)s::bigint, d.version)",
            ids=texts([document_id]),
            number=number,
        )
        return unpack_version(*rows[0]) if rows else None

    def boxes(self, document_id: str, number: int, page: int) -> PageBoxes | None:
        rows = self._reader.rows(BOXES, ids=texts([document_id]), number=number, page=page)
        if not rows:
            return None
        found, width, height, packed = rows[0]
        return PageBoxes(found, width, height, unpack_boxes(packed))


def _chunk(row: Row) -> Chunk:
    columns: Any = (*row[:-1], unpack_sentences(row[-1]))
    return Chunk(*columns)
