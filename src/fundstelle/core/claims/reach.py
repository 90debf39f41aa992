"""Clauses of a sentence: what a word counts for reaches to the next stop."""

from collections.abc import Callable

from fundstelle.core.claims.words import Reading, Word

Stands = Callable[[Word], bool]
"""Whether a word of the source stands in the claim, or the other way round."""
STOPS = frozenset({",", ";", ":", "–", "—"})


def clause(reading: Reading, start: int, end: int) -> tuple[Word, ...]:
    """The words between the stops around the places start to end."""
    words = reading.words
    first = max((i for i in range(start) if words[i].text in STOPS), default=-1) + 1
    return words[first : clause_end(reading, end)]


def clause_end(reading: Reading, start: int) -> int:
    """The place of the first stop from start on, or behind the last word."""
    words = reading.words
    return next((i for i in range(start, len(words)) if words[i].text in STOPS), len(words))


def clause_used(source: Reading, start: int, end: int, stands: Stands) -> bool:
    """Whether the claim uses a word of the clause around the places start to end."""
    return any(stands(word) for word in clause(source, start, end) if tells(word))


def in_best_clause(claim: Reading, source: Reading, start: int, end: int) -> bool:
    """Whether no other clause of the source has more in common with the claim."""
    own = _in_common(claim, clause(source, start, end))
    places = [i for i, word in enumerate(source.words) if word.text in STOPS]
    return all(
        _in_common(claim, source.words[i:j]) <= own
        for i, j in zip((0, *places), (*places, len(source.words)), strict=True)
    )


def _in_common(claim: Reading, words: tuple[Word, ...]) -> int:
    return len(claim.roots & {word.root for word in words if tells(word)})


def next_used(source: Reading, start: int, end: int, stands: Stands) -> bool:
    """Whether the claim uses the word that a mark of the source stands before, or, where none
    follows, the word before it.
    """
    for word in (*source.words[end : end + 4], *reversed(source.words[:start])):
        if tells(word):
            return stands(word)
    return False


def whole(source: Reading, stands: Stands) -> bool:
    """Whether the claim uses every word of the source: then it must also deny as often."""
    return all(map(stands, source.substance))


def tells(word: Word) -> bool:
    """Whether a word is of substance or a number."""
    return word.substance or word.number


def phrase(reading: Reading, start: int, end: int) -> str:
    """The words from start to end as written."""
    return " ".join(word.text for word in reading.words[start:end])
