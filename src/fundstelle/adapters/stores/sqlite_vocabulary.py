"""The words of collections: which there are, and in how many chunks each of them stands.

What the tables say is only true together with the log of what is not settled yet (see the
migration for why). A word in no chunk any more does not exist, settled or not.
"""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

CHANGES = np.dtype([("id", "<u4"), ("change", "<i4")])
READABLE = "IN (SELECT value FROM json_each(:readable))"
ENTRIES = f"""
    SELECT v.collection, v.word, v.german, v.english, v.id, n.chunks
    FROM vocabulary v JOIN word_chunks n ON n.id = v.id WHERE v.collection {READABLE} AND
"""
LOG = f"""
    SELECT collection, changes, first, words FROM word_log WHERE collection {READABLE} ORDER BY key
"""
LAST = "\U0010ffff"  # sorts behind every character a word can hold
ANY = (0, 1_000_000)
AMONG = "IN (SELECT value FROM json_each(:sought))"

# Answered from the indexes (collection, word) and (collection, backwards) and the numbers alone: no
# row of the vocabulary itself is read, which would cost as much again for every word.
NUMBERED = f"""
    SELECT v.collection, v.word, v.id, n.chunks
    FROM vocabulary v CROSS JOIN word_chunks n ON n.id = v.id WHERE v.collection {READABLE} AND
"""
REMEMBERED = 1000  # of the words one question for beginnings or endings found

Counted = list[tuple[str, int]]
Stemmer = Literal["german", "english"]
Column = Literal["word", "backwards"]


class Entry(NamedTuple):
    """A word of one collection. german, english: its stem where it differs from the word.

    A tuple, because thousands of them are made when a log is read.
    """

    collection: int
    word: str
    german: str | None
    english: str | None
    id: int
    chunks: int

    def stem(self, stemmer: Stemmer) -> str:
        return (self.german if stemmer == "german" else self.english) or self.word


class Numbered(NamedTuple):
    """A word of one collection, without its stems."""

    collection: int
    word: str
    id: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Pending:
    """What the log adds. words: with 0 chunks. changes: vocabulary id -> chunks."""

    words: list[Entry]
    changes: dict[int, int]

    @property
    def is_empty(self) -> bool:
        return not self.words and not self.changes


class Vocabulary:
    """Words of some collections as one transaction sees them. readable: their keys."""

    def __init__(self, db: sqlite3.Connection, readable: Sequence[int]) -> None:
        self._db = db
        self._readable = json.dumps(list(readable))
        self._several = len(readable) > 1
        # A question asks for most words twice: what may stand for its words, then their numbers.
        self._looked_up: dict[str, list[Numbered]] = {}

    @cached_property
    def pending(self) -> Pending:
        """What is not settled yet; read once, and only if words are asked for."""
        words: list[Entry] = []
        changes: list[npt.NDArray[np.void]] = []
        log = self._db.execute(LOG, {"readable": self._readable})
        for collection, packed, first, new in log:
            changes.append(np.frombuffer(packed, CHANGES))
            words += [
                Entry(collection, word, german, english, first + place, 0)
                for place, (word, german, english) in enumerate(json.loads(new))
            ]
        return Pending(words, summed(changes))

    def among(self, words: Sequence[str]) -> list[Numbered]:
        """Entries of these words, by collection and word."""
        wanted = set(words)
        if new := wanted.difference(self._looked_up):
            self._looked_up.update((word, []) for word in new)
            self._remember(
                self._numbered(f"v.word {AMONG}", lambda e: e.word in new, sought=_json(new))
            )
        return sorted([entry for word in wanted for entry in self._looked_up[word]])

    def _remember(self, entries: Iterable[Numbered]) -> None:
        """Entries of words; for each of the words those of all collections."""
        found: dict[str, list[Numbered]] = {}
        for entry in entries:
            found.setdefault(entry.word, []).append(entry)
        self._looked_up.update(found)

    def stemming_to(self, stems: Sequence[str], stemmer: Stemmer) -> list[Entry]:
        """Entries that have one of the stems."""
        wanted = set(stems)
        # Two statements, because with OR between them SQLite would use neither index.
        others = self._entries(f"v.{stemmer} {AMONG}", lambda _: False, sought=_json(wanted))
        found = others + self._entries(
            f"v.word {AMONG} AND v.{stemmer} IS NULL",
            lambda entry: entry.stem(stemmer) in wanted,
            sought=_json(wanted),
        )
        self._remember(Numbered(e.collection, e.word, e.id, e.chunks) for e in found)
        return found

    def known_stems(self, stems: Sequence[str], stemmer: Stemmer) -> set[str]:
        """Those of the stems that some entry has."""
        if not self.pending.is_empty:
            return {entry.stem(stemmer) for entry in self.stemming_to(stems, stemmer)}
        own = f"SELECT 1 FROM vocabulary v WHERE v.collection {READABLE}"
        rows = self._db.execute(
            "SELECT s.value FROM json_each(:sought) AS s"
            f" WHERE EXISTS ({own} AND v.{stemmer} = s.value)"
            f" OR EXISTS ({own} AND v.word = s.value AND v.{stemmer} IS NULL)",
            {"readable": self._readable, "sought": _json(set(stems))},
        )
        return {row[0] for row in rows}

    def starting(self, prefix: str, *, limit: int, chars: tuple[int, int] = ANY) -> Counted:
        """Words that begin so, most frequent first. chars: least and greatest length."""
        with suppress(UnicodeEncodeError):  # half a surrogate pair begins no word
            return self._most_frequent("word", prefix, limit, chars)
        return []

    def ending(self, suffix: str, *, limit: int, chars: tuple[int, int] = ANY) -> Counted:
        """Words that end so, most frequent first. chars: least and greatest length."""
        with suppress(UnicodeEncodeError):
            return self._most_frequent("backwards", suffix, limit, chars)
        return []

    def _most_frequent(
        self, column: Column, part: str, limit: int, chars: tuple[int, int]
    ) -> Counted:
        """Equally frequent words stand in the order of the column."""
        step = 1 if column == "word" else -1
        first, (least, most) = part[::step], chars
        values: dict[str, str | int] = {
            "first": first,
            "last": first + LAST,
            "least": least,
            "most": most,
        }
        condition = (
            f"v.{column} >= :first AND v.{column} < :last"
            f" AND length(v.{column}) BETWEEN :least AND :most"
        )
        if self.pending.is_empty:  # then the database can count and cut itself
            return self._counted(column, condition, values | {"limit": max(limit, 0)})
        entries = self._entries(
            condition,
            lambda e: e.word[::step].startswith(first) and least <= len(e.word) <= most,
            **values,
        )
        counted = chunks_per_word(entries).items()
        found = sorted(counted, key=lambda item: (-item[1], item[0][::step]))
        return found[: max(limit, 0)]

    def _counted(self, column: Column, condition: str, values: dict[str, str | int]) -> Counted:
        """Words that meet the condition on a column, from the tables alone."""
        step = 1 if column == "word" else -1
        each = (
            f"v.{column}, sum(n.chunks) AS sum" if self._several else f"v.{column}, n.chunks AS sum"
        )
        rows = self._db.execute(
            f"SELECT {each}, v.collection, v.id"
            " FROM vocabulary v CROSS JOIN word_chunks n ON n.id = v.id"
            f" WHERE v.collection {READABLE} AND {condition}"
            f" {f'GROUP BY v.{column}' if self._several else ''}"
            f" ORDER BY sum DESC, v.{column} LIMIT :limit",
            values | {"readable": self._readable},
        ).fetchall()
        if not self._several and len(rows) <= REMEMBERED:
            self._looked_up.update(
                {
                    word[::step]: [Numbered(collection, word[::step], word_id, chunks)]
                    for word, chunks, collection, word_id in rows
                }
            )
        return [(row[0][::step], row[1]) for row in rows]

    def every_id(self) -> dict[int, int]:
        """Number of chunks by vocabulary id, for checks."""
        return {entry.id: entry.chunks for entry in self._entries("1", lambda _: True)}

    def _numbered(
        self, condition: str, fits: Callable[[Entry], bool], **values: str | int
    ) -> list[Numbered]:
        """As _entries, but without stems."""
        if self.pending.is_empty:
            rows = self._db.execute(
                f"{NUMBERED} {condition}", values | {"readable": self._readable}
            )
            return list(map(Numbered._make, rows))
        entries = self._entries(condition, fits, **values)
        return [Numbered(e.collection, e.word, e.id, e.chunks) for e in entries]

    def _entries(
        self, condition: str, fits: Callable[[Entry], bool], **values: str | int
    ) -> list[Entry]:
        """Entries that meet the condition (SQL for the tables, a function for the log)."""
        rows = self._db.execute(f"{ENTRIES} {condition}", values | {"readable": self._readable})
        settled = list(map(Entry._make, rows))
        if self.pending.is_empty:
            return settled
        changes = self.pending.changes
        found = settled + [entry for entry in self.pending.words if fits(entry)]
        return [
            Entry(e.collection, e.word, e.german, e.english, e.id, chunks)
            for e in found
            if (chunks := e.chunks + changes.get(e.id, 0)) > 0
        ]


def chunks_per_word(entries: Iterable[Entry | Numbered]) -> dict[str, int]:
    """Sum over collections, by word."""
    found: defaultdict[str, int] = defaultdict(int)
    for entry in entries:
        found[entry.word] += entry.chunks
    return dict(sorted(found.items()))


def summed(changes: Sequence[npt.NDArray[np.void]]) -> dict[int, int]:
    """Sum changes by vocabulary id, in order of ids, without zeros."""
    if not changes:
        return {}
    joined = np.concatenate(changes)
    ids, places = np.unique(joined["id"], return_inverse=True)
    change = np.bincount(places, weights=joined["change"], minlength=len(ids)).astype(np.int64)
    kept = change != 0
    return dict(zip(ids[kept].tolist(), change[kept].tolist(), strict=True))


def _json(words: set[str]) -> str:
    return json.dumps(sorted(words))
