"""Gate 2: what of a draft may be shown. A claim passes, yields to its source, or is dropped.

core.claims is imported when there is something to check: its tables and patterns would take a good
tenth of the start of a program that has no model.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fundstelle.core.answers import Dropped, Evidence, EvidenceSentence, Passed, passed
from fundstelle.core.claims.reasons import Reason, ReasonCode, Source, Strictness
from fundstelle.core.documents import BlockKind
from fundstelle.core.drafts import Claim, Draft
from fundstelle.core.quotes import find_quote
from fundstelle.core.terms import Language

MAX_SHOWN = 6
MAX_CITES = 1  # one claim, one sentence: what needs two is two claims (docs on claims)
Veto = Callable[[str, EvidenceSentence], bool]
"""A reading model that may say no to a claim and its sentence, never yes."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """What may be shown, in the order of the draft, and what was dropped.

    kept: claims that passed, and ids of evidence sentences that are shown instead of a claim.
    replaced: how many claims were. checked: the reasons of every claim, in the draft's order.
    """

    kept: tuple[Passed | str, ...]
    dropped: tuple[Dropped, ...]
    replaced: int
    checked: tuple[tuple[Reason, ...], ...]


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
    """
    from fundstelle.core.claims.check import same_words

    by_id = {s.id: s for s in evidence.sentences if s.id not in marked}
    kept: list[Passed | str] = []
    dropped: list[Dropped] = []
    checked: list[tuple[Reason, ...]] = []
    replaced = 0
    for claim in draft.claims:
        cited = _cited(claim, by_id, marked)
        if isinstance(cited, Reason):
            checked.append((cited,))
            dropped.append(Dropped(claim.text, (cited,)))
            continue
        reasons = _reasons(claim, cited, language, strictness, veto)
        checked.append(reasons)
        if not reasons and not same_words(claim.text, cited.citation.quote):
            kept.append(passed(claim.text.strip(), cited.id))
        elif _speaks(reasons):
            kept.append(cited.id)
            replaced += bool(reasons)
        else:
            dropped.append(Dropped(claim.text, reasons))
    return Grounded(tuple(_once(kept))[:MAX_SHOWN], tuple(dropped), replaced, tuple(checked))


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


def _reasons(
    claim: Claim,
    cited: EvidenceSentence,
    language: Language,
    strictness: Strictness,
    veto: Veto | None,
) -> tuple[Reason, ...]:
    from fundstelle.core.claims.check import faults

    place = cited.citation
    beside = "\n".join(part for part in (place.title, place.heading, place.header) if part)
    source = Source(place.quote, beside, is_row=cited.kind is BlockKind.ROW)
    if claim.quote and not find_quote(claim.quote, place.quote, is_row=source.is_row):
        return (Reason(ReasonCode.QUOTE, claim.quote),)
    reasons = faults(claim.text, source, strictness=strictness, language=language)
    if not reasons and veto and veto(claim.text, cited):
        return (Reason(ReasonCode.JUDGE),)
    return reasons


def _speaks(reasons: Sequence[Reason]) -> bool:
    """Whether the source sentence may stand in for the claim: not for talk that claims nothing."""
    silent = {ReasonCode.SPEECH_ACT, ReasonCode.JUDGE}
    return not any(reason.code in silent for reason in reasons)


def _once(kept: Sequence[Passed | str]) -> list[Passed | str]:
    """Each sentence of the source once, each claim once."""
    return list(dict.fromkeys(kept))
