"""What models say of evidence that gate 1 let through, and what gate 2 makes of it.

Models take long: no transaction is open here.
"""

from dataclasses import dataclass, field
from time import perf_counter

from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.grounding import Grounded, ground
from fundstelle.services.assess import Assessed
from fundstelle.services.propose import Proposal, Propose
from fundstelle.services.weigh import milliseconds


@dataclass(frozen=True, slots=True)
class Consulted:
    """proposal: as the model made it. grounded: what gate 2 let pass of it, how strictly.

    timings_ms: stage -> milliseconds; {} if nobody was asked.
    """

    proposal: Proposal = field(default_factory=Proposal)
    grounded: Grounded = field(default_factory=Grounded)
    strictness: Strictness = Strictness.STRICT
    timings_ms: dict[str, float] = field(default_factory=dict)

    @property
    def said_unanswered(self) -> bool:
        """A model read the evidence and said that it does not answer the question."""
        return self.proposal.draft is not None and self.proposal.draft.unanswered


@dataclass(frozen=True, slots=True)
class Consult:
    """Let a model propose claims, and gate 2 check each of them."""

    propose: Propose
    strictness: Strictness

    def __call__(self, assessed: Assessed) -> Consulted:
        """Raises Cancelled; what else goes wrong with a model costs its draft only."""
        seen, started = assessed.seen, perf_counter()
        dates = {d.id: d.imported_at[:10] for d in seen.found.documents.values()}
        proposal = self.propose(assessed.question, seen.evidence, marked=seen.marked, dates=dates)
        drafted = perf_counter()
        grounded = self._grounded(assessed, proposal)
        timings = {
            "draft": milliseconds(drafted - started),
            "gates": milliseconds(perf_counter() - drafted),
        }
        return Consulted(proposal, grounded, self.strictness, timings if proposal.model else {})

    def _grounded(self, assessed: Assessed, proposal: Proposal) -> Grounded:
        if proposal.draft is None:
            return Grounded()
        return ground(
            proposal.draft,
            assessed.seen.evidence,
            language=assessed.question.language,
            strictness=self.strictness,
            marked=assessed.seen.marked,
        )
