"""Negation: the same statement denied, or denied in another way. Never by counting.

What is compared are canonical forms: forbidden = not allowed, free = no fee, un-X = not X, and
"nur mit X" = "nicht ohne X" (says_only_otherwise).
"""

from collections.abc import Iterator

from fundstelle.core.claims.marks import DENYING, DENYING_OR_WITHOUT, Mark
from fundstelle.core.claims.reach import Stands, clause, phrase, tells, whole
from fundstelle.core.claims.reasons import Reason, ReasonCode
from fundstelle.core.claims.words import Reading

_NO = ("kein", "no")
_NEAR = 4  # words behind "ohne", "nicht", "kein" that it may deny
_NEAR_ONLY = 6


def negation_faults(claim: Reading, source: Reading, stands: Stands) -> Iterator[Reason]:
    """A denial too much or too few, and a denial of something else."""
    free, free_there = Mark.FREE in claim.kinds, Mark.FREE in source.kinds
    if free and not free_there:
        yield Reason(ReasonCode.NEGATION, _first(claim, frozenset({Mark.FREE})))
    elif free_there and not free and any(map(stands, source.substance)):
        yield Reason(ReasonCode.NEGATION, _first(source, frozenset({Mark.FREE})))
    elif denials(claim, source) != denials(source, claim):
        shown = claim if denials(claim, source) else source
        yield Reason(ReasonCode.NEGATION, _first(shown, DENYING_OR_WITHOUT))
    elif whole(source, stands) and _count(claim) != _count(source):
        yield Reason(ReasonCode.NEGATION, _first(claim, DENYING_OR_WITHOUT))
    else:
        yield from _other_focus(claim, source)
        yield from _other_clause(claim, source)


def denials(reading: Reading, other: Reading) -> frozenset[str]:
    """ "not" and "without", as far as the text says them in any form."""
    found = {"not" for mark in reading.kinds if mark in DENYING}
    if Mark.WITHOUT in reading.kinds:
        found.add("without")
    for word in reading.words:
        if word.substance and word.folded.startswith("un"):
            bare = word.folded[2:]
            if bare in other.folded and word.folded not in other.folded:
                found.add("not")
    return frozenset(found)


def _count(reading: Reading) -> int:
    """How often the text denies; "not forbidden" is one mark of its own."""
    return sum(mark in DENYING_OR_WITHOUT for mark, _, _ in reading.marks)


def says_only_otherwise(claim: Reading, source: Reading) -> bool:
    """Whether one says "nur mit gültigem Ausweis", the other "nicht ohne gültigen Ausweis"."""
    return _only_as_not_without(claim, source) or _only_as_not_without(source, claim)


def _only_as_not_without(one: Reading, other: Reading) -> bool:
    if Mark.ONLY not in one.kinds or Mark.ONLY in other.kinds or not DENYING & other.kinds:
        return False
    outside = next((end for mark, _, end in other.marks if mark is Mark.WITHOUT), None)
    only = next(end for mark, _, end in one.marks if mark is Mark.ONLY)
    if outside is None:
        return False
    return bool(_after(one, only, _NEAR_ONLY) & _after(other, outside, _NEAR))


def _after(reading: Reading, start: int, count: int) -> set[str]:
    return {word.root for word in reading.words[start : start + count] if word.substance}


def _other_focus(claim: Reading, source: Reading) -> Iterator[Reason]:
    """Both say "ohne" or "kein", but what follows is another word."""
    for own, cited in (
        (_focus(claim, Mark.WITHOUT, ()), _focus(source, Mark.WITHOUT, ())),
        (_focus(claim, Mark.NOT, _NO), _focus(source, Mark.NOT, _NO)),
    ):
        if own and cited and not own & cited:
            yield Reason(ReasonCode.NEGATION, _first(claim, DENYING_OR_WITHOUT))


def _focus(reading: Reading, wanted: Mark, beginnings: tuple[str, ...]) -> set[str]:
    return next(
        (
            _after(reading, end, _NEAR)
            for mark, start, end in reading.marks
            if mark is wanted
            and (not beginnings or reading.words[start].folded.startswith(beginnings))
        ),
        set(),
    )


def _other_clause(claim: Reading, source: Reading) -> Iterator[Reason]:
    """The claim denies what another clause of the source says than the one that denies."""
    denied = [clause(source, s, e) for mark, s, e in source.marks if mark in DENYING]
    if not denied or len(denied[0]) == len(source.words):
        return
    roots = {word.root for words in denied for word in words}
    for mark, start, end in claim.marks:
        if mark in DENYING:
            own = {w.root for w in clause(claim, start, end) if tells(w)} & source.roots
            if len(own & roots) * 2 < len(own):
                yield Reason(ReasonCode.NEGATION, phrase(claim, start, end))


def _first(reading: Reading, wanted: frozenset[Mark]) -> str:
    return next((phrase(reading, s, e) for mark, s, e in reading.marks if mark in wanted), "")
