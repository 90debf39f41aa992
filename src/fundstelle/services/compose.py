"""From what the gates let through to the answer: what it shows, and how sure it is."""

from time import perf_counter

from fundstelle.core.answers import Answer, Passed, Refusal, RefusalCode, Verdict
from fundstelle.core.choosing import Chosen, choose, settled
from fundstelle.core.confidence import doubtful
from fundstelle.core.grounding import JudgedClaim, dropped
from fundstelle.services.assess import Assessed
from fundstelle.services.beside import nearest, sources
from fundstelle.services.consult import Consulted
from fundstelle.services.second_look import said_otherwise, taken_for_granted
from fundstelle.services.weigh import milliseconds


def compose(
    text: str, assessed: Assessed, consulted: Consulted
) -> tuple[Answer, tuple[JudgedClaim, ...]]:
    """The answer to a question, and what became of the claims of a model. text: as it was asked."""
    started = perf_counter()
    seen, proposal = assessed.seen, consulted.proposal
    refusal = assessed.refusal or _said_no(assessed, consulted)
    chosen = () if refusal else choose(seen.rated, consulted.grounded.kept)
    claims = settled(consulted.grounded.claims, chosen)
    outcome = refusal or Verdict.checked(seen.evidence, chosen)
    shows = isinstance(outcome, Verdict)
    answer = Answer(
        question=text,
        language=assessed.question.language,
        outcome=outcome,
        confidence=assessed.sure,
        doubtful=shows and _doubtful(assessed, consulted, chosen),
        sources=sources(seen.found, outcome, assessed.gone) if isinstance(outcome, Verdict) else (),
        nearest=() if shows else nearest(seen),
        opposing=said_otherwise(assessed, outcome) if isinstance(outcome, Verdict) else (),
        unfounded=taken_for_granted(assessed, outcome),
        # What the model said of a document that is gone goes too.
        dropped=dropped(claims) if shows and not assessed.gone else (),
        model=proposal.model,
        model_host=proposal.host,
        degraded=(*seen.degraded, *consulted.degraded),
        timings_ms=_added(
            seen.timings_ms,
            consulted.timings_ms,
            {"gates": milliseconds(perf_counter() - started)},
        ),
    )
    return answer, claims


def _said_no(assessed: Assessed, consulted: Consulted) -> Refusal | None:
    """A model may say that doubtful evidence does not answer, never that it does."""
    no = assessed.in_doubt and (consulted.said_unanswered or consulted.ruled_out)
    return Refusal(RefusalCode.LOW_CONFIDENCE) if no else None


def _doubtful(assessed: Assessed, consulted: Consulted, chosen: Chosen) -> bool:
    """Whether to say that what is shown may not answer the question."""
    if consulted.said_unanswered:
        return True
    if any(isinstance(each, Passed) for each in chosen):
        return False
    shown = [r for r in assessed.seen.rated if r.sentence.id in chosen]
    concepts = assessed.seen.found.concepts
    return doubtful(assessed.question, concepts, shown, assessed.sure, assessed.gate)


def _added(*timings: dict[str, float]) -> dict[str, float]:
    """Milliseconds of the same stage together, in the order in which they were first met."""
    total: dict[str, float] = {}
    for each in timings:
        for stage, spent in each.items():
            total[stage] = round(total.get(stage, 0.0) + spent, 1)
    return total
