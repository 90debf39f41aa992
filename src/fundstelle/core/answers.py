"""Evidence, verdict, answer: what may be shown, and the only way to show it.

An Answer is made of a Verdict or a Refusal, and a Verdict makes its sentences itself, out of the
evidence: there is no parameter through which other text could get in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from fundstelle.core.claims.reasons import Reason
from fundstelle.core.documents import BlockKind


class Status(StrEnum):
    """The three ends of every question."""

    ANSWERED = "answered"
    EXTRACTIVE = "extractive"
    REFUSED = "refused"


class Kind(StrEnum):
    """How a shown sentence was proven."""

    VERIFIED = "verified"
    VERBATIM = "verbatim"


@dataclass(frozen=True, slots=True)
class Citation:
    """A proven place: quote is exactly the version's text[start:end]."""

    document_id: str
    title: str
    name: str
    collection: str
    version: int
    page: int | None
    heading: str | None
    header: str | None
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class EvidenceSentence:
    """One numbered sentence of the evidence. id: "S1", "S2", … within this evidence.

    chunk: place of its chunk in the ranking, 0 is best. index: place within its chunk.
    before: id of the sentence before it in its chunk; "" if it is the first.
    """

    id: str
    kind: BlockKind
    citation: Citation
    chunk: int
    index: int
    before: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found for a question, best chunk first, as numbered sentences.

    chunk_scores: score of each chunk, same order as EvidenceSentence.chunk counts.
    """

    sentences: tuple[EvidenceSentence, ...] = ()
    chunk_scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence of an answer together with its proof."""

    text: str
    kind: Kind
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A claim of which nothing is shown, with the reasons. text: the model's, never an answer."""

    text: str
    reasons: tuple[Reason, ...]


_PROVEN = object()


@dataclass(frozen=True, slots=True)
class Passed:
    """A claim that passed every check of gate 2 against one sentence. Made by gate 2 only.

    text: in the model's words. sentence_id: the evidence sentence that carries it.
    """

    text: str
    sentence_id: str
    _proof: object = field(repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        if self._proof is not _PROVEN:
            raise TypeError("Only core.grounding lets a claim pass.")


def passed(text: str, sentence_id: str) -> Passed:
    """Let a claim pass. Called by core.grounding and nowhere else; a test reads the source."""
    return Passed(text, sentence_id, _PROVEN)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gates let through. Made by `verbatim` and `checked` only."""

    sentences: tuple[ShownSentence, ...]
    _proof: object = field(repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        if self._proof is not _PROVEN:
            raise TypeError("A Verdict is made by Verdict.verbatim or checked, from evidence.")

    @classmethod
    def verbatim(cls, evidence: Evidence, ids: Sequence[str]) -> "Verdict":
        """Show evidence sentences in their own words, in the order of ids.

        Raises KeyError for an id that is not in the evidence, ValueError for no ids at all.
        """
        return cls.checked(evidence, ids)

    @classmethod
    def checked(cls, evidence: Evidence, kept: Sequence[Passed | str]) -> "Verdict":
        """Show claims that passed in their words, and evidence sentences (by id) in their own.

        Each claim stands with the sentence that carries it. Raises as verbatim does.
        """
        if not kept:
            raise ValueError("A verdict needs at least one sentence; refuse instead.")
        by_id = {sentence.id: sentence.citation for sentence in evidence.sentences}
        shown = []
        for each in kept:
            own_words = isinstance(each, str)
            place = by_id[each if isinstance(each, str) else each.sentence_id]
            text = place.quote if isinstance(each, str) else each.text
            kind = Kind.VERBATIM if own_words else Kind.VERIFIED
            shown.append(ShownSentence(text, kind, (place,)))
        return cls(tuple(shown), _PROVEN)


class RefusalCode(StrEnum):
    """Why nothing is shown."""

    EMPTY_INDEX = "empty_index"
    NO_READABLE_COLLECTION = "no_readable_collection"
    NO_TERMS = "no_terms"
    NO_EVIDENCE = "no_evidence"
    LOW_CONFIDENCE = "low_confidence"
    MISSING_TERMS = "missing_terms"


@dataclass(frozen=True, slots=True)
class Refusal:
    """missing_terms: words of the question, as asked, that stand nowhere in the scope."""

    code: RefusalCode
    missing_terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A retrieved chunk with its place in the rankings (counting from 1; None: not in it)."""

    chunk_id: str
    citation: Citation
    index: int
    score: float
    lexical_rank: int | None = None
    vector_rank: int | None = None


class Opposite(StrEnum):
    """In what two sentences differ."""

    AMOUNT = "amount"
    NEGATION = "negation"


@dataclass(frozen=True, slots=True)
class Opposition:
    """Two places that do not agree: one that an answer shows, and another document's.

    dates: when each document was imported (ISO 8601), "" if not known.
    """

    shown: Citation
    other: Citation
    kind: Opposite
    dates: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document as shown under an answer, with the score of its best chunk, 0 <= score <= 1."""

    document_id: str
    title: str
    name: str
    collection: str
    score: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of a question. outcome decides: a verdict shows sentences, a refusal shows none.

    confidence: 0 to 1, also when refused. doubtful: the place may not answer the question.
    nearest: one sentence each, only when refused.
    opposing: other documents that say otherwise than a sentence shown. unfounded: numbers and names
    of the question, as asked, that stand at no place found for it.
    dropped: claims of the model of which nothing is shown. model: who proposed, None if nobody.
    model_host: host and port that saw question and evidence, or may have; None if nobody.
    timings_ms: stage -> milliseconds; the only part that differs from run to run.
    """

    question: str
    language: str
    outcome: Verdict | Refusal
    confidence: float
    doubtful: bool = False
    sources: tuple[SourceDocument, ...] = ()
    nearest: tuple[Hit, ...] = ()
    opposing: tuple[Opposition, ...] = ()
    unfounded: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    model: str | None = None
    model_host: str | None = None
    degraded: tuple[str, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict, compare=False)

    @property
    def sentences(self) -> tuple[ShownSentence, ...]:
        """What is shown; () when refused."""
        return self.outcome.sentences if isinstance(self.outcome, Verdict) else ()

    @property
    def refusal(self) -> Refusal | None:
        """Why nothing is shown, if nothing is."""
        return self.outcome if isinstance(self.outcome, Refusal) else None

    @property
    def status(self) -> Status:
        """Follows from what is shown."""
        if isinstance(self.outcome, Refusal):
            return Status.REFUSED
        generated = any(sentence.kind is Kind.VERIFIED for sentence in self.outcome.sentences)
        return Status.ANSWERED if generated else Status.EXTRACTIVE
