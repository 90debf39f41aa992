"""Words -> search words: case, umlauts, hyphens, part numbers, sections; and their stems.

A *search word* is a folded surface word ("kuendigungsfrist"). Stems, compounds and spelling are
matters of the vocabulary at question time (core.expansion), so the index never has to guess.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import Literal

import Stemmer

from fundstelle.core.stopwords import FUNCTION_WORDS

TERMS_FINGERPRINT = "terms-1"
"""Changes whenever count_words or stem would give something else: then words are rebuilt."""

Language = Literal["de", "en"]

# A run of word characters, joined by what joins parts of one name or number: AB-1234/5, 1.234,56,
# E-Mail, 2026-11-30, info@example.org. Joiners count only between word characters.
TOKEN = re.compile(r"\w+(?:[-‐‑–/.,:@_&+'’]\w+)*")
# Over case-folded text. Each begins with a literal, which Python's matcher looks for fast; what
# must not stand before it (a letter: "Betriebsabs 2") is asked afterwards.
SECTIONS = (
    ("§", re.compile(r"§+\s*(\d+\s?[a-z]?)\b"), "§"),
    ("abs", re.compile(r"abs(?<!\wabs)(?:atz|\.)?\s*(\d+[a-z]?)\b"), "abs"),
    ("paragraph", re.compile(r"paragraph(?<!\wparagraph)\s*(\d+[a-z]?)\b"), "abs"),
)
# Laws number their paragraphs "(2)" at the start of a line: what people call "Absatz 2".
PARAGRAPH = re.compile(r"^\s*\((\d+[a-z]?)\)", re.MULTILINE)
WORD = re.compile(r"\w+")
SPLIT = re.compile(r"[\W_]+")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "ø": "oe", "œ": "oe"})
MAX_WORD = 64  # longer runs are cut: they are hashes, URLs or base64, never typed by a person
MAX_ACRONYM = 5  # "IT", "WHO", "NATO": a short word in capitals is a name, not a function word


def fold_word(word: str) -> str:
    """Return the form under which a word is indexed: lower case, ae for ä, ss for ß, no accents."""
    folded = unicodedata.normalize("NFC", word).casefold().translate(UMLAUTS)
    if folded.isascii():
        return folded[:MAX_WORD]
    plain = unicodedata.normalize("NFKD", folded)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()[:MAX_WORD]


@lru_cache(maxsize=200_000)
def words_of_token(token: str) -> tuple[str, ...]:
    """Search words of one token (a match of TOKEN), () for a function word.

    "AB-1234/5" gives the whole and its parts, "E-Mail" also "email", "1.234,56" only itself.
    """
    if token.isalpha():
        return _plain_word(token)
    parts = [part for part in SPLIT.split(token) if part]
    if len(parts) == 1:
        return (fold_word(parts[0]),)
    if all(part.isdigit() for part in parts):
        years = tuple(part for part in parts[-1:] if len(part) == 4)  # noqa: PLR2004 - 30.11.2026
        return (fold_word(token), *years)
    found = [word for part in parts for word in _plain_word(part)]
    joined = "".join(parts)
    whole = joined if joined.isalpha() else token
    return tuple(dict.fromkeys([fold_word(whole), *found]))


@lru_cache(maxsize=200_000)
def _words_of_run(run: str) -> tuple[str, ...]:
    """Search words of what stands between white space; no token ever holds white space.

    Remembered, because text repeats itself and cutting it at blanks is four times as fast as
    finding its tokens.
    """
    tokens = TOKEN.findall(run)
    if len(tokens) == 1:
        return words_of_token(tokens[0])
    return tuple(chain.from_iterable(map(words_of_token, tokens)))


def _plain_word(word: str) -> tuple[str, ...]:
    folded = fold_word(word)
    acronym = 1 < len(word) <= MAX_ACRONYM and word.isupper()
    return () if folded in FUNCTION_WORDS and not acronym else (folded,)


def section_words(text: str) -> list[str]:
    """Words for numbered places: "§15" for "§ 15", "abs2" for "Abs. 2" and for a line "(2) …"."""
    low = text.casefold()
    words = [
        f"{name}{_squeeze(number)}"
        for sign, pattern, name in SECTIONS
        if sign in low
        for number in pattern.findall(low)
    ]
    if "(" in text:
        words += [f"abs{_squeeze(found[1])}" for found in PARAGRAPH.finditer(text)]
    return words


def sections_in(text: str) -> list[tuple[str, str]]:
    """(search word, as written) of the numbered places in a text: ("§15", "§ 15")."""
    low = text.lower()
    written = text if len(low) == len(text) else low
    return [
        (f"{name}{_squeeze(found[1])}", written[found.start() : found.end()])
        for sign, pattern, name in SECTIONS
        if sign in low
        for found in pattern.finditer(low)
    ]


def _squeeze(number: str) -> str:
    return number.replace(" ", "").casefold()


def words_in(text: str) -> list[str]:
    """All search words of a text in order, with repetition."""
    words = list(chain.from_iterable(map(_words_of_run, text.split())))
    if "§" in text or "(" in text or "bs" in text:
        words += section_words(text)
    return words


def words_in_order(text: str) -> list[str]:
    """Every word of a text, folded, function words too: for finding a phrase word for word."""
    return [fold_word(word) for word in WORD.findall(text)]


def count_words(text: str) -> dict[str, int]:
    """How often each search word stands in the text."""
    return dict(Counter(words_in(text)))


# Without its cache: words of a vocabulary come once, and the cache costs more than stemming.
_STEMMERS = {"de": Stemmer.Stemmer("german", 0), "en": Stemmer.Stemmer("english", 0)}


def stem(words: list[str], language: Language) -> list[str]:
    """Snowball stems of folded words, same order. German "ae" is understood as "ä"."""
    return list(_STEMMERS[language].stemWords(words))


@lru_cache(maxsize=4096)
def _language_words() -> tuple[frozenset[str], frozenset[str]]:
    from fundstelle.core.stopwords import ENGLISH, GERMAN

    return GERMAN - ENGLISH, ENGLISH - GERMAN


def language_of(text: str) -> Language:
    """ "de" or "en", by which language's function words are more frequent; a tie is German."""
    return language_shown(text) or "de"


def language_shown(text: str) -> Language | None:
    """The language whose function words are more frequent; None if neither is.

    Looks at the first 4,000 characters: enough for a document, all of a question.
    """
    return _language_of_beginning(text[:4000])


@lru_cache(maxsize=256)  # each claim is asked about several times
def _language_of_beginning(beginning: str) -> Language | None:
    german, english = _language_words()
    tokens = WORD.findall(beginning.lower())
    if not beginning.isascii():
        tokens = [token if token.isascii() else fold_word(token) for token in tokens]
    de = sum(map(german.__contains__, tokens)) + sum(map(beginning.count, "äöüÄÖÜß"))
    en = sum(map(english.__contains__, tokens))
    if en == de:
        return None
    return "en" if en > de else "de"
