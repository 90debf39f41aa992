"""Hedges, conditions and exceptions of the source sentence, which a claim may not drop."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fundstelle.core.claims.marks import Mark
from fundstelle.core.claims.reach import STOPS, Stands, clause_end, clause_used, phrase, tells
from fundstelle.core.claims.reasons import Reason, ReasonCode, Strictness
from fundstelle.core.claims.words import Reading, Word

# German conditions without a conjunction begin with the verb: "Fällt der Strom aus, …".
_VERB_FIRST = re.compile(
    r"^\W*(?i:wird|werden|ist|sind|hat|haben|kann|kommt|liegt|wurde|sollte|bleibt|geht|tritt|"
    r"\w{2,}(?:t|en))\s+(?:der|die|das|ein|eine|er|sie|es|man|jemand|kein|keine|im|am|eines|"
    r"[A-ZÄÖÜ]\w+)\b[^,;]*,",
)
_NARROWING = frozenset(
    """
    bei mit nach in im fuer auf zu zur zum unter durch von vom an am gegen with for under after
    in on by at to from during when if
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class _Compared:
    claim: Reading
    source: Reading
    stands: Stands
    strict: bool

    def dropped(self, mark: Mark, start: int, end: int) -> ReasonCode | None:
        """What is lost if the claim leaves out this mark of the source."""
        claim, source = self.claim, self.source
        if mark is Mark.HEDGE and Mark.HEDGE not in claim.kinds:
            used = self.strict or clause_used(source, start, end, self.stands)
            return ReasonCode.HEDGE if used else None
        if mark is Mark.EXCEPT and Mark.EXCEPT not in claim.kinds:
            return None if self.kept(end, half=self.strict) else ReasonCode.EXCEPTION
        if mark is Mark.ON_REQUEST:
            kept = self.stands(source.words[end - 1])
            return None if kept else ReasonCode.CONDITION
        if mark is Mark.ONLY and self.strict and self._narrows(end):
            return None if self._wholly_kept(end) else ReasonCode.CONDITION
        if mark is Mark.IF:
            half = self.strict or Mark.IF not in claim.kinds
            return None if self.kept(end, half=half) else ReasonCode.CONDITION
        return None

    def kept(self, start: int, *, half: bool) -> bool:
        """Whether the claim speaks of what the clause from start on says, or of half of it."""
        clause: list[Word] = []
        for word in self.source.words[start:]:
            if word.text in STOPS and clause:
                break
            if tells(word):
                clause.append(word)
        held = sum(map(self.stands, clause))
        return held * 2 >= len(clause) if half else held > 0 or not clause

    def _narrows(self, end: int) -> bool:
        """Whether "nur" stands before a preposition: nur bei, nur mit, only under, only in."""
        following = self.source.words[end : end + 1]
        return bool(following) and following[0].folded in _NARROWING

    def _wholly_kept(self, start: int) -> bool:
        words = self.source.words[start + 1 : clause_end(self.source, start + 1)]
        return all(self.stands(word) for word in words if word.noun)


def condition_faults(
    claim: Reading, source: Reading, source_text: str, stands: Stands, strictness: Strictness
) -> Iterator[Reason]:
    """Faults of what was left out around the statement, and of a doubt that was put in."""
    compared = _Compared(claim, source, stands, strictness is Strictness.STRICT)
    for mark, start, end in source.marks:
        code = compared.dropped(mark, start, end)
        if code is not None:
            yield Reason(code, phrase(source, start, end))
    if (
        source.language == "de"
        and _VERB_FIRST.match(source_text)
        and not compared.kept(0, half=compared.strict)
    ):
        yield Reason(ReasonCode.CONDITION, source.words[0].text)
    if compared.strict and Mark.HEDGE in claim.kinds and Mark.HEDGE not in source.kinds:
        yield Reason(ReasonCode.HEDGE)
