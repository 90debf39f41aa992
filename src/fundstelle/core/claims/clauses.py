"""Values of a text with the words they are said of."""

import re
from dataclasses import dataclass
from functools import lru_cache

from fundstelle.core.claims.amounts import Amount, is_year
from fundstelle.core.claims.dates import Date
from fundstelle.core.claims.facts import Facts
from fundstelle.core.claims.numbers import number_word
from fundstelle.core.claims.reasons import ReasonCode
from fundstelle.core.claims.units import TIME_DIMENSIONS
from fundstelle.core.stopwords import FUNCTION_WORDS
from fundstelle.core.terms import fold_word

_WORD = re.compile(r"[^\W\d_]{3,}")
# Where one statement ends and the next begins. What stands in a number was blanked before.
_CLAUSE = re.compile(
    r"[,;:.!?()–|]|\b(?:und|and|sowie|während|while|but|aber|sondern|bzw)\b", re.IGNORECASE
)
_RANGE = re.compile(r"\s*(?:bis(?: zu[mr]?)?|to|–|-|and|und)\s*", re.IGNORECASE)
_NOUN = re.compile(r"\s*[^\W\d_]+")
_STEM = 6  # letters by which two words are the same


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a text. kind: only values of one kind can be confused. key: equal if same."""

    start: int
    end: int
    kind: str
    key: object
    written: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A value with the stems of the words of its clause, and the other values of that clause."""

    value: Value
    words: frozenset[str]
    partners: frozenset[tuple[str, object]]


def values_in(facts: Facts) -> list[Value]:
    """Amounts, dates, times and identifiers of a text, ascending."""
    found: list[Value] = [_amount(one) for one in facts.amounts]
    found += [_date(one) for one in facts.dates]
    found += [Value(one.start, one.end, "clock", one.minutes, one.written) for one in facts.clocks]
    found += [
        Value(one.start, one.end, "identifier", one.key, one.written) for one in facts.identifiers
    ]
    return sorted(found, key=lambda value: value.start)


def _amount(amount: Amount) -> Value:
    dimension = amount.unit.dimension if amount.unit else ""
    step = amount.unit.step if amount.unit else 1
    kind = f"{dimension} {step}" if dimension in TIME_DIMENSIONS else dimension or "number"
    kind = "ordinal" if amount.ordinal or amount.stopped else kind
    kind = "year" if kind == "number" and is_year(amount.number) else kind  # names, not amounts
    return Value(amount.start, amount.end, kind, amount.size, amount.written)


def _date(one: Date) -> Value:
    return Value(one.start, one.end, "date", (one.month, one.day), one.written)


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    """The beginning of a word of substance; "" for other words and for number words."""
    folded = fold_word(word)
    if folded in FUNCTION_WORDS or number_word(word, "de") is not None:
        return ""
    return folded[:_STEM]


def words_of(text: str) -> frozenset[str]:
    """Stems of the words of substance in a text; no number words."""
    return frozenset(filter(None, map(_stem, _WORD.findall(text))))


def code_of(value: Value) -> ReasonCode:
    """The code of a fault of this value."""
    codes = {"date": ReasonCode.DATE, "clock": ReasonCode.TIME, "identifier": ReasonCode.IDENTIFIER}
    return codes.get(value.kind, ReasonCode.ROLE)


def placed(text: str, values: list[Value]) -> list[Placed]:
    """Every value with the words of its clause that no other value of the clause is nearer to."""
    bare = text
    for value in values:
        bare = bare[: value.start] + "0" * (value.end - value.start) + bare[value.end :]
    borders = [0, *(place for match in _CLAUSE.finditer(bare) for place in match.span()), len(text)]
    found = []
    for value in values:
        start = max(border for border in borders if border <= value.start)
        end = min(border for border in borders if border >= value.end)
        inside = [one for one in values if start <= one.start < end and one is not value]
        partners = frozenset((one.kind, one.key) for one in inside if one.kind != value.kind)
        start, end = _territory(bare, start, end, value, inside)
        words = words_of(f"{bare[start:end]} {value.written}")
        found.append(Placed(value, words, partners))
    return found


def _territory(
    text: str, start: int, end: int, value: Value, others: list[Value]
) -> tuple[int, int]:
    """The part of a clause that belongs to a value: up to the next of its kind on either side.

    The two ends of a range share theirs.
    """
    for other in others:
        if other.kind != value.kind:
            continue
        low, high = sorted((value, other), key=lambda one: one.start)
        if _RANGE.fullmatch(text, low.end, high.start):
            continue
        if other is low:
            start = max(start, _behind_noun(text, other.end, value.start))
        else:
            end = min(end, other.start)
    return start, end


def _behind_noun(text: str, start: int, end: int) -> int:
    """Skip the word that the other value counts."""
    match = _NOUN.match(text, start, end)
    return match.end() if match else start
