"""Part numbers, file numbers and numbered places (§ 15 Abs. 2 Satz 1) in text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fundstelle.core.claims.units import CURRENCIES, unit_of
from fundstelle.core.terms import Language

_TOKEN = re.compile(r"(?<![\w])\w+(?:[-‐‑/._:+]\w+|(?<=\d)[,'’]\d\w*)*")
_GROUP = re.compile(r"(?<!\d)[1-9]\d{0,2}(?:[ \u00a0\u202f\u2009]\d{3})*[ \u00a0\u202f\u2009]\Z")
_DASHES = str.maketrans("‐‑–", "---")
_NO_NOTES = str.maketrans("", "", "¹²³")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
# What begins with digits and goes on with a word is a number with a unit: 5km, 30-day, 3rd, 2x.
_NUMBER_FIRST = re.compile(r"[\d.,]*\d(?:-?)(?P<word>[^\W\d_]+[²³]?)(?:-[^\W\d_]+)*")
_NUMERIC = re.compile(r"\d+(?:[.,:]\d+)?")
_GROUPED = re.compile(r"\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
_SPAN = re.compile(r"(?P<low>\d+(?:\.\d+)?)-(?P<high>\d+(?:\.\d+)?)")
_FRACTION = re.compile(r"[1-9]/[2-9]")
_LONGEST = 40  # characters of a number; what is longer is compared as it is written
_ENDINGS = frozenset(("st", "nd", "rd", "th", "er", "ern", "k", "x", "mal", "mio", "mrd", "tsd"))
_AREAS = frozenset(("m2", "m3", "cm2", "cm3", "mm2", "km2", "dm3"))
_SPACED = re.compile(
    r"(?<![\w-])(?P<word>[A-ZÄÖÜ]{1,5})[ \u00a0](?P<number>\d+[a-z]?)(?![\w]|[.,]\d)"
)
_UNIT_BEHIND = re.compile(r"[ \u00a0]?([^\W\d_]+|[%€$£°])")
_BLANK = re.compile(r"[ \u00a0]")
_BEFORE_DIGIT = re.compile(r"(?<=[^\W\d_])-(?=\d)|(?<=\d)-(?=[^\W\d_])")
_WORD_LETTERS = 3  # a suffix of so many letters is a word, not part of a number


@dataclass(frozen=True, slots=True)
class Identifier:
    """key: the same for all ways of writing it (AB-12, AB 12, ab12)."""

    start: int
    end: int
    key: str
    written: str


def identifiers_in(text: str) -> list[Identifier]:
    """All tokens with digits that are no plain number; "MTX 83" counts as one."""
    if not any(map(str.isdigit, text)):
        return []
    found = [
        Identifier(*match.span(), key_of(match[0]), match[0])
        for match in _TOKEN.finditer(text)
        if _is_identifier(match[0]) and not _is_group(text, match)
    ]
    for match in _SPACED.finditer(text):
        behind = _UNIT_BEHIND.match(text, match.end())
        if match["word"].lower() in CURRENCIES or (behind and unit_of(behind[1])):
            continue
        found.append(Identifier(*match.span(), key_of(match[0]), match[0]))
    return found


def _is_group(text: str, match: re.Match[str]) -> bool:
    """Whether 000 is the end of 12 000."""
    ends = match[0][:3].isdecimal() and not match[0][3:4].isalnum()
    return ends and _GROUP.search(text, max(0, match.start() - 16), match.start()) is not None


def key_of(written: str) -> str:
    """The identifier without case, and without blank or hyphen between letters and digits.

    Marks between digits stay: AB-1234/5 is not AB-12345.
    """
    plain = written.translate(_DASHES).translate(_SUBSCRIPTS).casefold().rstrip("¹²³⁴⁵⁶⁷⁸⁹")
    return _BEFORE_DIGIT.sub("", _BLANK.sub("", plain))


def _is_identifier(token: str) -> bool:
    """Whether a token with digits is neither number nor range nor number with a unit."""
    if token.isalpha() or not any(map(str.isdigit, token.translate(_NO_NOTES))):
        return False
    if len(token) > _LONGEST:
        return True
    token = token.translate(_DASHES).rstrip("½¼¾⅓⅔⅛⅜⅝⅞⅕¹²³⁴⁵⁶⁷⁸⁹")
    if not any(char.isdecimal() for char in token):
        return bool(set(token) & set("₀₁₂₃₄₅₆₇₈₉"))
    if token.isdecimal() or _NUMERIC.fullmatch(token) or _GROUPED.fullmatch(token):
        return token[0] == "0" and token[1:2].isdecimal() and ":" not in token and "," not in token
    span = _SPAN.fullmatch(token)
    if span:
        return not _is_span(span)
    return not (_FRACTION.fullmatch(token) or _is_amount(token))


def _is_span(match: re.Match[str]) -> bool:
    """Whether 3-5 is a range: rising, no leading noughts."""
    low, high = match["low"], match["high"]
    zero = any(part[0] == "0" and part[1:2] not in {"", "."} for part in (low, high))
    return not zero and float(low) < float(high)


def _is_amount(token: str) -> bool:
    if token.lower() in _AREAS:
        return True
    match = _NUMBER_FIRST.fullmatch(token)
    if not match:
        return False
    word = match["word"]
    if word.lower() in _ENDINGS or (unit_of(word) and word not in {"K", "A", "L", "N", "J"}):
        return True
    return len(word) >= _WORD_LETTERS and not word.isupper()


_LEVELS = (
    ("art", r"(?:Art(?:ikels?|icles?)?\b\.?)"),
    ("§", r"§+|(?<!\w)Paragraf(?:en)?\b"),
    ("abs", r"Abs(?:atz(?:es)?|ätze)?\b\.?|paragraphs?\b|paras?\b\.?"),
    ("satz", r"Satz(?:es)?\b|S\.|sentences?\b"),
    ("nr", r"Nr\.|Nrn\.|Nummer\b|No\.|number\b"),
    ("lit", r"lit\.|Buchst(?:abe\b|\.)|letter\b"),
    ("sec", r"Sec(?:tions?\b|t?\.)|Abschnitte?s?\b|Clauses?\b"),
    ("chap", r"Kap(?:itels?\b|\.)|Chapters?\b"),
    ("fig", r"Ziff(?:ern?\b|\.)"),
    ("annex", r"Anlagen?\b|Anhangs?\b|Annex\b|Appendix\b"),
    ("item", r"TOP\b"),
    ("page", r"Seiten?\b|pages?\b"),
)
_LEVEL = "|".join(f"(?P<l{number}>{pattern})" for number, (_, pattern) in enumerate(_LEVELS))
_NUMBER = r"\d+(?:\.\d+)*[a-z]?(?![\w])"
_PLACE = re.compile(
    rf"(?<!\w)(?:{_LEVEL})\s?(?P<number>{_NUMBER}|(?<=lit\.\s)[a-z]\b|(?<=lit\.)[a-z]\b|(?<=abe\s)[a-z]\b)"
    rf"(?:\s?\((?P<inner>\d+[a-z]?)\))?(?P<more>(?:\s?(?:,|und|bis|oder|and|to|or|–|-)\s?{_NUMBER})*)",
    re.IGNORECASE,
)
_FURTHER = re.compile(r"\d+(?:\.\d+)*[a-z]?", re.IGNORECASE)
_LEADING = re.compile(r"\s*\((?P<inner>\d{1,3}[a-z]?)\)\s")
_JOINED = re.compile(r"[\s,]{0,2}\Z")
# Alone these number things of all kinds: they are places only behind a place.
_WEAK = frozenset(("satz", "nr", "lit"))
_SEVERAL = ("§§", "absätze", "paragraphen", "articles", "sections", "nrn")  # then more may follow
_TOP_LEVELS = frozenset(("art", "§", "sec", "chap", "fig", "annex", "item", "page"))


@dataclass(frozen=True, slots=True)
class Place:
    """A numbered place: {("§", "15"), ("abs", "2")}."""

    start: int
    end: int
    path: frozenset[tuple[str, str]]
    written: str


def places_in(text: str, language: Language) -> list[Place]:
    """Numbered places of a text; steps that follow each other are one place.

    "Paragraph 15" is § 15 in German and a paragraph (Abs.) in English.
    """
    found: list[Place] = []
    first = _LEADING.match(text)
    if first:
        path = frozenset((("abs", first["inner"]),))
        found.append(Place(first.start(), first.end("inner") + 1, path, first[0].strip()))
    for match in _PLACE.finditer(text):
        steps, end = _steps(match, language)
        previous = found[-1] if found else None
        joined = previous and _JOINED.fullmatch(text[previous.end : match.start()])
        level = steps[0][0][0]
        if previous and joined and level not in {name for name, _ in previous.path}:
            found.pop()
            found += [
                Place(previous.start, end, previous.path | step, text[previous.start : end])
                for step in map(frozenset, steps)
            ]  # fmt: skip
        elif level not in _WEAK:
            start = match.start()
            found += [Place(start, end, frozenset(step), text[start:end]) for step in steps]
    return found


def _steps(match: re.Match[str], language: Language) -> tuple[list[list[tuple[str, str]]], int]:
    """One path for each number (§§ 3 und 5 are two places), and where the last number ends."""
    kind = next(number for number in range(len(_LEVELS)) if match[f"l{number}"])
    level = _LEVELS[kind][0]
    if language == "de" and match[0][:7].lower() == "paragra":
        level = "§"
    inner = [("abs", match["inner"].lower())] if match["inner"] else []
    steps = [[(level, match["number"].lower()), *inner]]
    if not match["more"] or not match[0].lower().startswith(_SEVERAL):
        return steps, match.end("inner") + 1 if inner else match.end("number")
    others = _FURTHER.findall(match["more"])
    return [*steps, *([(level, other.lower())] for other in others)], match.end()


def place_stands(claimed: Place, text: list[Place], beside: list[Place]) -> bool:
    """Whether one place of the source, or a heading's and a place under it, holds all steps."""
    return any(claimed.path <= path for path in _paths(text, beside))


def _paths(text: list[Place], beside: list[Place]) -> Iterator[frozenset[tuple[str, str]]]:
    for place in (*text, *beside):
        yield place.path
    for place in text:
        if not {level for level, _ in place.path} & _TOP_LEVELS:
            yield from (place.path | above.path for above in beside)
