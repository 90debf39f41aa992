"""A claim or a source sentence read for comparing: its words, their roots, its marks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from fundstelle.core.claims.light import LIGHT, STRONG_FORMS, UNIT_ROOTS, UNITS
from fundstelle.core.claims.marks import Mark, phrases
from fundstelle.core.stopwords import ENGLISH, GERMAN
from fundstelle.core.terms import Language, fold_word, stem

_TOKEN = re.compile(r"\w+(?:[-‐‑–/.,:@_&+'’]\w+)*|[,;:()!?–—|]")
_PARTS = re.compile(r"[\W_]+")
_POSSESSIVE = re.compile(r"['’]s?$")
_PREFIXES = (
    "ab|an|auf|aus|bei|dar|durch|ein|fest|fort|frei|her|hin|los|mit|nach|um|unter|ueber|vor|weg|"
    "zu|zurueck|zusammen|statt|teil|bereit|bekannt|hinzu|voraus|weiter|wieder|gut"
)
_PARTICLES = frozenset(_PREFIXES.split("|"))
_INNER = re.compile(rf"^({_PREFIXES})(ge|zu)(\w{{3,}}(?:t|en|te|ten|ter|tes|tem|ene?[rsnm]?))$")
_GE = re.compile(r"^ge(\w{3,}?)(?:te?[rsnm]?|ene?[rsnm]?)$")
_INFLECTED_DE = re.compile(r"(?:en|et|t|e|(?<=[lr])n)$")
_DERIVED_DE = re.compile(r"(?:ungs?|ungen|barkeit|heit|keit|igkeit|ig|lich|isch|bar|ern|er|el)$")
_ENDS_EN = re.compile(r"(?:ations?|ions?|ments?|ance|ence|als?|ers?|or|ing|ed|es|s|e|ly|y|i|t)$")
_BARE = str.maketrans({"y": "i"})
_NOT_JOINED = ("nicht-", "non-")
MIN_ROOT = 4

Root = str


class Word(NamedTuple):  # a tuple, because these are made by the thousand
    """One word. folded: as core.terms folds it; root: without endings; at: its place in order.

    substance: says something of its own (no function word, no number, no unit, no mark).
    noun: German capitals inside a sentence, English: any word of substance.
    """

    text: str
    folded: str
    root: Root
    parts: tuple[Root, ...]
    substance: bool
    noun: bool
    light: bool
    number: bool
    found: bool  # may carry a word of the other text: of substance, or part of a mark


@dataclass(frozen=True, eq=False)
class Reading:
    """words: all words and stops in order. marks: (mark, first word, after the last)."""

    words: tuple[Word, ...]
    marks: tuple[tuple[Mark, int, int], ...]
    language: Language

    @cached_property
    def kinds(self) -> frozenset[Mark]:
        """The marks there are."""
        return frozenset(mark for mark, _, _ in self.marks)

    @cached_property
    def roots(self) -> frozenset[Root]:
        """Roots of all words but function words, and of the parts of hyphenated ones."""
        plain = {part for word in self.words if word.found for part in (word.root, *word.parts)}
        if self.language == "de":
            plain |= {particle + root for particle, root in self._separated()}
        return frozenset(plain)

    def _separated(self) -> Iterator[tuple[str, Root]]:
        """German verbs in two pieces: "sagte das Fest ab" holds absagen."""
        for place, word in enumerate(self.words):
            last = place + 1 == len(self.words) or not self.words[place + 1].text[0].isalnum()
            if last and word.folded in _PARTICLES:
                for verb in self.words[:place]:
                    if verb.text[0].islower() and not verb.number:
                        yield word.folded, verb.root

    @cached_property
    def long_words(self) -> tuple[str, ...]:
        """Words that may be compounds, folded."""
        return tuple(
            word.folded for word in self.words if word.found and len(word.folded) > MIN_ROOT + 2
        )

    @cached_property
    def long_text(self) -> str:
        """All of them, to see first whether something stands in any."""
        return "\n".join(self.long_words)

    @cached_property
    def folded(self) -> frozenset[str]:
        """All words as folded."""
        return frozenset(word.folded for word in self.words)

    @cached_property
    def text(self) -> str:
        """The folded words and stops, one blank between them and around."""
        return f" {' '.join(word.folded for word in self.words)} "

    @cached_property
    def substance(self) -> tuple[Word, ...]:
        """The words of substance."""
        return tuple(word for word in self.words if word.substance)


@lru_cache(maxsize=4096)
def read(text: str, language: Language) -> Reading:
    """Read a text. Remembered: one source sentence is compared with several claims."""
    tokens = _TOKEN.findall(text)
    folded = list(map(_folded, tokens))
    marks = _marks(folded, language)
    marked = {
        place
        for _, start, end in marks
        for place in range(start, end)
        if not folded[place].startswith(_NOT_JOINED)
    }
    words = []
    first, counted = True, False
    for place, token in enumerate(tokens):
        word = _word(token, language, first, counted, place in marked)
        if language == "de" and word.folded in _PARTICLES and _is_last(tokens, place):
            word = word._replace(substance=False)
        words.append(word)
        first = token.startswith(":")
        counted = word.number or (counted and not word.found)
    return Reading(tuple(words), tuple(marks), language)


def marks_in(text: str, language: Language) -> frozenset[Mark]:
    """The kinds of a reading, for who needs nothing else of it."""
    folded = list(map(_folded, _TOKEN.findall(text)))
    return frozenset(mark for mark, _, _ in _marks(folded, language))


@lru_cache(maxsize=100_000)
def _folded(token: str) -> str:
    return fold_word(_POSSESSIVE.sub("", token))


def _is_last(tokens: list[str], place: int) -> bool:
    return place + 1 == len(tokens) or not tokens[place + 1][0].isalnum()


def _marks(folded: list[str], language: Language) -> list[tuple[Mark, int, int]]:
    table = phrases(language)
    found: list[tuple[Mark, int, int]] = []
    place = 0
    while place < len(folded):
        for words, mark in table.get(folded[place], ()):
            end = place + len(words)
            if len(words) == 1 or tuple(folded[place:end]) == words:
                found.append((mark, place, end))
                place = end - 1
                break
        else:
            if folded[place].startswith(_NOT_JOINED):
                found.append((Mark.NOT, place, place + 1))
        place += 1
    return found


@lru_cache(maxsize=50_000)
def _word(token: str, language: Language, first: bool, counted: bool, marked: bool) -> Word:
    folded = _folded(token)
    root, parts, function, light, number = _known(token, folded, language)
    if len(token) == 1 and token.isupper() and not first:
        function = False  # Halle B
    unit = counted and (folded in UNITS or root in UNIT_ROOTS)
    substance = not (function or number or marked or unit)
    noun = substance and (language == "en" or (token[0].isupper() and not first))
    found = not (function or number or unit)
    return Word(token, folded, root, parts, substance, noun, light, number, found)


@lru_cache(maxsize=100_000)
def _known(
    token: str, folded: str, language: Language
) -> tuple[Root, tuple[Root, ...], bool, bool, bool]:
    """(root, roots of hyphenated parts, function word, light, number) of a word by itself."""
    if not any(map(str.isalpha, token)):
        return folded, (), True, False, any(map(str.isdigit, token))
    if any(map(str.isdigit, token)):
        return folded, (), True, False, True
    pieces = [fold_word(piece) for piece in _PARTS.split(token) if len(piece) > 1]
    parts = tuple(root_of(piece, language) for piece in pieces) if len(pieces) > 1 else ()
    joined = "".join(pieces) if len(pieces) > 1 else folded
    own = GERMAN if language == "de" else ENGLISH
    function = (folded in own and not (token.isupper() and len(token) > 1)) or len(folded) == 1
    light = folded in LIGHT[language]
    return root_of(joined, language), parts, function, light, is_number_word(folded, language)


_NUMBERS_DE = re.compile(
    r"(?:ein|eins|zwei|zwo|drei|vier|fuenf|sechs|sechzehn|sechzig|sieben|siebzehn|siebzig|acht|neun|"
    r"zehn|elf|zwoelf|zwanzig|dreissig|hundert|tausend|und|zig|million(?:en)?|milliarden?)+"
    r"(?:te[nrsm]?|ste[nrsm]?|mal|fach|er)?"
)
_NUMBERS_EN = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    r"hundred|thousand|million|billion|first|second|third|fourth|fifth|once|twice|-)+(?:th|s)?"
)
_PLAIN = frozenset({"und", "er", "ein", "s", "te"})


@lru_cache(maxsize=100_000)
def is_number_word(folded: str, language: Language) -> bool:
    """Whether a word spells a number (core.claims.values compares those)."""
    if folded in _PLAIN:
        return False
    pattern = _NUMBERS_DE if language == "de" else _NUMBERS_EN
    return pattern.fullmatch(folded) is not None


@lru_cache(maxsize=100_000)
def root_of(folded: str, language: Language) -> Root:
    """The word without endings: the same for gekündigt, kündigen, Kündigung; approve, approval."""
    if language == "en":
        word = STRONG_FORMS["en"].get(folded, folded)
        root = stem([word], "en")[0]
        return _shortened(root, _ENDS_EN).translate(_BARE)
    word = STRONG_FORMS["de"].get(folded, folded)
    inner = _INNER.match(word)
    if inner:
        word = inner[1] + STRONG_FORMS["de"].get("ge" + inner[3], inner[3])
    else:
        participle = _GE.match(word)
        word = participle[1] if participle else word
    root = stem([word], "de")[0]
    return _shortened(_shortened(root, _INFLECTED_DE), _DERIVED_DE)


def _shortened(root: str, ends: re.Pattern[str]) -> str:
    shorter = ends.sub("", root)
    return root if len(shorter) < MIN_ROOT else shorter
