"""The words of collections: which there are, and in how many chunks each of them stands.

What the tables say is only true together with the log of what is not settled yet (see the
migration for why). A word in no chunk any more does not exist, settled or not.
"""

# ruff: noqa: S608 - only our own text and integer keys are put into statements

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
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
LENGTH = "length(v.word) BETWEEN :least AND :most"
AMONG = "IN (SELECT value FROM json_each(:sought))"

MOST_FREQUENT = f"""
    SELECT v.word, sum(c.chunks) AS n FROM vocabulary v JOIN word_chunks c ON c.id = v.id
    WHERE v.collection {READABLE} AND
"""

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
        self._looked_up: dict[str, list[Entry]] = {}  # a question asks for many words twice

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

    def among(self, words: Sequence[str]) -> list[Entry]:
        """Entries of these words, by collection and word."""
        wanted = set(words)
        if new := wanted.difference(self._looked_up):
            self._looked_up.update((word, []) for word in new)
            for entry in self._entries(
                f"v.word {AMONG}", lambda e: e.word in new, sought=_json(new)
            ):
                self._looked_up[entry.word].append(entry)
        found = [entry for word in wanted for entry in self._looked_up[word]]
        return sorted(found, key=lambda entry: (entry.collection, entry.word))

    def stemming_to(self, stems: Sequence[str], stemmer: Stemmer) -> list[Entry]:
        """Entries that have one of the stems."""
        wanted = set(stems)
        # Two statements, because with OR between them SQLite would use neither index.
        others = self._entries(f"v.{stemmer} {AMONG}", lambda _: False, sought=_json(wanted))
        return others + self._entries(
            f"v.word {AMONG} AND v.{stemmer} IS NULL",
            lambda entry: entry.stem(stemmer) in wanted,
            sought=_json(wanted),
        )

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
        return self._most_frequent("word", prefix, str.startswith, limit, chars)

    def ending(self, suffix: str, *, limit: int, chars: tuple[int, int] = ANY) -> Counted:
        """Words that end so, most frequent first. chars: least and greatest length."""
        return self._most_frequent("backwards", suffix, str.endswith, limit, chars)

    def _most_frequent(
        self,
        column: Column,
        part: str,
        fits: Callable[[str, str], bool],
        limit: int,
        chars: tuple[int, int],
    ) -> Counted:
        first = part if column == "word" else part[::-1]
        least, most = chars
        condition = f"v.{column} >= :first AND v.{column} < :last AND {LENGTH}"
        values: dict[str, str | int] = {
            "first": first,
            "last": first + LAST,
            "least": least,
            "most": most,
        }
        if self.pending.is_empty:  # then the database can count and cut itself
            order = "GROUP BY v.word ORDER BY n DESC, v.word LIMIT :limit"
            limits: dict[str, str | int] = {"readable": self._readable, "limit": max(limit, 0)}
            return self._db.execute(
                f"{MOST_FREQUENT} {condition} {order}", values | limits
            ).fetchall()
        entries = self._entries(
            condition, lambda e: fits(e.word, part) and least <= len(e.word) <= most, **values
        )
        found = sorted(chunks_per_word(entries).items(), key=lambda item: (-item[1], item[0]))
        return found[: max(limit, 0)]

    def every_id(self) -> dict[int, int]:
        """Number of chunks by vocabulary id, for checks."""
        return {entry.id: entry.chunks for entry in self._entries("1", lambda _: True)}

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


def chunks_per_word(entries: Sequence[Entry]) -> dict[str, int]:
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
