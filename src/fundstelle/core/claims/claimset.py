"""Claims with the quotes they rest on, to measure gate 2 with."""

from collections.abc import Iterable
from dataclasses import dataclass

from fundstelle.core.claims.reasons import Reason

SUPPORTED = "supported"


@dataclass(frozen=True, slots=True)
class GivenClaim:
    """One row of claims.jsonl. label: "supported" or something else; "" if unknown."""

    id: str
    quotes: tuple[str, ...]
    claim: str
    label: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """What gate 2 said. reasons: those against the nearest sentence; () if accepted."""

    given: GivenClaim
    reasons: tuple[Reason, ...]

    @property
    def accepted(self) -> bool:
        """Whether a sentence of the quotes carries the claim."""
        return not self.reasons


@dataclass(frozen=True, slots=True)
class Rate:
    """Of `total` claims that are right (or wrong) `accepted` were accepted."""

    kind: str
    right: bool
    accepted: int
    total: int

    @property
    def mistaken(self) -> float:
        """Share judged wrongly: right ones rejected, wrong ones accepted."""
        return (self.total - self.accepted if self.right else self.accepted) / self.total


def rates(judged: Iterable[Judged]) -> list[Rate]:
    """Rates of labelled claims: all wrong and all right ones (kind ""), then kind by kind."""
    counts: dict[tuple[bool, str], list[int]] = {}
    for one in judged:
        if one.given.label:
            right = one.given.label == SUPPORTED
            for kind in dict.fromkeys(("", one.given.kind)):
                count = counts.setdefault((right, kind), [0, 0])
                count[0] += one.accepted
                count[1] += 1
    return [
        Rate(kind, right, accepted, total)
        for (right, kind), (accepted, total) in sorted(
            counts.items(), key=lambda item: (item[0][1] != "", item[0])
        )
    ]
