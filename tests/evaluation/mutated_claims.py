"""The project's own sentences, each changed in every way that applies, and judged by gate 2."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from bench.mutation_suite import judged
from bench.mutations import LIES
from bench.truths import truths
from fundstelle.core.claims.reasons import Strictness

FOLDER = Path(__file__).parent / "mutated"
FLOORS = Path(__file__).parent / "mutation_floors.json"
SENTENCES, SEED = 500, 4


@dataclass(frozen=True)
class Changed:
    """One claim about a true sentence. rejected: by which strictness."""

    kind: str
    source: str
    claim: str
    language: str
    rejected: frozenset[Strictness]


@lru_cache(maxsize=1)
def changed() -> tuple[Changed, ...]:
    """All changes of all sentences, true rewordings too; the same with each run."""
    sample = truths(FOLDER, SENTENCES, str(SEED))
    return tuple(
        Changed(
            kind, truth.text, claim, truth.language, frozenset(s for s, why in found.items() if why)
        )
        for kind, truth, claim, found in judged(sample, SEED)
    )


def shares(strictness: Strictness) -> dict[str, float]:
    """Per kind of lie the share caught."""
    lies = [each for each in changed() if each.kind in LIES]
    told = Counter(each.kind for each in lies)
    caught = Counter(each.kind for each in lies if strictness in each.rejected)
    return {kind: round(caught[kind] / told[kind], 4) for kind in sorted(told)}


def digest() -> str:
    """Of the lies themselves: floors hold for these and no others."""
    hashed = hashlib.sha256()
    for each in sorted(changed(), key=lambda each: (each.kind, each.source, each.claim)):
        hashed.update(f"{each.kind}\t{each.source}\t{each.claim}\n".encode())
    return hashed.hexdigest()
