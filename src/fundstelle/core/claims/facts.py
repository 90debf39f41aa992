"""Everything with digits or number words in one text, found once and remembered."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fundstelle.core.claims.amounts import Amount
from fundstelle.core.claims.dates import (
    Clock,
    Date,
    clocks_in,
    dates_in,
    edges_in,
    short_weekdays_in,
    weekdays_in,
)
from fundstelle.core.claims.identifiers import Identifier, Place, identifiers_in, places_in
from fundstelle.core.claims.periods import Period, hinted_periods, is_interval, periods_in
from fundstelle.core.claims.reading import amounts_in
from fundstelle.core.terms import Language

_DIGITS = re.compile(r"\d+")
_BLANK = "\x00"  # stands for what has been read already; no pattern takes it for anything


@dataclass(frozen=True, slots=True)
class Facts:
    """Values of a text by kind. intervals: amounts that say how often, not how long."""

    text: str
    amounts: tuple[Amount, ...]
    intervals: tuple[Amount, ...]
    dates: tuple[Date, ...]
    clocks: tuple[Clock, ...]
    weekdays: dict[int, str]
    short_weekdays: frozenset[int]
    edges: dict[tuple[str, bool], str]
    identifiers: tuple[Identifier, ...]
    places: tuple[Place, ...]
    periods: dict[Period, str]
    hinted: frozenset[Period]
    rest: tuple[str, ...]  # digits that belong to none of these


@lru_cache(maxsize=4096)
def facts_of(text: str, language: Language) -> Facts:
    """Read a text: places first, then dates, times, identifiers; what is left are amounts."""
    rest = text
    places = places_in(rest, language)
    rest = _without(rest, places)
    dates = dates_in(rest, language)
    rest = _without(rest, dates)
    clocks = clocks_in(rest)
    rest = _without(rest, clocks)
    identifiers = identifiers_in(rest)
    bare = _without(rest, [one for one in identifiers if " " not in one.written])
    amounts = amounts_in(bare, language)
    every = tuple(amount for amount in amounts if is_interval(text, amount))
    return Facts(
        text,
        tuple(amount for amount in amounts if amount not in every),
        every,
        tuple(dates),
        tuple(clocks),
        weekdays_in(text),
        short_weekdays_in(text),
        edges_in(text),
        tuple(identifiers),
        tuple(places),
        periods_in(text, amounts),
        frozenset(hinted_periods(text)),
        tuple(_DIGITS.findall(_without(bare, amounts))),
    )


def _without(text: str, found: Sequence[Place | Date | Clock | Identifier | Amount]) -> str:
    """The text with what was found blanked out, offsets kept."""
    for one in found:
        text = text[: one.start] + _BLANK * (one.end - one.start) + text[one.end :]
    return text
