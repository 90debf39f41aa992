"""Gate 1 at work: what was found for a question, and whether that is good enough to answer from."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from fundstelle.core.answers import Evidence, Refusal, RefusalCode
from fundstelle.core.confidence import Gate, Gates, confidence, refuse, strength
from fundstelle.core.questions import Question, read_question
from fundstelle.core.terms import Language
from fundstelle.ports import View
from fundstelle.services.weigh import NOTHING, Weigh, Weighed


@dataclass(frozen=True, slots=True)
class Assessed:
    """What gate 1 says. sure: its confidence. refusal: None if the evidence is good enough.

    gone: ids of documents that were changed, removed or closed to the asker since the search.
    """

    question: Question
    seen: Weighed
    gate: Gate
    sure: float
    refusal: Refusal | None
    gone: frozenset[str] = frozenset()

    @property
    def in_doubt(self) -> bool:
        """Good enough to answer from, not good enough to leave out that it may not answer."""
        return self.refusal is None and self.sure < self.gate.doubt_below


@dataclass(frozen=True, slots=True)
class Assess:
    """Find evidence and let gate 1 decide about it."""

    gates: Gates
    weigh: Weigh

    def __call__(
        self,
        view: View,
        text: str,
        language: Language | None = None,
        within: Collection[str] | None = None,
    ) -> Assessed:
        """language: of the question; None: as it looks. within: document ids that only narrow."""
        question = read_question(text, language)
        if nothing := _nothing_to_search(view, question):
            return Assessed(question, NOTHING, self.gates.of(None), 0.0, nothing)
        seen = self.weigh(view, question, within)
        gate = self.gates.of(seen.embedder)
        strong = strength(question, seen.evidence, seen.rated, gate)
        sure = round(confidence(strong, gate), 4) if seen.rated else 0.0
        refusal = refuse(question, seen.found.concepts, seen.rated, sure, gate.refuse_below)
        return Assessed(question, seen, gate, sure, refusal)


def still_there(view: View, assessed: Assessed) -> Assessed:
    """Without the sentences of documents that were changed or removed since they were read."""
    seen = assessed.seen
    # A number alone names no version: one that was removed and brought in again counts anew.
    now = {d.id: (d.version, d.content_hash) for d in view.documents(set(seen.found.documents))}
    before = {d.id: (d.version, d.content_hash) for d in seen.found.documents.values()}
    gone = frozenset(key for key, version in before.items() if now.get(key) != version)
    if not gone:
        return assessed
    rated = tuple(r for r in seen.rated if r.sentence.citation.document_id not in gone)
    left = tuple(s for s in seen.evidence.sentences if s.citation.document_id not in gone)
    seen = replace(seen, rated=rated, evidence=Evidence(left, seen.evidence.chunk_scores))
    nothing = None if rated else Refusal(RefusalCode.NO_EVIDENCE)
    return replace(assessed, seen=seen, refusal=nothing, gone=gone)


def _nothing_to_search(view: View, question: Question) -> Refusal | None:
    if not view.collections():
        return Refusal(RefusalCode.NO_READABLE_COLLECTION)
    if view.statistics().chunks == 0:
        return Refusal(RefusalCode.EMPTY_INDEX)
    return None if question.words else Refusal(RefusalCode.NO_TERMS)
