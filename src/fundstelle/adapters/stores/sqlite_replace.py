"""Writing and removing one document inside a write transaction that is already open."""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import sqlite3
from dataclasses import dataclass

from fundstelle.adapters.stores.sqlite_pack import pack_counts
from fundstelle.adapters.stores.sqlite_vectors import give_vectors, note_change, take_vectors
from fundstelle.adapters.stores.sqlite_word_log import WordWriter
from fundstelle.adapters.stores.sqlite_words import (
    Counts,
    index_chunks,
    stored_counts,
    unindex_chunks,
)
from fundstelle.adapters.stores.version_pack import (
    pack_boxes,
    pack_sentences,
    pack_structure,
    pack_text,
)
from fundstelle.core.documents import Prepared
from fundstelle.core.errors import NotFound


@dataclass(frozen=True, slots=True)
class Packed:
    """A prepared document in the form of the database, computed before the transaction."""

    prepared: Prepared
    text: bytes
    structure: bytes
    boxes: list[tuple[int, float, float, bytes]]
    words: list[tuple[dict[str, int], dict[str, int]]]
    vocabulary: set[str]

    @classmethod
    def of(cls, prepared: Prepared) -> "Packed":
        """Raises ValueError if a chunk is not the text it claims to be."""
        text = prepared.reading.text
        if any(chunk.text != text[chunk.start : chunk.end] for chunk in prepared.chunks):
            raise ValueError("a chunk's text is not the version's text at its place")
        words = [(w.text, w.beside) for w in prepared.words]
        if len(words) != len(prepared.chunks):
            raise ValueError("there must be one entry of words per chunk")
        return cls(
            prepared,
            pack_text(text),
            pack_structure(prepared),
            [(b.number, b.width, b.height, pack_boxes(b.boxes)) for b in prepared.reading.boxes],
            words,
            set().union(*(side for pair in words for side in pair)),
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document lies. document: key, 0 if it is new; version: its current one, or 0."""

    collection: int
    generation: int
    document: int
    version: int


def place_of(db: sqlite3.Connection, collection_id: str, document_id: str) -> Place:
    """Raises NotFound if there is no such collection."""
    row = db.execute(
        "SELECT c.key, c.generation, coalesce(d.key, 0), coalesce(d.version, 0) FROM collections c"
        " LEFT JOIN documents d ON d.collection = c.key AND d.id = ? WHERE c.id = ?",
        (document_id, collection_id),
    ).fetchone()
    if row is None:
        raise NotFound("There is no such collection.")
    return Place(*row)


def write(db: sqlite3.Connection, packed: Packed, words: WordWriter, *, keep_versions: int) -> int:
    """Store a document or its next version; return the version's number. Raises NotFound."""
    prepared = packed.prepared
    place = place_of(db, prepared.collection_id, prepared.document_id)
    words.begin(db, place.collection, place.generation)
    vectors = take_vectors(db, place.document)
    old = _remove_chunks(db, place)
    number = place.version + 1
    document = _write_document(db, packed, place, number)
    _write_version(db, packed, document, number)
    _remove_versions(db, document, number - keep_versions)
    ids, fresh = words.ids(db, place.collection, packed.vocabulary)
    new = _write_chunks(db, packed, place.collection, document, ids)
    give_vectors(db, place.collection, document, vectors)
    words.log(db, place.collection, new=fresh, added=new, gone=old.counts)
    _bump(
        db,
        place.collection,
        documents=0 if place.document else 1,
        chunks=len(new) - len(old.counts),
        words=sum(sum(text.values()) for text, _ in packed.words) - old.words,
    )
    return number


def erase(db: sqlite3.Connection, place: Place, words: WordWriter) -> None:
    """Remove a document with everything that belongs to it."""
    words.begin(db, place.collection, place.generation)
    gone = take_vectors(db, place.document).gone
    old = _remove_chunks(db, place)
    if gone:
        note_change(db, place.collection, gone=gone)
    _remove_versions(db, place.document, place.version)
    db.execute("DELETE FROM documents WHERE key = ?", (place.document,))
    words.log(db, place.collection, new=(), added=(), gone=old.counts)
    words.settle(db, place.collection)  # now, so that no word of it stays
    _bump(db, place.collection, documents=-1, chunks=-len(old.counts), words=-old.words)


@dataclass(frozen=True, slots=True)
class _Old:
    counts: list[Counts]
    words: int


def _remove_chunks(db: sqlite3.Connection, place: Place) -> _Old:
    rows = db.execute(
        "SELECT key, words, length FROM chunks WHERE document = ?", (place.document,)
    ).fetchall()
    if not rows:
        return _Old([], 0)
    counts = [stored_counts(words) for _, words, _ in rows]
    unindex_chunks(db, place.collection, zip([row[0] for row in rows], counts, strict=True))
    db.execute("DELETE FROM chunks WHERE document = ?", (place.document,))
    return _Old(counts, sum(length for _, _, length in rows))


def _write_document(db: sqlite3.Connection, packed: Packed, place: Place, number: int) -> int:
    prepared, reading = packed.prepared, packed.prepared.reading
    values = {
        "name": prepared.name,
        "title": reading.title or prepared.name,
        "version": number,
        "content_hash": prepared.content_hash,
        "read_by": prepared.read_by,
        "imported_at": prepared.imported_at,
        "document_type": reading.document_type,
        "language": prepared.language,
        "pages": len(reading.pages),
        "chunks": len(prepared.chunks),
        "source_url": prepared.source_url,
        "original_path": prepared.original_path,
    }
    if place.document:
        changes = ", ".join(f"{name} = :{name}" for name in values)
        statement = f"UPDATE documents SET {changes} WHERE key = :key"
        db.execute(statement, values | {"key": place.document})
        return place.document
    values |= {
        "id": prepared.document_id,
        "collection": place.collection,
        "source_uri": prepared.source_uri,
    }
    marks = ", ".join(f":{name}" for name in values)
    statement = f"INSERT INTO documents ({', '.join(values)}) VALUES ({marks})"
    return db.execute(statement, values).lastrowid or 0


def _write_version(db: sqlite3.Connection, packed: Packed, document: int, number: int) -> None:
    prepared = packed.prepared
    key = db.execute(
        "INSERT INTO versions (document, number, content_hash, read_by, imported_at, chars,"
        " original, text, structure) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            document,
            number,
            prepared.content_hash,
            prepared.read_by,
            prepared.imported_at,
            len(prepared.reading.text),
            bool(prepared.original),
            packed.text,
            packed.structure,
        ),
    ).lastrowid
    db.executemany(
        "INSERT INTO page_boxes (version, page, width, height, boxes) VALUES (?, ?, ?, ?, ?)",
        [(key, *box) for box in packed.boxes],
    )


def _remove_versions(db: sqlite3.Connection, document: int, up_to: int) -> None:
    """Remove versions up to a number; originals that nothing names any more become leftovers."""
    rows = db.execute(
        "SELECT key, content_hash FROM versions WHERE document = ? AND number <= ?",
        (document, up_to),
    ).fetchall()
    for key, content_hash in rows:
        db.execute("DELETE FROM page_boxes WHERE version = ?", (key,))
        db.execute("DELETE FROM versions WHERE key = ?", (key,))
        db.execute(
            "INSERT OR IGNORE INTO leftovers SELECT ?1"
            " WHERE NOT EXISTS (SELECT 1 FROM versions WHERE content_hash = ?1)",
            (content_hash,),
        )


def _write_chunks(
    db: sqlite3.Connection, packed: Packed, collection: int, document: int, ids: dict[str, int]
) -> list[Counts]:
    counts = pack_counts(packed.words, ids)
    (last,) = db.execute("SELECT coalesce(max(key), 0) FROM chunks").fetchone()
    keys = range(last + 1, last + 1 + len(counts))
    db.executemany(
        "INSERT INTO chunks (key, id, document, idx, start, stop, page, length, words, sentences,"
        " heading, header, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                key,
                chunk.id,
                document,
                index,
                chunk.start,
                chunk.end,
                chunk.page,
                sum(text.values()),
                found.tobytes(),
                pack_sentences(chunk.sentences),
                chunk.heading,
                chunk.header,
                chunk.text,
            )
            for index, (key, chunk, found, (text, _)) in enumerate(
                zip(keys, packed.prepared.chunks, counts, packed.words, strict=True)
            )
        ],
    )
    index_chunks(db, collection, zip(keys, counts, strict=True))
    return counts


def _bump(
    db: sqlite3.Connection, collection: int, *, documents: int, chunks: int, words: int
) -> None:
    db.execute(
        "UPDATE collections SET generation = generation + 1, documents = documents + ?,"
        " chunks = chunks + ?, words = words + ? WHERE key = ?",
        (documents, chunks, words, collection),
    )
