"""Text -> amounts: numbers with their units and bounds, read left to right."""

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from fundstelle.core.claims.amounts import Amount, is_year, spread
from fundstelle.core.claims.numbers import (
    FRACTION_SIGNS,
    NumberWord,
    Sort,
    digits_value,
    number_word,
)
from fundstelle.core.claims.qualifiers import Bound, bound_of
from fundstelle.core.claims.tokens import (
    Token,
    compound_amount,
    stem_unit,
    tokens_of,
    words_of,
)
from fundstelle.core.claims.units import CURRENCIES, SHARE, TIMES, Unit, unit_of
from fundstelle.core.stopwords import FUNCTION_WORDS
from fundstelle.core.terms import Language

_ADJECTIVES = re.compile(
    r"(?:voll|ganz|aufeinanderfolgend|aufeinander|folgend|weiter|zusätzlich|laufend|zusammenhängend|volle)(?:e[nrsm]?)?"
    r"|full|whole|consecutive|additional|further|more|extra|calendar|complete|successive|single",
    re.IGNORECASE,
)
_ENGLISH_END = frozenset(("st", "nd", "rd", "th"))
_LIFE = re.compile(r"\.?\s?Lebensjahr")
_NUMERAL = re.compile(rf"[\d{''.join(FRACTION_SIGNS)}]")
_SHORTENED = frozenset(("tsd", "mio", "mrd"))


@dataclass(slots=True)
class _Scanner:
    """Reads tokens left to right; one pass, every token looked at a few times at most."""

    text: str
    language: Language
    tokens: list[Token] = field(default_factory=list)
    found: list[Amount] = field(default_factory=list)

    def scan(self) -> list[Amount]:
        """All amounts, ascending."""
        self.tokens = tokens_of(self.text, self.language)
        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.word or token.kind == "digits":
                at = self._take(at)
            else:
                at += 1
                if token.kind == "word":
                    self._compound(token)
        return spread(self.found, self.text) + self._ages()

    def _ages(self) -> list[Amount]:
        """Who has completed the 15th year of life is 15 years old."""
        if "ollend" not in self.text:
            return []
        return [
            replace(one, unit=Unit("month", Fraction(12)), ordinal=False, stopped=False)
            for one in self.found
            if (one.ordinal or one.stopped) and _LIFE.match(self.text, one.end)
        ]

    def _take(self, at: int) -> int:
        """Read what begins at digits or a number word; returns the place behind it."""
        word = self.tokens[at].word
        return self._word(at, word) if word else self._digits(at)

    def _word(self, at: int, word: NumberWord) -> int:
        """Read what begins with a number word."""
        sort = word.sort
        if sort is Sort.ARTICLE and self._before_number(at):
            return at + 1
        if sort in {Sort.CARDINAL, Sort.MAGNITUDE, Sort.ARTICLE}:
            return self._words(at)
        if sort is Sort.ORDINAL:
            return self._close(at, at + 1, Amount(0, 0, word.value, ordinal=True))
        if sort is Sort.TIMES:
            times = Amount(0, 0, word.value, Unit(TIMES), article=word.value == 1)
            return self._close(at, at + 1, times)
        return self._part(at, at, word, Fraction(1))

    def _before_number(self, at: int) -> bool:
        """eine Dreiviertelstunde, a second type: the number is in the next word."""
        place = self._next(at + 1)
        following = self.tokens[place].text.lower() if place < len(self.tokens) else ""
        return following == "second" or compound_amount(following) is not None

    def _digits(self, at: int) -> int:
        token = self.tokens[at]
        text = token.text.lstrip("-−–")
        signed = len(text) < len(token.text)
        power = text[-1] if text[-1] in "¹²³⁴⁵⁶⁷⁸⁹" else ""
        number = digits_value(text.removesuffix(power), self.language)
        behind = at + 1
        signless = signed and token.text[0] != "−"
        number = -number if signed else number
        if self._ends_ordinal(at):
            return self._close(at, behind + 1, Amount(0, 0, number, ordinal=True))
        if text.isdecimal() and self._stopped(at):
            return self._close(at, behind, Amount(0, 0, number, stopped=True))
        behind, number = self._magnitudes(behind, number)
        return self._add(at, behind, Amount(0, 0, number, signless=signless, exponent=power))

    def _ends_ordinal(self, at: int) -> bool:
        following = self.tokens[at + 1 : at + 2]
        return bool(following) and following[0].text.lower() in _ENGLISH_END

    def _stopped(self, at: int) -> bool:
        """Whether a full stop follows and then more text: an ordinal, or the end of a sentence."""
        rest = self.tokens[at + 1 : at + 4]
        return len(rest) > 2 and rest[0].text == "." and rest[1].kind == "blank"  # noqa: PLR2004

    def _magnitudes(self, at: int, number: Fraction) -> tuple[int, Fraction]:
        """2,5 Mio., 5 thousand, 10k."""
        glued = at < len(self.tokens) and self.tokens[at].kind == "word"
        place = at if glued else self._next(at)
        token = self.tokens[place] if place < len(self.tokens) else None
        if (
            token
            and token.word
            and token.word.sort is Sort.MAGNITUDE
            and (glued or token.text not in {"k", "K"})
        ):
            return self._behind_stop(place), number * token.word.value
        return at, number

    def _behind_stop(self, at: int) -> int:
        """The place behind a word, and behind its full stop if it is short for something."""
        stopped = self.tokens[at + 1 : at + 2]
        if self.tokens[at].text.lower() in _SHORTENED and stopped and stopped[0].text == ".":
            return at + 2
        return at + 1

    def _words(self, at: int) -> int:
        """two hundred and five, drei Millionen, ein halbes, two and a half."""
        first = self.tokens[at]
        assert first.word is not None  # noqa: S101 - for the type checker
        article = first.word.sort is Sort.ARTICLE
        total, current = Fraction(0), first.word.value
        place = at + 1
        while True:
            ahead, joined = self._ahead(place)
            token = self.tokens[ahead] if ahead < len(self.tokens) else None
            word = token.word if token else None
            if word is None:
                break
            if word.sort in {Sort.SHARE, Sort.HALF} or (
                word.sort is Sort.ORDINAL and word.value == 3 and article  # noqa: PLR2004
            ):
                return self._part(at, ahead, word, total + current)
            if joined and token and token.text.lower() == "a":
                half = self._next(ahead + 1)
                more = self.tokens[half].word if half < len(self.tokens) else None
                if more and more.sort is Sort.HALF:
                    return self._part(at, half, more, total + current)
            if word.sort is Sort.MAGNITUDE and not joined and word.value != 1:
                total, current = _grown(total, current, word.value)
            elif _adds(token) and _goes_on(self.tokens[place - 1].word, word):
                current += word.value
            else:
                break
            article, place = False, ahead + 1
        if first.word.sort is Sort.MAGNITUDE and self._plural(first):
            return place
        return self._add(at, place, Amount(0, 0, total + current, article=article))

    def _plural(self, token: Token) -> bool:
        return token.text.lower() in {"millionen", "milliarden", "millions", "billionen", "k"}

    def _ahead(self, at: int) -> tuple[int, bool]:
        """Place of the next word behind blanks (and "and", which joins numbers)."""
        place = self._next(at)
        if place == at and self._share_follows(place):
            return place + 1, False
        if place < len(self.tokens) and self.tokens[place].text.lower() == "and":
            return self._next(place + 1), True
        return place, False

    def _share_follows(self, at: int) -> bool:
        """two-thirds, three-quarters"""
        if at + 1 >= len(self.tokens) or self.tokens[at].text not in {"-", "‑"}:
            return False
        word = self.tokens[at + 1].word
        return word is not None and word.sort is Sort.SHARE

    def _next(self, at: int) -> int:
        """The token behind at most one blank."""
        if at < len(self.tokens) and self.tokens[at].kind == "blank":
            return at + 1
        return at

    def _part(self, at: int, place: int, word: NumberWord, many: Fraction) -> int:
        """Hälfte, two thirds, eine halbe Stunde, half an hour, two and a half hours."""
        behind = place + 1
        if word.sort is Sort.HALF:
            following = self._next(behind)
            token = self.tokens[following] if following < len(self.tokens) else None
            if token and token.text.lower() in {"a", "an", "of"}:
                behind = following + 1
            mixed = at != place and many != 1
            unit, after = self._unit(behind)
            if unit:
                number = many + word.value if mixed else word.value
                return self._close(at, after, Amount(0, 0, number, unit))
            if self.language == "de" or word.value == many:
                return place + 1
        value = Fraction(1, 3) if word.sort is Sort.ORDINAL else word.value
        share = many * value if at != place else value
        if word.sort is Sort.SHARE and self.tokens[place].text.lower() == "viertel":
            following = self._next(behind)
            if following < len(self.tokens) and self.tokens[following].text.lower() == "stunde":
                quarters = Amount(0, 0, share * 60, Unit("clock", Fraction(60)))
                return self._close(at, following + 1, quarters)
        return self._close(at, place + 1, Amount(0, 0, share * 100, Unit(SHARE)))

    def _compound(self, token: Token) -> None:
        """dreimonatig, Zweijahresvertrag, Dreiviertelstunde: number and unit in one word."""
        found = compound_amount(token.text.lower())
        if found:
            number, unit = found
            self.found.append(Amount(token.start, token.end, number, unit, written=token.text))

    def _unit(self, at: int) -> tuple[Unit | None, int]:
        """The unit that follows, behind a blank, a hyphen or an adjective; and the place behind."""
        place = self._next(at)
        glue = place == at
        if place < len(self.tokens) and self.tokens[place].text in {"-", "‑"} and glue:
            place += 1
        for _ in range(2):
            if place >= len(self.tokens):
                return None, at
            token = self.tokens[place]
            unit = unit_of(token.text) if token.kind in {"unit", "word"} else None
            if unit is None and token.kind == "word" and "-" not in token.text:
                unit = stem_unit(token.text.lower())
            if unit:
                return unit, place + 1
            if token.kind != "word" or not _ADJECTIVES.fullmatch(token.text):
                return None, at
            place = self._next(place + 1)
        return None, at

    def _add(self, at: int, behind: int, amount: Amount) -> int:
        """Keep an amount that begins at a token, with the unit that follows it or stands before."""
        unit, after = self._unit(behind)
        unit = unit or self._currency_before(at)
        exponent = "" if unit else amount.exponent  # a note at a number with a unit
        return self._close(at, after, replace(amount, unit=unit, exponent=exponent))

    def _currency_before(self, at: int) -> Unit | None:
        place = at - 1
        if place >= 0 and self.tokens[place].kind == "blank":
            place -= 1
        if place < 0 or (self.found and self.found[-1].end > self.tokens[place].start):
            return None
        code = CURRENCIES.get(self.tokens[place].text.lower())
        return Unit(code) if code else None

    def _close(self, at: int, behind: int, amount: Amount) -> int:
        """Keep an amount as it is; returns the place behind it."""
        start, end = self.tokens[at].start, self.tokens[behind - 1].end
        noun = "" if amount.unit else self._noun(behind)
        bare = amount.unit is None and not noun
        year = bare and is_year(amount.number)  # "bis 2015" is a time, no bound
        self.found.append(
            replace(
                amount,
                start=start,
                end=end,
                noun=noun,
                bound=Bound.NONE if year else bound_of(self.text, start, end, bare=bare),
                signless=amount.signless and amount.unit is None,
                written=self.text[start:end].strip(),
            )
        )
        return behind

    def _noun(self, behind: int) -> str:
        """The word counted: written large in German, any longer word in English."""
        place = self._next(behind)
        if place >= len(self.tokens) or self.tokens[place].kind != "word":
            return ""
        text = self.tokens[place].text
        counts = text[0].isupper() or self.language == "en"
        return text if counts and text.lower() not in FUNCTION_WORDS else ""


def _grown(total: Fraction, current: Fraction, size: Fraction) -> tuple[Fraction, Fraction]:
    """Hundreds stay to be added to; thousands and more are settled."""
    if size == 100:  # noqa: PLR2004
        return total, current * size
    return total + current * size, Fraction(0)


def _adds(token: Token | None) -> bool:
    """Whether a word may add to a number: two, but of the articles only one."""
    word = token.word if token else None
    if token is None or word is None:
        return False
    return word.sort is Sort.CARDINAL or token.text.lower() == "one"


def _goes_on(before: NumberWord | None, word: NumberWord) -> bool:
    """Whether a number word adds to the one before: hundred (and) five, twenty five."""
    if before is None:
        return False
    if before.sort is Sort.MAGNITUDE:
        return word.value < before.value
    return before.value in range(20, 100, 10) and 0 < word.value < 10  # noqa: PLR2004


@lru_cache(maxsize=20_000)
def _says_a_number(word: str, language: Language) -> bool:
    return number_word(word, language) is not None or compound_amount(word.lower()) is not None


def amounts_in(text: str, language: Language) -> list[Amount]:
    """All amounts of a text, ascending."""
    if not _NUMERAL.search(text) and not any(_says_a_number(w, language) for w in words_of(text)):
        return []
    return _Scanner(text, language).scan()
