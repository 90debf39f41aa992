"""Amounts of a sentence by what they count, for seeing whether two sentences name other ones."""

import re
from collections import defaultdict
from collections.abc import Mapping

from fundstelle.core.stopwords import FUNCTION_WORDS
from fundstelle.core.terms import fold_word, stem

_NUMBER_WORDS = {
    "null": 0, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8,
    "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "zwanzig": 20, "dreißig": 30, "vierzig": 40,
    "fünfzig": 50, "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90, "hundert": 100,
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
    "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100,
}  # fmt: skip
# Written unit -> what it measures, and how much of that one of it is.
_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("minute", "minuten", "minutes", "min"), ("time", 1 / 1440)),
    **dict.fromkeys(("stunde", "stunden", "hour", "hours", "std", "h"), ("time", 1 / 24)),
    **dict.fromkeys(("tag", "tage", "tagen", "day", "days", "kalendertage"), ("time", 1)),
    **dict.fromkeys(("woche", "wochen", "week", "weeks"), ("time", 7)),
    **dict.fromkeys(("werktag", "werktage", "werktagen", "arbeitstage"), ("workdays", 1)),
    # A month has no fixed number of days: it is never equal to one.
    **dict.fromkeys(("monat", "monate", "monaten", "month", "months"), ("time", 30.4)),
    **dict.fromkeys(("jahr", "jahre", "jahren", "year", "years"), ("time", 12 * 30.4)),
    **dict.fromkeys(("euro", "€", "eur", "euros"), ("euro", 1)),
    **dict.fromkeys(("cent", "ct"), ("euro", 0.01)),
    **dict.fromkeys(("dollar", "dollars", "$", "usd"), ("dollar", 1)),
    **dict.fromkeys(("%", "prozent", "percent", "vh"), ("percent", 1)),
    **dict.fromkeys(("km", "kilometer"), ("metre", 1000)),
    **dict.fromkeys(("m", "meter", "metern", "metres", "meters"), ("metre", 1)),
    **dict.fromkeys(("cm", "zentimeter"), ("metre", 0.01)),
    **dict.fromkeys(("kg", "kilogramm"), ("gram", 1000)),
    **dict.fromkeys(("g", "gramm"), ("gram", 1)),
    **dict.fromkeys(("uhr",), ("clock", 1)),
    **dict.fromkeys(("°c", "grad"), ("degree", 1)),
}
_SCALES = {"mio": 1e6, "million": 1e6, "millionen": 1e6, "mrd": 1e9, "milliarden": 1e9,
    "billion": 1e9, "tsd": 1e3, "tausend": 1e3, "thousand": 1e3}  # fmt: skip
_WORDS = "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True))
_AMOUNT = re.compile(
    r"(?<![\w§.,/-])(?P<sign>[-−])?(?:(?P<number>\d+(?:[.,]\d+)*)(?![\w/]|-\d)"
    rf"|(?P<word>{_WORDS})\b)"
    r"[.)]?\s*(?:(?P<scale>mio|mrd|millionen|million|milliarden|billion|tsd|tausend"
    r"|thousand)\b\.?\s*)?"
    r"(?P<unit>[%€$]|°c|[^\W\d_]+)?"
)
_GROUPED = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}\b)")  # 35 000
_CLOCK = re.compile(r"\b(\d{1,2})[:.](\d{2})(?=\s*uhr\b)")
_REFERENCE = re.compile(
    r"(?:§+|\b(?:abs|absatz|art|artikel|nr|nummer|ziffer|satz|seite|kapitel|anlage|section|article"
    r"|page|chapter|figure|table|abbildung|tabelle))\.?\s*\d+[a-z]?"
    r"|^\s*\(?\d{1,2}[.)]\s"
)
_MONTH_NUMBER = {
    "januar": 1, "jänner": 1, "january": 1, "februar": 2, "february": 2, "märz": 3, "march": 3,
    "april": 4, "mai": 5, "may": 5, "juni": 6, "june": 6, "juli": 7, "july": 7, "august": 8,
    "september": 9, "oktober": 10, "october": 10, "november": 11, "dezember": 12, "december": 12,
}  # fmt: skip
_DATE = re.compile(
    r"(?<![\d.,])(?P<day>\d{1,2})\.\s?(?:(?P<number>\d{1,2})\."
    rf"|(?P<month>{'|'.join(_MONTH_NUMBER)})\b)"
    r"(?:\s?(?P<year>\d{4}|\d{2})\b)?(?!\d)"
)
_YEAR_BEFORE = re.compile(
    r"\b(?:jahre?n?|year|in|im|seit|ab|bis|von|vor|nach|um|since|from|until|by|of|before"
    r"|after)\s+\Z"
)
COUNTING = frozenset(map(fold_word, (*_NUMBER_WORDS, *_UNITS, *_SCALES, *_MONTH_NUMBER)))
"""Words that say how much, as the index has them: where amounts differ, these do."""
_YEARS = range(1000, 2100)


def amounts_in(text: str) -> Mapping[str, frozenset[float]]:
    """Kind -> values: "14 Tage" gives time: 14; a noun that is no unit counts as its own kind.

    "date" and "year" are kinds; "" holds numbers that count nothing. References ("§ 5", "Abs. 2")
    and the number of a list entry are none.
    """
    found: defaultdict[str, set[float]] = defaultdict(set)
    low = _REFERENCE.sub(" ", text.lower())
    low = _GROUPED.sub("", low)
    low = _CLOCK.sub(lambda match: f"{int(match[1]) + int(match[2]) / 60:.4f}", low)
    for match in _DATE.finditer(low):
        month = int(match["number"] or _MONTH_NUMBER.get(match["month"] or "", 0))
        found["date"].add(float(int(match["day"]) + 100 * month))
        if match["year"]:
            found["year"].add(float(match["year"]))
    for match in _AMOUNT.finditer(_DATE.sub(" ", low)):
        value = _value(match)
        kind, factor = _kind(match["unit"] or "")
        if _is_year(match, value):
            kind = "year"
        found[kind].add(round(value * factor, 6))
    return {kind: frozenset(values) for kind, values in found.items()}


def _is_year(match: re.Match[str], value: float) -> bool:
    """Whether a number is a year: of four digits, with no unit, and said to be one or alone."""
    if value not in _YEARS or match["scale"] or match["unit"] in _UNITS:
        return False
    digits = match["number"] or ""
    alone = match["unit"] is None
    return digits.isdigit() and (alone or bool(_YEAR_BEFORE.search(match.string[: match.start()])))


def _value(match: re.Match[str]) -> float:
    value = float(_NUMBER_WORDS[match["word"]]) if match["word"] else _read(match["number"])
    scaled = value * _SCALES.get(match["scale"] or "", 1.0)
    return -scaled if match["sign"] else scaled


def _read(number: str) -> float:
    """ "1.234,5" and "1,234.5" and "1.234" are what they look like."""
    last = max(number.rfind("."), number.rfind(","))
    if last < 0:
        return float(number)
    whole, part = re.sub(r"[.,]", "", number[:last]), number[last + 1 :]
    sign = number[last]
    grouped = len(part) == 3 and number.count("." if sign == "," else ",") == 0  # noqa: PLR2004
    return float(whole + part) if grouped else float(f"{whole}.{part}")


def _kind(unit: str) -> tuple[str, float]:
    if unit in _UNITS:
        return _UNITS[unit]
    folded = fold_word(unit)
    if len(folded) < 3 or folded in FUNCTION_WORDS:  # noqa: PLR2004 - no noun
        return "", 1.0
    return stem([folded], "de")[0], 1.0
