"""Text -> tokens of number reading, and words that hold a number and its unit."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from fundstelle.core.claims.numbers import DIGITS, NumberWord, german_number, number_word
from fundstelle.core.claims.units import PHRASE, Unit, unit_of
from fundstelle.core.terms import Language

_LETTERS = r"[^\W\d_¹²³⁴⁵⁶⁷⁸⁹]+"
_WORD = re.compile(_LETTERS)
_TOKEN = re.compile(
    rf"(?P<blank>\s+)|(?P<sign>(?<![\w)\]])[-−–](?=\d))?(?P<digits>{DIGITS})(?P<power>[¹²³⁴⁵⁶⁷⁸⁹])?"
    rf"|(?P<unit>(?<![\w])(?:{PHRASE})(?!\w)|°[ ]?[CF]\b"
    r"|(?:k?m|cm|mm|dm)[23](?!\w)|[%‰€$£¥°]|[^\W\d_²³]++[²³])"
    r"|(?P<word>(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:one|two|three|four|five"
    r"|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)(?!\w)"
    rf"|{_LETTERS})|(?P<other>[^\w\s]|_|\w)",
    re.IGNORECASE,
)
_STEMS = (
    ("tägig", "tag"), ("wöchig", "woche"), ("monatig", "monat"), ("jährig", "jahr"),
    ("stündig", "stunde"), ("minütig", "minute"), ("sekündig", "sekunde"), ("prozentig", "prozent"),
    ("tages", "tag"), ("wochen", "woche"), ("monats", "monat"), ("jahres", "jahr"),
    ("stunden", "stunde"), ("minuten", "minute"),
)  # fmt: skip
_STEM = re.compile(
    rf"(?P<head>[a-zäöüß]*?)(?P<stem>{'|'.join(stem for stem, _ in _STEMS)})(?P<tail>[a-zäöüß]*)"
)
_QUARTERS = {"viertelstunde": 15, "dreiviertelstunde": 45}


class Token(NamedTuple):  # a tuple, because these are made by the thousand
    """kind: digits, unit, word, blank or other. word: what it says as a number."""

    kind: str
    text: str
    start: int
    end: int
    word: NumberWord | None = None


def tokens_of(text: str, language: Language) -> list[Token]:
    """All tokens of a text, blanks too, ascending and without gaps."""
    tokens = []
    for match in _TOKEN.finditer(text):
        kind, said = match.lastgroup or "", match[0]
        word = number_word(said, language) if kind == "word" else None
        kind = "digits" if kind == "power" else kind  # 10²: the last group is within the digits
        tokens.append(Token(kind, said, *match.span(), word))
    return tokens


def words_of(text: str) -> list[str]:
    """The words among the tokens, or their parts where a hyphen joins number words."""
    return _WORD.findall(text)


@lru_cache(maxsize=10_000)
def stem_unit(low: str) -> Unit | None:
    """tägig, monatige: the unit of 30-tägig, 12 monatige."""
    for stem, form in _STEMS[:8]:
        if low.startswith(stem):
            return unit_of(form)
    return None


@lru_cache(maxsize=20_000)
def compound_amount(low: str) -> tuple[Fraction, Unit] | None:
    """dreimonatig, Zweijahresvertrag, Dreiviertelstunde: number and unit in one word."""
    for word, minutes in _QUARTERS.items():
        if low.rstrip("n") == word:
            return Fraction(minutes), Unit("clock", Fraction(60))
    match = _STEM.fullmatch(low)
    if not match or not match["head"]:
        return None
    number = german_number(match["head"])
    unit = unit_of(dict(_STEMS)[match["stem"]])
    return None if number is None or unit is None else (number, unit)
