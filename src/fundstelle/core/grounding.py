"""Gate 2: what of a draft may be shown. A claim passes, yields to its source, or is dropped.

core.claims is imported when there is something to check: its tables and patterns would take a good
tenth of the start of a program that has no model.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fundstelle.core.answers import Dropped, Evidence, EvidenceSentence, Passed, passed
from fundstelle.core.claims.reasons import Reason, ReasonCode, Source, Strictness
from fundstelle.core.documents import BlockKind
from fundstelle.core.drafts import Claim, Draft
from fundstelle.core.quotes import find_quote
from fundstelle.core.terms import Language

MAX_SHOWN = 6
MAX_CITES = 1  # one claim, one sentence: what needs two is two claims (docs on claims)
Veto = Callable[[str, Source], bool]
"""A reading model that may say no to a claim and what it was checked against, never yes."""


class Outcome(StrEnum):
    """What becomes of a claim. Gate 2 says what may; what is shown decides (core.choosing)."""

    VERIFIED = "verified"  # it passed, in the model's words
    VERBATIM = "verbatim"  # it says its sentence word for word
    REPLACED = "replaced"  # it failed; its sentence stands in for it
    DROPPED = "dropped"  # it failed, and nothing stands in for it
    LEFT_OUT = "left_out"  # it did not fail, and rests on a sentence that is not shown


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim with what gate 2 decided. reasons: why it failed; () if it did not."""

    claim: Claim
    outcome: Outcome
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounded:
    """claims: all of the draft, judged, in its order. kept: what may be shown of them, each once:
    claims that passed, and ids of evidence sentences that say the same or are shown instead.
    """

    claims: tuple[JudgedClaim, ...] = ()
    kept: tuple[Passed | str, ...] = ()


def dropped(claims: Sequence[JudgedClaim]) -> tuple[Dropped, ...]:
    """Those of which nothing is shown because they failed, with the reasons."""
    failed = (each for each in claims if each.outcome is Outcome.DROPPED)
    return tuple(Dropped(each.claim.text, each.reasons) for each in failed)


def ground(
    draft: Draft,
    evidence: Evidence,
    *,
    language: Language,
    strictness: Strictness,
    marked: frozenset[str] = frozenset(),
    veto: Veto | None = None,
) -> Grounded:
    """Check every claim alone against the one sentence it cites.

    marked: ids of evidence sentences that talk to a model; they carry nothing and are never shown.
    veto: asked about each claim that passed in other words than those of its sentence.
    """
    from fundstelle.core.claims.check import same_words

    by_id = {s.id: s for s in evidence.sentences if s.id not in marked}
    judged: list[JudgedClaim] = []
    kept: list[Passed | str] = []
    for claim in draft.claims:
        cited = _cited(claim, by_id, marked)
        if isinstance(cited, Reason):
            judged.append(JudgedClaim(claim, Outcome.DROPPED, (cited,)))
            continue
        source = source_of(cited, by_id.get(cited.before))
        reasons = _reasons(claim, source, language, strictness)
        same = not reasons and same_words(claim.text, cited.citation.quote)
        if veto and not reasons and not same and veto(claim.text, source):
            reasons = (Reason(ReasonCode.JUDGE),)
        if reasons:
            outcome = Outcome.REPLACED if _speaks(reasons) else Outcome.DROPPED
        else:
            outcome = Outcome.VERBATIM if same else Outcome.VERIFIED
        judged.append(JudgedClaim(claim, outcome, reasons))
        if outcome is Outcome.VERIFIED:
            kept.append(passed(claim.text.strip(), cited.id))
        elif outcome is not Outcome.DROPPED:
            kept.append(cited.id)
    return Grounded(tuple(judged), tuple(_once(kept))[:MAX_SHOWN])


def _cited(
    claim: Claim, by_id: dict[str, EvidenceSentence], marked: frozenset[str]
) -> EvidenceSentence | Reason:
    """The one sentence a claim rests on, or why it has none."""
    cites = tuple(dict.fromkeys(claim.cites))
    if marked.intersection(cites):
        return Reason(ReasonCode.INJECTION)
    if not cites or len(cites) > MAX_CITES or any(cite not in by_id for cite in cites):
        return Reason(ReasonCode.SOURCE, " ".join(cites))
    return by_id[cites[0]]


def source_of(cited: EvidenceSentence, before: EvidenceSentence | None) -> Source:
    """What a claim is checked against. before: the sentence before, if that may carry anything."""
    from fundstelle.core.claims.pronouns import refers_back

    place = cited.citation
    beside = "\n".join(part for part in (place.title, place.heading, place.header) if part)
    named = ""
    is_row = cited.kind is BlockKind.ROW
    if before and before.kind is cited.kind and not is_row and refers_back(place.quote):
        named = before.citation.quote
    return Source(place.quote, beside, named, is_row)


def _reasons(
    claim: Claim, source: Source, language: Language, strictness: Strictness
) -> tuple[Reason, ...]:
    from fundstelle.core.claims.check import faults

    if claim.quote and not find_quote(claim.quote, source.text, is_row=source.is_row):
        return (Reason(ReasonCode.QUOTE, claim.quote),)
    return faults(claim.text, source, strictness=strictness, language=language)


def _speaks(reasons: Sequence[Reason]) -> bool:
    """Whether the source sentence may stand in for the claim: not for talk that claims nothing."""
    return not any(reason.code is ReasonCode.SPEECH_ACT for reason in reasons)


def _once(kept: Sequence[Passed | str]) -> list[Passed | str]:
    """Each sentence of the source once, each claim once."""
    return list(dict.fromkeys(kept))
