"""Gate 2 catches what it once caught of the project's own sentences, changed mechanically.

To raise the floors after an improvement: `python -m tests.evaluation.pin_mutations`. A floor is
lowered only by hand, with a line in the changelog that says why. What the shares are on other
people's texts stands in docs/grounding.md.
"""

import pytest

from bench.mutations import LIES, REWORDINGS
from fundstelle.core.claims.reasons import Strictness
from tests.evaluation.mutated_claims import FLOORS, changed, digest, shares
from tests.floors import fallen, pinned

LEAST_CLAIMS = 200
# Where code can see everything, nothing of the own sentences may get through.
EXACT = ("number", "date", "time", "unit", "identifier", "section", "wrong_sentence", "injection")


@pytest.mark.parametrize("strictness", Strictness)
def test_no_share_fell_below_its_floor(strictness: Strictness) -> None:
    floors = pinned(FLOORS)["floors"][strictness.value]

    measured = shares(strictness)

    assert fallen(floors, measured) == []
    assert set(measured) == set(floors)


def test_the_goal_was_not_moved() -> None:
    assert pinned(FLOORS)["claims_sha256"] == digest(), (
        "Sentences or mutations changed: pin with `python -m tests.evaluation.pin_mutations`."
    )


def test_there_are_enough_claims_of_every_kind_in_both_languages() -> None:
    lies = [each for each in changed() if each.kind in LIES]

    assert len(lies) >= LEAST_CLAIMS
    assert {each.kind for each in lies} == set(LIES)
    for language in ("de", "en"):
        assert len({each.source for each in lies if each.language == language}) >= 40


@pytest.mark.parametrize("strictness", Strictness)
def test_true_sentences_pass_unchanged_and_reworded(strictness: Strictness) -> None:
    true = [each for each in changed() if each.kind in REWORDINGS]

    assert len(true) >= LEAST_CLAIMS
    assert [each.claim for each in true if strictness in each.rejected] == []


@pytest.mark.parametrize("strictness", Strictness)
def test_of_figures_and_wrong_sentences_nothing_gets_through(strictness: Strictness) -> None:
    assert [
        (each.kind, each.claim)
        for each in changed()
        if each.kind.startswith(EXACT) and strictness not in each.rejected
    ] == []
