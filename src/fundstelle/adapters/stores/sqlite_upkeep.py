"""Changes and counts over the SQLite store."""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import sqlite3
from contextlib import suppress
from hashlib import sha256
from typing import Any

from fundstelle.adapters.stores.originals import Originals
from fundstelle.adapters.stores.sqlite_check import check
from fundstelle.adapters.stores.sqlite_connection import Writer
from fundstelle.adapters.stores.sqlite_rebuild import rebuild_collection, words_are_current
from fundstelle.adapters.stores.sqlite_replace import Packed, Place, erase, write
from fundstelle.adapters.stores.sqlite_vector_upkeep import VectorUpkeep
from fundstelle.adapters.stores.sqlite_wipe import Wiper
from fundstelle.adapters.stores.sqlite_word_log import WordWriter
from fundstelle.adapters.stores.sqlite_words import (
    create_index,
    drop_index,
    is_scattered,
    merge_index,
)
from fundstelle.core.access import Collection
from fundstelle.core.documents import Prepared
from fundstelle.core.errors import NameTaken, NotFound
from fundstelle.core.names import collection_name, folded
from fundstelle.core.terms import TERMS_FINGERPRINT
from fundstelle.ports import Coverage, Known

COVERAGE = """
    SELECT d.id, d.name, c.name, v.chars, d.chunks, (
      SELECT coalesce(sum(max(0, stop - max(start, before))), 0) FROM (
        SELECT start, stop, coalesce(max(stop) OVER (
          ORDER BY start, stop ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
        FROM chunks WHERE document = d.key)), (
      SELECT count(*) FROM chunks k JOIN vectors w ON w.chunk = k.key
      AND w.vector_set = (SELECT value FROM folder WHERE name = 'vector_set')
      WHERE k.document = d.key)
    FROM documents d JOIN collections c ON c.key = d.collection
    JOIN versions v ON v.document = d.key AND v.number = d.version
    ORDER BY c.name, d.name, d.id
"""
NO_COLLECTION = "There is no such collection."
NO_DOCUMENT = "There is no such document."


class SqliteUpkeep(VectorUpkeep):
    """The door for use cases that change or count. One per store."""

    def __init__(
        self, writer: Writer, originals: Originals, wiper: Wiper, *, keep_versions: int
    ) -> None:
        super().__init__(writer)
        self._originals, self._wiper = originals, wiper
        self._keep_versions = keep_versions
        self._words = WordWriter()
        self._swept = False

    def collections(self) -> tuple[Collection, ...]:
        rows = self._read("SELECT id, name, owner FROM collections ORDER BY name, id")
        return tuple(Collection(*row) for row in rows)

    def add_collection(self, name: str) -> Collection:
        shown, same = collection_name(name), folded(name)
        with self._writer.writing() as db:
            _check_free(db, same, key=0)
            new = Collection(_free_id(db, same), shown)
            key = db.execute(
                "INSERT INTO collections (id, name, name_folded) VALUES (?, ?, ?)",
                (new.id, shown, same),
            ).lastrowid
            create_index(db, key or 0)
        return new

    def rename_collection(self, collection_id: str, name: str) -> None:
        shown, same = collection_name(name), folded(name)
        with self._writer.writing() as db:
            key = _collection_key(db, collection_id)
            _check_free(db, same, key=key)
            db.execute(
                "UPDATE collections SET name = ?, name_folded = ? WHERE key = ?",
                (shown, same, key),
            )
            self._wiper.mark(db)
        self._wiper.finish()

    def remove_collection(self, collection_id: str) -> None:
        """Raises NotFound."""
        with self._writer.writing() as db:
            key = _collection_key(db, collection_id)
            _erase_collection(db, key)
            self._wiper.mark(db)
        self._words.forget()
        self._wiper.finish()

    def known(self, collection_id: str) -> dict[str, Known]:
        rows = self._read(
            "SELECT source_uri, id, content_hash, read_by, version FROM documents"
            " WHERE collection = (SELECT key FROM collections WHERE id = ?) ORDER BY source_uri",
            collection_id,
        )
        return {row[0]: Known(*row[1:]) for row in rows}

    def same_content(self, collection_id: str, content_hash: str) -> tuple[str, ...]:
        rows = self._read(
            "SELECT id FROM documents WHERE content_hash = ?"
            " AND collection = (SELECT key FROM collections WHERE id = ?) ORDER BY id",
            content_hash,
            collection_id,
        )
        return tuple(row[0] for row in rows)

    def replace(self, prepared: Prepared) -> int:
        """Raises NotFound if the collection does not exist, ValueError if prepared is not sound."""
        packed = Packed.of(prepared)
        self._sweep_once()
        with suppress(FileNotFoundError):  # swept away while we wrote it: written again below
            self._keep_original(prepared)
        try:
            with self._writer.writing() as db:
                number = write(db, packed, self._words, keep_versions=self._keep_versions)
                self._keep_original(prepared)  # a sweep of another process may have taken it
        except BaseException:
            self._words.forget()
            raise
        self._wiper.finish()
        return number

    def remove(self, document_id: str) -> None:
        """Raises NotFound."""
        try:
            with self._writer.writing() as db:
                erase(db, _document_place(db, document_id), self._words)
                self._wiper.mark(db)
        except BaseException:
            self._words.forget()
            raise
        self._wiper.finish()

    def original(self, document_id: str) -> bytes | None:
        rows = self._read("SELECT content_hash FROM documents WHERE id = ?", document_id)
        return self._originals.read(rows[0][0]) if rows else None

    def coverage(self) -> list[Coverage]:
        return [Coverage(*row) for row in self._read(COVERAGE)]

    def rebuild_words(self) -> int:
        """One transaction per collection; other writers wait while it runs."""
        done = 0
        for (key,) in self._read("SELECT key FROM collections ORDER BY key"):
            self._words.forget()
            with self._writer.writing() as db:
                done += rebuild_collection(db, key, self._words)
                self._wiper.mark(db)
        with self._writer.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO folder (name, value) VALUES ('terms', ?)",
                (TERMS_FINGERPRINT,),
            )
        self._wiper.finish()
        return done

    def words_are_current(self) -> bool:
        """Whether the words were made by the terms of this program."""
        with self._writer.outside() as db:
            return words_are_current(db)

    def forget_words(self) -> None:
        """What was remembered inside a transaction that was undone."""
        with self._writer.outside():  # nobody is using it
            self._words.forget()

    def optimize(self) -> None:
        """Settle the log of words; merge an index of which much is scattered, step by step."""
        for key, logged in self._read("SELECT key, logged FROM collections ORDER BY key"):
            if logged:
                with self._writer.writing() as db:
                    self._words.settle(db, key)
            with self._writer.outside() as db:
                more = is_scattered(db, key)
            first = True
            while more:
                with self._writer.writing() as db:
                    more = merge_index(db, key, first=first)
                first = False

    def problems(self) -> list[str]:
        with self._writer.outside() as db:
            found = check(db, self._originals)
        return found + self._wiper.problems()

    def _sweep_once(self) -> None:
        if not self._swept:
            self._wiper.sweep()
            self._swept = True

    def _keep_original(self, prepared: Prepared) -> None:
        if prepared.original:
            self._originals.keep(prepared.content_hash, prepared.original)

    def _read(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        with self._writer.outside() as db:
            return db.execute(statement, values).fetchall()


def _check_free(db: sqlite3.Connection, same: str, *, key: int) -> None:
    taken = db.execute(
        "SELECT name FROM collections WHERE name_folded = ? AND key <> ?", (same, key)
    ).fetchone()
    if taken:
        raise NameTaken.because("name_taken", name=taken[0])


def _free_id(db: sqlite3.Connection, same: str) -> str:
    """Return a hash of the name, so that the same imports give the same ids in every folder.

    A renamed collection keeps its id, so the hash of its old name may be taken.
    """
    taken = {row[0] for row in db.execute("SELECT id FROM collections")}
    number = 0
    while (found := sha256(f"{number}\0{same}".encode()).hexdigest()[:16]) in taken:
        number += 1
    return found


def _collection_key(db: sqlite3.Connection, collection_id: str) -> int:
    row = db.execute("SELECT key FROM collections WHERE id = ?", (collection_id,)).fetchone()
    if row is None:
        raise NotFound(NO_COLLECTION)
    return int(row[0])


def _document_place(db: sqlite3.Connection, document_id: str) -> Place:
    row = db.execute(
        "SELECT c.key, c.generation, d.key, d.version FROM documents d"
        " JOIN collections c ON c.key = d.collection WHERE d.id = ?",
        (document_id,),
    ).fetchone()
    if row is None:
        raise NotFound(NO_DOCUMENT)
    return Place(*row)


def _erase_collection(db: sqlite3.Connection, key: int) -> None:
    """Remove everything of a collection, by table instead of by document."""
    own_documents = "SELECT key FROM documents WHERE collection = :key"
    own_versions = f"SELECT key FROM versions WHERE document IN ({own_documents})"
    own_words = "SELECT id FROM vocabulary WHERE collection = :key"
    drop_index(db, key)
    hashes = f"SELECT content_hash FROM versions WHERE key IN ({own_versions})"
    for statement in (
        f"INSERT OR IGNORE INTO leftovers {hashes}",
        f"DELETE FROM page_boxes WHERE version IN ({own_versions})",
        f"DELETE FROM versions WHERE document IN ({own_documents})",
        f"DELETE FROM chunks WHERE document IN ({own_documents})",
        "DELETE FROM word_log WHERE collection = :key",
        f"DELETE FROM word_chunks WHERE id IN ({own_words})",
        "DELETE FROM vocabulary WHERE collection = :key",
        "DELETE FROM documents WHERE collection = :key",
        "DELETE FROM collections WHERE key = :key",
    ):
        db.execute(statement, {"key": key})
