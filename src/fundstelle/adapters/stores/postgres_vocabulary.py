"""The words of a scope in PostgreSQL: which there are, and in how many chunks each stands."""

# ruff: noqa: S608 - only our own text is put into statements

from collections.abc import Collection as Several
from typing import Literal

from fundstelle.adapters.stores.postgres_scope import READABLE, ScopedReader, texts

ANY = (0, 1_000_000)

WITH_CHUNKS = f"""
    SELECT word, sum(chunks)::bigint FROM vocabulary
    WHERE collection {READABLE} AND word = ANY(%(words)s::text[]) GROUP BY word ORDER BY word
"""
KEYS = f"""
    SELECT key, word FROM vocabulary
    WHERE collection {READABLE} AND word = ANY(%(words)s::text[])
"""

Counted = list[tuple[str, int]]
Stemmer = Literal["german", "english"]
Column = Literal["word", "backwards"]
STEMMERS: dict[str, Stemmer] = {"de": "german", "en": "english"}


class Vocabulary:
    """Words as one transaction and one scope see them."""

    def __init__(self, reader: ScopedReader) -> None:
        self._reader = reader

    def keys(self, words: Several[str]) -> list[tuple[int, str]]:
        """Key and word of each entry of these words; a word has one entry per collection."""
        return [(key, word) for key, word in self._reader.rows(KEYS, words=texts(words))]

    def holding(self, words: Several[str]) -> dict[str, int]:
        return dict(self._reader.rows(WITH_CHUNKS, words=texts(words)))

    def inflections(self, stems: Several[str], language: str) -> dict[str, Counted]:
        found: dict[str, Counted] = {}
        for stem, word, chunks in self._stemming_to(STEMMERS[language], stems):
            found.setdefault(stem, []).append((word, chunks))
        return found

    def known_stems(self, stems: Several[str], language: str) -> set[str]:
        return self._stems(STEMMERS[language], stems)

    def starting(self, prefix: str, limit: int, chars: tuple[int, int] | None) -> Counted:
        return self._most_frequent("word", prefix, limit, chars or ANY)

    def ending(self, suffix: str, limit: int, chars: tuple[int, int] | None) -> Counted:
        found = self._most_frequent("backwards", suffix[::-1], limit, chars or ANY)
        return [(backwards[::-1], chunks) for backwards, chunks in found]

    def _stemming_to(self, stemmer: Stemmer, stems: Several[str]) -> list[tuple[str, str, int]]:
        statement = f"""
            SELECT {stemmer}, word, sum(chunks)::bigint FROM vocabulary
            WHERE collection {READABLE} AND {stemmer} = ANY(%(stems)s::text[])
            GROUP BY {stemmer}, word ORDER BY {stemmer}, word
        """
        rows = self._reader.rows(statement, stems=texts(stems))
        return [(stem, word, chunks) for stem, word, chunks in rows]

    def _stems(self, stemmer: Stemmer, stems: Several[str]) -> set[str]:
        statement = f"""
            SELECT DISTINCT {stemmer} FROM vocabulary
            WHERE collection {READABLE} AND {stemmer} = ANY(%(stems)s::text[])
        """
        return {stem for (stem,) in self._reader.rows(statement, stems=texts(stems))}

    def _most_frequent(
        self, column: Column, first: str, limit: int, chars: tuple[int, int]
    ) -> Counted:
        """What begins so in the column; equally frequent ones in the order of the column."""
        if not texts([first]):
            return []
        statement = f"""
            SELECT {column}, sum(chunks)::bigint AS held FROM vocabulary
            WHERE collection {READABLE} AND {column} ^@ %(first)s
              AND char_length({column}) BETWEEN %(least)s AND %(most)s
            GROUP BY {column} ORDER BY held DESC, {column} LIMIT %(limit)s
        """
        least, most = chars
        rows = self._reader.rows(
            statement, first=first, least=least, most=most, limit=max(limit, 0)
        )
        return [(word, chunks) for word, chunks in rows]
