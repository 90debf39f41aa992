"""Two words of the source that have taken each other's places in the claim."""

from collections.abc import Iterator

from fundstelle.core.claims.reasons import Reason, ReasonCode
from fundstelle.core.claims.roles import is_passive
from fundstelle.core.claims.words import Reading, Root, Word

_JOINING = frozenset(
    ", ; und oder sowie bzw and or as nor weder noch neither both sowohl".split()  # noqa: SIM905
)
Sides = dict[Root, tuple[str, str]]
"""Root of a word that stands once -> the words left and right of it."""


def place_faults(claim: Reading, source: Reading) -> Iterator[Reason]:
    """Each stands where the other stood: between the same neighbours. Lists may be reordered."""
    if is_passive(claim) != is_passive(source):
        return
    said, there = _sides(claim, "<"), _sides(source, ">")
    # German verbs stand second whatever comes first: what is right of a word says little.
    sides = (0,) if claim.language == "de" else (0, 1)
    moved = [root for root in said if root in there and said[root] != there[root]]
    for number, one in enumerate(moved):
        for other in moved[number + 1 :]:
            if any(
                said[one][side] == there[other][side]
                and said[other][side] == there[one][side]
                and said[one][side] != said[other][side]
                and not _JOINING & {*said[one], *said[other]}
                for side in sides
            ):
                yield Reason(ReasonCode.ROLE, _written(claim, other))
                return


def _sides(reading: Reading, nothing: str) -> Sides:
    words = reading.words
    found: Sides = {}
    twice = set()
    for place, word in enumerate(words):
        if word.substance and word.noun:
            if word.root in found:
                twice.add(word.root)
            left = _telling(words[place - 1]) if place else ""
            right = _telling(words[place + 1]) if place + 1 < len(words) else ""
            found[word.root] = left or f"{nothing}{place}", right or f"{nothing}{place}"
    return {root: sides for root, sides in found.items() if root not in twice}


def _telling(word: Word) -> str:
    """A neighbour that belongs to the word: no stop and no verb of being."""
    return "" if not word.text[0].isalnum() or word.light else word.folded


def _written(reading: Reading, root: Root) -> str:
    return next(word.text for word in reading.words if word.root == root)
