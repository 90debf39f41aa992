"""A vocabulary made of a word list, for the tests of core; keeps core.expansion.Vocabulary."""

from collections.abc import Collection
from typing import get_args

from fundstelle.core.terms import Language, count_words, stem

Pairs = list[tuple[str, int]]


class WordList:
    """chunks: one text per chunk."""

    def __init__(self, *chunks: str) -> None:
        self.size = len(chunks)
        self._counts: dict[str, int] = {}
        for chunk in chunks:
            for word in count_words(chunk):
                self._counts[word] = self._counts.get(word, 0) + 1

    def holding(self, words: Collection[str]) -> dict[str, int]:
        return {word: self._counts[word] for word in words if word in self._counts}

    def inflections(self, stems: Collection[str], language: str) -> dict[str, Pairs]:
        (known,) = [name for name in get_args(Language) if name == language]
        words = sorted(self._counts)
        found: dict[str, Pairs] = {}
        for word, root in zip(words, stem(words, known), strict=True):
            if root in stems:
                found.setdefault(root, []).append((word, self._counts[word]))
        return found

    def known_stems(self, stems: Collection[str], language: str) -> set[str]:
        return set(self.inflections(stems, language))

    def words_starting(
        self, prefix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> Pairs:
        return self._best([w for w in self._counts if w.startswith(prefix)], limit, chars)

    def words_ending(
        self, suffix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> Pairs:
        return self._best([w for w in self._counts if w.endswith(suffix)], limit, chars)

    def _best(self, words: list[str], limit: int, chars: tuple[int, int] | None) -> Pairs:
        low, high = chars or (0, 10_000)
        pairs = [(word, self._counts[word]) for word in words if low <= len(word) <= high]
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:limit]
