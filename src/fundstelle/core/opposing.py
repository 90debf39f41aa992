"""Does another document say otherwise? A second look over the evidence, never a judgement.

Two sentences oppose each other if they speak of the same with other amounts or with a negation in
only one. Which of them holds, a person decides: both are shown with date and collection.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fundstelle.core.amounts import COUNTING, amounts_in
from fundstelle.core.answers import Citation, Evidence, EvidenceSentence
from fundstelle.core.documents import BlockKind
from fundstelle.core.expansion import Concept
from fundstelle.core.questions import IDENTIFIER
from fundstelle.core.selection import share
from fundstelle.core.stopwords import QUESTION_WORDS
from fundstelle.core.terms import Language, language_of, stem, words_in

MIN_SHARED = 3  # words of substance; two sentences share two by accident
ALIKE = 0.6  # of the shorter one's words in both, where amounts of one kind differ
MORE_ALIKE = 0.75  # where years or bare numbers differ
COMMON = 0.4  # of all words of both
NEARLY_ALL = 0.6  # of all words of both, where only a negation differs
OF_QUESTION = 0.8  # what the shown sentence holds of the question, the other holds nearly too
MAX_PAIRS = 3

_NEGATORS = frozenset(
    """
    nicht kein keine keinen keinem keiner keines nie niemals verboten untersagt unzulaessig
    ausgeschlossen not no never forbidden prohibited cannot
    """.split()  # noqa: SIM905
)

_NO_SUBSTANCE = QUESTION_WORDS | _NEGATORS | COUNTING
# "not only", "no more than" deny nothing that the other sentence says.
_NO_DENIAL = re.compile(
    r"\b(?:nicht|not|no|kein\w*)\s+(?:nur|ausschliesslich|ausschließlich|allein|mehr als"
    r"|weniger als|only|just|more than|less than|later than|selten|unbedingt|zuletzt)\b"
)


class Opposite(StrEnum):
    """In what two sentences differ."""

    AMOUNT = "amount"
    NEGATION = "negation"


@dataclass(frozen=True, slots=True)
class Opposition:
    """Two places that do not agree. dates: when each document was imported, "" if not known."""

    shown: Citation
    other: Citation
    kind: Opposite
    dates: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence as far as it is compared."""

    sentence: EvidenceSentence
    words: frozenset[str]  # as the index has them
    stems: frozenset[str]  # of the words of substance, numbers left out
    names: frozenset[str]  # part numbers, sections
    amounts: Mapping[str, frozenset[float]]  # kind -> values
    denied: bool


def opposing(
    shown: Sequence[EvidenceSentence],
    concepts: Sequence[Concept],
    evidence: Evidence,
    dates: Mapping[str, str] | None = None,
    *,
    marked: frozenset[str],
) -> tuple[Opposition, ...]:
    """At most three pairs of a shown sentence and one of another document or version, best first.

    dates: document id -> date. marked: ids of evidence sentences that talk to a model; they are
    left out, as are headers and rows of tables: another row is about another thing.
    """
    others = [
        _said(s)
        for s in evidence.sentences
        if s.kind not in (BlockKind.ROW, BlockKind.MARGIN) and s.id not in marked
        if not s.citation.quote.endswith("?")
    ]
    found: list[Opposition] = []
    for ours in (_said(s) for s in shown if s.kind is not BlockKind.ROW):
        for theirs, kind in _against(ours, others, concepts):
            both = (ours.sentence.citation, theirs.sentence.citation)
            days = [(dates or {}).get(citation.document_id, "") for citation in both]
            found.append(Opposition(*both, kind, (days[0], days[1])))
    return tuple(found[:MAX_PAIRS])


def _against(
    ours: _Said, others: Sequence[_Said], concepts: Sequence[Concept]
) -> Iterator[tuple[_Said, Opposite]]:
    place = ours.sentence.citation
    asked = share(concepts, ours.words)
    # A year or number of the question that stands here must stand there too.
    exact = {c.word for c in concepts if any(map(str.isdigit, c.word))} & ours.words
    for theirs in others:
        there = theirs.sentence.citation
        if (there.document_id, there.version) == (place.document_id, place.version):
            continue
        if there.quote == place.quote or exact - theirs.words:
            continue
        if share(concepts, theirs.words) < OF_QUESTION * asked:
            continue
        if kind := _difference(ours, theirs):
            yield theirs, kind


def _difference(ours: _Said, theirs: _Said) -> Opposite | None:
    """In what two sentences differ that speak of the same; None if they do not, or agree."""
    shared = len(ours.stems & theirs.stems)
    shorter = min(len(ours.stems), len(theirs.stems))
    enough = MIN_SHARED if ours.stems != theirs.stems else MIN_SHARED - 1
    if shared < enough or shared < COMMON * len(ours.stems | theirs.stems):
        return None
    if ours.names != theirs.names:
        return None
    alike = shared / shorter
    same_words = ours.stems == theirs.stems
    for kind in ours.amounts.keys() & theirs.amounts.keys():
        needed = ALIKE if kind not in ("", "year") else MORE_ALIKE
        here, there = ours.amounts[kind], theirs.amounts[kind]
        # In the same words one of several amounts may differ: "von 8 bis 12", "von 8 bis 13 Uhr".
        if alike >= needed and (
            here.isdisjoint(there) or (same_words and here - there and there - here)
        ):
            return Opposite.AMOUNT
    close = shared >= NEARLY_ALL * len(ours.stems | theirs.stems)
    if close and ours.denied != theirs.denied:
        return Opposite.NEGATION
    return None


def _said(sentence: EvidenceSentence) -> _Said:
    quote = sentence.citation.quote
    language: Language = language_of(quote)
    words = words_in(quote)
    plain = [w for w in words if w.isalpha() and w not in _NO_SUBSTANCE]
    return _Said(
        sentence,
        frozenset(words),
        frozenset(stem(plain, language)),
        frozenset(w for w in words if IDENTIFIER.fullmatch(w) and not w.startswith("§")),
        amounts_in(quote),
        denied=not _NEGATORS.isdisjoint(_all_words(quote)),
    )


def _all_words(text: str) -> list[str]:
    low = _NO_DENIAL.sub(" ", text.casefold().replace("ä", "ae"))
    low = low.replace("n't", " not").replace("n’t", " not")
    return ["".join(c for c in word if c.isalpha()) for word in low.split()]
