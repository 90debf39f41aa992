"""Gate 2, values: every number of a claim stands in its source, with the same unit."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from fundstelle.core.claims.dates import Date
from fundstelle.core.claims.facts import Facts, facts_of
from fundstelle.core.claims.identifiers import place_stands
from fundstelle.core.claims.matching import amount_faults, years_of
from fundstelle.core.claims.periods import Period
from fundstelle.core.claims.reasons import Reason, ReasonCode, Source
from fundstelle.core.terms import Language, language_shown

_OPPOSED = (
    (re.compile(r"netto", re.IGNORECASE), re.compile(r"brutto", re.IGNORECASE)),
    (re.compile(r"\bnet\b", re.IGNORECASE), re.compile(r"\bgross\b", re.IGNORECASE)),
    (
        re.compile(r"\b(?:inkl|einschl|incl|includ|inclus)", re.IGNORECASE),
        re.compile(
            r"\b(?:exkl|zzgl|zuzüglich|excl|exclud|(?:ohne|plus)\s(?:mwst|umsatzst|ust|vat|tax|mehrwert))",
            re.IGNORECASE,
        ),
    ),
)

_ANY_OPPOSED = re.compile(
    "|".join(side.pattern for pair in _OPPOSED for side in pair), re.IGNORECASE
)


@lru_cache(maxsize=64)  # asked for a whole source, and again where that is one statement
def value_faults(claim: str, source: Source) -> tuple[Reason, ...]:
    """Values of the claim that its source does not hold, in the order of the checks; () if none.

    A value is a number with its unit, per-unit and bound; a date, a time, a weekday; a part
    number; a section. source.beside may give a section, an identifier or a year, no amount;
    source.before an identifier.
    """
    said, held, around = _read(claim, source)
    return tuple(
        dict.fromkeys(
            (
                *_missing_places(said, held, around),
                *_missing_identifiers(said, held, around),
                *_missing_dates(said, held, around),
                *_wrong_amounts(said, held, around),
                *_wrong_periods(said, held, around),
                *_opposed(said, held),
                *_unread(said, held),
            )
        )
    )


def _read(claim: str, source: Source) -> tuple[Facts, Facts, Facts]:
    """Facts of claim, source and what stands beside it, each in its own language's writing.

    A text without function words (a table row, a label) is read in the language of the other.
    """
    mine = language_shown(claim)
    theirs = language_shown(f"{source.text} {source.beside}")
    language: Language = mine or theirs or "de"
    other: Language = theirs or language
    around, named = facts_of(source.beside, other), facts_of(source.before, other).identifiers
    # What "Dort" or "Ihr" stands for may be a room or a machine, never a year or an amount.
    around = replace(around, identifiers=(*around.identifiers, *named))
    return facts_of(claim, language), facts_of(source.text, other), around


def _missing_places(said: Facts, held: Facts, around: Facts) -> Iterator[Reason]:
    for place in said.places:
        if not place_stands(place, list(held.places), list(around.places)):
            yield Reason(ReasonCode.SECTION, place.written)


def _missing_identifiers(said: Facts, held: Facts, around: Facts) -> Iterator[Reason]:
    if not said.identifiers:
        return
    keys = {one.key for facts in (held, around) for one in facts.identifiers}
    for one in said.identifiers:
        if one.key not in keys and not _loose_number(one.key, held, around):
            yield Reason(ReasonCode.IDENTIFIER, one.written)


def _loose_number(key: str, held: Facts, around: Facts) -> bool:
    """Whether "Raum K 07" or a number with a leading nought stands at the end of an identifier."""
    spaced = (one for facts in (held, around) for one in facts.identifiers if " " in one.written)
    return key.isdecimal() and any(one.written.rsplit(" ", 1)[-1] == key for one in spaced)


def _missing_dates(said: Facts, held: Facts, around: Facts) -> Iterator[Reason]:
    dates = list(_with_years(held, around))
    for date in said.dates:
        if not any(other.carries(date) for other in dates) and not _beside_year(date, around):
            yield Reason(ReasonCode.DATE, date.written)
    times = {clock.minutes for clock in held.clocks}
    for clock in said.clocks:
        if clock.minutes not in times:
            yield Reason(ReasonCode.TIME, clock.written)
    if said.weekdays:
        for day in said.weekdays.keys() - held.weekdays.keys() - held.short_weekdays:
            yield Reason(ReasonCode.DATE, said.weekdays[day])
    if said.edges:
        for edge in said.edges.keys() - held.edges.keys():
            yield Reason(ReasonCode.DATE, said.edges[edge])


def _with_years(held: Facts, around: Facts) -> Iterator[Date]:
    """Dates of the source; one without a year has the only year that stands near it."""
    near = years_of(held) or years_of(around)
    for date in held.dates:
        yield date
        if date.year is None and len(near) == 1:
            yield replace(date, year=next(iter(near)))


def _beside_year(date: Date, around: Facts) -> bool:
    return date.month is None and date.day is None and date.year in years_of(around)


def _wrong_amounts(said: Facts, held: Facts, around: Facts) -> Iterator[Reason]:
    for amount in said.amounts:
        if any(one.start <= amount.start < one.end for one in said.identifiers):
            continue
        yield from amount_faults(amount, said, held, around)


def _wrong_periods(said: Facts, held: Facts, around: Facts) -> Iterator[Reason]:
    if not said.periods:
        return
    known = held.periods.keys() | held.hinted | around.periods.keys() | around.hinted
    for period, written in said.periods.items():
        if period not in known and not _said_of_one(period, held):
            yield Reason(ReasonCode.UNIT, written)


def _said_of_one(period: Period, held: Facts) -> bool:
    """Whether "pro Modul" stands in the source as "ein Modul", "jedes Modul"."""
    word, size = period
    pattern = rf"\b(?:eine?[nmrs]?|jede[nmrs]?|an?|each|every|one)\s+{re.escape(word)}"
    return size == 0 and re.search(pattern, held.text, re.IGNORECASE) is not None


def _unread(said: Facts, held: Facts) -> Iterator[Reason]:
    """Digits that belong to nothing known must stand in the source like this."""
    return (Reason(ReasonCode.NUMBER, digits) for digits in said.rest if digits not in held.rest)


def _opposed(said: Facts, held: Facts) -> Iterator[Reason]:
    """Net for gross, excluding for including."""
    if not _ANY_OPPOSED.search(held.text):
        return
    for pair in _OPPOSED:
        for mine, theirs in (pair, pair[::-1]):
            match = mine.search(said.text)
            if match and theirs.search(held.text) and not mine.search(held.text):
                yield Reason(ReasonCode.UNIT, match[0])
