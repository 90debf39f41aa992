"""must, may, should and forbidden: none of them is another, and none is a plain fact."""

import re
from collections import Counter
from collections.abc import Iterator

from fundstelle.core.claims.marks import FORCES, Mark
from fundstelle.core.claims.reach import Stands, in_best_clause, whole
from fundstelle.core.claims.reasons import Reason, ReasonCode, Strictness
from fundstelle.core.claims.words import Reading

_BEING = frozenset({"ist", "sind", "hat", "haben", "war", "waren"})
_ZU_INSIDE = re.compile(
    r"^(?:ab|an|auf|aus|bei|dar|ein|fest|fort|frei|her|hin|los|mit|nach|um|vor|weg|zurueck|"
    r"zusammen|teil|statt|bekannt|bereit)zu\w{2,}en$"
)


def obligation_faults(
    claim: Reading, source: Reading, stands: Stands, strictness: Strictness
) -> Iterator[Reason]:
    """Another force than the source's; in balanced an order may be told as a fact and back."""
    said, there = _force(claim, claim.kinds), _force(source, _kinds_near(claim, source))
    if said is there:
        if whole(source, stands) and _exchanged(claim, source):
            yield Reason(ReasonCode.MODALITY, said.value if said else "")
        return
    if strictness is Strictness.BALANCED and {said, there} == {None, Mark.MUST}:
        return
    yield Reason(ReasonCode.MODALITY, (said or there or Mark.MUST).value)


def _exchanged(claim: Reading, source: Reading) -> bool:
    """Whether as many words of force stand in both, but not the same kinds."""
    here, there = (
        Counter(mark for mark, _, _ in reading.marks if mark in FORCES - {Mark.FORBIDDEN})
        for reading in (claim, source)
    )
    return here.total() == there.total() and here != there


def _kinds_near(claim: Reading, source: Reading) -> frozenset[Mark]:
    """The marks of the source; where it says two of must, may and should, those of the clause
    that has most in common with the claim.
    """
    if len(FORCES & source.kinds) < 2:  # noqa: PLR2004 - two
        return source.kinds
    return frozenset(
        mark for mark, start, end in source.marks if in_best_clause(claim, source, start, end)
    )


def _force(reading: Reading, kinds: frozenset[Mark]) -> Mark | None:
    """The strongest word of obligation: forbidden, must, should, may; None for a plain fact."""
    denied, has_to = Mark.NOT in kinds, _has_to(reading)
    orders_not = [word.folded for word in reading.words[:2]] == ["do", "not"]
    if orders_not or Mark.FORBIDDEN in kinds or (denied and Mark.MAY in kinds):
        return Mark.FORBIDDEN
    if denied and has_to and Mark.MUST not in kinds:
        return Mark.FORBIDDEN  # sind nicht zu benutzen
    if has_to or Mark.MUST in kinds:
        return Mark.MUST
    if Mark.SHOULD in kinds:
        return Mark.SHOULD
    return Mark.MAY if Mark.MAY in kinds or _able(reading) else None


def _has_to(reading: Reading) -> bool:
    """German "ist zu melden", "hat anzuzeigen"."""
    if reading.language != "de" or Mark.MAY in reading.kinds or not _BEING & reading.folded:
        return False
    words = reading.words
    return any(
        word.folded.endswith(("en", "ern", "eln"))
        and word.text[0].islower()
        and (
            (place and words[place - 1].folded == "zu" and not word.folded.startswith("ge"))
            or _ZU_INSIDE.search(word.folded)
        )
        for place, word in enumerate(words)
    )


def obliges(reading: Reading) -> bool:
    """Whether a text says what must, may or should be, not what is."""
    return _force(reading, reading.kinds) is not None


def _able(reading: Reading) -> bool:
    """German adjectives in -bar: zahlbar, abrufbar."""
    return reading.language == "de" and any(
        word.folded.endswith("bar") and word.text[0].islower() for word in reading.words
    )
