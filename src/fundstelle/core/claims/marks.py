"""Closed-class words that change what a sentence says: how many, how sure, when, unless, who says.

A phrase stands for a mark; "jede~r~n" is jede, jeder, jeden; the longest phrase wins. Words are as
core.terms folds them (ae for ä).
"""

from enum import StrEnum
from functools import lru_cache

from fundstelle.core.claims.marks_de import GERMAN_MARKS
from fundstelle.core.claims.marks_en import ENGLISH_MARKS
from fundstelle.core.terms import Language


class Mark(StrEnum):
    """What a closed-class phrase does to the sentence."""

    ALL = "all"
    BOTH = "both"
    MOST = "most"
    SOME = "some"
    ALWAYS = "always"  # also: without exception, in any case
    RARE = "rare"
    ONLY = "only"
    LEAST = "least"
    MOST_AT = "most_at"
    WITHIN = "within"
    EXACT = "exact"
    ABOUT = "about"
    MUST = "must"
    MAY = "may"
    SHOULD = "should"
    HEDGE = "hedge"
    IF = "if"
    ON_REQUEST = "on_request"  # a condition without a clause: on request, by arrangement
    EXCEPT = "except"
    CAUSE = "cause"
    REPORT = "report"  # says, reports, according to
    NOT = "not"
    WITHOUT = "without"
    FORBIDDEN = "forbidden"
    FREE = "free"  # of charge
    ALSO = "also"
    DONE = "done"  # already, by now
    STILL = "still"
    BEFORE_NOW = "before_now"
    FROM_NOW = "from_now"
    SINCE = "since"
    UNTIL = "until"
    NOW = "now"
    AT_ONCE = "at_once"
    FOR_GOOD = "for_good"
    FOR_NOW = "for_now"
    PAST = "past"
    COMPARED = "compared"


FORCES = frozenset({Mark.MUST, Mark.MAY, Mark.SHOULD, Mark.FORBIDDEN})
DENYING = frozenset({Mark.NOT, Mark.FORBIDDEN})
DENYING_OR_WITHOUT = DENYING | {Mark.WITHOUT}

Phrases = dict[str, list[tuple[tuple[str, ...], Mark]]]


@lru_cache(maxsize=2)
def phrases(language: Language) -> Phrases:
    """First word -> (all words, mark), longest first."""
    table: Phrases = {}
    for name, listed in (GERMAN_MARKS if language == "de" else ENGLISH_MARKS).items():
        for phrase in listed.split(";"):
            for words in _spelled_out(phrase.split()):
                table.setdefault(words[0], []).append((words, Mark(name)))
    for found in table.values():
        found.sort(key=lambda entry: -len(entry[0]))
    return table


def _spelled_out(words: list[str]) -> list[tuple[str, ...]]:
    """All readings of a phrase whose words may list endings."""
    read: list[tuple[str, ...]] = [()]
    for word in words:
        first, *endings = word.split("~")
        forms = [first, *(first + ending for ending in endings)]
        read = [(*before, form) for before in read for form in forms]
    return read
