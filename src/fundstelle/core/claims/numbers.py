"""Numbers as they are written: digits in German and English order, and number words."""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from fundstelle.core.terms import Language

BLANKS = " \u00a0\u202f\u2009"
FRACTION_SIGNS = {
    "½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8), "⅕": Fraction(1, 5),
}  # fmt: skip
# Groups of three with the same mark between, then decimals; or digits and decimals; a sign of a
# fraction alone or behind. No digit or joined digits before it: 5 is not in 25 and not in 2,5.
DIGITS = (
    rf"(?<![\w,./])(?:[1-9]/[2-9](?![\d/])|[1-9]\d{{0,2}}(?P<sep>[{BLANKS}'’.,])\d{{3}}(?:(?P=sep)\d{{3}})*(?!\d)"
    rf"(?:[.,]\d+|,[-–—]{{1,2}})?|\d+(?:[.,]\d+|,[-–—]{{1,2}})?|(?=[½¼¾⅓⅔⅛⅜⅝⅞⅕]))(?:[{BLANKS}]?[½¼¾⅓⅔⅛⅜⅝⅞⅕])?"
)
_NO_DIGITS = re.compile(rf"(?:,?[-–—]+\Z)|[{BLANKS}'’½¼¾⅓⅔⅛⅜⅝⅞⅕]")
_DIGITS_READ = 4000  # the interpreter turns no longer text into a number
_THREE = 3  # digits of a group


def digits_value(written: str, language: Language) -> Fraction:
    """Value of a match of DIGITS. 1.234 is a thousand in German, 1,234 in English.

    Groups and decimals together, or two groups, tell themselves apart in any language.
    """
    if "/" in written:
        return Fraction(written)
    sign = FRACTION_SIGNS.get(written[-1:], Fraction(0))
    plain = _NO_DIGITS.sub("", written)[:_DIGITS_READ]
    return sign + (Fraction(_plain(plain, language)) if plain else 0)


def _plain(text: str, language: Language) -> str:
    """The number with a point before its decimals and nothing between groups."""
    marks = [char for char in text if char in ".,"]
    if not marks:
        return text
    last = marks[-1]
    head, _, tail = text.rpartition(last)
    if len(set(marks)) > 1:
        return head.replace(".", "").replace(",", "") + "." + tail
    grouping = "." if language == "de" else ","
    several = len(marks) > 1
    if several or (last == grouping and len(tail) == _THREE and not head.startswith("0")):
        return head.replace(last, "") + tail
    return head + "." + tail


class Sort(StrEnum):
    """What a number word does."""

    CARDINAL = "cardinal"
    ARTICLE = "article"  # ein, one: may be no number at all
    MAGNITUDE = "magnitude"
    ORDINAL = "ordinal"
    SHARE = "share"  # die Hälfte, a third
    HALF = "half"  # before a unit: eine halbe Stunde
    TIMES = "times"  # zweimal


@dataclass(frozen=True, slots=True)
class NumberWord:
    """value: of the word alone."""

    sort: Sort
    value: Fraction


_UNITS = {
    "null": 0, "ein": 1, "eins": 1, "zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "fünf": 5,
    "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12,
    "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16, "siebzehn": 17,
    "achtzehn": 18, "neunzehn": 19,
}  # fmt: skip
_TENS = {
    "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60,
    "siebzig": 70, "achtzig": 80, "neunzig": 90,
}  # fmt: skip
_ENGLISH = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_ENGLISH_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_MAGNITUDES = {
    "tsd": 3, "tausend": 3, "thousand": 3, "k": 3, "mio": 6, "million": 6, "millionen": 6,
    "millions": 6, "mrd": 9, "milliarde": 9, "milliarden": 9, "bn": 9, "billionen": 12,
    "hundred": 2, "hundert": 2,
}  # fmt: skip
_ORDINALS = {
    "erst": 1, "zweit": 2, "dritt": 3, "viert": 4, "fünft": 5, "sechst": 6, "siebt": 7,
    "siebent": 7, "acht": 8, "neunt": 9, "zehnt": 10, "elft": 11, "zwölft": 12,
}  # fmt: skip
_ENGLISH_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "twentieth": 20,
    "thirtieth": 30, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
}  # fmt: skip
_SHARES = {
    "hälfte": (1, 2), "halves": (1, 2), "drittel": (1, 3), "viertel": (1, 4),
    "dreiviertel": (3, 4), "fünftel": (1, 5), "zehntel": (1, 10), "thirds": (1, 3),
    "quarters": (1, 4), "fifths": (1, 5), "tenths": (1, 10),
}  # fmt: skip
_HALVES = {"halbe", "halben", "halber", "halbes", "halbem", "half"}
_MORE_HALVES = {"anderthalb": Fraction(3, 2), "eineinhalb": Fraction(3, 2)}
_TIMES = {"einmal": 1, "einmalig": 1, "once": 1, "twice": 2, "thrice": 3}
_ARTICLES = {"ein", "eine", "einen", "einem", "einer", "eines", "one", "a", "an"}
_ORDINAL_END = re.compile(r"(?:e[nrsm]?)\Z")


@lru_cache(maxsize=20_000)
def number_word(word: str, language: Language) -> NumberWord | None:
    """What a word says as a number; None if it is no number word. Case is ignored."""
    low = word.lower().replace("fuenf", "fünf").replace("zwoelf", "zwölf")
    if low in _ARTICLES:
        return NumberWord(Sort.ARTICLE, Fraction(1))
    for table, sort in ((_SHARES, Sort.SHARE), (_TIMES, Sort.TIMES)):
        if low in table:
            value = table[low]
            return NumberWord(
                sort, Fraction(*value) if isinstance(value, tuple) else Fraction(value)
            )
    if low in _HALVES:
        return NumberWord(Sort.HALF, Fraction(1, 2))
    magnitude = _magnitude(low, language)
    if magnitude:
        return NumberWord(Sort.MAGNITUDE, Fraction(10**magnitude))
    return _counted(low)


def _magnitude(low: str, language: Language) -> int | None:
    if low in {"billion", "trillion"}:  # the words of the two languages differ a thousandfold
        english, german = (9, 12) if low == "billion" else (12, 18)
        return german if language == "de" else english
    return _MAGNITUDES.get(low)


def _counted(low: str) -> NumberWord | None:
    value = _english(low)
    if value is None:
        value = german_number(low)
    if value is not None:
        return NumberWord(Sort.CARDINAL, value)
    for end in ("mal", "fach", "fache", "fachen", "facher", "faches"):
        times = german_number(low.removesuffix(end)) if low.endswith(end) else None
        if times is not None:
            return NumberWord(Sort.TIMES, times)
    ordinal = _ordinal(low)
    return None if ordinal is None else NumberWord(Sort.ORDINAL, Fraction(ordinal))


def _english(low: str) -> Fraction | None:
    if low in _ENGLISH:
        return Fraction(_ENGLISH[low])
    tens, dash, unit = low.partition("-")
    if tens in _ENGLISH_TENS and (not dash or unit in _ENGLISH or unit == "one"):
        return Fraction(_ENGLISH_TENS[tens] + (_ENGLISH.get(unit, 1) if dash else 0))
    return None


@lru_cache(maxsize=20_000)
def german_number(low: str) -> Fraction | None:
    """Value of a German number word in lower case; None if it is none."""
    if low in _MORE_HALVES:
        return _MORE_HALVES[low]
    if low.endswith("einhalb"):
        whole = _UNITS.get(low.removesuffix("einhalb"))
        return None if whole is None else Fraction(2 * whole + 1, 2)
    value = _whole(low)
    return None if value is None else Fraction(value)


def _whole(low: str) -> int | None:
    for word, size in (("tausend", 1000), ("hundert", 100)):
        head, found, tail = low.partition(word)
        if found:
            many = _whole(head) if head else 1
            rest = _whole(tail.removeprefix("und")) if tail else 0
            return None if many is None or rest is None else many * size + rest
    if low in _UNITS:
        return _UNITS[low]
    if low in _TENS:
        return _TENS[low]
    unit, found, tens = low.partition("und")
    if found and tens in _TENS and 0 < _UNITS.get(unit, 0) < 10:  # noqa: PLR2004 - one digit
        return _TENS[tens] + _UNITS[unit]
    return None


def _ordinal(low: str) -> int | None:
    if low in _ENGLISH_ORDINALS:
        return _ENGLISH_ORDINALS[low]
    tens, dash, unit = low.partition("-")
    if dash and tens in _ENGLISH_TENS and unit in _ENGLISH_ORDINALS:
        return _ENGLISH_TENS[tens] + _ENGLISH_ORDINALS[unit]
    found = _ORDINAL_END.search(low)
    if not found:
        return None
    bare = low[: found.start()]
    if bare in _ORDINALS:
        return _ORDINALS[bare]
    for end in ("st", "t"):
        value = _whole(bare.removesuffix(end)) if bare.endswith(end) else None
        if value is not None and (value >= 20) is (end == "st"):  # noqa: PLR2004 - zwanzigste
            return value
    return None
