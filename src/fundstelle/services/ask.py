"""One question, one answer: proven sentences or an honest refusal."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from fundstelle.core.access import Scope
from fundstelle.core.answers import (
    Answer,
    Evidence,
    Passed,
    Refusal,
    RefusalCode,
    Verdict,
)
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.confidence import Gate, Gates, confidence, doubtful, refuse, strength
from fundstelle.core.events import Event, Finished, Proven, Stage, StageName
from fundstelle.core.grounding import Grounded, ground
from fundstelle.core.questions import Question, read_question
from fundstelle.core.selection import select
from fundstelle.core.terms import Language
from fundstelle.ports import Store, View
from fundstelle.services.beside import nearest, sources
from fundstelle.services.propose import Proposal, Propose
from fundstelle.services.retrieve import Found, Limits
from fundstelle.services.understand import Understanding
from fundstelle.services.weigh import Weigh, Weighed, milliseconds

BEST = 5  # a claim on one of so many best-rated sentences may join those that code chose


@dataclass(frozen=True, slots=True)
class _Judged:
    """What gate 1 says. refusal: None if the evidence is good enough.

    gone: ids of documents that were changed, removed or closed to the asker since the search.
    """

    question: Question
    seen: Weighed
    gate: Gate
    sure: float
    refusal: Refusal | None
    gone: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Ask:
    """Answer a question from what a scope shows.

    gates: by words alone, and with meaning. understanding: None searches by words alone.
    propose: None answers in the source's own words.
    """

    store: Store
    gates: Gates
    limits: Limits
    understanding: Understanding | None = None
    propose: Propose | None = None
    strictness: Strictness = Strictness.STRICT

    def __call__(
        self,
        question: str,
        scope: Scope,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
    ) -> Answer:
        """Return an answer in one of three statuses. within: document ids that only narrow."""
        for event in self.stream(question, scope, language=language, within=within):
            if isinstance(event, Finished):
                return event.answer
        raise AssertionError("stream() ends with the answer")

    def stream(
        self,
        question: str,
        scope: Scope,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
    ) -> Iterator[Event]:
        """The same step by step: stages, then proven sentences, at last the answer.

        No transaction is open while a model writes, which takes long. What was removed or changed
        meanwhile, or may no longer be read, is not shown.
        """
        yield Stage(StageName.SEARCH)
        with self.store.reading(scope) as view:
            judged = self._judge(view, question, language, within)
        if isinstance(judged, Answer):
            yield Finished(judged)
            return
        asks = self.propose is not None and judged.refusal is None
        if asks:
            yield Stage(StageName.DRAFT)
        proposal, spent = self._proposed(judged)
        if asks:
            yield Stage(StageName.GATES)
            with self.store.reading(scope) as view:
                judged = _still_there(view, judged)
        answer = self._answer(question, judged, proposal, spent)
        for sentence in answer.sentences:
            yield Proven(sentence)
        yield Finished(answer)

    def look(
        self,
        view: View,
        text: str,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
    ) -> tuple[Answer, Found | None]:
        """The same over an open view, with what was found (for evaluation)."""
        judged = self._judge(view, text, language, within)
        if isinstance(judged, Answer):
            return judged, None
        return self._answer(text, judged, *self._proposed(judged)), judged.seen.found

    def weigh(
        self, view: View, question: Question, within: Collection[str] | None = None
    ) -> Weighed:
        """Find evidence and rate its sentences; nothing is decided yet."""
        return Weigh(self.limits, self.understanding)(view, question, within)

    def _judge(
        self,
        view: View,
        text: str,
        language: Language | None,
        within: Collection[str] | None,
    ) -> _Judged | Answer:
        question = read_question(text, language)
        if nothing := _nothing_to_search(view, question):
            return Answer(text, question.language, nothing, 0.0)
        seen = self.weigh(view, question, within)
        gate = self.gates.of(seen.embedder)
        strong = strength(question, seen.evidence, seen.rated, gate)
        sure = round(confidence(strong, gate), 4) if seen.rated else 0.0
        refusal = refuse(question, seen.found.concepts, seen.rated, sure, gate.refuse_below)
        return _Judged(question, seen, gate, sure, refusal)

    def _proposed(self, judged: _Judged) -> tuple[Proposal, float]:
        """What a model proposes, in how many milliseconds; it is not asked about a refusal."""
        if self.propose is None or judged.refusal:
            return Proposal(), 0.0
        started = perf_counter()
        dates = {d.id: d.imported_at[:10] for d in judged.seen.found.documents.values()}
        proposal = self.propose(
            judged.question, judged.seen.evidence, marked=judged.seen.marked, dates=dates
        )
        return proposal, milliseconds(perf_counter() - started)

    def _answer(self, text: str, judged: _Judged, proposal: Proposal, spent: float) -> Answer:
        seen, sure = judged.seen, judged.sure
        started = perf_counter()
        grounded = self._grounded(judged, proposal)
        refusal = judged.refusal or _said_no(judged, proposal)
        chosen = _chosen(seen, grounded)
        outcome = refusal or Verdict.checked(seen.evidence, chosen)
        shown = [r for r in seen.rated if r.sentence.id in chosen]
        verified = any(isinstance(each, Passed) for each in chosen)
        doubt = not verified and doubtful(
            judged.question, seen.found.concepts, shown, sure, judged.gate
        )
        timings = seen.timings_ms | ({"draft": spent} if proposal.model else {})
        timings["gates"] += milliseconds(perf_counter() - started)
        return Answer(
            question=text,
            language=judged.question.language,
            outcome=outcome,
            confidence=sure,
            doubtful=refusal is None and (doubt or _unanswered(proposal)),
            sources=()
            if isinstance(outcome, Refusal)
            else sources(seen.found, outcome, judged.gone),
            nearest=nearest(seen) if isinstance(outcome, Refusal) else (),
            # What the model said of a document that is gone goes too.
            dropped=() if isinstance(outcome, Refusal) or judged.gone else grounded.dropped,
            model=proposal.model,
            degraded=(*seen.degraded, *proposal.degraded),
            timings_ms=timings,
        )

    def _grounded(self, judged: _Judged, proposal: Proposal) -> Grounded:
        if proposal.draft is None:
            return Grounded((), (), 0, ())
        return ground(
            proposal.draft,
            judged.seen.evidence,
            language=judged.question.language,
            strictness=self.strictness,
            marked=judged.seen.marked,
        )


def _chosen(seen: Weighed, grounded: Grounded) -> tuple[Passed | str, ...]:
    """The sentences that code chose, in the model's words where a claim on them passed; then other
    claims that passed, if they rest on one of the best sentences.

    A small model chooses worse than code does: on its own choice it cites the right place in 59 of
    100 answers where code alone has 69 (docs/decisions/0017).
    """
    passed = {k.sentence_id: k for k in grounded.kept if isinstance(k, Passed)}
    own = select(seen.rated)
    best = {r.sentence.id for r in seen.rated[:BEST]}
    more = [k for i, k in passed.items() if i in best and i not in own]
    return (*(passed.get(i, i) for i in own), *more)


def _unanswered(proposal: Proposal) -> bool:
    return proposal.draft is not None and proposal.draft.unanswered


def _said_no(judged: _Judged, proposal: Proposal) -> Refusal | None:
    """A model may say that doubtful evidence does not answer, never that it does."""
    in_doubt = judged.sure < judged.gate.doubt_below
    return Refusal(RefusalCode.LOW_CONFIDENCE) if in_doubt and _unanswered(proposal) else None


def _still_there(view: View, judged: _Judged) -> _Judged:
    """Without the sentences of documents that were changed or removed since they were read."""
    seen = judged.seen
    # A number alone names no version: one that was removed and brought in again counts anew.
    now = {d.id: (d.version, d.content_hash) for d in view.documents(set(seen.found.documents))}
    before = {d.id: (d.version, d.content_hash) for d in seen.found.documents.values()}
    gone = frozenset(key for key, version in before.items() if now.get(key) != version)
    if not gone:
        return judged
    rated = tuple(r for r in seen.rated if r.sentence.citation.document_id not in gone)
    left = tuple(s for s in seen.evidence.sentences if s.citation.document_id not in gone)
    seen = replace(seen, rated=rated, evidence=Evidence(left, seen.evidence.chunk_scores))
    nothing = None if rated else Refusal(RefusalCode.NO_EVIDENCE)
    return replace(judged, seen=seen, refusal=nothing, gone=gone)


def _nothing_to_search(view: View, question: Question) -> Refusal | None:
    if not view.collections():
        return Refusal(RefusalCode.NO_READABLE_COLLECTION)
    if view.statistics().chunks == 0:
        return Refusal(RefusalCode.EMPTY_INDEX)
    return None if question.words else Refusal(RefusalCode.NO_TERMS)
