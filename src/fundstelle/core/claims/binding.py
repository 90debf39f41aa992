"""Gate 2, binding: a number of the claim is said of the same thing as in its source."""

import re
from collections.abc import Iterator
from itertools import pairwise

from fundstelle.core.claims.clauses import Placed, Value, code_of, placed, values_in
from fundstelle.core.claims.facts import facts_of
from fundstelle.core.claims.numbers import number_word
from fundstelle.core.claims.reasons import Reason, ReasonCode, Source
from fundstelle.core.claims.rows import row_faults
from fundstelle.core.documents import CELLS
from fundstelle.core.terms import Language, language_shown

_LINK = re.compile(
    r"\s*(?:gegen|von|of|out of|auf(?: den)?|bis(?: zum)?|to|against|zu|statt|instead of)\s*",
    re.IGNORECASE,
)
_ANY_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 3  # equal words around two values show that one sentence is a copy of the other
_MOST = 4000  # pairs of values; beyond them a text is a list that binds nothing
_MOMENTS = frozenset(("date", "clock"))


def binding_faults(claim: str, source: Source) -> tuple[Reason, ...]:
    """Values that the source gives to something else; () if none or if it cannot be told.

    A veto only: it speaks when the claim's words around a value stand at another value of the
    same kind in the source, and none of them at its own.
    """
    mine = language_shown(claim)
    theirs = language_shown(f"{source.text} {source.beside}")
    language: Language = mine or theirs or "de"
    said, held = facts_of(claim, language), facts_of(source.text, theirs or language)
    claimed, given = values_in(said), values_in(held)
    if not claimed or not given or len(claimed) * len(given) > _MOST:
        return ()
    if source.is_row or CELLS in source.text:
        return tuple(row_faults(claim, claimed, given, source))
    faults = [*_swapped(claim, claimed, source.text, given)]
    mine_bound, given_bound = placed(claim, claimed), placed(source.text, given)
    faults += _clause_faults(mine_bound, given_bound)
    faults += _copied(claim, mine_bound, source.text, given_bound)
    return tuple(dict.fromkeys(faults))


def _clause_faults(claimed: list[Placed], given: list[Placed]) -> Iterator[Reason]:
    for mine in claimed:
        own, rivals = _same_kind(mine, given)
        astray = all(any(_nearer(mine, one, rival) for rival in rivals) for one in own)
        if own and rivals and astray:
            yield Reason(code_of(mine.value), mine.value.written)


def _same_kind(mine: Placed, given: list[Placed]) -> tuple[list[Placed], list[Placed]]:
    """Values of the source with which this one can be confused: the same, and the others."""
    same = [one for one in given if one.value.kind == mine.value.kind]
    own = [one for one in same if one.value.key == mine.value.key]
    return own, [one for one in same if one.value.key != mine.value.key]


def _nearer(mine: Placed, own: Placed, rival: Placed) -> bool:
    """Whether what the claim says around the value tells a rival apart, and not its own place.

    A second clause leaves out what the first has said ("ab 50 kg 35 €"): a clause
    without words of its own cannot be told by words, and the first one's words may be shared.
    """
    theirs = (mine.partners & rival.partners) - own.partners
    if theirs and not (mine.partners & own.partners) - rival.partners:
        return True
    only_own, only_rival = own.words - rival.words, rival.words - own.words
    if not mine.words & only_rival:
        return False
    if not mine.words & only_own:
        return bool(only_own)
    first = own.value.start < rival.value.start
    unsaid = bool(only_own - mine.words) or not own.partners <= mine.partners
    return first and only_rival <= mine.words and unsaid


def _swapped(claim: str, claimed: list[Value], text: str, given: list[Value]) -> Iterator[Reason]:
    """9 gegen 11 for 11 gegen 9; from 21 to 3 April for from 3 to 21."""
    mine, theirs = _pairs(claim, claimed), _pairs(text, given)
    for pair, written in mine.items():
        if pair not in theirs and pair[::-1] in theirs:
            yield Reason(ReasonCode.ROLE, written)


def _pairs(text: str, values: list[Value]) -> dict[tuple[object, object], str]:
    return {
        (low.key, high.key): text[low.start : high.end]
        for low, high in pairwise(values)
        if _LINK.fullmatch(text, low.end, high.start)
    }


def _copied(claim: str, claimed: list[Placed], text: str, given: list[Placed]) -> Iterator[Reason]:
    """A value between the very words that stand around another one in the source."""
    around = {id(one): _around(text, one.value) for one in given}
    for mine in claimed:
        own, rivals = _same_kind(mine, given)
        if not own or not rivals or mine.value.kind == "year":
            continue
        if any(mine.partners & one.partners for one in own):
            continue  # another value of the clause says that it is the right one
        here = _around(claim, mine.value)
        best = max(_shared(here, around[id(one)]) for one in own)
        other = max(_shared(here, around[id(one)]) for one in rivals)
        if other >= _ENOUGH and best <= other - 2:
            yield Reason(code_of(mine.value), mine.value.written)


def _around(text: str, value: Value) -> tuple[list[str], list[str]]:
    """Words before a value, nearest first, and words behind its number."""
    before = _ANY_WORD.findall(text[max(0, value.start - 60) : value.start].lower())[::-1]
    start = value.end if value.kind in _MOMENTS else value.start
    behind = _ANY_WORD.findall(text[start : value.end + 60].lower())
    while behind and number_word(behind[0], "de"):
        behind.pop(0)
    return before[:3], behind[:3]


def _shared(one: tuple[list[str], list[str]], other: tuple[list[str], list[str]]) -> int:
    """How many words next to two values are the same without a gap, both sides together."""
    return sum(
        next(
            (at for at, (a, b) in enumerate(zip(*side, strict=False)) if a != b),
            min(map(len, side)),
        )
        for side in zip(one, other, strict=True)
    )
