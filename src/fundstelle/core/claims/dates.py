"""Dates, clock times, weekdays and ends of periods in German and English text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from fundstelle.core.terms import Language

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "januar jänner january jan",
            "februar february feb febr",
            "märz maerz march mär mrz mar",
            "april apr",
            "mai may",
            "juni june jun",
            "juli july jul",
            "august aug",
            "september sept sep",
            "oktober october okt oct",
            "november nov",
            "dezember december dez dec",
        ),
        start=1,
    )
    for name in names.split()
}
# Not alone: they are short for something, or words of their own (may, march, mar).
_NEVER_ALONE = frozenset(
    ("jan", "feb", "febr", "mär", "mrz", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "okt",
     "oct", "nov", "dez", "dec", "may", "mai", "march")
)  # fmt: skip
_LONG = [*(name for name in MONTHS if name not in _NEVER_ALONE), "Mai"]
_ANY = "|".join(sorted(MONTHS, key=len, reverse=True))
_B = r"[ \u00a0\u202f]"
_YEAR = r"(?:19|20)\d\d"
_MONTH = rf"(?P<month>{_ANY})\b\.?"
_DAY = r"(?P<day>[0-3]?\d)(?!\d)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # 2026-03-01
        rf"(?<![\w.-])(?P<year>{_YEAR})-(?P<num>[01]\d)-(?P<day>[0-3]\d)(?![\w-])",
        # 01.03.2026, 1. 3. 26, 01.03. (a stop behind, no further digit)
        rf"(?<![\w.,]){_DAY}\.{_B}?(?P<num>[01]?\d)\.(?:{_B}?(?P<year>{_YEAR}|\d\d)(?!\d|\.\d))?(?!\d)",
        # 04/09/2025: which is the month is told by the text, see below
        rf"(?<![\w/])(?P<first>[0-3]?\d)/(?P<second>[0-3]?\d)/(?P<year>{_YEAR}|\d\d)(?![\w/])",
        # 1. März 2026, 1 March 2026, 1st of March, 2026
        rf"(?<![\w.,:-]){_DAY}(?:\.|st|nd|rd|th)?{_B}?(?:of{_B})?{_MONTH}(?:,?{_B}(?P<year>{_YEAR})\b)?",
        # March 1, 2026; March 1st
        rf"\b{_MONTH}{_B}(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?![\w:])(?!\.\d)(?:,?{_B}(?P<year>{_YEAR})\b)?",
        # März 2026, 03/2026
        rf"\b{_MONTH}{_B}(?P<year>{_YEAR})\b",
        rf"(?<![\w/.])(?P<num>[01]?\d)/(?P<year>{_YEAR})(?![\w/])",
    )
)
# The month alone, written large: im August, in October. "may" and "march" are mostly verbs.
_ALONE = re.compile(
    rf"\b(?P<month>{'|'.join(name.capitalize() for name in _LONG)})\b"
    r"|(?<=\b(?:in|by|of) )(?P<verb>May|March)\b|(?<=\b(?:since|until|every) )(?P<late>May|March)\b"
)
# 3 to 21 April, 1.-15. März: the day before the range takes its month.
_RANGE_START = re.compile(
    r"(?<![\w.,])(?P<day>[0-3]?\d)(?:\.|st|nd|rd|th)?\s?(?:-|–|bis(?:\szum)?|und|auf(?:\sden)?|to|and|or|oder|/)"
    r"\s?(?:the\s)?\Z",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\b(?:am|vom|zum|bis|seit|ab|den|dem|der|des|auf|und|–|-|on|by|from)\s*\Z", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_MONTHS_IN_YEAR, _DAYS_IN_MONTH, _CENTURY_TURN = 12, 31, 50


@dataclass(frozen=True, slots=True)
class Date:
    """A day, a month or a year, with what is said of it.

    year, month, day: None if not said. open: the writing leaves open which is day and month.
    """

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    written: str = ""
    open: bool = False

    def carries(self, claimed: "Date") -> bool:
        """Whether this date says everything the claimed one says."""
        if self.open or claimed.open:
            return self.written == claimed.written
        return all(
            said is None or said == mine
            for said, mine in (
                (claimed.year, self.year),
                (claimed.month, self.month),
                (claimed.day, self.day),
            )
        )


def dates_in(text: str, language: Language) -> list[Date]:
    """All dates, ascending; ranges give both ends."""
    patterns = _PATTERNS if _DIGIT.search(text) else ()
    named = not MONTHS.keys().isdisjoint(_WORD.findall(text.lower()))
    if not patterns and not named:
        return []
    found: list[Date] = []
    taken = [False] * (len(text) + 1)
    for pattern in patterns:
        if not named and "month" in pattern.groupindex:
            continue
        for match in pattern.finditer(text):
            if not taken[match.start()] and not taken[match.end() - 1]:
                date = _date(match)
                if date and not _ends_text(text, date):
                    found.append(date)
                    taken[match.start() : match.end()] = [True] * (match.end() - match.start())
    found += [
        Date(*match.span(), month=MONTHS[match[0].lower()], written=match[0])
        for match in (_ALONE.finditer(text) if named else ())
        if not taken[match.start()]
    ]
    found += [start for date in found for start in _range_start(text, date)]
    found.sort(key=lambda date: date.start)
    return list(_ordered(found, language))


def _ends_text(text: str, date: Date) -> bool:
    """Whether 2.07. is a number before the last full stop: nothing before it says it is a date."""
    if date.year or not date.written.endswith(".") or any(map(str.isalpha, date.written)):
        return False
    return not text[date.end :].strip(" \x00\"'“”)") and not _DATED.search(text, 0, date.start)


def _date(match: re.Match[str]) -> Date | None:
    groups = match.groupdict()
    year = int(groups["year"]) if groups.get("year") else None
    if year is not None and year < 100:  # noqa: PLR2004 - two digits
        year += 2000 if year <= _CENTURY_TURN else 1900
    if groups.get("first"):
        month, day = int(groups["second"]), int(groups["first"])
        swapped = month > _MONTHS_IN_YEAR
        month, day = (day, month) if swapped else (month, day)
        is_open = max(month, day) <= _MONTHS_IN_YEAR and month != day
    else:
        month = MONTHS[groups["month"].lower()] if groups.get("month") else int(groups["num"])
        day = int(groups["day"]) if groups.get("day") else 0
        is_open = False
    if not 1 <= month <= _MONTHS_IN_YEAR or day > _DAYS_IN_MONTH:
        return None
    if groups.get("day") is not None and day == 0:
        return None
    return Date(*match.span(), year, month, day or None, match[0], is_open)


def _range_start(text: str, date: Date) -> Iterator[Date]:
    if date.day is None:
        return
    match = _RANGE_START.search(text, max(0, date.start - 16), date.start)
    if match and 0 < int(match["day"]) <= _DAYS_IN_MONTH:
        yield replace(
            date, start=match.start(), end=match.end("day"), day=int(match["day"]),
            written=match["day"],
        )  # fmt: skip


def _ordered(dates: list[Date], language: Language) -> Iterator[Date]:
    """Settle 04/09/2025 by what else the text says: the same day spelled out, or 25/11/2025."""
    if not any(date.open for date in dates):
        yield from dates
        return
    clear = {(date.year, date.month, date.day) for date in dates if not date.open}
    for date in dates:
        if not date.open:
            yield date
            continue
        swapped = replace(date, month=date.day, day=date.month, open=False)
        if (date.year, date.month, date.day) in clear or language == "de":
            yield replace(date, open=False)
        elif (swapped.year, swapped.month, swapped.day) in clear:
            yield swapped
        else:
            yield date


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: minutes after midnight."""

    start: int
    end: int
    minutes: int
    written: str


_CLOCK = re.compile(
    rf"(?<![\w.,:/])(?P<hour>[0-2]?\d)(?:(?P<colon>:)(?P<minute>[0-5]\d)(?::[0-5]\d)?"
    rf"(?:{_B}?(?P<half>[ap]\.?{_B}?m\b\.?))?(?:{_B}?Uhr\b)?"
    rf"|\.(?P<dotted>[0-5]\d){_B}?Uhr\b|{_B}?Uhr(?:{_B}(?P<after>[0-5]\d)(?![\w.,]))?\b"
    rf"|{_B}?(?P<short>[ap]\.?{_B}?m\b\.?)|(?:\.(?P<dots>[0-5]\d))?(?=(?:{_B}?(?:-|–|bis|und|to|and|oder|or|/){_B}?)"
    rf"[0-2]?\d(?:[:.][0-5]\d)?{_B}?(?:Uhr\b|(?P<ahead>[ap]\.?{_B}?m\b))))(?![\d:])"
    rf"(?!{_B}?(?:h\b|Stunden|hours))",
    re.IGNORECASE,
)
_NOON, _HOURS = 12, 24


def clocks_in(text: str) -> list[Clock]:
    """All times of day: 7:30, 7.30 Uhr, 8 bis 18 Uhr, 2 pm."""
    found = []
    for match in _CLOCK.finditer(text):
        hour = int(match["hour"])
        minute = int(match["minute"] or match["dotted"] or match["after"] or match["dots"] or 0)
        half = (match["half"] or match["short"] or match["ahead"] or "")[:1].lower()
        if half and 0 < hour <= _NOON:
            hour = hour % _NOON + (_NOON if half == "p" else 0)
        if hour <= _HOURS:
            found.append(Clock(*match.span(), hour * 60 + minute, match[0]))
    return found


_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("montag monday", "dienstag tuesday", "mittwoch wednesday", "donnerstag thursday",
         "freitag friday", "samstag sonnabend saturday", "sonntag sunday")
    )
    for name in names.split()
}  # fmt: skip
_WEEKDAY = re.compile(
    rf"\b({'|'.join(_WEEKDAYS)})"
    r"(?=(?:e?s|e|en)?\b|(?:vor|nach)?mittags?|morgens?|abends?|nachts?|früh)",
    re.IGNORECASE,
)
_EDGES = {
    "tag": "day", "woche": "week", "monat": "month", "quartal": "quarter", "halbjahr": "half",
    "jahr": "year", "day": "day", "week": "week", "month": "month", "quarter": "quarter",
    "year": "year",
}  # fmt: skip
_EDGE = re.compile(
    r"\b(?P<unit>tages|wochen|monats|quartals|halbjahres|jahres)-?(?P<edge>ende|schluss|anfang|beginn)\w{0,2}\b"
    r"|\b(?P<edge2>ende|schluss|anfang|beginn)\s(?:de[sr]|eines|einer|jedes|jeder)\s(?:jeweiligen\s|laufenden\s)?"
    r"(?:kalender)?(?P<unit2>tag|woche|monat|quartal|halbjahr|jahr)(?:e?s)?\b"
    r"|\b(?P<edge3>end|beginning|start)\sof\s(?:the|each|every|a)\s(?P<unit3>day|week|month|quarter|year)\b"
    r"|\b(?P<unit4>month|quarter|year)[-\s](?P<edge4>end|start)\b",
    re.IGNORECASE,
)
_LAST = {"ende", "schluss", "end"}


_ABBREVIATED = re.compile(
    r"\b(?:(Mon?|Mo)|(Di|Tues?)|(Mi|Wed)|(Do|Thu(?:rs?)?)|(Fri?)|(Sat?|Sa)|(Sun|So))\b"
    r"(?=\.?\s?(?:[-–,:/&+]|bis\b|und\b|to\b|and\b|\d))"
)


def short_weekdays_in(text: str) -> frozenset[int]:
    """Days of the week a source names by their beginnings: Mo, Do 8–12, Mon–Fri."""
    return frozenset((match.lastindex or 1) - 1 for match in _ABBREVIATED.finditer(text))


def weekdays_in(text: str) -> dict[int, str]:
    """Days of the week named in a text: number from Monday (0) -> as written."""
    return {_WEEKDAYS[match[1].lower()]: match[1] for match in _WEEKDAY.finditer(text)}


def edges_in(text: str) -> dict[tuple[str, bool], str]:
    """Ends and beginnings of periods (zum Monatsende): (period, is end) -> as written."""
    found = {}
    for match in _EDGE.finditer(text):
        unit = next(
            value for name, value in match.groupdict().items() if value and name[:4] == "unit"
        )
        edge = next(
            value for name, value in match.groupdict().items() if value and name[:4] == "edge"
        )
        name = next(name for start, name in _EDGES.items() if unit.lower().startswith(start))
        found[name, edge.lower() in _LAST] = match[0]
    return found
