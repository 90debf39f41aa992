"""Writing the words of collections: new words and changed numbers of chunks, settled in batches."""

import json
import sqlite3
from collections.abc import Collection as Several
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.sqlite_vocabulary import CHANGES, Pending, Vocabulary
from fundstelle.adapters.stores.sqlite_words import Counts
from fundstelle.core.terms import stem

CACHE_WORDS = 400_000
SETTLE_AT = 5000  # new words plus ROW_WEIGHT per row: reading that much takes about 2 ms
ROW_WEIGHT = 10
LEARN_AT = 2000  # words asked of the table; then the whole vocabulary is read at once


class WordWriter:
    """Words to ids for the writer, remembered between transactions.

    What is remembered holds only as long as nobody else wrote: each write bumps the collection's
    generation, and another generation than ours empties the memory.
    """

    def __init__(self) -> None:
        self._ids: dict[int, dict[str, int]] = {}
        self._sought: dict[int, int] = {}  # words asked of the table since the memory was emptied
        self._generations: dict[int, int] = {}

    def forget(self) -> None:
        """After a transaction that was rolled back: its ids were never given."""
        self._ids.clear()
        self._generations.clear()

    def begin(self, db: sqlite3.Connection, collection: int, generation: int) -> None:
        """Say, inside the write transaction, which generation this write starts from.

        After this, a word of the log is always remembered: only the table need be asked.
        """
        known = self._ids.get(collection)
        if (
            known is None
            or self._generations.get(collection) != generation
            or len(known) > CACHE_WORDS
        ):
            pending = Vocabulary(db, [collection]).pending
            known = {entry.word: entry.id for entry in pending.words}
            self._sought[collection] = 0
        self._ids[collection] = known
        self._generations[collection] = generation + 1

    def ids(
        self, db: sqlite3.Connection, collection: int, words: set[str]
    ) -> tuple[dict[str, int], list[str]]:
        """Return the ids of at least these words, and which of them are new, in order of ids."""
        known = self._ids[collection]
        missing = words.difference(known)
        if not missing:
            return known, []
        found = self._stored(db, collection, missing)
        known.update(found)
        new = sorted(missing.difference(known))
        if new:
            first = _take_ids(db, len(new))
            known.update(zip(new, range(first, first + len(new)), strict=True))
        return known, new

    def _stored(self, db: sqlite3.Connection, collection: int, words: set[str]) -> dict[str, int]:
        """Ask the table for words; after many such questions learn all of it and ask no more."""
        before = self._sought[collection]
        if before > LEARN_AT:
            return {}
        self._sought[collection] += len(words)
        if self._sought[collection] <= LEARN_AT:
            return _among(db, collection, words)
        rows = db.execute(
            "SELECT word, id FROM vocabulary WHERE collection = ? LIMIT ?",
            (collection, CACHE_WORDS),
        ).fetchall()
        if len(rows) == CACHE_WORDS:  # too many to remember: go on asking
            self._sought[collection] = 0
            return _among(db, collection, words)
        self._ids[collection].update(rows)
        return {word: word_id for word, word_id in rows if word in words}

    def log(
        self,
        db: sqlite3.Connection,
        collection: int,
        *,
        new: Sequence[str],
        added: Several[Counts],
        gone: Several[Counts],
    ) -> None:
        """Note what one write changes. new: as ids gave them; added, gone: of its chunks."""
        changes = _changes(added, gone)
        first = self._ids[collection][new[0]] if new else 0
        columns = [
            [word, _unless_same(german, word), _unless_same(english, word)]
            for word, german, english in zip(
                new, stem(list(new), "de"), stem(list(new), "en"), strict=True
            )
        ]
        db.execute(
            "INSERT INTO word_log (collection, changes, first, words) VALUES (?, ?, ?, ?)",
            (collection, changes.tobytes(), first, json.dumps(columns, ensure_ascii=False)),
        )
        (logged,) = db.execute(
            "UPDATE collections SET logged = logged + ? WHERE key = ? RETURNING logged",
            (ROW_WEIGHT + len(new), collection),
        ).fetchone()
        if logged >= SETTLE_AT:
            self.settle(db, collection)

    def settle(self, db: sqlite3.Connection, collection: int) -> None:
        """Bring the tables up to date and empty the log; words in no chunk any more go."""
        pending = Vocabulary(db, [collection]).pending
        fresh = {entry.id for entry in pending.words}
        _add_words(db, collection, pending)
        db.executemany(
            "UPDATE word_chunks SET chunks = chunks + ?2 WHERE id = ?1",
            [change for change in pending.changes.items() if change[0] not in fresh],
        )
        db.execute("DELETE FROM word_log WHERE collection = ?", (collection,))
        db.execute("UPDATE collections SET logged = 0 WHERE key = ?", (collection,))
        unchanged = [key for key in fresh if key not in pending.changes]
        lost = [key for key, change in pending.changes.items() if change < 0] + unchanged
        if lost and _remove_unused(db, lost):
            # Nobody may go on remembering the numbers of words that are gone.
            db.execute(
                "UPDATE collections SET generation = generation + 1 WHERE key = ?", (collection,)
            )
            self._ids.pop(collection, None)
            self._generations.pop(collection, None)


def _among(db: sqlite3.Connection, collection: int, words: set[str]) -> dict[str, int]:
    rows = db.execute(
        "SELECT word, id FROM vocabulary"
        " WHERE collection = ? AND word IN (SELECT value FROM json_each(?))",
        (collection, json.dumps(list(words))),
    )
    return dict(rows.fetchall())


def _take_ids(db: sqlite3.Connection, number: int) -> int:
    """Reserve vocabulary ids; return the first."""
    (last,) = db.execute(
        "UPDATE folder SET value = value + ? WHERE name = 'last_word' RETURNING value", (number,)
    ).fetchone()
    return int(last) - number + 1


def _add_words(db: sqlite3.Connection, collection: int, pending: Pending) -> None:
    words = sorted(pending.words, key=lambda entry: entry.word)
    db.executemany(
        "INSERT INTO vocabulary (id, collection, word, german, english, backwards)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(e.id, collection, e.word, e.german, e.english, e.word[::-1]) for e in words],
    )
    db.executemany(
        "INSERT INTO word_chunks (id, chunks) VALUES (?, ?)",
        [(entry.id, pending.changes.get(entry.id, 0)) for entry in pending.words],
    )


def _remove_unused(db: sqlite3.Connection, ids: Sequence[int]) -> bool:
    unused = db.execute(
        "SELECT id FROM word_chunks WHERE chunks = 0 AND id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    ).fetchall()
    db.executemany("DELETE FROM word_chunks WHERE id = ?", unused)
    db.executemany("DELETE FROM vocabulary WHERE id = ?", unused)
    return bool(unused)


def _unless_same(stemmed: str, word: str) -> str | None:
    return None if stemmed == word else stemmed


def _changes(added: Several[Counts], gone: Several[Counts]) -> npt.NDArray[np.void]:
    """Return how many chunks more or fewer hold each word, by vocabulary id, without zeros."""
    signed = [(counts["id"], sign) for side, sign in ((added, 1), (gone, -1)) for counts in side]
    if not signed:
        return np.empty(0, CHANGES)
    ids = np.concatenate([found for found, _ in signed])
    if not gone:
        unique, change = np.unique(ids, return_counts=True)
    else:
        signs = np.repeat([sign for _, sign in signed], [len(found) for found, _ in signed])
        unique, places = np.unique(ids, return_inverse=True)
        change = np.bincount(places, weights=signs, minlength=len(unique)).astype(np.int64)
    packed = np.empty(len(unique), CHANGES)
    packed["id"], packed["change"] = unique, change
    kept: npt.NDArray[np.void] = packed[change != 0]
    return kept
