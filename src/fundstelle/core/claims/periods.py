"""What something is per: pro Monat, je geliefertem Kilogramm, /h, twice a year, wöchentlich."""

import re
from collections.abc import Iterable
from fractions import Fraction

from fundstelle.core.claims.amounts import Amount
from fundstelle.core.claims.units import TIME_DIMENSIONS, unit_of

Period = tuple[str, Fraction]
"""(dimension, size) of a unit, or (beginning of another word, 0)."""

_ADVERBS: dict[str, Period] = {
    "stündlich": ("clock", Fraction(3600)), "hourly": ("clock", Fraction(3600)),
    "alltäglich": ("day", Fraction(1)), "täglich": ("day", Fraction(1)),
    "tagtäglich": ("day", Fraction(1)), "daily": ("day", Fraction(1)),
    "wöchentlich": ("day", Fraction(7)), "weekly": ("day", Fraction(7)),
    "zweiwöchentlich": ("day", Fraction(14)), "vierzehntäglich": ("day", Fraction(14)),
    "fortnightly": ("day", Fraction(14)), "monatlich": ("month", Fraction(1)),
    "allmonatlich": ("month", Fraction(1)), "monthly": ("month", Fraction(1)),
    "mtl": ("month", Fraction(1)),
    "14-täglich": ("day", Fraction(14)), "14-tägig": ("day", Fraction(14)),
    "zweimonatlich": ("month", Fraction(2)), "vierteljährlich": ("month", Fraction(3)),
    "quartalsweise": ("month", Fraction(3)), "quarterly": ("month", Fraction(3)),
    "halbjährlich": ("month", Fraction(6)), "halbjahresweise": ("month", Fraction(6)),
    "half-yearly": ("month", Fraction(6)), "jährlich": ("month", Fraction(12)),
    "alljährlich": ("month", Fraction(12)), "annual": ("month", Fraction(12)),
    "annually": ("month", Fraction(12)), "yearly": ("month", Fraction(12)),
    "p.a": ("month", Fraction(12)), "p. a": ("month", Fraction(12)),
    "zweijährlich": ("month", Fraction(24)),
}  # fmt: skip
_ADVERB = re.compile(
    rf"(?<![\w-])(?P<adverb>{'|'.join(sorted(map(re.escape, _ADVERBS), key=len, reverse=True))})"
    r"(?:e[nrsm]?)?(?!\w)",
    re.IGNORECASE,
)
_PER = re.compile(
    r"(?<!\w)(?:(?i:pro|je)\s(?:[a-zäöüß]+e[nrms]\s){0,2}(?P<de>[A-ZÄÖÜ]\w+|km|kg|m[²³]?|h|g|l|t)(?!\w)"
    r"|(?i:per)\s(?!(?i:cent\b|e-?mail|post|fax|brief|se\b|app\b|hand\b|telefon|sms))"
    r"(?:full\s|whole\s|calendar\s|started\s|driven\s)?(?P<en>[a-z]\w*[²³]?)"
    r"|(?i:jede[nrsm]?|every|each)\s(?P<every>(?i:tag\w*|woche|monat\w*|quartal\w*|jahr\w*|stunde|day|week"
    r"|month|quarter|year|hour|minute))\b)"
)
# Behind an amount only: 5 € im Monat, twice a year, 20 km/h, 3 € die Stunde.
_BEHIND = re.compile(
    r"\s?/\s?(?P<slash>[^\W\d_]+[²³]?)"
    r"|\s(?:im|in der|am|in einem|in einer|die|den|a|an|each|every)\s"
    r"(?P<word>monat|jahr|quartal|halbjahr|woche|tag|stunde|day|week|month|quarter|year|hour|minute)\b"
    r"(?!\s(?:19|20)\d\d)",
    re.IGNORECASE,
)
# Within a compound: Monatsmiete, Jahresurlaub; they may carry "pro Monat", never contradict it.
_WITHIN = re.compile(
    r"\b(?:stunden|tages?|wochen|monats|quartals|jahres)(?!ende|schluss|anfang|beginn|zeit)-?\w{3,}",
    re.IGNORECASE,
)
_WITHIN_STEMS = {
    "stunde": "stunde", "tag": "tag", "wochen": "woche", "monat": "monat", "quart": "quartal",
    "jahr": "jahr",
}  # fmt: skip
_EVERY = re.compile(r"\b(?:alle|every|each)\s\Z", re.IGNORECASE)
_TAKT = re.compile(r"-?(?:takt|rhythmus|intervall|turnus)", re.IGNORECASE)
_STEM = 5  # letters by which two other words are the same


def period_of(word: str) -> Period:
    """What a noun behind "pro" means."""
    unit = unit_of(word)
    if unit:
        return unit.dimension, unit.step
    return word.lower()[:_STEM], Fraction(0)


def periods_in(text: str, amounts: Iterable[Amount]) -> dict[Period, str]:
    """Everything the text is per, as written. amounts: those of the same text."""
    found: dict[Period, str] = {}
    for match in _ADVERB.finditer(text):
        found[_ADVERBS[match["adverb"].lower().rstrip(".")]] = match[0]
    for match in _PER.finditer(text):
        found[period_of(match["de"] or match["en"] or match["every"])] = match[0]
    for amount in amounts:
        if is_interval(text, amount) and amount.unit:
            found[amount.unit.dimension, amount.size] = amount.written
        elif amount.unit or (amount.noun and not amount.article):
            per = period_behind(text, amount)
            if per:
                found.setdefault(per, amount.written)
    return found


def is_interval(text: str, amount: Amount) -> bool:
    """alle sechs Monate, every 2 weeks: how often, not how long."""
    return (
        amount.unit is not None
        and amount.unit.dimension in TIME_DIMENSIONS
        and (_EVERY.search(text[: amount.start]) or _TAKT.match(text, amount.end)) is not None
    )


def period_behind(text: str, amount: Amount) -> Period | None:
    """What stands right behind an amount as its per-unit; None if nothing does."""
    match = _BEHIND.match(text, amount.end)
    if match:
        word = match["slash"] or match["word"]
        unit = unit_of(word)
        if match["slash"] and unit is None:
            return None
        return period_of(word)
    match = _PER.match(text, amount.end + 1)
    if match:
        return period_of(match["de"] or match["en"] or match["every"])
    match = _ADVERB.match(text, amount.end + 1)
    return _ADVERBS[match["adverb"].lower().rstrip(".")] if match else None


def hinted_periods(text: str) -> set[Period]:
    """Periods inside compounds: Monatsmiete, Jahresurlaub."""
    found = set()
    for match in _WITHIN.finditer(text):
        stem = next(
            unit for start, unit in _WITHIN_STEMS.items() if match[0].lower().startswith(start)
        )
        found.add(period_of(stem))
    return found
