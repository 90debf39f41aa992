"""Names and words of substance: each of a claim's must stand in the source, by root or part."""

import re
from collections.abc import Iterator
from functools import lru_cache

from fundstelle.core.claims.light import UNITS
from fundstelle.core.claims.reasons import Reason, ReasonCode, Strictness
from fundstelle.core.claims.synonyms import said_otherwise
from fundstelle.core.claims.words import MIN_ROOT, Reading, Root, Word, root_of
from fundstelle.core.terms import Language

_LINKS = ("", "s", "es", "n", "en", "er", "e", "ns")
MIN_COMPOUND = 8
_LEAST_REST = 3
_NO_DIGITS = re.compile(r"\D+0*")
_JOINING = frozenset({"und", "and", ",", "oder", "or"})


def stands(word: Word, source: Reading) -> bool:
    """Whether a word stands in the source: its root, its parts, or inside a compound of it."""
    if word.root in source.roots or word.folded in source.folded:
        return True
    if "un" + word.folded in source.folded or _denied_there(word, source):
        return True
    if word.parts and all(part in source.roots or _inside(part, source) for part in word.parts):
        return True
    if source.language == "en":
        return False
    return (
        _inside(word.root, source)
        or _inside(word.folded, source)
        or _put_together(word.folded, source)
    )


def _denied_there(word: Word, source: Reading) -> bool:
    """ "unbeschädigt" where the source has "beschädigt"; core.claims.negation asks for the not."""
    return word.folded.startswith("un") and word.folded[2:] in source.folded


def _inside(root: Root, source: Reading) -> bool:
    """Whether a compound of the source holds the word (Pause: Raucherpausenregelung)."""
    if len(root) < MIN_ROOT or root not in source.long_text:
        return False
    return any(
        root in other and len(other) >= len(root) + _LEAST_REST for other in source.long_words
    )


def _put_together(folded: str, source: Reading) -> bool:
    """Whether both parts of a compound stand in the source (Inselfahrt: Fahrt zur Insel)."""
    if len(folded) < MIN_COMPOUND:
        return False
    return any(
        (head in source.roots or _inside(head, source))
        and (tail in source.roots or _inside(tail, source))
        for head, tail in halves(folded, source.language)
    )


@lru_cache(maxsize=20_000)
def halves(folded: str, language: Language) -> tuple[tuple[Root, Root], ...]:
    """All ways to cut a compound in two, as roots; linking letters may fall away."""
    found = []
    for place in range(MIN_ROOT - 1, len(folded) - 2):
        head, tail = folded[:place], folded[place:]
        for link in _LINKS:
            if head.endswith(link) and len(head) - len(link) >= MIN_ROOT - 1:
                bare = head[: len(head) - len(link)] if link else head
                found.append((root_of(bare, language), root_of(tail, language)))
    return tuple(dict.fromkeys(found))


def _otherwise(word: Word, source: Reading) -> bool:
    """Whether the word stands there as a synonym, or as a short form of a longer word."""
    language, roots = source.language, source.roots
    if said_otherwise(word.root, roots, language) or _shortened(word, source):
        return True
    if word.parts:
        return all(part in roots or said_otherwise(part, roots, language) for part in word.parts)
    if language == "en" or len(word.folded) < MIN_COMPOUND:
        return False
    return any(
        (head in roots and said_otherwise(tail, roots, language))
        or (tail in roots and said_otherwise(head, roots, language))
        for head, tail in halves(word.folded, language)
    )


def _german_verb(word: Word, claim: Reading) -> bool:
    """Lower case in German: no noun. Its synonyms pass in strict too."""
    return claim.language == "de" and word.text[0].islower()


def _shortened(word: Word, source: Reading) -> bool:
    """TG for Tagegeld, or Tagegeld where the source has TG."""
    return any(short_for(word, other) or short_for(other, word) for other in source.substance)


def short_for(short: Word, long: Word) -> bool:
    """Whether one word in capitals stands for the other: TG for Tagegeld."""
    if not (short.text.isupper() and 1 < len(short.text) < len(long.text) and long.text.isalpha()):
        return False
    letters = iter(long.folded)
    return short.folded[0] == long.folded[0] and all(c in letters for c in short.folded)


_MONTHS = {
    name: str(number)
    for names in (
        "januar februar maerz april mai juni juli august september oktober november dezember",
        "january february march april may june july august september october november december",
    )
    for number, name in enumerate(names.split(), 1)
}


def _as_month(word: Word, source: Reading) -> bool:
    """Whether the source writes the month as a number: 07.10.2025 for Oktober."""
    number = _MONTHS.get(word.folded)
    return number is not None and any(
        number in _NO_DIGITS.split(other.folded)[1:] for other in source.words if other.number
    )


def content_faults(
    claim: Reading, source: Reading, beside: Reading, strictness: Strictness, *, is_row: bool
) -> list[Reason]:
    """One fault per word of the claim that stands nowhere.

    What stands only beside the source names the subject: it passes if something of the claim
    stands in the source itself.
    """
    faults, here, near = [], 0, 0
    for word in claim.substance:
        if stands(word, source):
            here += 1
            continue
        if word.light or _as_month(word, source):
            continue
        if (is_row or word.noun or word.text[0].isupper()) and stands(word, beside):
            near += 1
            continue
        if (strictness is Strictness.BALANCED or _german_verb(word, claim)) and (
            _otherwise(word, source) or said_otherwise(word.root, beside.roots, claim.language)
        ):
            here += 1
            continue
        code = ReasonCode.NAME if word.noun and word.text[0].isupper() else ReasonCode.CONTENT
        faults.append(Reason(code, word.text))
    if not faults and claim.substance and (not here or near > here + 1):
        faults.append(Reason(ReasonCode.CONTENT))
    return faults


def label_faults(claim: Reading, source: Reading) -> Iterator[Reason]:
    """ "Kran 5" where the source numbers cranes, but not this one."""
    there = _labels(source)
    for root, number in _labels(claim):
        numbers = {other for named, other in there if named == root}
        if numbers and number not in numbers:
            yield Reason(ReasonCode.IDENTIFIER, number)


def _labels(reading: Reading) -> list[tuple[Root, str]]:
    """Nouns with the numbers right behind them: Kran 3, Halle 1 und 2."""
    found, root = [], ""
    for place, word in enumerate(reading.words):
        following = reading.words[place + 1 : place + 2]
        if word.substance and word.text[0].isupper():
            root = word.root
        elif root and word.folded.isdigit() and not _measures(following):
            found.append((root, word.folded))
        elif word.folded not in _JOINING:
            root = ""
    return found


def _measures(following: tuple[Word, ...]) -> bool:
    return bool(following) and (following[0].folded in UNITS or following[0].text[0].isupper())
