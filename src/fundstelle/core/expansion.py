"""A question's word -> the words of the scope that may stand for it.

The index holds surface words; inflection, compounds and spelling are found here, in the vocabulary
of the scope alone. So hidden documents change nothing, and no order of import matters.
Weights were chosen on the dev halves of the evaluation sets (docs/decisions/0007).
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from math import log
from typing import Protocol

from fundstelle.core.questions import MAX_WORDS, Question
from fundstelle.core.spelling import one_slip
from fundstelle.core.terms import stem

EXACT = 1.0
INFLECTED = 0.85  # same stem: Fristen for Frist
BEGINS = 0.55  # a compound that begins with it: Urlaubsanspruch for Urlaub
ENDS = 0.5  # a compound that ends with it: Kündigungsfrist for Frist
PART = 0.2  # a part of the question's own compound: Frist for Kündigungsfrist
LEADS = 0.4  # the beginning of the question's own compound, where the scope knows nothing nearer
MISSPELT = 0.9  # factor for words that differ from the question's by one slip
MISSPELT_PART = 0.3  # ... of which only one part of a compound could be read

# What German puts between the parts of a compound: Urlaub-s-anspruch, Straße-n-bau.
# By their last letter, because most parts end in none of these.
LINKS = {"s": ("", "s", "es", "ns", "ens"), "n": ("", "n", "en"), "r": ("", "er"), "e": ("", "e")}
# What stands before a linking s and makes a noun: Kündigung-s-frist is a compound for sure.
DERIVED = ("ungs", "heits", "keits", "schafts", "ions", "taets")
MIN_STEM = 4  # shorter stems begin and end too many words
MIN_PART = 3
MIN_LEADING = 6
MIN_SLIP = 5  # in words under five letters one slip makes another word
ASIDE = 0.5  # weight of words in sentences that ask nothing, beside one that does
MAX_COMPOUNDS = 40
MAX_GUESSES = 3
# Imagined chunks without any of the words. In a small scope a word that stands nowhere would else
# outweigh all that do: of three chunks, "erlaubt" (in none) five times "Rauchen" (in one).
OTHERS = 50


# Word -> its cuts: (beginning, the words of the scope that may stand for the end).
Splits = dict[str, list[tuple[str, list[tuple[str, int]]]]]


class Vocabulary(Protocol):
    """The words of one scope (ports.View keeps this)."""

    def holding(self, words: Collection[str]) -> dict[str, int]:
        """For each of the words that occurs: its number of chunks."""
        ...

    def inflections(
        self, stems: Collection[str], language: str
    ) -> dict[str, list[tuple[str, int]]]:
        """For each stem the words that have it."""
        ...

    def known_stems(self, stems: Collection[str], language: str) -> set[str]:
        """Those of the stems that some word has."""
        ...

    def words_starting(
        self, prefix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        """Words that begin so, most frequent first; chars: least and greatest length."""
        ...

    def words_ending(
        self, suffix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        """Words that end so, most frequent first; chars: least and greatest length."""
        ...


@dataclass(frozen=True, slots=True)
class Concept:
    """One word of the question with what may stand for it in the text.

    alternatives: word -> how well it stands for it, 0 < value <= 1.
    chunks: chunks that hold the word itself or an inflection; counted per word, so a chunk with
    two forms counts twice; where there is none, those of all alternatives.
    weight: inverse document frequency, ln((N + OTHERS + 1) / (chunks + 0.5)), at least 0.1.
    known: the word itself or an inflection of it stands somewhere in the scope.
    """

    word: str
    alternatives: dict[str, float]
    chunks: int
    weight: float
    known: bool


def expand(question: Question, vocabulary: Vocabulary, total_chunks: int) -> tuple[Concept, ...]:
    """Return one concept per word of the question (the rarest 64), in the question's order."""
    counts: dict[str, int] = {}
    found = _Finder(question, vocabulary, counts)
    concepts = [
        _concept(word, alternatives, counts, total_chunks)
        for word, alternatives in found.alternatives().items()
    ]
    concepts = _relevant(question, concepts)
    kept = sorted(concepts, key=lambda c: (-c.weight, c.word))[:MAX_WORDS]
    return tuple(concept for concept in concepts if concept in kept)


def _concept(word: str, alternatives: dict[str, float], counts: dict[str, int], n: int) -> Concept:
    own = sum(counts[other] for other, value in alternatives.items() if value >= INFLECTED)
    chunks = own or sum(counts[other] for other in alternatives)
    weight = max(0.1, log((n + OTHERS + 1) / (min(chunks, n) + 0.5)))
    return Concept(word, alternatives, chunks, weight, known=own > 0)


def _relevant(question: Question, concepts: list[Concept]) -> list[Concept]:
    """Without what would only blur the question.

    A joined word that stands nowhere is left to its parts; a word beside the question proper counts
    by half, and not at all if it stands nowhere.
    """
    kept = [c for c in concepts if c.known or c.word not in question.joined | question.aside]
    lighter = [replace(c, weight=ASIDE * c.weight) if c.word in question.aside else c for c in kept]
    return lighter or concepts


class _Finder:
    """Collects the alternatives of all words with few questions to the vocabulary."""

    def __init__(self, question: Question, vocabulary: Vocabulary, counts: dict[str, int]) -> None:
        self._vocabulary, self._counts = vocabulary, counts
        self._language = question.language
        self._exact = question.exact
        self._words = question.words
        self._pairs = question.pairs

    def alternatives(self) -> dict[str, dict[str, float]]:
        found = self._forms(self._words)
        self._add_compounds(found)
        self._add_written_in_one(found)
        unknown = [
            word
            for word, others in found.items()
            if word not in self._exact and max(others.values(), default=0.0) < INFLECTED
        ]
        for word in unknown:
            self._add_misspelt(word, found[word])
        return found

    def _forms(self, words: Collection[str]) -> dict[str, dict[str, float]]:
        """The words themselves and their inflections."""
        held = self._remember(self._vocabulary.holding(words).items())
        plain = [word for word in words if word not in self._exact]
        stems = dict(zip(plain, stem(plain, self._language), strict=True))
        inflected = self._vocabulary.inflections(set(stems.values()), self._language)
        found: dict[str, dict[str, float]] = {}
        for word in words:
            found[word] = {word: EXACT} if word in held else {}
            for other in self._remember(inflected.get(stems.get(word, ""), [])):
                found[word].setdefault(other, INFLECTED)
        return found

    def _remember(self, pairs: Collection[tuple[str, int]]) -> dict[str, int]:
        here = dict(pairs)
        self._counts.update(here)
        return here

    def _add_compounds(self, found: dict[str, dict[str, float]]) -> None:
        splits = self._known_ends([word for word in found if word not in self._exact])
        endings = {word: self._endings(word) for word in splits}
        heads = {head for cuts in splits.values() for head, _ in cuts}
        rests = {rest for pairs in endings.values() for _, rest in pairs}
        modifiers = {bare for part in heads | rests for bare in _without_link(part)}
        known = self._known(modifiers)
        for word, others in found.items():
            if word in self._exact:
                continue
            for other, rest in endings[word]:
                if rest.endswith(DERIVED) or any(bare in known for bare in _without_link(rest)):
                    others.setdefault(other, ENDS)
            for other in self._beginnings(word):
                others.setdefault(other, BEGINS)
        self._add_parts(found, splits, known)

    def _known_ends(self, words: Collection[str]) -> Splits:
        """Cuts of the words that leave a word of the scope, in any inflection, at the end."""
        cuts = {word: list(_splits(word)) for word in words}
        tails = sorted({tail for pairs in cuts.values() for _, tail in pairs})
        stems = dict(zip(tails, stem(tails, self._language), strict=True))
        forms = self._vocabulary.inflections(set(stems.values()), self._language)
        return {
            word: [(head, others) for head, tail in pairs if (others := forms.get(stems[tail]))]
            for word, pairs in cuts.items()
        }

    def _add_written_in_one(self, found: dict[str, dict[str, float]]) -> None:
        """Neighbouring words that the scope knows as one: homeoffice, ab-1234/5."""
        forms = {f"{left}{between}{right}" for left, right in self._pairs for between in ("", "-")}
        held = self._remember(self._vocabulary.holding(forms).items())
        for left, right in self._pairs:
            for one in (f"{left}{right}", f"{left}-{right}"):
                if one in held:
                    found[left][one] = found[right][one] = EXACT

    def _stem_of(self, word: str) -> str:
        return stem([word], self._language)[0]

    def _root_of(self, word: str) -> str:
        """The stem as the word is written: "kuendig" of "kuendigung", whose stem is "kundig"."""
        root = self._stem_of(word)
        if word.startswith(root):
            return root
        cuts = range(len(root), len(word) + 1)
        return next((word[:cut] for cut in cuts if _plain(word[:cut]) == root), word)

    def _beginnings(self, word: str) -> list[str]:
        root = self._root_of(word)
        if len(root) < MIN_STEM:
            return []
        longer = (len(root) + MIN_PART, 99)
        pairs = self._vocabulary.words_starting(root, limit=MAX_COMPOUNDS, chars=longer)
        return list(self._remember(pairs))

    def _endings(self, word: str) -> list[tuple[str, str]]:
        """(compound, what stands before the word in it)."""
        found: dict[str, str] = {}
        for root in sorted({word, self._root_of(word)}):
            if len(root) < MIN_STEM:
                continue
            longer = (len(root) + MIN_PART, 99)
            pairs = self._vocabulary.words_ending(root, limit=MAX_COMPOUNDS, chars=longer)
            for other in self._remember(pairs):
                found.setdefault(other, other[: len(other) - len(root)])
        return list(found.items())

    def _known(self, parts: Collection[str]) -> set[str]:
        """Those of the parts that are words of the scope, in any inflection."""
        ordered = sorted(parts)
        stems = stem(ordered, self._language)
        known = self._vocabulary.known_stems(set(stems), self._language)
        return {part for part, root in zip(ordered, stems, strict=True) if root in known}

    def _add_parts(
        self, found: dict[str, dict[str, float]], splits: Splits, known: set[str]
    ) -> None:
        """Where the question's word is a compound of known words: its parts in every form."""
        modifiers: dict[str, list[str]] = defaultdict(list)
        for word, cuts in splits.items():
            for head, forms in cuts:
                if bare := [part for part in _without_link(head) if part in known]:
                    for other in self._remember(forms):
                        found[word].setdefault(other, PART)
                    modifiers[word] += bare
        roots = sorted({part for parts in modifiers.values() for part in parts})
        inflected = self._forms(roots) if roots else {}
        for word, parts in modifiers.items():
            for other in [other for part in parts for other in inflected[part]]:
                found[word].setdefault(other, PART)

    def _add_misspelt(self, word: str, others: dict[str, float]) -> None:
        guesses = self._one_slip_away(word)
        if guesses:
            for guess, forms in self._forms(guesses).items():
                for other, value in {guess: EXACT, **forms}.items():
                    others[other] = max(others.get(other, 0.0), value * MISSPELT)
            return
        for head, tail in _splits(word):
            for other in self._misspelt_part(head, tail):
                others.setdefault(other, MISSPELT_PART)
        if not others:
            others.update(dict.fromkeys(self._leading_part(word), LEADS))

    def _leading_part(self, word: str) -> list[str]:
        """Forms of the longest known word that begins a compound whose end only compounds have."""
        cuts = [(head, tail) for head, tail in _splits(word) if len(head) > MIN_LEADING]
        held = self._known({bare for head, _ in cuts for bare in _without_link(head)})
        for head, tail in reversed(cuts):
            for bare in _without_link(head):
                longer = (len(tail) + MIN_PART, 99)
                if bare in held and self._vocabulary.words_ending(tail, limit=1, chars=longer):
                    return list(self._forms([bare])[bare])
        return []

    def _misspelt_part(self, head: str, tail: str) -> list[str]:
        """Words for a compound of which one part is known and the other has one slip."""
        tails = self._forms([tail])[tail] if len(tail) >= MIN_SLIP else {}
        for bare in _without_link(head):
            if tails and (guesses := self._one_slip_away(bare)):
                return [*tails, *guesses]
            if len(bare) > MIN_PART and self._remember(self._vocabulary.holding([bare]).items()):
                guesses = self._one_slip_away(tail)
                if guesses:
                    return [bare, *guesses]
        return []

    def _one_slip_away(self, word: str) -> list[str]:
        """Known words that differ by one slip, most frequent first.

        One slip touches two neighbouring letters at most, so either the first or the last half of
        the word is still right: two look-ups find every candidate.
        """
        if len(word) < MIN_SLIP:
            return []
        half = (len(word) - 1) // 2
        chars = (len(word) - 1, len(word) + 1)
        first, last = word[:half], word[half + 1 :]
        near = dict(self._vocabulary.words_starting(first, limit=100_000, chars=chars))
        near.update(self._vocabulary.words_ending(last, limit=100_000, chars=chars))
        slips = {other: count for other, count in near.items() if one_slip(word, other)}
        best = sorted(slips, key=lambda other: (-slips[other], other))[:MAX_GUESSES]
        self._remember([(other, slips[other]) for other in best])
        return best


def _plain(word: str) -> str:
    return word.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def _splits(word: str) -> Iterator[tuple[str, str]]:
    """Every way to cut a word in two parts of at least three letters (four for the last)."""
    return ((word[:cut], word[cut:]) for cut in range(MIN_PART, len(word) - MIN_PART))


def _without_link(part: str) -> list[str]:
    """The part itself and without each linking element it ends with: urlaubs -> urlaub."""
    links = LINKS.get(part[-1:])
    if links is None:
        return [part] if len(part) >= MIN_PART else []
    return [
        bare
        for link in links
        if part.endswith(link) and len(bare := part[: len(part) - len(link)]) >= MIN_PART
    ]
