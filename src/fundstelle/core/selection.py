"""Which one to three sentences of the evidence answer the question in the source's own words?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fundstelle.core.answers import Evidence, EvidenceSentence
from fundstelle.core.documents import BlockKind
from fundstelle.core.expansion import Concept
from fundstelle.core.quantities import holds_quantity
from fundstelle.core.questions import Question
from fundstelle.core.terms import words_in

MAX_SENTENCES = 3
MAX_CHARS = 320  # of all sentences together, unless the first alone is longer
CHUNK = 1.0  # weight of the chunk's score (as share of the best)
OWN = 1.0  # weight of the share of the question that stands in the sentence
AROUND = 0.5  # weight of the share that stands in it, its neighbours and its heading
MEANING = 3.0  # weight of the nearness in meaning
RELATIVE = 0.8  # further sentences need this share of the best sentence's score
RELATIVE_BY_MEANING = 0.7  # the same where meaning counts, which lies closer together
BESIDE_VALUE = 0.8  # a word in the heading or table header of a sentence counts as this
WITHOUT_QUANTITY = 0.2  # a sentence loses this if an amount or time is asked for and it has none
QUANTITY_FROM = 0.5  # the best sentence with one is shown from this share of the best score
MARGIN_VALUE = 0.5  # running heads and table headers hold words of a question, hardly an answer
LABEL_CHARS = 60  # "Kostenstelle: 4407": so short a line without a full stop is a label
MAX_LABELS = 3  # so many labels above a line are taken to speak of it


@dataclass(frozen=True, slots=True)
class Rated:
    """A sentence with how well it answers.

    own, around: share of the question's weight in it, and in it and around it, 0 to 1.
    exact: words of question.exact that it holds, or that its labels, heading, header or names hold.
    fits: it holds an amount or time, or none is asked for.
    held: words of concepts that it holds itself.
    near: how near it is to the question in meaning, about 0 (unrelated) to 1; None: not looked at.
    foreign: it is in another language than the question; known only where near is.
    """

    sentence: EvidenceSentence
    own: float
    around: float
    exact: frozenset[str]
    score: float
    fits: bool = True
    held: frozenset[str] = frozenset()
    near: float | None = None
    foreign: bool = False


def rate(question: Question, concepts: Sequence[Concept], evidence: Evidence) -> list[Rated]:
    """Rate every sentence of the evidence, best first; ties in the order of the evidence."""
    if not evidence.sentences:
        return []
    best = evidence.chunk_scores[0] or 1.0
    weights = _Weights(concepts)
    written = {word: {word} for word in question.exact}
    written |= {c.word: {*c.alternatives} for c in concepts if c.word in question.exact}
    asked = weights.words.union(*written.values())
    words = [asked.intersection(words_in(s.citation.quote)) for s in evidence.sentences]
    different = {_head(s) for s in evidence.sentences}
    heads = {head: asked.intersection(words_in(head)) for head in different}
    headers = {s.citation.header for s in evidence.sentences}
    rated = []
    for place, sentence in enumerate(evidence.sentences):
        beside = heads[_head(sentence)]
        near = words[place].union(*_neighbours(evidence.sentences, words, place))
        labels = _labels_above(evidence.sentences, words, place)
        described = labels | beside if sentence.kind is BlockKind.ROW else labels
        own = weights.share(words[place], described)
        around = weights.share(near, beside | labels)
        described = words[place] | beside | labels | _names(sentence, question)
        exact = frozenset(word for word in question.exact if written[word] & described)
        chunk = evidence.chunk_scores[sentence.chunk] / best
        score = CHUNK * chunk + OWN * own + AROUND * around
        fits = not question.number or holds_quantity(sentence.citation.quote)
        score -= 0.0 if fits else WITHOUT_QUANTITY
        aside = sentence.kind is BlockKind.MARGIN or sentence.citation.quote in headers
        score *= MARGIN_VALUE if aside else 1.0
        held = frozenset(c.word for c in concepts if not words[place].isdisjoint(c.alternatives))
        rated.append(Rated(sentence, own, around, exact, score, fits, held))
    return sorted(rated, key=lambda r: -r.score)


def rate_again(rated: Sequence[Rated], near: Sequence[tuple[float, bool]]) -> list[Rated]:
    """The same sentences with their nearness in meaning, best first.

    near: of each sentence; and whether it is in another language than the question.
    """
    both = [
        replace(r, near=value, foreign=foreign, score=r.score + MEANING * value)
        for r, (value, foreign) in zip(rated, near, strict=True)
    ]
    return sorted(both, key=lambda r: -r.score)


def select(rated: Sequence[Rated]) -> list[str]:
    """Ids of the one to three sentences to show, best first; [] if there is nothing."""
    if not rated:
        return []
    allowed = _holding_exact_words(rated)
    relative = RELATIVE if allowed[0].near is None else RELATIVE_BY_MEANING
    chosen: list[Rated] = []
    seen: set[str] = set()
    chars = 0
    for candidate in allowed:
        quote = candidate.sentence.citation.quote
        plain = " ".join(quote.casefold().split())
        if chosen and (
            chars + len(quote) > MAX_CHARS
            or candidate.score < relative * chosen[0].score
            or _lesser_row(candidate, chosen[0])
            or plain in seen
        ):
            continue
        chosen.append(candidate)
        seen.add(plain)
        chars += len(quote)
        if len(chosen) == MAX_SENTENCES:
            break
    complete = _with_label(_with_quantity(chosen, allowed), rated)
    return [candidate.sentence.id for candidate in _with_labelled(complete, rated)]


def _with_labelled(chosen: list[Rated], rated: Sequence[Rated]) -> list[Rated]:
    """With the line below the first sentence, if that is only a label, which answers nothing.

    "ENTSTÖRUNGSDIENST GAS" with the number that stands below it.
    """
    first = chosen[0].sentence
    below = [
        r for r in rated if r.sentence.chunk == first.chunk and r.sentence.index == first.index + 1
    ]
    if not (_is_label(first) and below):
        return chosen
    others = [candidate for candidate in chosen[1:] if candidate is not below[0]]
    return [chosen[0], below[0], *others][:MAX_SENTENCES]


def _with_label(chosen: list[Rated], rated: Sequence[Rated]) -> list[Rated]:
    """With the label beside the first sentence, if it alone holds a further word of the question.

    "Kostenstelle: 4410" next to "Verantwortlich: Team K", for who asks which one team K has.
    """
    first = chosen[0].sentence
    beside = [
        r
        for r in rated
        if r.sentence.chunk == first.chunk
        and abs(r.sentence.index - first.index) == 1
        and _is_label(r.sentence)
        and not r.held <= frozenset().union(*(c.held for c in chosen))
    ]
    full = len(chosen) == MAX_SENTENCES
    return chosen if full else [*chosen, *beside[:1]]


def _lesser_row(candidate: Rated, first: Rated) -> bool:
    """A table row that holds less of the question than the first one: its look-alike."""
    rows = candidate.sentence.kind is first.sentence.kind is BlockKind.ROW
    return rows and candidate.own < first.own


def _with_quantity(chosen: list[Rated], allowed: Sequence[Rated]) -> list[Rated]:
    """Where an amount or time is asked for and no sentence holds one: the best that does, too."""
    if any(candidate.fits for candidate in chosen):
        return chosen
    floor = QUANTITY_FROM * chosen[0].score
    found = next((r for r in allowed if r.fits and r.score >= floor), None)
    if found is None:
        return chosen
    room = MAX_CHARS - len(found.sentence.citation.quote)
    kept = chosen[:1]
    for candidate in chosen[1 : MAX_SENTENCES - 1]:
        if sum(len(k.sentence.citation.quote) for k in [*kept, candidate]) <= room:
            kept.append(candidate)
    return [*kept, found]


def _holding_exact_words(rated: Sequence[Rated]) -> list[Rated]:
    """Where numbers or part numbers are asked for: only sentences that hold the most of them."""
    most = max(len(r.exact) for r in rated)
    return [r for r in rated if len(r.exact) == most]


def _labels_above(
    sentences: Sequence[EvidenceSentence], words: Sequence[frozenset[str]], place: int
) -> frozenset[str]:
    """Words of the labels directly above: "Kostenstelle: 4407" says what the next line is about."""
    found: set[str] = set()
    for above in range(place - 1, max(-1, place - 1 - MAX_LABELS), -1):
        if sentences[above].chunk != sentences[place].chunk or not _is_label(sentences[above]):
            break
        found |= words[above]
    return frozenset(found)


def _is_label(sentence: EvidenceSentence) -> bool:
    quote = sentence.citation.quote
    plain = sentence.kind is not BlockKind.ROW and len(quote) < LABEL_CHARS
    return plain and not quote.endswith((".", "!", "?", ";"))


def _names(sentence: EvidenceSentence, question: Question) -> frozenset[str]:
    """Words of the document's title and name; looked at only if exact words are asked for."""
    if not question.exact:
        return frozenset()
    return frozenset(
        words_in(f"{sentence.citation.title}\n{sentence.citation.name}".replace("_", " "))
    )


def _head(sentence: EvidenceSentence) -> str:
    """What stands beside a sentence: heading and table header. Many share it."""
    citation = sentence.citation
    return f"{citation.heading or ''}\n{citation.header or ''}"


def _neighbours(
    sentences: Sequence[EvidenceSentence], words: Sequence[frozenset[str]], place: int
) -> list[frozenset[str]]:
    chunk = sentences[place].chunk
    around = [place - 1, place + 1]
    return [words[p] for p in around if 0 <= p < len(words) and sentences[p].chunk == chunk]


class _Weights:
    """What each word of a question weighs; made once, for all sentences."""

    def __init__(self, concepts: Sequence[Concept]) -> None:
        self._weights = [concept.weight for concept in concepts]
        self._total = sum(self._weights, 0.0)
        self._values: dict[str, list[tuple[int, float]]] = {}
        for place, concept in enumerate(concepts):
            for word, value in concept.alternatives.items():
                self._values.setdefault(word, []).append((place, value))

    @property
    def words(self) -> frozenset[str]:
        """All that counts."""
        return frozenset(self._values)

    def share(self, words: Iterable[str], beside: Iterable[str] = ()) -> float:
        """See share."""
        best = [0.0] * len(self._weights)
        for worth, given in ((1.0, words), (BESIDE_VALUE, beside)):
            for word in given:
                for place, value in self._values.get(word, ()):
                    best[place] = max(best[place], value * worth)
        held = sum((w * b for w, b in zip(self._weights, best, strict=True)), 0.0)
        return held / self._total if self._total else 0.0


def share(
    concepts: Sequence[Concept], words: frozenset[str], beside: frozenset[str] = frozenset()
) -> float:
    """Share of the question's weight that stands in words (fully) or beside (by less), 0 to 1."""
    return _Weights(concepts).share(words, beside)
