"""Reading for people: every statement names the collections of the scope."""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import json
import sqlite3
from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.sqlite_blocks import Blocks
from fundstelle.adapters.stores.sqlite_match import counts, match
from fundstelle.adapters.stores.sqlite_nearest import Readable, VectorReader
from fundstelle.adapters.stores.sqlite_vocabulary import (
    ANY,
    Stemmer,
    Vocabulary,
    chunks_per_word,
)
from fundstelle.adapters.stores.version_pack import unpack_boxes, unpack_sentences, unpack_version
from fundstelle.core.access import Collection, Scope
from fundstelle.core.documents import Chunk, Document, PageBoxes, Version, VersionText
from fundstelle.core.nearness import NOT_RAISED, Nearest, VectorState
from fundstelle.core.ranking import Sought
from fundstelle.ports import Candidates, Statistics

STEMMERS: dict[str, Stemmer] = {"de": "german", "en": "english"}
READABLE = "IN (SELECT value FROM json_each(:readable))"
DOCUMENTS = f"""
    SELECT d.id, c.id, c.name, d.source_uri, d.name, d.title, d.version, d.content_hash,
      d.imported_at, d.document_type, d.language, d.pages, d.chunks, d.source_url, d.original_path
    FROM documents d JOIN collections c ON c.key = d.collection
    WHERE d.collection {READABLE}
"""
CHUNKS = """
    SELECT k.id, d.id, c.id, d.version, k.idx, k.start, k.stop, k.text, k.heading, k.header, k.page,
      k.sentences
    FROM chunks k JOIN documents d ON d.key = k.document JOIN collections c ON c.key = d.collection
"""


class SqliteView:
    """View over one open read transaction. Useless once the transaction is over."""

    def __init__(self, db: sqlite3.Connection, scope: Scope, blocks: Blocks) -> None:
        self._db = db
        ids = json.dumps(sorted(scope.collection_ids))
        rows = db.execute(
            "SELECT key, id, name, owner, chunks, vector_generation FROM collections"
            " WHERE id IN (SELECT value FROM json_each(?)) ORDER BY name, id",
            (ids,),
        ).fetchall()
        self._collections = tuple(Collection(*row[1:4]) for row in rows)
        self._keys = [int(row[0]) for row in rows]
        self._readable = json.dumps(self._keys)
        self._vocabulary = Vocabulary(db, self._keys)
        own = [Readable(key, *numbers) for key, _, _, _, *numbers in rows]
        self._vectors = VectorReader(db, blocks, own)

    def close(self) -> None:
        """Let go of the connection, which then serves another scope."""
        del self._db, self._vocabulary, self._vectors

    def collections(self) -> tuple[Collection, ...]:
        return self._collections

    def statistics(self) -> Statistics:
        (row,) = self._rows(
            "SELECT coalesce(sum(documents), 0), coalesce(sum(chunks), 0), coalesce(sum(words), 0)"
            f" FROM collections WHERE key {READABLE}"
        )
        return Statistics(*row)

    def holding(self, words: Several[str]) -> dict[str, int]:
        return chunks_per_word(self._vocabulary.among(list(words)))

    def inflections(self, stems: Several[str], language: str) -> dict[str, list[tuple[str, int]]]:
        stemmer = STEMMERS[language]
        entries = self._vocabulary.stemming_to(list(stems), stemmer)
        stem_of = {entry.word: entry.stem(stemmer) for entry in entries}
        found: dict[str, list[tuple[str, int]]] = {stem: [] for stem in sorted(stem_of.values())}
        for word, chunks in chunks_per_word(entries).items():
            found[stem_of[word]].append((word, chunks))
        return found

    def known_stems(self, stems: Several[str], language: str) -> set[str]:
        return self._vocabulary.known_stems(list(stems), STEMMERS[language])

    def words_starting(
        self, prefix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        return self._vocabulary.starting(prefix, limit=limit, chars=chars or ANY)

    def words_ending(
        self, suffix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        return self._vocabulary.ending(suffix, limit=limit, chars=chars or ANY)

    def match(
        self,
        seek: Sequence[Sought],
        counted: Sequence[str],
        *,
        limit: int,
        within: Several[str] | None = None,
    ) -> Candidates:
        return match(
            self._db,
            self._keys,
            self._vocabulary,
            seek=seek,
            counted=counted,
            limit=limit,
            within=within,
        )

    def counts(self, chunk_ids: Several[str], counted: Sequence[str]) -> Candidates:
        return counts(self._db, self._keys, self._vocabulary, chunk_ids=chunk_ids, counted=counted)

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
        rows = self._rows(
            f"{CHUNKS} WHERE k.id IN (SELECT value FROM json_each(:ids))"
            f" AND d.collection {READABLE}",
            ids=_json(ids),
        )
        found = {row[0]: _chunk(row) for row in rows}
        return [found[chunk_id] for chunk_id in ids if chunk_id in found]

    def chunks_of(self, document_id: str) -> list[Chunk]:
        rows = self._rows(
            f"{CHUNKS} WHERE d.id = :id AND d.collection {READABLE} ORDER BY k.idx", id=document_id
        )
        return [_chunk(row) for row in rows]

    def documents(self, ids: Several[str] | None = None) -> list[Document]:
        if ids is None:
            rows = self._rows(f"{DOCUMENTS} ORDER BY c.name, d.name, d.id")
        else:
            among = "AND d.id IN (SELECT value FROM json_each(:ids))"
            rows = self._rows(f"{DOCUMENTS} {among} ORDER BY c.name, d.name, d.id", ids=_json(ids))
        return [Document(*row) for row in rows]

    def document(self, document_id: str) -> Document | None:
        rows = self._rows(f"{DOCUMENTS} AND d.id = :id", id=document_id)
        return Document(*rows[0]) if rows else None

    def versions(self, document_id: str) -> list[Version]:
        rows = self._rows(
            "SELECT v.number, v.content_hash, v.read_by, v.imported_at, v.chars FROM versions v"
            f" JOIN documents d ON d.key = v.document WHERE d.id = :id AND d.collection {READABLE}"
            " ORDER BY v.number DESC",
            id=document_id,
        )
        return [Version(*row) for row in rows]

    def version_text(self, document_id: str, number: int | None = None) -> VersionText | None:
        rows = self._rows(
            "SELECT d.id, v.number, v.text, v.structure FROM versions v"
            f" JOIN documents d ON d.key = v.document WHERE d.id = :id AND d.collection {READABLE}"
            " AND v.number = coalesce(:number, d.version)",
            id=document_id,
            number=number,
        )
        return unpack_version(*rows[0]) if rows else None

    def boxes(self, document_id: str, number: int, page: int) -> PageBoxes | None:
        rows = self._rows(
            "SELECT b.page, b.width, b.height, b.boxes FROM page_boxes b"
            " JOIN versions v ON v.key = b.version JOIN documents d ON d.key = v.document"
            f" WHERE d.id = :id AND d.collection {READABLE}"
            " AND v.number = :number AND b.page = :page",
            id=document_id,
            number=number,
            page=page,
        )
        if not rows:
            return None
        found, width, height, packed = rows[0]
        return PageBoxes(found, width, height, unpack_boxes(packed))

    def _rows(self, statement: str, **values: object) -> list[tuple[Any, ...]]:
        """Run a statement with the scope bound; it must use :readable."""
        try:
            return self._db.execute(statement, values | {"readable": self._readable}).fetchall()
        except UnicodeEncodeError:  # half a surrogate pair was asked for, and is nowhere
            return []


def _chunk(row: tuple[Any, ...]) -> Chunk:
    columns: Any = (*row[:-1], unpack_sentences(row[-1]))
    return Chunk(*columns)


def _json(words: Several[str]) -> str:
    return json.dumps(list(words))
