"""Integrity of the whole store, in plain words for an administrator."""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import sqlite3
import zlib
from collections.abc import Iterator
from hashlib import sha256

import numpy as np

from fundstelle.adapters.stores.originals import Originals
from fundstelle.adapters.stores.sqlite_pack import COUNTS
from fundstelle.adapters.stores.sqlite_rebuild import words_are_current
from fundstelle.adapters.stores.sqlite_vectors import check_vectors
from fundstelle.adapters.stores.sqlite_vocabulary import Vocabulary
from fundstelle.adapters.stores.sqlite_words import table
from fundstelle.adapters.stores.version_pack import unpack_text

REBUILD = "Run `fundstelle rebuild`."
NUMBERS = """
    SELECT c.name, c.documents, c.chunks, c.words, count(DISTINCT d.key), count(k.key),
      coalesce(sum(k.length), 0)
    FROM collections c LEFT JOIN documents d ON d.collection = c.key
    LEFT JOIN chunks k ON k.document = d.key GROUP BY c.key
"""


def check(db: sqlite3.Connection, originals: Originals) -> list[str]:
    """Return what is wrong, [] if all is well. Reads everything; takes as long as that takes."""
    db.execute("BEGIN")
    try:
        found = [*_check_database(db), *_check_texts(db), *check_vectors(db)]
        return [*found, *_check_originals(db, originals)]
    except (sqlite3.DatabaseError, OSError) as error:
        return [f"The store cannot be read to its end: {error}. Restore it from a backup."]
    finally:
        db.execute("ROLLBACK")


def _check_database(db: sqlite3.Connection) -> Iterator[str]:
    for (line,) in db.execute("PRAGMA integrity_check").fetchall():
        if line != "ok":
            yield f"The database is damaged: {line}. Restore it from a backup."
    if db.execute("PRAGMA foreign_key_check").fetchone():
        yield "The database names rows that do not exist. Restore it from a backup."
    for name, *numbers in db.execute(NUMBERS).fetchall():
        if numbers[:3] != numbers[3:]:
            yield f"The counts of collection {name} are wrong. {REBUILD}"
    if not words_are_current(db):
        yield f"The words were made by another version of the program. {REBUILD}"
    for key, name in db.execute("SELECT key, name FROM collections ORDER BY name").fetchall():
        if not _words_agree(db, key):
            yield f"The words of collection {name} do not match its text. {REBUILD}"


def _words_agree(db: sqlite3.Connection, key: int) -> bool:
    """Whether vocabulary, counts of chunks and the index all say the same."""
    rows = db.execute(
        "SELECT k.words FROM chunks k JOIN documents d ON d.key = k.document"
        " WHERE d.collection = ?",
        (key,),
    ).fetchall()
    ids = np.frombuffer(b"".join(row[0] for row in rows), COUNTS)["id"]
    unique, times = np.unique(ids, return_counts=True)
    held = dict(zip(unique.tolist(), times.tolist(), strict=True))
    counted = Vocabulary(db, [key]).every_id()
    return held == counted == _indexed(db, key)


def _indexed(db: sqlite3.Connection, key: int) -> dict[int, int]:
    """Chunks per vocabulary id as the index has them."""
    name = table(key)
    db.execute(f"INSERT INTO {name} ({name}) VALUES ('integrity-check')")
    db.execute(f"CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, {name}, row)")
    try:
        rows = db.execute("SELECT term, doc FROM temp.terms").fetchall()
    finally:
        db.execute("DROP TABLE temp.terms")
    return {int(term): int(chunks) for term, chunks in rows}


def _check_texts(db: sqlite3.Connection) -> Iterator[str]:
    """Every chunk must be word for word the text at its place."""
    versions = db.execute(
        "SELECT d.key, d.name, v.text, v.chars FROM documents d LEFT JOIN versions v"
        " ON v.document = d.key AND v.number = d.version ORDER BY d.id"
    )
    for key, name, packed, chars in versions:
        try:
            text = unpack_text(packed or b"")
        except (ValueError, zlib.error) as error:
            yield f"The text of {name} cannot be read ({error}). Import the document again."
            continue
        chunks = db.execute("SELECT start, stop, text FROM chunks WHERE document = ?", (key,))
        if len(text) != chars or any(text[start:stop] != part for start, stop, part in chunks):
            yield f"The chunks of {name} are not its text. Import the document again."


def _check_originals(db: sqlite3.Connection, originals: Originals) -> Iterator[str]:
    rows = db.execute(
        "SELECT v.content_hash, min(d.name) FROM versions v JOIN documents d ON d.key = v.document"
        " WHERE v.original GROUP BY v.content_hash ORDER BY v.content_hash"
    )
    for content_hash, name in rows:
        content = originals.read(content_hash)
        if content is None or sha256(content).hexdigest() != content_hash:
            yield f"The original of {name} is missing or damaged. Import the document again."
