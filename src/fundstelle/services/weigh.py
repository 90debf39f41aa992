"""What speaks for an answer: evidence, its sentences rated, and which of them talk to a model."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from time import perf_counter

from fundstelle.core.answers import Evidence
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.core.fusion import scale_of
from fundstelle.core.marked_evidence import marked
from fundstelle.core.questions import Question
from fundstelle.core.selection import Rated, rate, rate_again
from fundstelle.ports import View
from fundstelle.services.candidates import Meaning
from fundstelle.services.retrieve import Found, Limits, retrieve
from fundstelle.services.understand import Understanding

SENTENCES = 12  # looked at for their meaning, at question time


@dataclass(frozen=True, slots=True)
class Weighed:
    """What speaks for an answer, before the gates.

    rated: without the marked sentences. marked: ids of evidence sentences that talk to a model;
    they are never shown and carry nothing. embedder: whose vectors took part; None: words alone.
    """

    found: Found
    evidence: Evidence
    rated: tuple[Rated, ...]
    marked: frozenset[str]
    embedder: Fingerprint | None
    degraded: tuple[str, ...]
    timings_ms: dict[str, float]


NOTHING = Weighed(Found((), (), (), (), {}), Evidence(), (), frozenset(), None, (), {})


@dataclass(frozen=True, slots=True)
class Weigh:
    """Find evidence and rate its sentences; nothing is decided yet."""

    limits: Limits
    understanding: Understanding | None = None

    def __call__(
        self, view: View, question: Question, within: Collection[str] | None = None
    ) -> Weighed:
        """An embedder that fails on the way leaves the words: they answer then."""
        started = perf_counter()
        meaning, degraded = (
            self.understanding.question(view, question) if self.understanding else (None, ())
        )
        spent = milliseconds(perf_counter() - started)
        try:
            return self._weighed(view, question, within, meaning, degraded, spent)
        except EmbedderUnavailable:
            return self._weighed(view, question, within, None, ("embedder_down",), spent)

    def _weighed(
        self,
        view: View,
        question: Question,
        within: Collection[str] | None,
        meaning: Meaning | None,
        degraded: tuple[str, ...],
        spent: float,
    ) -> Weighed:
        started = perf_counter()
        found = retrieve(view, question, self.limits, within, meaning)
        searched = perf_counter()
        evidence = found.evidence(self.limits.evidence)
        apart = marked(evidence)
        rated = rate(question, found.concepts, evidence)
        rated = [r for r in rated if r.sentence.id not in apart]
        if meaning and self.understanding:
            rated = _with_cosines(rated, found, meaning, self.understanding)
        timings = {
            "embed": spent,
            "search": milliseconds(searched - started),
            "gates": milliseconds(perf_counter() - searched),
        }
        used = meaning.fingerprint if meaning else None
        return Weighed(found, evidence, tuple(rated), apart, used, degraded, timings)


def _with_cosines(
    rated: Sequence[Rated],
    found: Found,
    meaning: Meaning,
    understanding: Understanding,
) -> list[Rated]:
    """The best dozen by words rated again with their nearness in meaning."""
    first = rated[:SENTENCES]
    cosines = understanding.sentences(meaning, [r.sentence.citation.quote for r in first])
    languages = [found.documents[r.sentence.citation.document_id].language for r in first]
    scale = scale_of(meaning.fingerprint)
    near = [
        (scale.near(cosine + meaning.raised.get(language, 0.0)), language in meaning.raised)
        for cosine, language in zip(cosines, languages, strict=True)
    ]
    return rate_again(first, near) + list(rated[SENTENCES:])


def milliseconds(seconds: float) -> float:
    """For people: one decimal."""
    return round(seconds * 1000, 1)
