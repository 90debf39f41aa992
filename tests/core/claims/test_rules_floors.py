"""What gate 2 once caught of the project's own claims, it catches; what it kept, it keeps.

To raise the floors after an improvement: `python -m tests.core.claims.pin`. A floor is lowered only
by hand, with a line in the changelog that says why.
"""

from pathlib import Path

import pytest

from fundstelle.core.claims.reasons import Strictness
from tests.core.claims.own_claims import digest, own_claims, shares
from tests.floors import fallen, pinned

FLOORS = Path(__file__).parent / "floors.json"
LEAST_CLAIMS = 200


@pytest.mark.parametrize("strictness", Strictness)
def test_no_share_fell_below_its_floor(strictness: Strictness) -> None:
    floors = pinned(FLOORS)["floors"][strictness.value]

    measured = shares(strictness)

    assert fallen(floors, measured) == []
    assert set(measured) == set(floors)


def test_the_goal_was_not_moved() -> None:
    assert pinned(FLOORS)["claims_sha256"] == digest(), (
        "The claims changed: pin with `python -m tests.core.claims.pin`."
    )


def test_there_are_enough_claims_in_both_languages() -> None:
    claims = list(own_claims())

    assert len(claims) >= LEAST_CLAIMS
    assert {claim.language for claim in claims} == {"de", "en"}
    assert {claim.kind for claim in claims if not claim.right} >= {
        *("speech", "injection", "name", "content", "negation", "quantifier", "modality", "hedge"),
        *("condition", "exception", "comparison", "opposite", "time", "superlative", "cause"),
        *("attribution", "role", "number", "row"),
    }


def test_balanced_accepts_what_strict_accepts() -> None:
    assert [
        own.claim
        for own in own_claims()
        if not own.reasons(Strictness.STRICT) and own.reasons(Strictness.BALANCED)
    ] == []
