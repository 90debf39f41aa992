"""How far a statement reaches: a claim may add no mark of one kind and drop none of another.

Which ones of the source count is asked clause by clause: "einige" before another subject than the
claim's does not bind it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from fundstelle.core.claims.light import STRONG_FORMS, UNITS
from fundstelle.core.claims.marks import Mark
from fundstelle.core.claims.obligation import obliges
from fundstelle.core.claims.reach import (
    Stands,
    clause,
    clause_used,
    in_best_clause,
    next_used,
    phrase,
    tells,
)
from fundstelle.core.claims.reasons import Reason, ReasonCode, Strictness
from fundstelle.core.claims.words import Reading
from fundstelle.core.terms import Language

_NOT_ADDED = {
    Mark.ALL: ReasonCode.QUANTIFIER,
    Mark.BOTH: ReasonCode.QUANTIFIER,
    Mark.MOST: ReasonCode.QUANTIFIER,
    Mark.SOME: ReasonCode.QUANTIFIER,
    Mark.ALWAYS: ReasonCode.QUANTIFIER,
    Mark.RARE: ReasonCode.QUANTIFIER,
    Mark.ONLY: ReasonCode.QUANTIFIER,
    Mark.LEAST: ReasonCode.COMPARISON,
    Mark.MOST_AT: ReasonCode.COMPARISON,
    Mark.COMPARED: ReasonCode.COMPARISON,
    Mark.EXACT: ReasonCode.HEDGE,
    Mark.CAUSE: ReasonCode.CAUSE,
    Mark.REPORT: ReasonCode.ATTRIBUTION,
    Mark.DONE: ReasonCode.TIME,
    Mark.STILL: ReasonCode.TIME,
    Mark.BEFORE_NOW: ReasonCode.TIME,
    Mark.FROM_NOW: ReasonCode.TIME,
    Mark.NOW: ReasonCode.TIME,
    Mark.AT_ONCE: ReasonCode.TIME,
    Mark.FOR_GOOD: ReasonCode.TIME,
    Mark.FOR_NOW: ReasonCode.TIME,
    Mark.SINCE: ReasonCode.TIME,
    Mark.UNTIL: ReasonCode.TIME,
    Mark.PAST: ReasonCode.TIME,
    Mark.EXCEPT: ReasonCode.EXCEPTION,
}
_NOT_DROPPED = {
    Mark.SOME: ReasonCode.QUANTIFIER,
    Mark.MOST: ReasonCode.QUANTIFIER,
    Mark.RARE: ReasonCode.QUANTIFIER,
    Mark.ONLY: ReasonCode.QUANTIFIER,
    Mark.LEAST: ReasonCode.COMPARISON,
    Mark.MOST_AT: ReasonCode.COMPARISON,
    Mark.WITHIN: ReasonCode.COMPARISON,
    Mark.ABOUT: ReasonCode.HEDGE,
    Mark.BEFORE_NOW: ReasonCode.TIME,
    Mark.FROM_NOW: ReasonCode.TIME,
    Mark.FOR_NOW: ReasonCode.TIME,
    Mark.REPORT: ReasonCode.ATTRIBUTION,
}
# Marks that mean the same for this purpose.
_SAME = {
    Mark.ALL: {Mark.ALL, Mark.BOTH},
    Mark.MOST_AT: {Mark.MOST_AT, Mark.WITHIN, Mark.UNTIL},
    Mark.WITHIN: {Mark.WITHIN, Mark.MOST_AT, Mark.UNTIL},
    Mark.UNTIL: {Mark.UNTIL, Mark.MOST_AT, Mark.WITHIN},
    Mark.SINCE: {Mark.SINCE, Mark.FROM_NOW, Mark.UNTIL},
    Mark.STILL: {Mark.STILL, Mark.FOR_NOW},
    Mark.FOR_NOW: {Mark.FOR_NOW, Mark.STILL},
    Mark.BEFORE_NOW: {Mark.BEFORE_NOW, Mark.PAST},
    Mark.NOW: {Mark.NOW, Mark.SINCE, Mark.FROM_NOW},
    Mark.FROM_NOW: {Mark.FROM_NOW, Mark.NOW},
}
_LENIENT = {Mark.SINCE, Mark.UNTIL, Mark.NOW}
_WHOLE_SENTENCE = {Mark.BEFORE_NOW, Mark.FROM_NOW, Mark.FOR_NOW, Mark.RARE, Mark.REPORT}
_BOUND = frozenset({Mark.ALL, Mark.MOST, Mark.SOME, Mark.RARE})
_TWO = frozenset({"zwei", "2", "zweimal", "two", "twice", "zweier"})
_BECOMING = frozenset({"wird", "werden", "werde"})
_HAVING = frozenset({"hat", "haben", "habe", "habt"})
_PARTICIPLE = re.compile(
    r"(?:\w{2,7})?ge\w{2,}(?:t|en)$|(?:be|ver|zer|ent|er|ueber|unter)\w{3,}t$|\w{3,}iert$"
)
_PRESENT = frozenset("is are be being will must may can to should".split())  # noqa: SIM905
_PAST_ENDINGS: dict[Language, tuple[str, ...]] = {"de": ("te", "ten"), "en": ("ed",)}


def extent_faults(
    claim: Reading, source: Reading, stands: Stands, strictness: Strictness
) -> Iterator[Reason]:
    """Faults of quantity, comparison, time, cause and attribution."""
    yield from _added(claim, source, strictness)
    yield from _dropped(claim, source, stands)
    yield from _bound_elsewhere(claim, source)


def _added(claim: Reading, source: Reading, strictness: Strictness) -> Iterator[Reason]:
    strict = strictness is Strictness.STRICT
    if "will" in claim.folded and _tells_the_past(source) and claim.language == "en":
        yield Reason(ReasonCode.TIME, "will")
    if _made_past(claim, source):
        yield Reason(ReasonCode.TIME)
    for mark, start, end in claim.marks:
        if mark is Mark.ALSO and strict and Mark.ALSO not in source.kinds:
            yield Reason(ReasonCode.QUANTIFIER, phrase(claim, start, end))
        code = _NOT_ADDED.get(mark)
        if code is None or _SAME.get(mark, {mark}) & source.kinds:
            continue
        if (strict or mark not in _LENIENT) and not _harmless(mark, end, claim, source):
            yield Reason(code, phrase(claim, start, end))


def _harmless(mark: Mark, end: int, claim: Reading, source: Reading) -> bool:
    """Whether the mark is something else here: weder … noch, alle sechs Monate, beide of two."""
    if mark is Mark.PAST:
        return _tells_the_past(source) and not obliges(source)
    if mark is Mark.ALL:
        return _each_so_often(claim, end)
    if mark is Mark.STILL:
        return "weder" in claim.folded
    return mark is Mark.BOTH and bool(_TWO & source.folded)


def _dropped(claim: Reading, source: Reading, stands: Stands) -> Iterator[Reason]:
    for mark, start, end in source.marks:
        code = _NOT_DROPPED.get(mark)
        if code is None or _SAME.get(mark, {mark}) & claim.kinds:
            continue
        if mark in _BOUND | {Mark.ONLY} and not in_best_clause(claim, source, start, end):
            continue
        used = clause_used if mark is Mark.ONLY else next_used
        if mark in _WHOLE_SENTENCE or used(source, start, end, stands):
            yield Reason(code, phrase(source, start, end))


def _bound_elsewhere(claim: Reading, source: Reading) -> Iterator[Reason]:
    """ "Die meisten" of the claim stands in a clause that says other things in the source."""
    for mark, start, end in claim.marks:
        clauses = [clause(source, s, e) for m, s, e in source.marks if m is mark]
        if mark not in _BOUND or not clauses or len(clauses[0]) == len(source.words):
            continue
        own = {word.root for word in clause(claim, start, end) if tells(word)} & source.roots
        best = max(len(own & {word.root for word in words}) for words in clauses)
        if best * 2 < len(own):
            yield Reason(ReasonCode.QUANTIFIER, phrase(claim, start, end))


def _tells_the_past(reading: Reading) -> bool:
    """Whether a verb may stand in the past: erfolgte, hat erfolgt, sued; not: is being sued."""
    endings = _PAST_ENDINGS[reading.language]
    return is_perfect(reading) or any(
        word.found
        and word.text[0].islower()
        and word.folded.endswith(endings)
        and not any(w.folded in _PRESENT for w in reading.words[max(0, place - 3) : place])
        for place, word in enumerate(reading.words)
    )


def is_perfect(reading: Reading) -> bool:
    """Whether a sentence stands in the perfect: hat geliefert, has delivered."""
    return bool(_participles(reading))


def _participles(reading: Reading) -> list[str]:
    words = reading.words
    if reading.language == "en":
        return [
            after.folded
            for word, after in pairwise(words)
            if word.folded in {"has", "have"}
            and (after.folded.endswith("ed") or after.folded in STRONG_FORMS["en"])
        ]
    if not _HAVING & reading.folded:
        return []
    return [w.folded for w in words if _PARTICIPLE.match(w.folded) and w.text[0].islower()]


def _made_past(claim: Reading, source: Reading) -> bool:
    """Whether what is or will be in the source has been in the claim; "hat geöffnet" is "ist"."""
    done = _participles(claim)
    state = not _BECOMING & source.folded and any(word in source.folded for word in done)
    if not done or (state and claim.language == "de"):
        return False
    return Mark.PAST not in source.kinds and not _tells_the_past(source)


def _each_so_often(reading: Reading, end: int) -> bool:
    """Whether an interval follows ("alle sechs Monate"), which core.claims.values reads."""
    following = reading.words[end : end + 1]
    return bool(following) and (following[0].number or following[0].folded in UNITS)
