"""Raise the floors of the own claims: `python -m tests.core.claims.pin`, after an improvement."""

from fundstelle.core.claims.reasons import Strictness
from tests.core.claims.own_claims import digest, shares
from tests.core.claims.test_rules_floors import FLOORS
from tests.floors import raise_floors

if __name__ == "__main__":
    raise_floors(FLOORS, digest(), {each.value: shares(each) for each in Strictness})
