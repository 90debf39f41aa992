"""Write floors.json anew: `python -m tests.core.claims.pin`, after an improvement."""

import json

from fundstelle.core.claims.reasons import Strictness
from tests.core.claims.own_claims import digest, shares
from tests.core.claims.test_rules_floors import FLOORS


def main() -> None:
    """Measure and write."""
    floors = {strictness.value: shares(strictness) for strictness in Strictness}
    FLOORS.write_text(
        json.dumps({"claims_sha256": digest(), "floors": floors}, indent=2) + "\n", "utf-8"
    )


if __name__ == "__main__":
    main()
