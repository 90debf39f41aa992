"""What in a question is plainly a name. German writes every noun large: little is plain there."""

import re
from collections.abc import Iterator

from fundstelle.core.claims.dates import MONTHS
from fundstelle.core.claims.units import unit_of
from fundstelle.core.claims.words import is_number_word
from fundstelle.core.stopwords import FUNCTION_WORDS
from fundstelle.core.terms import Language, fold_word

_CAPITAL = r"[A-ZÄÖÜ][\w’'.&-]*"
_RUN = re.compile(rf"(?<![\w’'-]){_CAPITAL}(?: {_CAPITAL})*")
_ACRONYM = re.compile(r"[A-ZÄÖÜ]{2,}")
_POSSESSIVE = re.compile(r"['’]s?\Z")
_SENTENCE_STARTS = re.compile(r"(?:\A|[.!?:;„“\"»«(–-])\s*\Z")
_WORD = re.compile(r"\w+")
_HEADLINE = 0.8  # with more words written large, capitals mark nothing
# What stands before a name; with it, one German word is plainly a name: "die Firma Siemens".
_ROLES = frozenset(
    """
    herr herrn frau doktor dr professor prof praesident kanzler kanzlerin koenig koenigin kaiser
    papst minister firma stadt dorf gemeinde landkreis kreis bezirk stadtteil insel verein
    universitaet partei strasse platz fluss mr mrs ms sir lord president king queen pope
    """.split()  # noqa: SIM905
)
_NEVER = frozenset(
    """
    montag dienstag mittwoch donnerstag freitag samstag sonntag monday tuesday wednesday thursday
    friday saturday sunday weihnachten ostern christmas easter
    celsius fahrenheit usa us uk eu un brd ddr
    """.split()  # noqa: SIM905
)  # the last seven are understood where a document does not say them


def names_in(question: str, language: Language) -> Iterator[str]:
    """Names in the order of the question, each as written, without a possessive ending.

    Several capitalised words in a row, one behind a role, an acronym; in English any one word. The
    first word of a sentence is none, nor are weekdays, months, numbers and units.
    """
    words = _WORD.findall(question)
    if sum(word[0].isupper() for word in words) > _HEADLINE * len(words):
        return
    for match in _RUN.finditer(question):
        run = match[0].rstrip(".'’-").split(" ")
        if _SENTENCE_STARTS.search(question, 0, match.start()):
            run = run[1:]
        bare = _trimmed(run, language)
        several = len(bare) > 1 or (len(bare) == 1 and fold_word(run[0]) in _ROLES)
        if bare and (several or language == "en" or _ACRONYM.fullmatch(bare[0])):
            yield _POSSESSIVE.sub("", " ".join(bare))


def _trimmed(run: list[str], language: Language) -> list[str]:
    """Without words at both ends that name nobody by themselves."""
    while run and not _may_name(run[0], language):
        run = run[1:]
    while run and not _may_name(run[-1], language):
        run = run[:-1]
    return run


def _may_name(word: str, language: Language) -> bool:
    folded = fold_word(word).rstrip(".")
    function = folded in FUNCTION_WORDS and not _ACRONYM.fullmatch(word)
    counts = is_number_word(folded, language) or unit_of(word) or any(map(str.isdigit, word))
    called = folded in _NEVER or folded in _ROLES or word.lower() in MONTHS
    return not (function or counts or called)
