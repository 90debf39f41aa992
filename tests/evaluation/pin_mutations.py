"""Raise the floors of the changed sentences: `python -m tests.evaluation.pin_mutations`."""

from fundstelle.core.claims.reasons import Strictness
from tests.evaluation.mutated_claims import FLOORS, digest, shares
from tests.floors import raise_floors

if __name__ == "__main__":
    raise_floors(FLOORS, digest(), {each.value: shares(each) for each in Strictness})
