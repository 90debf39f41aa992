"""A question, taken apart: which words it searches for, which must stand exactly."""

import re
from dataclasses import dataclass
from itertools import pairwise

from fundstelle.core.quantities import asks_quantity
from fundstelle.core.stopwords import QUESTION_WORDS
from fundstelle.core.terms import (
    TOKEN,
    Language,
    language_shown,
    sections_in,
    words_in,
    words_of_token,
)
from fundstelle.core.text import clean

QUOTED = re.compile(r"[\"„“”»«]([^\"„“”»«]{2,200})[\"“”«»]")
# A section, or letters and digits joined: "§15", "ab-1234/5", "sl-2291"; no number, date or year,
# and no word with a number before it, which others write apart: "25-jaehrig", "a4-papier".
IDENTIFIER = re.compile(r"§.+|(?=.*[a-z])(?=.*\d)(?![a-z]?\d+(er)?-[a-z]{4}).*[-/._].*")
PARAGRAPH = re.compile(r"abs\d+[a-z]?")
# "Abs.3", "Nr.5": without the blank they would be read as part numbers.
ABBREVIATED = re.compile(
    r"\b(Abs|Anl|Abb|Art|Kap|Nr|No|Rn|Rz|S|Satz|Sec|Tab|Ziff)\.(?=\d)", re.IGNORECASE
)
SENTENCE_END = re.compile(r"(?<=[.!?:])\s+|\n")
NUMBER = re.compile(r"\d+")
MARKS = re.compile(r"([?!])[?!]+")
# At the beginning, up to the comma or full stop that ends it; and at the end.
GREETING = re.compile(
    r"^\W*(?:(?:hallo|hi|hey|hello|moin|servus|grüß gott|guten (?:tag|morgen|abend)"
    r"|good (?:morning|day|afternoon|evening)|sehr geehrte\w*|liebe[rs]?|dear)\b"
    r"[^,.!?:]{0,60}[,.!:]\s*)+",
    re.IGNORECASE,
)
THANKS = re.compile(
    r"(?:[^\w?]+(?:vielen dank|besten dank|herzlichen dank|danke|dankeschön|thank you|thanks|bitte"
    r"|please|(?:viele|beste|freundliche|liebe) grüße|(?:mit )?freundlichen grüßen|kind regards)"
    r"\b[^?]{0,40})+$",
    re.IGNORECASE,
)
MAX_WORDS = 64  # of a very long question only the rarest words are searched (see expansion)


@dataclass(frozen=True, slots=True)
class Question:
    """words: search words in order, without repetition, question words left out where others stand.

    exact: the words with a digit: numbers, dates, part numbers, sections. They have no inflection,
    and a place that lacks them hardly answers the question.
    phrases: what stands in quotation marks, to be found word for word.
    asked: search word -> as the person wrote it.
    number: a number, amount, date or time is asked for.
    joined: words made by leaving out a hyphen or the like ("vpnzertifikate"); their parts are words
    too. aside: words that stand only in sentences that ask nothing, beside others that do.
    clear: whether the text shows its language; otherwise language is a guess.
    essence: what is asked, as the embedder gets it: canonical, calm, without a greeting or thanks.
    pairs: words of neighbouring tokens, which others may write in one: home office, AB 1234/5.
    """

    text: str
    language: Language
    words: tuple[str, ...]
    exact: frozenset[str]
    phrases: tuple[str, ...]
    asked: dict[str, str]
    number: bool = False
    joined: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()
    pairs: tuple[tuple[str, str], ...] = ()
    clear: bool = True
    essence: str = ""

    @property
    def identifiers(self) -> frozenset[str]:
        """Exact words that name one thing: part numbers, file numbers, sections."""
        return frozenset(word for word in self.exact if IDENTIFIER.fullmatch(word))

    @property
    def numbers(self) -> frozenset[str]:
        """Numbers and years among the exact words, not those inside of part numbers or sections."""
        within = {n for word in self.exact if not word.isdigit() for n in NUMBER.findall(word)}
        return frozenset(w for w in self.exact - within if w.isdigit())

    @property
    def places(self) -> tuple[frozenset[str], ...]:
        """Sets of exact words of which one sentence must hold all: each identifier by itself.

        A section and its paragraph belong together: "§ 17 Abs. 3" is not the third of another.
        """
        sections = {word for word in self.identifiers if word.startswith("§")}
        paragraphs = {word for word in self.exact if PARAGRAPH.fullmatch(word)}
        if len(sections) == 1 and len(paragraphs) == 1:
            others = self.identifiers - sections
            return (
                frozenset(sections | paragraphs),
                *(frozenset({word}) for word in sorted(others)),
            )
        return tuple(frozenset({word}) for word in sorted(self.identifiers))


def read_question(text: str, language: Language | None = None) -> Question:
    """Take a question apart. Never fails: without any word it has words == ()."""
    written = ABBREVIATED.sub(r"\1. ", " ".join(clean(text).split()))
    calm = written.lower() if _shouted(written) else written
    shown = language_shown(calm)
    words = tuple(dict.fromkeys(words_in(calm)))
    wanted = tuple(word for word in words if word not in QUESTION_WORDS) or words
    return Question(
        text=text,
        language=language or shown or "de",
        words=wanted,
        exact=frozenset(word for word in wanted if any(c.isdigit() for c in word)),
        phrases=tuple(found.strip() for found in QUOTED.findall(written) if found.strip()),
        asked=_as_written(written),
        number=asks_quantity(calm),
        joined=_joined(calm),
        pairs=_pairs(calm, frozenset(wanted)),
        aside=frozenset(wanted) - frozenset(words_in(_asking(calm))),
        clear=bool(language or shown),
        essence=_essence(calm),
    )


def _joined(text: str) -> frozenset[str]:
    split = [words_of_token(token) for token in TOKEN.findall(text) if not token.isalnum()]
    return frozenset(words[0] for words in split if len(words) > 1 and words[0].isalpha())


def _pairs(text: str, wanted: frozenset[str]) -> tuple[tuple[str, str], ...]:
    tokens = list(TOKEN.finditer(text))
    found = [
        (words_of_token(left[0])[0], words_of_token(right[0])[0])
        for left, right in pairwise(tokens)
        if text[left.end() : right.start()] == " "
        and words_of_token(left[0])
        and words_of_token(right[0])
    ]
    return tuple(dict.fromkeys(pair for pair in found if wanted.issuperset(pair)))


def _asking(text: str) -> str:
    """The sentences that end in a question mark; the whole text if none does or they say nothing.

    People tell before they ask: "Sehr geehrte Damen und Herren, … Kurz gefragt: Wie …?"
    """
    sentences = SENTENCE_END.split(text)
    asking = " ".join(each for each in sentences if each.rstrip(" \"'”“»«)").endswith("?"))
    searched = [word for word in words_in(asking) if word not in QUESTION_WORDS]
    return asking if searched else text


def _essence(text: str) -> str:
    """The text without greeting and thanks: they alone raise every cosine, documents are polite.

    What is told beside the question stays; without it fewer unanswerable ones were recognised.
    """
    bare = THANKS.sub("", GREETING.sub("", text)).strip()
    bare = MARKS.sub(r"\1", bare)
    return bare if any(character.isalnum() for character in bare) else text


def _as_written(text: str) -> dict[str, str]:
    asked: dict[str, str] = {}
    for word, written in sections_in(text):
        asked.setdefault(word, written)
    for token in TOKEN.findall(text):
        for word in words_of_token(token):
            asked.setdefault(word, token)
    return asked


def _shouted(text: str) -> bool:
    """Several words, all in capitals: then capitals do not mark acronyms."""
    return text.isupper() and len(text.split()) > 1
