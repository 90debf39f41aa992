"""What a question takes for granted: its values and names that stand nowhere near its answer.

"Why do new customers pay a deposit of 120 Euro?" is answered with the sentence about the deposit,
and with the plain word that 120 Euro is not there. Precision first: only values with a unit, years,
dates, part numbers, sections and what is plainly a name; and whatever may be the same thing in
another writing counts as standing there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from fundstelle.core.claims.amounts import Amount, is_year
from fundstelle.core.claims.dates import Date
from fundstelle.core.claims.facts import Facts, facts_of
from fundstelle.core.claims.identifiers import Place
from fundstelle.core.claims.matching import years_of
from fundstelle.core.claims.units import COUNT, TIME_DIMENSIONS, TIMES, Unit, unit_of
from fundstelle.core.expansion import Concept
from fundstelle.core.proper_names import names_in
from fundstelle.core.questions import Question
from fundstelle.core.terms import Language, fold_word, section_words

MIN_BARE = 100  # a number without a unit says something of its own from here

_WORD = re.compile(r"\w+")
_PIECES = re.compile(r"[^\W\d_]+|\d+")
_COMMON_END = re.compile(r"[-.]?[A-ZÄÖÜ]?[a-zäöüß]{4,}\Z")  # IPv6-Subnetz: the number is IPv6
_UNITS = re.compile(r"[^\W\d_]+[²³]?|[€$£%°]C?")
_WITHIN_PARAGRAPHS = frozenset({"satz", "nr", "lit"})  # counted, not written
_DECADE = re.compile(r"\d+(?:s|er|ern)")


@dataclass(frozen=True)
class Read:
    """Texts read for a question, best first, with their language; looked at as far as needed."""

    texts: Sequence[tuple[str, Language]]

    @cached_property
    def words(self) -> str:
        """All words as the index has them, one blank between; a blank at both ends."""
        joined = "\n".join(text for text, _ in self.texts)
        return " " + " ".join(map(fold_word, _WORD.findall(joined))) + " "

    def speaks(self, language: Language) -> bool:
        """Whether anything read is in this language."""
        return any(written == language for _, written in self.texts)

    def facts(self, digits: str = "") -> Iterator[Facts]:
        """Values of each text that holds these digits, best first: mostly the first one decides."""
        return (facts_of(text, language) for text, language in self.texts if digits in text)


def unfounded(
    question: Question, concepts: Sequence[Concept], evidence: Read, everything: Read
) -> tuple[str, ...]:
    """Values and names of the question, as written, that do not stand there; in its order.

    Amounts are looked for in the evidence: the same amount further off counts something else.
    Years, dates and numbered things are looked for in everything that was read; names, which people
    write in many ways, in the whole scope.
    """
    text, language = question.text, question.language
    facts = facts_of(text, language)
    values = [*_amounts(facts, evidence, everything), *_values(facts, everything)]
    names = [
        name
        for name in names_in(text, language)
        if everything.speaks(language)  # Wien is Vienna elsewhere
        and not any(name in value for value in values)
        and _unknown(name, concepts, everything)
    ]
    return tuple(sorted(dict.fromkeys((*values, *names)), key=text.find))


def _amounts(facts: Facts, evidence: Read, everything: Read) -> Iterator[str]:
    for amount in (*facts.amounts, *facts.intervals):
        read = evidence if amount.unit else everything
        year = amount.unit is None and is_year(amount.number)
        held = read.facts(str(amount.number)[-2:] if year else "")
        if _tells(amount) and not any(_holds(one, amount) for one in held):
            yield amount.written


def _values(facts: Facts, read: Read) -> Iterator[str]:
    for date in facts.dates:
        told = date.year or (date.day and date.month)
        digits = f"{date.year % 100:02}" if date.year else str(date.day)
        if told and not any(_dated(one, date) for one in read.facts(digits)):
            yield date.written
    for identifier in facts.identifiers:
        written = identifier.written
        if not (_DECADE.fullmatch(written) or _numbered(written, read.words)):
            yield written
    for place in facts.places:
        _, number = min(place.path)
        held = read.facts(number.rstrip(ascii_lowercase))
        if not any(_placed(one, place) for one in held):
            yield place.written


def _placed(facts: Facts, place: Place) -> bool:
    """Whether a text with its headings holds all steps of a place: § 6, and a line "(3) …"."""
    words = section_words(facts.text)
    steps = frozenset[tuple[str, str]]().union(*(one.path for one in facts.places))
    return all(
        (level, number) in steps or f"{level}{number}" in words
        for level, number in place.path
        if level not in _WITHIN_PARAGRAPHS
    )


def _tells(amount: Amount) -> bool:
    """Whether an amount says something: not "the two kinds", "a third", "dreimal"."""
    loose = amount.written.isalpha() or _DECADE.fullmatch(amount.written)
    if amount.ordinal or amount.stopped or amount.article or loose:
        return False
    if amount.unit:
        return amount.unit.dimension not in {COUNT, TIMES}
    return amount.number >= MIN_BARE


def _holds(facts: Facts, amount: Amount) -> bool:
    """Whether the same amount stands in a text, or its bare number where the unit stands too."""
    others = (*facts.amounts, *facts.intervals)
    if amount.unit is None:
        numbers = {other.number for other in others} | years_of(facts)
        return amount.number in numbers or str(amount.number) in facts.rest
    return any(_same_measure(amount, other) for other in others) or (
        any(other.unit is None and other.number == amount.number for other in others)
        and _measures(facts.text, amount.unit)
    )


def _same_measure(amount: Amount, other: Amount) -> bool:
    if amount.unit is None or other.unit is None:
        return False
    return amount.unit.dimension == other.unit.dimension and amount.size == other.size


def _measures(text: str, unit: Unit) -> bool:
    """Whether a text says what it measures in; spans of time need no word ("aged 38")."""
    if unit.dimension in TIME_DIMENSIONS:
        return True
    named = (unit_of(word) for word in _UNITS.findall(text))
    return any(other is not None and other.dimension == unit.dimension for other in named)


def _dated(facts: Facts, date: Date) -> bool:
    if any(other.carries(date) for other in facts.dates):
        return True
    return date.day is None and date.month is None and date.year in years_of(facts)


def _numbered(identifier: str, words: str) -> bool:
    """Whether an identifier stands there, however joined (AB-12, AB 12), or in A 9 bis A 12.

    A common word at its end is left out.
    """
    number = _COMMON_END.sub("", identifier)
    bare = number if any(map(str.isdigit, number)) else identifier
    pieces = _PIECES.findall(fold_word(bare))
    joined = r"[\W_]*".join(map(re.escape, pieces))
    if re.search(rf"(?<![^\W_]){joined}(?!\d)", words):
        return True
    letters, digits = pieces[0], pieces[-1]
    if len(pieces) != 2 or not digits.isdecimal():  # noqa: PLR2004 - letters and a number
        return False
    ranges = re.findall(rf" {re.escape(letters)} ?(\d+) (?:bis|to) (?:{letters} ?)?(\d+)", words)
    return any(int(low) <= int(digits) <= int(high) for low, high in ranges)


def _unknown(name: str, concepts: Sequence[Concept], read: Read) -> bool:
    """Whether nothing like one of its words stands in the scope: inflected, misspelt, in compounds.

    What stands there but not in what was read may be left out as understood ("in England"); and
    where another of its words was read, the name may be meant ("Grammy Awards", "Fords Werke").
    """
    nowhere = {concept.word for concept in concepts if not concept.alternatives}
    pieces = [fold_word(piece) for piece in _WORD.findall(name)]
    if nowhere.isdisjoint(pieces):
        return False
    others = (piece.rstrip("s") for piece in pieces if piece not in nowhere)
    return not any(f" {piece}" in read.words for piece in others)
