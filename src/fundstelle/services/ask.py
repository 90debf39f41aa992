"""One question, one answer: proven sentences or an honest refusal."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from fundstelle.core.access import Scope
from fundstelle.core.answers import Answer, Evidence
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.confidence import Gates
from fundstelle.core.events import Event, Finished, Proven, Stage, StageName
from fundstelle.core.grounding import JudgedClaim
from fundstelle.core.terms import Language
from fundstelle.ports import Judge, Store
from fundstelle.services.assess import Assess, still_there
from fundstelle.services.compose import compose
from fundstelle.services.consult import Consult, Consulted
from fundstelle.services.propose import Propose
from fundstelle.services.retrieve import Found, Limits
from fundstelle.services.understand import Understanding
from fundstelle.services.weigh import Weigh


@dataclass(frozen=True, slots=True)
class Reasoned:
    """An answer and what it rests on.

    found, evidence: as searched, as a model saw it. The answer shows nothing of what went since.
    claims: those of the model, with what became of each.
    """

    answer: Answer
    found: Found
    evidence: Evidence
    consulted: Consulted
    claims: tuple[JudgedClaim, ...]


Rights = Callable[[], Scope]
"""What an asker may read now: asked again before anything is shown."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Answer a question from what a scope shows: find and assess, consult a model, compose.

    gates: by words alone, and with meaning. understanding: None searches by words alone.
    propose: None answers in the source's own words. judge: may say no to what a model proposed, and
    to a doubtful answer.
    """

    store: Store
    gates: Gates
    limits: Limits
    understanding: Understanding | None = None
    propose: Propose | None = None
    strictness: Strictness = Strictness.STRICT
    judge: Judge | None = None

    def __call__(
        self,
        question: str,
        scope: Scope,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
        rights: Rights | None = None,
    ) -> Answer:
        """Return an answer in one of three statuses. within: document ids that only narrow.

        rights: if the scope may shrink while the answer is made.
        """
        reasoned = self.reasoned(question, scope, language=language, within=within, rights=rights)
        return reasoned.answer

    def reasoned(
        self,
        question: str,
        scope: Scope,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
        rights: Rights | None = None,
    ) -> Reasoned:
        """The same with what the answer rests on, for receipts and evaluation."""
        for step in self.steps(question, scope, language=language, within=within, rights=rights):
            if isinstance(step, Reasoned):
                return step
        raise AssertionError("the steps end with the answer")

    def stream(
        self,
        question: str,
        scope: Scope,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
        rights: Rights | None = None,
    ) -> Iterator[Event]:
        """The same step by step: stages, then proven sentences, at last the answer."""
        for step in self.steps(question, scope, language=language, within=within, rights=rights):
            if isinstance(step, Stage):
                yield step
            else:
                yield from map(Proven, step.answer.sentences)
                yield Finished(step.answer)

    def steps(
        self,
        text: str,
        scope: Scope,
        *,
        language: Language | None = None,
        within: Collection[str] | None = None,
        rights: Rights | None = None,
    ) -> Iterator[Stage | Reasoned]:
        """The one way of a question: stages, at last the answer with what it rests on.

        No transaction is open while a model writes, which takes long. What was removed or changed
        meanwhile, or may no longer be read, is not shown.
        """
        yield Stage(StageName.SEARCH)
        with self.store.reading(scope) as view:
            first = now = Assess(self.gates, self.weigh)(view, text, language, within)
        consulted = Consulted()
        asks = self.propose is not None and first.refusal is None
        if self.propose is not None and asks:
            yield Stage(StageName.DRAFT)
            consulted = Consult(self.propose, self.strictness, self.judge)(first)
            yield Stage(StageName.GATES)
        left = scope if rights is None else Scope(scope.collection_ids & rights().collection_ids)
        if asks or left != scope:
            with self.store.reading(left) as view:
                now = still_there(view, first)
        answer, claims = compose(text, now, consulted)
        yield Reasoned(answer, first.seen.found, first.seen.evidence, consulted, claims)

    @property
    def weigh(self) -> Weigh:
        """Finds evidence and rates its sentences; nothing is decided yet."""
        return Weigh(self.limits, self.understanding)
