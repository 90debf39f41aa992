"""Does another document say otherwise? A second look at all that was read, never a judgement.

Two sentences oppose each other if they speak of the same with other amounts, or with a denial in
only one. Which of them holds, a person decides: both are shown with date and collection.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from fundstelle.core.answers import Evidence, EvidenceSentence, Opposite, Opposition
from fundstelle.core.claims.facts import Facts, facts_of
from fundstelle.core.claims.marks import Mark
from fundstelle.core.claims.negation import denials
from fundstelle.core.claims.quantities import Quantities, quantities_of
from fundstelle.core.claims.words import Reading, Word, read
from fundstelle.core.documents import BlockKind
from fundstelle.core.duplicates import DATE, DIGITS, STATE
from fundstelle.core.expansion import Concept
from fundstelle.core.marked_evidence import marked
from fundstelle.core.terms import Language, language_of, words_in

MIN_SHARED = 3  # words of substance; two sentences share two by accident
ALIKE = 0.6  # of the shorter one's words in both, where amounts of one kind differ
MORE_ALIKE = 0.75  # where years or bare numbers differ
COMMON = 0.4  # of all words of both
NEARLY_ALL = 0.6  # of all words of both, where only a denial differs
SIEVE = 0.3  # of the beginnings of all longer words of the one in the other
MAX_PAIRS = 3

_LONGER = re.compile(r"\w{4,}")
_BEGINNING = 5  # letters
_NEVER = frozenset({BlockKind.ROW, BlockKind.MARGIN, BlockKind.HEADING, BlockKind.CODE})
# A denial under a condition that the other sentence lacks contradicts nothing.
_CONDITIONS = frozenset({Mark.IF, Mark.ON_REQUEST, Mark.EXCEPT, Mark.ONLY, Mark.RARE, Mark.SOME})


@dataclass(frozen=True)
class _Said:
    """A sentence as far as it is compared; most of it is read only where words are alike."""

    sentence: EvidenceSentence

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """Of its longer words: what a sentence about the same holds, quickly looked for."""
        runs = _LONGER.findall(self.sentence.citation.quote.casefold())
        return frozenset(run[:_BEGINNING] for run in runs)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words as the index has them."""
        return frozenset(words_in(self.sentence.citation.quote))

    @cached_property
    def language(self) -> Language:
        return language_of(self.sentence.citation.quote)

    @cached_property
    def reading(self) -> Reading:
        return read(self.sentence.citation.quote, self.language)

    @cached_property
    def facts(self) -> Facts:
        return facts_of(self.sentence.citation.quote, self.language)

    @cached_property
    def quantities(self) -> Quantities:
        return quantities_of(self.facts, self.language)

    @cached_property
    def roots(self) -> frozenset[str]:
        """Of the words of substance."""
        return frozenset(word.root for word in self._told)

    @property
    def _told(self) -> Iterator[Word]:
        counted = {word for one in self.facts.dates for word in words_in(one.written)}
        return (w for w in self.reading.substance if w.folded not in counted)

    @cached_property
    def nouns(self) -> frozenset[str]:
        """Roots of the words that may name what is spoken of."""
        return frozenset(word.root for word in self._told if word.noun and not word.light)

    @property
    def _beside(self) -> str:
        place = self.sentence.citation
        return f"{place.title}\n{place.heading or ''}\n{place.name}".replace("_", " ")

    @cached_property
    def around(self) -> frozenset[str]:
        """Its words and those of title, headings and name, as the index has them."""
        return self.words | frozenset(words_in(self._beside))

    @cached_property
    def described(self) -> frozenset[str]:
        """Roots of its words and of those of title, headings and name."""
        return self.roots | read(self._beside, self.language).roots


def opposing(
    shown: Sequence[EvidenceSentence],
    concepts: Sequence[Concept],
    others: Sequence[EvidenceSentence],
    dates: Mapping[str, str],
) -> tuple[Opposition, ...]:
    """At most three pairs of a shown sentence and one of another document or version.

    others: everything read for the question, best first; what talks to a model is never shown.
    dates: document id -> when it was imported. Rows of tables and headings oppose nothing: another
    row is about another thing.
    """
    ours = [_Said(s) for s in shown if s.kind not in _NEVER]
    theirs = [_Said(s) for s in others if _tells(s)] if ours else []
    found: dict[frozenset[str], tuple[_Said, Opposition]] = {}
    for one in ours:
        for other, kind in _against(one, list(_alike(one, theirs)), concepts):
            places = (one.sentence.citation, other.sentence.citation)
            days = [dates.get(place.document_id, "") for place in places]
            texts = frozenset(" ".join(place.quote.split()) for place in places)
            # The same words from a third document say no more.
            found.setdefault(texts, (other, Opposition(*places, kind, (days[0], days[1]))))
    apart = _marked([said for said, _ in found.values()], others)
    pairs = [pair for said, pair in found.values() if said.sentence.id not in apart]
    return tuple(pairs[:MAX_PAIRS])


def _marked(found: Sequence[_Said], others: Sequence[EvidenceSentence]) -> frozenset[str]:
    """Ids of sentences that talk to a model, in the documents of those found."""
    places = {said.sentence.citation.document_id for said in found}
    return marked(Evidence(tuple(s for s in others if s.citation.document_id in places)))


def _tells(sentence: EvidenceSentence) -> bool:
    return sentence.kind not in _NEVER and not sentence.citation.quote.rstrip().endswith("?")


def _alike(ours: _Said, others: Sequence[_Said]) -> Iterator[_Said]:
    """Those that hold the beginnings of some of our words: a first sieve, cheap and generous."""
    beginnings = tuple(ours.beginnings)
    least = max(MIN_SHARED - 1, SIEVE * len(beginnings))
    for theirs in others:
        low = theirs.sentence.citation.quote.casefold()
        if sum(map(low.__contains__, beginnings)) >= least:
            yield theirs


def _against(
    ours: _Said, others: Sequence[_Said], concepts: Sequence[Concept]
) -> Iterator[tuple[_Said, Opposite]]:
    if not others:
        return
    place = ours.sentence.citation
    asked = list(_asked(ours, concepts))
    least = COMMON * len(ours.words)
    for theirs in others:
        there = theirs.sentence.citation
        if (there.document_id, there.version) == (place.document_id, place.version):
            continue
        # Cheap and generous: only what shares words is read closely.
        if len(ours.words & theirs.words) < min(least, COMMON * len(theirs.words)):
            continue
        # Whatever of the question is spoken of here must be spoken of there.
        if any(theirs.around.isdisjoint(words) for words in asked):
            continue
        if kind := _difference(ours, theirs):
            yield theirs, kind


def _asked(ours: _Said, concepts: Sequence[Concept]) -> Iterator[frozenset[str]]:
    """What our sentence has of each word of the question, its words like "erlaubt" left out."""
    counted = (w.folded for w in ours.reading.words if w.substance or w.number)
    around = ours.around - (ours.words - frozenset(counted))
    return (frozenset(c.alternatives) for c in concepts if not around.isdisjoint(c.alternatives))


def _difference(ours: _Said, theirs: _Said) -> Opposite | None:
    """In what two sentences differ that speak of the same; None if they do not, or agree."""
    if not (ours.roots and theirs.roots and _same_thing(ours, theirs)):
        return None
    shared = len((ours.roots & theirs.described) | (theirs.roots & ours.described))
    every = len(ours.roots | theirs.roots)
    enough = MIN_SHARED if ours.roots != theirs.roots else MIN_SHARED - 1
    if shared < enough or shared < COMMON * every:
        return None
    if _other_amount(ours, theirs, shared / min(len(ours.roots), len(theirs.roots))):
        return Opposite.AMOUNT
    denied = shared >= NEARLY_ALL * every and _denied_by_one(ours, theirs)
    return Opposite.NEGATION if denied else None


def _same_thing(ours: _Said, theirs: _Said) -> bool:
    """Not if each names something of its own: passports here, identity cards there."""
    mine, others = (frozenset(i.key for i in said.facts.identifiers) for said in (ours, theirs))
    apart = ours.nouns - theirs.described and theirs.nouns - ours.described
    here, there = ours.sentence.citation, theirs.sentence.citation
    numbered = _numbered_apart(here.title, there.title) or _numbered_apart(here.name, there.name)
    return ours.language == theirs.language and mine == others and not (apart or numbered)


def _numbered_apart(one: str, other: str) -> bool:
    """Two names that differ in a serial number alone (invoice 1001, 1002), no year or version."""
    here, there = (STATE.sub("#", DATE.sub("#", name.casefold())) for name in (one, other))
    return here != there and DIGITS.sub("", here) == DIGITS.sub("", there)


def _other_amount(ours: _Said, theirs: _Said, alike: float) -> bool:
    here, there = ours.quantities, theirs.quantities
    if here.times and there.times and here.times.isdisjoint(there.times):
        return False  # of two years each may say its own; the same for an hour and a month
    for kind in here.values.keys() & there.values.keys():
        needed = MORE_ALIKE if kind in ("", "year") else ALIKE
        if alike < needed:
            continue
        mine, others = here.values[kind], there.values[kind]
        # In the same words one of several amounts may differ: "von 8 bis 12", "von 8 bis 13 Uhr".
        same_words = ours.roots == theirs.roots and len(mine) == len(others)
        if mine.isdisjoint(others) or (same_words and mine != others):
            return True
    return False


def _denied_by_one(ours: _Said, theirs: _Said) -> bool:
    mine, others = denials(ours.reading, theirs.reading), denials(theirs.reading, ours.reading)
    conditions = (ours.reading.kinds & _CONDITIONS) ^ (theirs.reading.kinds & _CONDITIONS)
    same = ours.nouns <= theirs.roots and theirs.nouns <= ours.roots
    return bool(mine) != bool(others) and not conditions and same
