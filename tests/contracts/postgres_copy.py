"""Fills a PostgreSQL database with what the oracle holds, for tests of the reading door."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, cast

import psycopg

from fundstelle.adapters.stores.postgres import PostgresStore
from fundstelle.adapters.stores.version_pack import (
    pack_boxes,
    pack_sentences,
    pack_structure,
    pack_text,
)
from fundstelle.core.access import Scope
from fundstelle.core.documents import ChunkWords, Prepared
from fundstelle.core.terms import stem
from fundstelle.ports import Upkeep, View
from tests.contracts.oracle import OracleStore
from tests.contracts.oracle_contents import Contents, Held

TABLES = ["vectors", "vector_sets", "chunk_words", "vocabulary", "chunks", "page_boxes"]
TABLES += ["versions", "documents", "collections"]
READS = {"collections", "known", "same_content", "original", "coverage", "current_set"}
READS |= {"vector_sets", "backlog", "problems"}

Keys = dict[tuple[str, str], int]
"""(collection id, word) -> key in the vocabulary."""


class CopiedStore:
    """Changes go to an oracle, and from there to the database, before they return.

    Begins empty, whatever an earlier one left in the database.
    """

    def __init__(self, conninfo: str) -> None:
        self.oracle = OracleStore()
        self.postgres = PostgresStore(conninfo)
        self._writer = psycopg.connect(conninfo)
        self.copy()

    def begin_again(self) -> None:
        """Forget everything; the database does at the next copy."""
        self.oracle = OracleStore()

    def reading(self, scope: Scope) -> AbstractContextManager[View]:
        return self.postgres.reading(scope)

    @property
    def upkeep(self) -> Upkeep:
        return cast(Upkeep, _Copying(self.oracle.upkeep, self.copy))

    def copy(self) -> None:
        """Bring all that the oracle holds into the database, in one transaction."""
        with self._writer.transaction(), self._writer.cursor() as db:
            for table in TABLES:  # TRUNCATE would empty them for views that are open
                db.execute(psycopg.sql.SQL("DELETE FROM {}").format(psycopg.sql.Identifier(table)))
            Filler(db, self.oracle.contents).fill()

    def close(self) -> None:
        self._writer.close()
        self.postgres.close()


class _Copying:
    def __init__(self, upkeep: Upkeep, copy: Callable[[], None]) -> None:
        self._upkeep, self._copy = upkeep, copy

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._upkeep, name)
        if name in READS:
            return method

        def call(*given: Any, **named: Any) -> Any:
            result = method(*given, **named)
            self._copy()
            return result

        return call


class Filler:
    """Writes all contents into empty tables."""

    def __init__(self, db: psycopg.Cursor, contents: Contents) -> None:
        self._db, self._all = db, contents

    def fill(self) -> None:
        owners = self._all.people.owners
        self._insert(
            "INSERT INTO collections (id, name, owner) VALUES (%s, %s, %s)",
            [(key, name, owners.get(key, "")) for key, name in self._all.names.items()],
        )
        self._collections = self._keys("SELECT id, key FROM collections")
        self._insert(DOCUMENT, [self._document(held) for held in self._held()])
        self._documents = self._keys("SELECT id, key FROM documents")
        self._versions()
        self._insert(
            CHUNK,
            [
                (
                    *(c.id, self._documents[c.document_id], c.index, c.start, c.end, c.page),
                    *(c.heading, c.header, c.text, pack_sentences(c.sentences)),
                )
                for held in self._held()
                for c in held.current.chunks
            ],
        )
        self._chunks = self._keys("SELECT id, key FROM chunks")
        self._words()
        self._vectors()

    def _held(self) -> Iterable[Held]:
        return self._all.documents.values()

    def _document(self, held: Held) -> tuple[object, ...]:
        p, reading = held.current, held.current.reading
        words = sum(sum(each.text.values()) for each in held.words)
        return (
            *(p.document_id, self._collections[p.collection_id], p.source_uri, p.name),
            *(reading.title or p.name, held.number, p.content_hash, p.imported_at),
            *(reading.document_type, p.language, len(reading.pages), len(p.chunks), words),
            *(p.source_url, p.original_path),
        )

    def _versions(self) -> None:
        for held in self._held():
            for number, p in held.versions:
                found = self._db.execute(VERSION, self._version(number, p)).fetchone()
                assert found is not None
                boxes = [
                    (found[0], b.number, b.width, b.height, pack_boxes(b.boxes))
                    for b in p.reading.boxes
                ]
                self._insert("INSERT INTO page_boxes VALUES (%s, %s, %s, %s, %s)", boxes)

    def _version(self, number: int, p: Prepared) -> tuple[object, ...]:
        return (
            *(self._documents[p.document_id], number, p.content_hash, p.read_by, p.imported_at),
            *(len(p.reading.text), pack_structure(p), pack_text(p.reading.text)),
        )

    def _words(self) -> None:
        held = Counter(
            (h.current.collection_id, word)
            for h in self._held()
            for words in h.words
            for word in {*words.text, *words.beside}
        )
        only = [word for _, word in held]
        stems = zip(stem(only, "de"), stem(only, "en"), strict=True)
        self._insert(
            "INSERT INTO vocabulary (collection, word, backwards, german, english, chunks)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [
                (self._collections[collection], word, word[::-1], german, english, times)
                for ((collection, word), times), (german, english) in zip(
                    held.items(), stems, strict=True
                )
            ],
        )
        rows = self._db.execute(
            "SELECT c.id, v.word, v.key FROM vocabulary v JOIN collections c"
            " ON c.key = v.collection"
        )
        keys = {(collection, word): key for collection, word, key in rows}
        self._insert(
            "INSERT INTO chunk_words VALUES (%s, %s, %s, %s, %s, %s)",
            [
                self._chunk_words(self._chunks[chunk.id], chunk.collection_id, words, keys)
                for h in self._held()
                for chunk, words in zip(h.current.chunks, h.words, strict=True)
            ],
        )

    def _chunk_words(
        self, chunk: int, collection: str, words: ChunkWords, keys: Keys
    ) -> tuple[object, ...]:
        found = sorted((keys[collection, word], word) for word in {*words.text, *words.beside})
        return (
            *(chunk, self._collections[collection], sum(words.text.values())),
            [key for key, _ in found],
            bytes(min(words.text.get(word, 0), 255) for _, word in found),
            bytes(min(words.beside.get(word, 0), 255) for _, word in found),
        )

    def _vectors(self) -> None:
        sets = self._all.sets
        self._insert(
            "INSERT INTO vector_sets (fingerprint, size, is_current) VALUES (%s, %s, %s)",
            [(key, f.size, f == sets.current) for key, f in sets.fingerprints.items()],
        )
        set_keys = self._keys("SELECT fingerprint, key FROM vector_sets")
        owners = {
            c.id: (self._documents[c.document_id], self._collections[c.collection_id])
            for held in self._held()
            for c in held.current.chunks
        }
        rows = [
            (set_keys[key], chunk_id, *owners[chunk_id], vector.tolist())
            for key, vectors in sets.vectors.items()
            for chunk_id, vector in vectors.items()
        ]
        self._insert("INSERT INTO vectors VALUES (%s, %s, %s, %s, %s::real[]::halfvec)", rows)

    def _insert(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        if rows:
            self._db.executemany(statement, rows)

    def _keys(self, statement: str) -> dict[str, int]:
        return dict(self._db.execute(statement).fetchall())


DOCUMENT = """
    INSERT INTO documents (id, collection, source_uri, name, title, version, content_hash,
      imported_at, document_type, language, pages, chunks, words, source_url, original_path)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
VERSION = """
    INSERT INTO versions (document, number, content_hash, read_by, imported_at, chars, structure,
      text)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s) RETURNING key
"""
CHUNK = """
    INSERT INTO chunks (id, document, idx, start, stop, page, heading, header, text, sentences)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
