"""A text as pieces that can be laid side by side: words without their endings, and values.

Articles are no pieces: they tell the case of the piece behind them. Stops are no pieces either:
they tell where a clause ends.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from fundstelle.core.claims.clauses import Value, values_in
from fundstelle.core.claims.facts import Facts, facts_of
from fundstelle.core.claims.piece_words import (
    ARTICLES,
    CASED,
    DETERMINERS,
    FINITE,
    JOINED,
    PREPOSITIONS,
    SAME,
    SMALL,
)
from fundstelle.core.claims.units import before_unit
from fundstelle.core.terms import Language

_TOKEN = re.compile(r"\w+(?:[-‐‑–/.,:@_&+'’]\w+)*|[,;:()!?–—|%€$£§°+<>=±−-]|\S")
_STOPS = frozenset(",;:()!?–—|.…")
_SILENT = frozenset("'’\"„“”‚‘»«")
_PLAIN = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "’": "'", "‐": "-", "‑": "-"})
_NOUN_ENDINGS_DE = re.compile(r"(?:ens|en|es|ns|e|n|s)$")
_ENDINGS_DE = re.compile(r"(?:(?<=et)er|en|em|es|et|e|t|n|s)$")
_STEM = 3  # letters that stay when an ending goes
_ENDINGS_EN = (
    ("ies", "y"),
    ("sses", "ss"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("s", ""),
)
_ARTICLE_FORMS = frozenset("ein eine einen einem einer eines a an".split())  # noqa: SIM905
_POSSESSIVE = re.compile(r"['’]s?$")
_ABBREVIATED = re.compile(r"\((?:[A-ZÄÖÜ]{2,6})\)")  # Tagegeld (TG): says nothing new


@dataclass(frozen=True, slots=True)
class Piece:
    """One word or value. key: equal for the same word in another form, or the same value.

    case: what the German article before it shows: "r", "e", "n", "m", "s"; "x" for "ein" and
    "kein", "" without article. stop: the stop right before it, "" if none. sort: "value", "name"
    (German: capital), "word", "small" (closed class), "verb" (closed class, finite),
    "preposition".
    """

    text: str
    key: str
    sort: str
    case: str = ""
    stop: str = ""


Pieces = tuple[Piece, ...]


@lru_cache(maxsize=4096)
def pieces_of(text: str, language: Language) -> Pieces:
    """All pieces of a text in order."""
    text = _ABBREVIATED.sub(" ", text)
    values = _values(facts_of(text, language))
    found: list[Piece] = []
    case = stop = ""
    at = 0
    for match in _TOKEN.finditer(text):
        if match.start() < at:
            continue
        token, next_case = match[0], ""
        value = _value_at(values, match.start()) if values else None
        if value:
            at = value[1]
            piece = Piece(text[match.start() : at], value[2], "value")
        elif token in _SILENT:
            continue
        elif token in _STOPS:
            stop = token if found else ""
            continue
        else:
            told = _token(token, language)
            if isinstance(told, str):
                case = told
                continue
            piece, next_case = told
        shown = piece.case or ("" if next_case else case)
        if stop or shown != piece.case:
            piece = Piece(piece.text, piece.key, piece.sort, shown, stop)
        found.append(piece)
        case, stop = next_case, ""
    return _phrases(tuple(found), language)


def _value_at(values: list[tuple[int, int, str]], place: int) -> tuple[int, int, str] | None:
    return next((one for one in values if one[0] <= place < one[1]), None)


def _values(facts: Facts) -> list[tuple[int, int, str]]:
    """(start, end, key) of everything with a number in it. A date keeps its year."""
    found = [
        (v.start, v.end, f"{_counted(facts.text, v)}{v.kind} {v.key}") for v in values_in(facts)
    ]
    dates = [(d.start, d.end, f"date {d.year} {d.month} {d.day}") for d in facts.dates]
    places = [(p.start, p.end, f"place {sorted(p.path)}") for p in facts.places]
    every = [(a.start, a.end, f"every {a.size} {a.unit}") for a in facts.intervals]
    taken = {one[0] for one in dates}
    left = [one for one in found if one[0] not in taken and not _is_article(facts.text, one)]
    return [*dates, *places, *every, *left]


def _counted(text: str, value: Value) -> str:
    """ "30 Urlaubstage" are not "30 Fehltage", though both are days."""
    word = _LAST_WORD.search(text[value.start : value.end])
    return before_unit(word[0]) if word else ""


def _is_article(text: str, value: tuple[int, int, str]) -> bool:
    """ "eine" before a noun is no number to compare; "eine Woche" is."""
    return text[value[0] : value[1]].lower() in _ARTICLE_FORMS


@lru_cache(maxsize=50_000)
def _token(token: str, language: Language) -> str | tuple[Piece, str]:
    """The case an article shows; or a piece, with the case it shows for the next ("im": m)."""
    low = token.lower().translate(_PLAIN)
    if low in ARTICLES[language]:
        return ARTICLES[language][low]
    if language == "de" and low in JOINED:
        key, case = JOINED[low]
        return Piece(token, key, "preposition"), case
    if language == "de" and low in DETERMINERS:
        key, case = DETERMINERS[low]
        return Piece(token, key, "small", case), ""
    if language == "de" and low in CASED:
        key, case = CASED[low]
        return Piece(token, key, "name", case), ""
    key = SAME[language].get(low, low)
    sort = _sort(token, low, key, language)
    if sort in {"name", "word"} and low not in SAME[language]:
        key = _bare(low, sort, language)
    return Piece(token, key, sort), ""


def _sort(token: str, low: str, key: str, language: Language) -> str:
    if key in FINITE[language]:
        return "verb"
    if low in PREPOSITIONS[language]:
        return "preposition"
    if low in SMALL[language] or len(low) == 1:
        return "small"
    return "name" if token[0].isupper() else "word"


@lru_cache(maxsize=100_000)
def _bare(low: str, sort: str, language: Language) -> str:
    """A word without the endings of its forms; one word stays one word, no verb becomes a noun."""
    if language == "de":
        shorter = (_NOUN_ENDINGS_DE if sort == "name" else _ENDINGS_DE).sub("", low)
        return shorter if len(shorter) >= _STEM else low
    low = _POSSESSIVE.sub("", low)
    for ending, instead in _ENDINGS_EN:
        if low.endswith(ending) and not low.endswith("ss") and len(low) > len(ending) + _STEM - 1:
            return low[: len(low) - len(ending)] + instead
    return low


_LAST_WORD = re.compile(r"[^\W\d_]+\Z")

_PHRASES: dict[Language, tuple[tuple[tuple[str, ...], Piece], ...]] = {
    "de": (
        (("innerhalb", "von"), Piece("innerhalb von", "innerhalb", "preposition")),
        (("nicht", "erlaubt"), Piece("nicht erlaubt", "verboten", "word")),
    ),
    "en": (
        (("has", "to"), Piece("has to", "must", "verb")),
        (("is", "required", "to"), Piece("is required to", "must", "verb")),
        (("as", "well", "as"), Piece("as well as", "and", "small")),
        (("not", "allowed"), Piece("not allowed", "forbidden", "word")),
        (("as", "soon", "as"), Piece("as soon as", "as soon as", "small")),
        (("free", "of", "charge"), Piece("free of charge", "free of charge", "word")),
        (("out", "of", "service"), Piece("out of service", "out of service", "word")),
        (("in", "writing"), Piece("in writing", "in writing", "word")),
        (("in", "order", "to"), Piece("in order to", "to", "preposition")),
    ),
}


def _is_measure(piece: Piece) -> bool:
    return piece.sort == "value" and not piece.text[-1].isdigit()


def _phrases(pieces: Pieces, language: Language) -> Pieces:
    """Phrases of several small words that say what one word says, put as that one."""
    if language == "en" and any(piece.sort == "value" for piece in pieces):
        # "all pay 9 euros" may be together, "every" is one by one
        pieces = tuple(
            replace(piece, key=piece.text.lower()) if piece.key == "all" else piece
            for piece in pieces
        )
    if language == "en":  # 28 days of leave, 28 days' leave
        pieces = tuple(
            piece
            for place, piece in enumerate(pieces)
            if not (piece.key == "of" and place and _is_measure(pieces[place - 1]))
        )
    for words, one in _PHRASES[language]:
        keys = [piece.key for piece in pieces]
        for place in range(len(keys) - len(words), -1, -1):
            if tuple(keys[place : place + len(words)]) == words:
                first = pieces[place]
                put = replace(one, stop=first.stop, case=first.case)
                pieces = (*pieces[:place], put, *pieces[place + len(words) :])
                keys[place : place + len(words)] = [one.key]
    return pieces


_ALIKE_CASES = frozenset(
    frozenset(pair) for pair in (("r", "x"), ("e", "x"), ("", "r"), ("", "e"), ("", "x"))
)


def alike(one: Piece, other: Piece) -> bool:
    """Whether two pieces are the same word or value in the same case, as far as articles tell."""
    if one.key != other.key and not _same_word(one, other):
        return False
    if one.case == other.case or one.sort == "value":
        return True
    if one.sort == "preposition":  # "die seit 2023 gültige Fassung" is one noun with its adjective
        return False
    return frozenset((one.case, other.case)) in _ALIKE_CASES and (
        "" not in (one.case, other.case) or one.text.lower() == other.text.lower()
    )


def _same_word(one: Piece, other: Piece) -> bool:
    """Whether one word begins a sentence, so that its capital does not make it a German noun."""
    if {one.sort, other.sort} != {"name", "word"}:
        return False
    mine, theirs = (piece.text.lower().translate(_PLAIN) for piece in (one, other))
    return _bare(mine, "word", "de") == _bare(theirs, "word", "de")
