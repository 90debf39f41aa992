"""Which sentences an answer shows, in whose words, and what became of a model's claims thereby."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fundstelle.core.answers import Passed
from fundstelle.core.grounding import JudgedClaim, Outcome
from fundstelle.core.selection import MAX_SENTENCES, Rated, select

BEST = 5  # what a model chose may join if it rests on one of so many best-rated sentences

Chosen = tuple[Passed | str, ...]
"""Claims that passed, and ids of evidence sentences shown in their own words."""


def choose(rated: Sequence[Rated], kept: Sequence[Passed | str]) -> Chosen:
    """The sentences that code chose, in the model's words where a claim on them passed; then what
    else gate 2 kept, if it rests on one of the best sentences.

    rated: best first. Of the source's own words three sentences at most, and none twice. A small
    model chooses worse than code does: on its own choice it cites the right place in 59 of 100
    answers where code alone has 69 (docs/decisions/0017).
    """
    passed = {each.sentence_id: each for each in kept if isinstance(each, Passed)}
    own = select(rated)
    best = {r.sentence.id for r in rated[:BEST]}
    further = [each for each in kept if rests_on(each) in best.difference(own)]
    proposed = [*(passed.get(sentence_id, sentence_id) for sentence_id in own), *further]
    return tuple(_few(proposed, {r.sentence.id: r.sentence.citation.quote for r in rated}))


def settled(claims: Sequence[JudgedClaim], chosen: Chosen) -> tuple[JudgedClaim, ...]:
    """The claims with what became of each, now that it is known what is shown. () shows nothing.

    A failed claim is replaced only if its sentence is shown; one that did not fail is left out if
    nothing of it is.
    """
    said = {(each.sentence_id, each.text) for each in chosen if isinstance(each, Passed)}
    places = {rests_on(each) for each in chosen}

    def outcome(judged: JudgedClaim) -> Outcome:
        claim = judged.claim
        match judged.outcome:
            case Outcome.VERIFIED if (claim.cites[0], claim.text.strip()) not in said:
                return Outcome.LEFT_OUT
            case Outcome.VERBATIM if claim.cites[0] not in places:
                return Outcome.LEFT_OUT
            case Outcome.REPLACED if claim.cites[0] not in places:
                return Outcome.DROPPED
        return judged.outcome

    return tuple(replace(judged, outcome=outcome(judged)) for judged in claims)


def rests_on(each: Passed | str) -> str:
    """Id of the evidence sentence."""
    return each if isinstance(each, str) else each.sentence_id


def _few(proposed: Sequence[Passed | str], quotes: dict[str, str]) -> Iterator[Passed | str]:
    """Every claim, of the source's own words only the first few sentences."""
    own_words: set[str] = set()
    for each in proposed:
        if isinstance(each, str):
            plain = " ".join(quotes[each].casefold().split())
            if plain in own_words or len(own_words) == MAX_SENTENCES:
                continue
            own_words.add(plain)
        yield each
