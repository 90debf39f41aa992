"""Everything with digits or number words in one text, found once and remembered."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

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


@dataclass(frozen=True)
class Facts:
    """Values of a text by kind. intervals: amounts that say how often, not how long.

    What few ask for is looked for when it is asked for.
    """

    text: str
    counted: tuple[Amount, ...]  # amounts and intervals, as they stand
    intervals: tuple[Amount, ...]
    dates: tuple[Date, ...]
    clocks: tuple[Clock, ...]
    identifiers: tuple[Identifier, ...]
    places: tuple[Place, ...]
    rest: tuple[str, ...]  # digits that belong to none of these

    @cached_property
    def amounts(self) -> tuple[Amount, ...]:
        """Amounts that are no intervals."""
        return tuple(amount for amount in self.counted if amount not in self.intervals)

    @cached_property
    def weekdays(self) -> dict[int, str]:
        """Days of the week: number from Monday (0) -> as written."""
        return weekdays_in(self.text)

    @cached_property
    def short_weekdays(self) -> frozenset[int]:
        """Those named by their beginnings."""
        return short_weekdays_in(self.text)

    @cached_property
    def edges(self) -> dict[tuple[str, bool], str]:
        """Ends and beginnings of periods: (period, is end) -> as written."""
        return edges_in(self.text)

    @cached_property
    def periods(self) -> dict[Period, str]:
        """What something is per -> as written."""
        return periods_in(self.text, self.counted)

    @cached_property
    def hinted(self) -> frozenset[Period]:
        """Periods inside compounds."""
        return frozenset(hinted_periods(self.text))


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
    return Facts(
        text,
        tuple(amounts),
        tuple(amount for amount in amounts if is_interval(text, amount)),
        tuple(dates),
        tuple(clocks),
        tuple(identifiers),
        tuple(places),
        tuple(_DIGITS.findall(_without(bare, amounts))),
    )


def _without(text: str, found: Sequence[Place | Date | Clock | Identifier | Amount]) -> str:
    """The text with what was found blanked out, offsets kept."""
    for one in found:
        text = text[: one.start] + _BLANK * (one.end - one.start) + text[one.end :]
    return text
