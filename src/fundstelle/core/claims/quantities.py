"""What a sentence counts and how much of it: do two sentences name other amounts?"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from fundstelle.core.claims.amounts import Amount, is_year
from fundstelle.core.claims.facts import Facts
from fundstelle.core.claims.units import Unit
from fundstelle.core.claims.words import root_of
from fundstelle.core.terms import Language, fold_word

# Spans of time that people exchange for one another. A month has no fixed number of days: here it
# counts as thirty, so that "30 Tage" and "ein Monat" do not oppose each other.
_DAYS = {"clock": Fraction(1, 86400), "day": Fraction(1), "month": Fraction(30)}
# What a number behind one of these counts nothing: it says where something stands.
_REFERENCE = re.compile(
    r"\b(?:Satz(?:es)?|Sätze|Nr\.|Nummern?|Buchst\w*\.?|Stufe|Phase|Teil|sentence|number|no\.|step"
    r"|phase|part|level)\s?\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quantities:
    """values: kind -> values: "14 Tage" gives span: 14 (days), "5 Büros" the root of Büro: 5.

    "date" (month and day), "year" and "hour" (minutes since midnight) are kinds; "" holds numbers
    that count nothing. times: of when an amount is said, and per what: years and periods.
    """

    values: Mapping[str, frozenset[Fraction]]
    times: frozenset[object]


def quantities_of(facts: Facts, language: Language) -> Quantities:
    """Amounts, dates and hours of a text by kind. Ordinals, articles and places count nothing."""
    found: defaultdict[str, set[Fraction]] = defaultdict(set)
    for amount in facts.amounts:
        if _counts(amount, facts.text):
            kind, size = _measured(amount, language)
            found[kind].add(size)
    for amount in facts.intervals:
        found["every"].add(_measured(amount, language)[1])
    for date in facts.dates:
        if date.day and date.month:
            found["date"].add(Fraction(100 * date.month + date.day))
        if date.year:
            found["year"].add(Fraction(date.year))
    for clock in facts.clocks:
        found["hour"].add(Fraction(clock.minutes))
    years = found.get("year", set()) if found.keys() - {"year", "date"} else set()
    every = {(one.unit.dimension, one.size) for one in facts.intervals if one.unit}
    return Quantities(
        {kind: frozenset(values) for kind, values in found.items()},
        frozenset(years) | (facts.periods.keys() - every),  # "alle 6 Monate" is itself an amount
    )


def _counts(amount: Amount, text: str) -> bool:
    if amount.ordinal or amount.stopped:
        return False
    return bool(amount.unit) or not (amount.article or _REFERENCE.search(text, 0, amount.start))


def _measured(amount: Amount, language: Language) -> tuple[str, Fraction]:
    if amount.unit:
        return _kind(amount.unit), amount.number * _step(amount.unit)
    if amount.noun:
        return root_of(fold_word(amount.noun), language), amount.number
    return ("year" if is_year(amount.number) else ""), amount.number


def _kind(unit: Unit) -> str:
    return "span" if unit.dimension in _DAYS else unit.dimension


def _step(unit: Unit) -> Fraction:
    return unit.step * _DAYS.get(unit.dimension, Fraction(1))
