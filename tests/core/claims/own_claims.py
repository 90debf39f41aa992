"""The project's own claims about own sentences: read, judged, and counted per kind."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fundstelle.core.claims.check import faults
from fundstelle.core.claims.reasons import Reason, Source, Strictness
from fundstelle.core.terms import Language

FILE = Path(__file__).parent / "own_claims.txt"
LANGUAGES: dict[str, Language] = {"de": "de", "en": "en"}


@dataclass(frozen=True, slots=True)
class OwnClaim:
    """One claim. right: the source carries it."""

    claim: str
    source: Source
    language: Language
    kind: str
    right: bool

    def reasons(self, strictness: Strictness) -> tuple[Reason, ...]:
        return faults(self.claim, self.source, strictness=strictness, language=self.language)


def own_claims() -> Iterator[OwnClaim]:
    """All claims of the file, in order."""
    source, language = Source(""), LANGUAGES["de"]
    for line in FILE.read_text("utf-8").splitlines():
        if line[:2] in {"+ ", "- "}:
            kind, claim = line[2:].split(" | ", 1)
            yield OwnClaim(claim, source, language, kind, line[0] == "+")
        elif line[:3] in {"de ", "en "}:
            text, *beside = line[3:].split("|")
            language = LANGUAGES[line[:2]]
            source = Source(text, beside[0] if beside else "", is_row=beside[1:] == ["row"])


def shares(strictness: Strictness) -> dict[str, float]:
    """Per kind the share of wrong claims caught and of right claims kept."""
    counts: dict[str, list[int]] = {}
    for own in own_claims():
        count = counts.setdefault(f"{'kept' if own.right else 'caught'} {own.kind}", [0, 0])
        count[0] += own.right == (not own.reasons(strictness))
        count[1] += 1
    return {kind: round(good / total, 4) for kind, (good, total) in sorted(counts.items())}


def digest() -> str:
    """Of the claims themselves: floors hold for these and no others."""
    return hashlib.sha256(FILE.read_bytes()).hexdigest()
