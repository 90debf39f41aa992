"""One question, one answer: proven sentences or an honest refusal."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from time import perf_counter

from fundstelle.core.access import Scope
from fundstelle.core.answers import (
    Answer,
    Evidence,
    Hit,
    Refusal,
    RefusalCode,
    SourceDocument,
    Verdict,
)
from fundstelle.core.confidence import Gates, confidence, doubtful, refuse, strength
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.core.fusion import scale_of
from fundstelle.core.questions import Question, read_question
from fundstelle.core.selection import Rated, rate, rate_again, select
from fundstelle.core.terms import Language
from fundstelle.ports import Store, View
from fundstelle.services.candidates import Meaning
from fundstelle.services.retrieve import Found, Limits, retrieve
from fundstelle.services.understand import Understanding

MAX_NEAREST = 3
SENTENCES = 12  # looked at for their meaning, at question time
FURTHER_SOURCES = 0.8  # documents that are not cited are named from this share of the best score


@dataclass(frozen=True, slots=True)
class Weighed:
    """What speaks for an answer, before the gate.

    embedder: whose vectors took part; None: words alone.
    """

    found: Found
    evidence: Evidence
    rated: tuple[Rated, ...]
    embedder: Fingerprint | None
    degraded: tuple[str, ...]
    timings_ms: dict[str, float]


@dataclass(frozen=True, slots=True)
class Ask:
    """Answer a question from what a scope shows.

    gates: by words alone, and with meaning. understanding: None searches by words alone.
    """

    store: Store
    gates: Gates
    limits: Limits
    understanding: Understanding | None = None

    def __call__(
        self,
        question: str,
        scope: Scope,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
    ) -> Answer:
        """Return an answer in one of three statuses. within: document ids that only narrow."""
        with self.store.reading(scope) as view:
            return self.look(view, question, language=language, within=within)[0]

    def look(
        self,
        view: View,
        text: str,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
    ) -> tuple[Answer, Found | None]:
        """The same over an open view, with what was found (for evaluation)."""
        question = read_question(text, language)
        if nothing := _nothing_to_search(view, question):
            return Answer(text, question.language, nothing, 0.0), None
        seen = self.weigh(view, question, within)
        found, evidence, rated = seen.found, seen.evidence, seen.rated
        gate = self.gates.of(seen.embedder)
        strong = strength(question, evidence, rated, gate)
        sure = round(confidence(strong, gate), 4) if rated else 0.0
        refusal = refuse(question, found.concepts, rated, sure, gate.refuse_below)
        chosen = select(rated)
        shown = [r for r in rated if r.sentence.id in chosen]
        outcome = refusal or Verdict.verbatim(evidence, chosen)
        answer = Answer(
            question=text,
            language=question.language,
            outcome=outcome,
            confidence=sure,
            doubtful=refusal is None and doubtful(question, found.concepts, shown, sure, gate),
            sources=() if isinstance(outcome, Refusal) else _sources(found, outcome),
            nearest=_nearest(found, evidence, rated) if isinstance(outcome, Refusal) else (),
            degraded=seen.degraded,
            timings_ms=seen.timings_ms,
        )
        return answer, found

    def weigh(
        self, view: View, question: Question, within: Collection[str] | None = None
    ) -> Weighed:
        """Find evidence and rate its sentences; nothing is decided yet.

        An embedder that fails on the way leaves the words: the question is answered from them.
        """
        started = perf_counter()
        meaning, degraded = self._meaning(view, question)
        spent = _ms(perf_counter() - started)
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
        rated = rate(question, found.concepts, evidence)
        if meaning and self.understanding:
            rated = _with_cosines(rated, found, meaning, self.understanding)
        timings = {
            "embed": spent,
            "search": _ms(searched - started),
            "gates": _ms(perf_counter() - searched),
        }
        used = meaning.fingerprint if meaning else None
        return Weighed(found, evidence, tuple(rated), used, degraded, timings)

    def _meaning(self, view: View, question: Question) -> tuple[Meaning | None, tuple[str, ...]]:
        return self.understanding.question(view, question) if self.understanding else (None, ())


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


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def _nothing_to_search(view: View, question: Question) -> Refusal | None:
    if not view.collections():
        return Refusal(RefusalCode.NO_READABLE_COLLECTION)
    if view.statistics().chunks == 0:
        return Refusal(RefusalCode.EMPTY_INDEX)
    return None if question.words else Refusal(RefusalCode.NO_TERMS)


def _sources(found: Found, verdict: Verdict) -> tuple[SourceDocument, ...]:
    """Documents cited, then further ones that scored nearly as well as the best."""
    best: dict[str, float] = {}
    for chunk, value in zip(found.chunks, found.scores, strict=True):
        best.setdefault(chunk.document_id, min(1.0, value))
    cited = [c.document_id for sentence in verdict.sentences for c in sentence.citations]
    floor = FURTHER_SOURCES * max(best.values())
    further = [document_id for document_id, value in best.items() if value >= floor]
    ids = dict.fromkeys([*cited, *further])
    documents = [found.documents[document_id] for document_id in ids]
    return tuple(SourceDocument(d.id, d.title, d.name, d.collection, best[d.id]) for d in documents)


def _nearest(found: Found, evidence: Evidence, rated: Sequence[Rated]) -> tuple[Hit, ...]:
    """The best sentence of each of the best documents: what a person may look at instead."""
    nearest: dict[str, Hit] = {}
    for candidate in rated:
        sentence = candidate.sentence
        chunk = found.chunks[sentence.chunk]
        if candidate.around > 0 and chunk.document_id not in nearest:
            nearest[chunk.document_id] = Hit(
                chunk.id,
                sentence.citation,
                chunk.index,
                evidence.chunk_scores[sentence.chunk],
                found.ranks[sentence.chunk][0] or None,
                found.ranks[sentence.chunk][1] or None,
            )
    return tuple(nearest.values())[:MAX_NEAREST]
