"""What models say of evidence that gate 1 let through, and what gate 2 makes of it.

Models take long: no transaction is open here.
"""

from dataclasses import dataclass, field
from time import perf_counter

from fundstelle.core.choosing import Chosen, choose, rests_on
from fundstelle.core.claims.reasons import Source, Strictness
from fundstelle.core.grounding import Grounded, ground, source_of
from fundstelle.ports import Judge
from fundstelle.services.assess import Assessed
from fundstelle.services.judge import Hearing
from fundstelle.services.propose import Proposal, Propose
from fundstelle.services.weigh import milliseconds


@dataclass(frozen=True, slots=True)
class Consulted:
    """proposal: as the model made it. grounded: what gate 2 let pass of it, how strictly.

    ruled_out: a judge said that what would be shown does not answer. degraded: what went wrong.
    timings_ms: stage -> milliseconds; {} if nobody was asked.
    """

    proposal: Proposal = field(default_factory=Proposal)
    grounded: Grounded = field(default_factory=Grounded)
    strictness: Strictness = Strictness.STRICT
    ruled_out: bool = False
    degraded: tuple[str, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict)

    @property
    def said_unanswered(self) -> bool:
        """A model read the evidence and said that it does not answer the question."""
        return self.proposal.draft is not None and self.proposal.draft.unanswered


@dataclass(frozen=True, slots=True)
class Consult:
    """Let a model propose claims, gate 2 check each of them, and a judge read what is left.

    judge: None where nobody is asked. It may say no to claims in `balanced`, and in the doubtful
    band of gate 1 to the answer.
    """

    propose: Propose
    strictness: Strictness
    judge: Judge | None = None

    def __call__(self, assessed: Assessed) -> Consulted:
        """Raises Cancelled; what else goes wrong with a model costs its draft or its veto only."""
        seen, started = assessed.seen, perf_counter()
        deadline = self.propose.deadline()
        dates = {d.id: d.imported_at[:10] for d in seen.found.documents.values()}
        proposal = self.propose(
            assessed.question, seen.evidence, marked=seen.marked, dates=dates, deadline=deadline
        )
        drafted = perf_counter()
        hearing = Hearing(self.judge, assessed.question, deadline)
        grounded = self._grounded(assessed, proposal, hearing)
        ruled_out = _ruled_out(assessed, proposal, grounded, hearing)
        checked = perf_counter() - drafted - hearing.seconds
        timings = {"draft": milliseconds(drafted - started), "gates": milliseconds(checked)}
        if hearing.seconds:
            timings["judge"] = milliseconds(hearing.seconds)
        return Consulted(
            proposal,
            grounded,
            self.strictness,
            ruled_out,
            (*proposal.degraded, *hearing.degraded),
            timings if proposal.model else {},
        )

    def _grounded(self, assessed: Assessed, proposal: Proposal, hearing: Hearing) -> Grounded:
        if proposal.draft is None:
            return Grounded()
        return ground(
            proposal.draft,
            assessed.seen.evidence,
            language=assessed.question.language,
            strictness=self.strictness,
            marked=assessed.seen.marked,
            veto=hearing.rejects_claim if self.strictness is Strictness.BALANCED else None,
        )


def _ruled_out(
    assessed: Assessed, proposal: Proposal, grounded: Grounded, hearing: Hearing
) -> bool:
    """Whether the judge says that what would be shown does not answer a doubtful question."""
    if not assessed.in_doubt or (proposal.draft is not None and proposal.draft.unanswered):
        return False
    chosen = choose(assessed.seen.rated, grounded.kept)
    return hearing.rejects_answer(sources_of(assessed, chosen))


def sources_of(assessed: Assessed, chosen: Chosen) -> list[Source]:
    """What a judge reads of an answer: each sentence it rests on, once, with what is beside it."""
    by_id = {s.id: s for s in assessed.seen.evidence.sentences if s.id not in assessed.seen.marked}
    shown = [by_id[key] for key in dict.fromkeys(map(rests_on, chosen))]
    return [source_of(each, by_id.get(each.before)) for each in shown]
