"""An amount, and what two next to each other say together."""

from dataclasses import dataclass, replace
from fractions import Fraction

from fundstelle.core.claims.qualifiers import Bound
from fundstelle.core.claims.units import CURRENCIES, Unit

_YEARS = (1800, 2200)
_SPAN_MARKS = frozenset(("–", "-", "—", "/"))
_SPAN_WORDS = frozenset(("bis", "auf", "und", "oder", "to", "and", "or", "bzw", "through", "till"))


@dataclass(frozen=True, slots=True)
class Amount:
    """number: as said, sign included. unit: None if none was found; noun: the word behind it then.

    article: "ein", "one": perhaps no number. ordinal: "3.", "dritte"; stopped: a number before a
    full stop that may be an ordinal. exponent: 10² is no 10. signless: the mark before the number
    may be a hyphen.
    """

    start: int
    end: int
    number: Fraction
    unit: Unit | None = None
    noun: str = ""
    bound: Bound = Bound.NONE
    article: bool = False
    ordinal: bool = False
    stopped: bool = False
    signless: bool = False
    exponent: str = ""
    written: str = ""

    @property
    def size(self) -> Fraction:
        """The number in the smallest step of its dimension."""
        return self.number * self.unit.step if self.unit else self.number


def is_year(number: Fraction) -> bool:
    """Whether a number may be a year of our time."""
    return number.denominator == 1 and _YEARS[0] <= number.numerator < _YEARS[1]


def spread(amounts: list[Amount], text: str) -> list[Amount]:
    """Ends of ranges: 3 to 5 days, € 3–5; the first takes the unit of the second."""
    for at in range(len(amounts) - 2, -1, -1):
        low, high = amounts[at], amounts[at + 1]
        between = text[low.end : high.start].strip(" \u00a0€$£").lower()
        if low.ordinal or high.ordinal or between not in _SPAN_MARKS | _SPAN_WORDS or low.stopped:
            continue
        if low.unit is None and high.unit is not None and not low.noun:
            low = replace(low, unit=high.unit)
        if high.unit is None and low.unit is not None and low.unit.dimension in CURRENCIES.values():
            high = replace(high, unit=low.unit)
        if _is_range(text, low, high, between):
            low = replace(low, bound=Bound.LOW)
            high = replace(high, bound=Bound.HIGH)
        amounts[at], amounts[at + 1] = low, high
    return amounts


def _is_range(text: str, low: Amount, high: Amount, between: str) -> bool:
    if low.unit is None or high.unit is None or low.size >= high.size:
        return False
    if between in {"und", "and"}:
        return text[: low.start].rstrip().lower().endswith(("zwischen", "between"))
    return between in {"–", "-", "—", "bis", "to"} and low.unit == high.unit
