"""Changes of figures: numbers, units, dates, times, identifiers, sections. None: nothing to change.

What says nothing about the world is left alone: numbers of list items, of footnotes, of headings.
"""

import random
import re
from collections.abc import Callable, Iterable, Sequence

from bench.truths import Truth

NUMBER = re.compile(r"(?<![\w.,/§-])\d+(?:[.,]\d+)*(?![\w/]|[.,-]\d|-\w)")
_SIGN = re.compile(r"^\s*(?:\(?\d{1,3}[.)]|\d+(?:\.\d+)*\s(?=[A-ZÄÖÜ])|[-*•–]\s*\d+\))\s*")
_FOOTNOTE = re.compile(r"\[\d{1,3}\]|\(\d{1,2}\)|[A-ZÄÖÜ]\w+ \d{1,2}\.\d{1,2}:|\b\d\)")
MONTHS = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "en": "January February March April June July August September October November December",
}
DAYS = {
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
}
# Words of a row may stand for each other in the same place of a sentence and never mean the same.
UNITS = (
    "Sekunden Minuten Stunden Tage Wochen Monate Jahre",
    "Sekunde Minute Stunde Woche",
    "Tagen Wochen Monaten Jahren Stunden Minuten",
    "Euro Dollar Franken Pfund",
    "€ $ £",
    "mm cm m km",
    "Meter Kilometer Zentimeter Millimeter",
    "Gramm Kilogramm Tonnen",
    "kg g t",
    "% Promille",
    "Prozent Promille",
    "kW MW GW",
    "seconds minutes hours days weeks months years",
    "second minute hour day week month year",
    "yards miles feet inches",
    "miles kilometers",
    "metres kilometres",
    "meters kilometers centimeters",
    "kilograms pounds tonnes",
    "dollars euros pounds",
    "million billion",
    "Millionen Milliarden",
    "percent permille",
    "MB GB KB TB",
)
_CLOCK = re.compile(
    r"\b(?:\d{1,2}[:.]\d{2}(?= ?(?:Uhr|h\b|am\b|pm\b|a\.m|p\.m))|\d{1,2}:\d{2}\b|"
    r"\d{1,2}(?= ?(?:Uhr|am\b|pm\b|a\.m|p\.m)))"
)
_YEAR = re.compile(r"(?<![\w.,/-])(?:1[5-9]|20)\d{2}(?![\w/]|[.,]\d|-\d)")
_DATE = re.compile(
    r"\b(\d{1,2})\.(?= ?(?:\d{1,2}\.|Januar|Februar|März|April|Mai|Juni|Juli|August|"
    r"Sept|Okt|Nov|Dez))"
    r"|\b(?:" + MONTHS["en"].replace(" ", "|") + r") (\d{1,2})\b(?!\d)"
)
SECTION = re.compile(
    r"(?:§§?|Art\.|Artikel|Absatz|Abs\.|Satz|Nummer|Nr\.|Section|Article|Abschnitt|Kapitel|Chapter)"
    r"\s?(\d+)"
)
_IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?=[\w/-]*\d)(?=[\w/-]*[A-Za-z])[A-Z][\w/-]*\d[\w/-]*(?![\w/])"
    r"|\b0\d{2,5}[ /-]\d{3,}\b|\b\d{5}(?= [A-ZÄÖÜ][a-z])"
)
_EDGES = '.,;:()[]"„“”!?'

Change = Callable[[Truth, random.Random], str | None]


def _allowed(text: str) -> list[tuple[int, int]]:
    signs = [m.span() for m in _FOOTNOTE.finditer(text)]
    first = _SIGN.match(text)
    return [*signs, *([first.span()] if first else [])]


def places(pattern: re.Pattern[str], text: str, group: int = 0) -> list[tuple[int, int]]:
    """Spans of the matches that are no signs of a list or a note."""
    held = _allowed(text)
    found = [m.span(group) for m in pattern.finditer(text) if m[group]]
    return [s for s in found if not any(a < s[1] and s[0] < b for a, b in held)]


def put(text: str, span: tuple[int, int], new: str) -> str:
    """The text with another piece in place of the span."""
    return text[: span[0]] + new + text[span[1] :]


def _other_digit(piece: str, chance: random.Random) -> str:
    at = chance.choice([n for n, c in enumerate(piece) if c.isdigit()])
    first = at == 0 or not piece[at - 1].isdigit()
    new = chance.choice([d for d in "123456789" if d != piece[at]] + ([] if first else ["0"]))
    if new == piece[at]:
        new = "7" if piece[at] != "7" else "4"
    return piece[:at] + new + piece[at + 1 :]


def _at_one(
    spans: Sequence[tuple[int, int]],
    text: str,
    chance: random.Random,
    change: Callable[[str, random.Random], str],
) -> str | None:
    if not spans:
        return None
    span = chance.choice(spans)
    made = put(text, span, change(text[slice(*span)], chance))
    return made if made != text else None


def _amounts(text: str) -> list[tuple[int, int]]:
    """Numbers that are no date, clock time, section or identifier."""
    other = [
        s
        for pattern, group in (
            (_YEAR, 0),
            (_CLOCK, 0),
            (_DATE, 1),
            (_DATE, 2),
            (SECTION, 1),
            (_IDENTIFIER, 0),
        )
        for s in places(pattern, text, group)
    ]
    found = places(NUMBER, text)
    return [s for s in found if not any(a < s[1] and s[0] < b for a, b in other)]


def number_digit(truth: Truth, chance: random.Random) -> str | None:
    """One digit of an amount."""
    return _at_one(_amounts(truth.text), truth.text, chance, _other_digit)


def number_magnitude(truth: Truth, chance: random.Random) -> str | None:
    """Ten times as much, or a tenth."""

    def change(piece: str, chance: random.Random) -> str:
        whole, sign, rest = piece.partition(",")
        if whole.endswith("0") and len(whole) > 1 and chance.random() < 0.5 and whole != "00":
            return whole[:-1] + sign + rest
        return f"{whole}0{sign}{rest}"

    text = truth.text
    spans = [s for s in _amounts(text) if "." not in text[slice(*s)] and text[s[0]] != "0"]
    return _at_one(spans, text, chance, change)


def number_of_document(truth: Truth, chance: random.Random) -> str | None:
    """Another number of the same document, one that does not stand in the sentence."""
    text = truth.text
    own = {text[slice(*s)].strip("0.,") for s in places(NUMBER, text)}
    others = sorted(
        {
            m[0]
            for other in truth.document
            for m in NUMBER.finditer(other)
            if m[0].strip("0.,") not in own and 0 < len(m[0]) < 8
        }
    )
    return _at_one(_amounts(text), text, chance, lambda _, c: c.choice(others)) if others else None


def numbers_exchanged(truth: Truth, chance: random.Random) -> str | None:
    """Two numbers of the sentence in each other's place."""
    text, spans = truth.text, _amounts(truth.text)
    pairs = [
        (a, b)
        for n, a in enumerate(spans)
        for b in spans[n + 1 :]
        if text[slice(*a)] != text[slice(*b)]
    ]
    if not pairs:
        return None
    a, b = chance.choice(pairs)
    made = put(put(text, b, text[slice(*a)]), a, text[slice(*b)])
    listed = re.compile(r"\s*(?:,|und|and|oder|or|/|&)\s*")  # "3 und 5" says what "5 und 3" says
    return None if listed.fullmatch(text[a[1] : b[0]]) else made


def unit(truth: Truth, chance: random.Random) -> str | None:
    """Another unit behind a number; nothing of one unit is nothing of the other."""
    text = truth.text
    nothing = re.compile(r"(?<![\d.,])0(?:[.,]0+)?[\s-]?\Z")
    found = []
    for row in UNITS:
        words = row.split()
        for word in words:
            pattern = re.compile(rf"(?<=\d)(?:\s|-)?({re.escape(word)})(?!\w)")
            others = [w for w in words if w != word]
            spans = places(pattern, text, 1)
            found += [(s, others) for s in spans if not nothing.search(text[: s[0]])]
    if not found:
        return None
    span, others = chance.choice(found)
    new = chance.choice(others)
    glued = new.isalpha() and len(new) > 2 and text[span[0] - 1].isdigit()
    return put(text, span, f" {new}" if glued else new)


def date(truth: Truth, chance: random.Random) -> str | None:
    """Another year, month or day of the month."""
    text = truth.text
    months = MONTHS[truth.language].split()
    named = re.compile(r"\b(?:" + "|".join(months) + r")\b")
    found: list[Callable[[], str | None]] = []
    if years := places(_YEAR, text):
        found.append(lambda: _at_one(years, text, chance, _year))
    if spans := places(named, text):
        found.append(lambda: _at_one(spans, text, chance, lambda p, c: _another(months, p, c)))
    if days := [*places(_DATE, text, 1), *places(_DATE, text, 2)]:
        found.append(
            lambda: _at_one(
                days,
                text,
                chance,
                lambda p, c: _another([*map(str, range(1, 28))], p.lstrip("0"), c),
            )
        )
    return chance.choice(found)() if found else None


def _year(piece: str, chance: random.Random) -> str:
    return str(int(piece) + chance.choice((-10, -2, -1, 1, 2, 5, 10)))


def _another(of: Iterable[str], than: str, chance: random.Random) -> str:
    return chance.choice([each for each in of if each != than])


def time(truth: Truth, chance: random.Random) -> str | None:
    """Another clock time or day of the week."""
    text = truth.text
    days = DAYS[truth.language].split()
    named = re.compile(r"\b(?:" + "|".join(days) + r")\b")
    weekdays = [(s, _another(days, text[slice(*s)], chance)) for s in places(named, text)]
    clocks = [(s, _clock(text[slice(*s)], chance)) for s in places(_CLOCK, text)]
    # In a list of days another day may stand already: "Montag bis Freitag" has no lie in Dienstag.
    new = [(s, w) for s, w in weekdays if w not in text] + clocks
    return put(text, *chance.choice(new)) if new else None


def _clock(piece: str, chance: random.Random) -> str:
    hour = re.match(r"\d+", piece)
    assert hour
    shifted = (int(hour[0]) + chance.choice((1, 2, 3))) % 24 or 3
    return f"{shifted}{piece[hour.end() :]}"


def section(truth: Truth, chance: random.Random) -> str | None:
    """Another paragraph, article, chapter."""
    text = truth.text
    return _at_one(
        places(SECTION, text, 1), text, chance, lambda p, c: str(int(p) + c.choice((1, 2, 10)))
    )


def identifier(truth: Truth, chance: random.Random) -> str | None:
    """Another digit in a part number, a telephone number, a post code."""
    text = truth.text
    return _at_one(places(_IDENTIFIER, text), text, chance, _other_digit)
