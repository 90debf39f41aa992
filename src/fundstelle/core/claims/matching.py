"""Two amounts: are they the same number of the same thing, with the same bound?"""

import re

from fundstelle.core.claims.amounts import Amount, is_year
from fundstelle.core.claims.facts import Facts
from fundstelle.core.claims.periods import Period, period_behind, period_of
from fundstelle.core.claims.qualifiers import Bound, mentions
from fundstelle.core.claims.reasons import Reason, ReasonCode
from fundstelle.core.claims.units import COUNT, SHARE, TIME_DIMENSIONS, TIMES, Unit, unit_of

# One unit for several: 3, 5 oder 7 Tage.
_LISTED = re.compile(r"\s*(?:,|/|–|-|bis|oder|und|or|and|to)\s*\d", re.IGNORECASE)
_UNITS = re.compile(r"[^\W\d_]+[²³]?|[€$£%°]C?")
_WORD = re.compile(r"\w+")
_STEM = 5  # letters by which two nouns are the same
_EXTENSION = re.compile(
    r"durchwahl|telefon|\btel\b|fon\b|phone|\bext\b|extension|apparat", re.IGNORECASE
)
_TYPES = frozenset((COUNT, TIMES))


def years_of(facts: Facts) -> set[int]:
    """Years that a text names, in a date or alone."""
    bare = {int(a.number) for a in facts.amounts if a.unit is None and is_year(a.number)}
    return bare | {date.year for date in facts.dates if date.year}


def amount_faults(amount: Amount, said: Facts, held: Facts, around: Facts) -> tuple[Reason, ...]:
    """Faults of one amount against the amount of the source that fits it best."""
    same = [other for other in held.amounts if _same_size(amount, other, held, around)]
    if same and not _other_count(amount, same, held):
        return min((_side_faults(amount, other, said, held) for other in same), key=len)
    if amount.article:
        return _article_faults(amount, held)
    if _is_elsewhere(amount, said, held, around):
        return ()
    alike = not amount.ordinal and any(
        amount.number == other.number and (amount.unit or other.unit) and not other.article
        for other in (*held.amounts, *held.intervals)
    )
    return (Reason(ReasonCode.UNIT if alike else ReasonCode.NUMBER, amount.written),)


def _other_count(amount: Amount, same: list[Amount], held: Facts) -> bool:
    """Whether the source counts what the claim counts, but otherwise: "elf Räume, drei Büros"."""
    noun = amount.noun.lower()[:_STEM]
    counted = any(
        other.noun.lower()[:_STEM] == noun and not other.article and other.number != amount.number
        for other in held.amounts
    )
    return (
        bool(noun)
        and counted
        and all(other.noun.lower()[:_STEM] not in {"", noun} for other in same)
    )


def _same_size(amount: Amount, other: Amount, held: Facts, around: Facts) -> bool:
    """Whether two amounts are the same number of the same thing, whatever bounds them."""
    if amount.exponent != other.exponent or (amount.stopped and other.unit):
        return False
    if other.article and other.unit is None and not amount.article:
        return amount.number == 1 and other.noun[:4] == amount.noun[:4] != ""
    if amount.ordinal or other.ordinal:
        alike = amount.ordinal is other.ordinal or other.stopped or amount.stopped
        return alike and amount.number == other.number
    if amount.unit and other.unit:
        return _same_measure(amount, amount.unit, other, other.unit)
    if _same_share(amount, other) or _same_share(other, amount):
        return True
    same = amount.number == other.number or _same_extension(amount, other, held, around)
    return same and _same_thing(amount, other, held, around)


def _same_measure(amount: Amount, mine: Unit, other: Amount, theirs: Unit) -> bool:
    """Two amounts with units. "60 Grad" leaves out of what; "zweimal" counts like "2 Stück"."""
    counted = _counts(amount) and _counts(other)
    degrees = mine.dimension == "degree" and theirs.dimension == "celsius"
    if counted or degrees:
        return amount.number == other.number
    return mine.dimension == theirs.dimension and amount.size == other.size


def _same_extension(amount: Amount, other: Amount, held: Facts, around: Facts) -> bool:
    """Whether the mark before a number is a hyphen: "Durchwahl -87"."""
    return (
        other.signless
        and abs(amount.number) == abs(other.number)
        and _EXTENSION.search(f"{held.text} {around.text}") is not None
    )


def _same_share(one: Amount, other: Amount) -> bool:
    """zwei Drittel and 2/3: a share is kept in percent, a fraction as it is."""
    share = one.unit is not None and one.unit.dimension == SHARE
    fraction = other.unit is None and not other.written.isdecimal() and other.number < 1
    return share and fraction and one.number == other.number * 100


def _counts(amount: Amount) -> bool:
    return amount.unit is None or amount.unit.dimension in _TYPES


def _same_thing(amount: Amount, other: Amount, held: Facts, around: Facts) -> bool:
    """One of the two has no unit: is it left out, or is something else counted?"""
    if _counts(amount) and _counts(other):
        return True
    if amount.unit is None:
        # "28" for "28 Tage" leaves the unit out; "28 Stellen" counts something else.
        noun = amount.noun.lower()
        return (
            not noun
            or not noun[:1].isalpha()
            or noun[:4] in held.text.lower()
            or not amount.noun[0].isupper()
        )
    if other.noun:
        return False
    listed = _LISTED.match(held.text, other.end) is not None
    shared = listed and any(
        one.unit and one.unit.dimension == amount.unit.dimension for one in held.amounts
    )
    return shared or _unit_beside(amount, around)


def _unit_beside(amount: Amount, around: Facts) -> bool:
    """Whether a header gives the unit: "Preis in €", "Dauer (Tage)"."""
    words = _UNITS.findall(around.text)
    return any(unit_of(word) == amount.unit for word in words)


def _article_faults(amount: Amount, held: Facts) -> tuple[Reason, ...]:
    """ "eine Woche" fails only if the source gives another time, "ein Prozent" another share."""
    if amount.unit is None:
        return ()
    family = (
        TIME_DIMENSIONS if amount.unit.dimension in TIME_DIMENSIONS else {amount.unit.dimension}
    )
    others = [
        other for other in (*held.amounts, *held.intervals)
        if other.unit and other.unit.dimension in family
    ]  # fmt: skip
    return (Reason(ReasonCode.UNIT, amount.written),) if others else ()


def _is_elsewhere(amount: Amount, said: Facts, held: Facts, around: Facts) -> bool:
    """Whether a bare number is a year of the source, a day of its dates or its only hour."""
    if amount.number.denominator != 1:
        return False
    number = int(amount.number)
    if amount.unit is None and is_year(amount.number) and not amount.ordinal:
        return number in years_of(held) | years_of(around)
    if amount.ordinal or amount.stopped:
        named = said.text[amount.end :].lstrip(". \u00a0")[:1].isupper()
        return not named and any(number == date.day for date in held.dates)
    return False


def _side_faults(amount: Amount, other: Amount, said: Facts, held: Facts) -> tuple[Reason, ...]:
    """Per-unit and bound of two equal amounts."""
    faults = []
    if amount.unit:
        mine, theirs = period_behind(said.text, amount), period_behind(held.text, other)
        if theirs and not mine and not _speaks_of(said, theirs):
            faults.append(Reason(ReasonCode.UNIT, other.written))
    code = _bound_fault(amount, other, said, held)
    if code:
        faults.append(Reason(code, amount.written))
    return tuple(faults)


def _speaks_of(said: Facts, period: Period) -> bool:
    """Whether the claim names the per-unit in other words: "for a whole day", "die Stunde"."""
    if period in said.periods or period in said.hinted:
        return True
    return any(period_of(word) == period for word in _WORD.findall(said.text))


_LIMITS = {Bound.LEAST, Bound.MOST, Bound.OVER, Bound.UNDER}
_FITS = {
    Bound.LEAST: {Bound.LEAST, Bound.LOW},
    Bound.MOST: {Bound.MOST, Bound.HIGH},
    Bound.LOW: {Bound.LOW, Bound.LEAST, Bound.OVER},
    Bound.HIGH: {Bound.HIGH, Bound.MOST, Bound.UNDER},
}


def _bound_fault(amount: Amount, other: Amount, said: Facts, held: Facts) -> ReasonCode | None:
    """COMPARISON for a bound that is lost, added or turned; HEDGE for one that made it rough."""
    mine, theirs = amount.bound, other.bound
    if mine is theirs or mine in _FITS.get(theirs, set()):
        return None
    if theirs is Bound.ABOUT and not mentions(said.text, Bound.ABOUT):
        return ReasonCode.HEDGE
    if mine in {Bound.ABOUT, Bound.EXACT}:
        return None if mentions(held.text, mine) else ReasonCode.HEDGE
    if theirs in {Bound.LOW, Bound.HIGH} or {mine, theirs} <= _LIMITS:
        return ReasonCode.COMPARISON
    if mine in {Bound.LOW, Bound.HIGH}:
        return ReasonCode.COMPARISON if theirs is Bound.NONE else None
    lost = theirs not in {Bound.NONE, Bound.ABOUT, Bound.EXACT} and not mentions(said.text, theirs)
    added = mine is not Bound.NONE and not mentions(held.text, mine)
    return ReasonCode.COMPARISON if lost or added else None
