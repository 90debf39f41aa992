"""Raise the floors of the changed sentences: `python -m tests.evaluation.pin_mutations`."""

import json
import sys
from typing import Any

from fundstelle.core.claims.reasons import Strictness
from tests.evaluation.mutated_claims import FLOORS, digest, shares


def main() -> None:
    """Measure and write; refuses to lower a floor while the claims are the same."""
    old: dict[str, Any] = {"claims_sha256": "", "floors": {}}
    if FLOORS.exists():
        old = json.loads(FLOORS.read_text())
    floors = {strictness.value: shares(strictness) for strictness in Strictness}
    lower = [
        f"{strictness}, {kind}: {found[kind]} < {floor}"
        for strictness, found in floors.items()
        for kind, floor in old["floors"].get(strictness, {}).items()
        if old["claims_sha256"] == digest() and found.get(kind, 0) < floor
    ]
    if lower:
        sys.exit("A floor is only lowered by hand:\n" + "\n".join(lower))
    new = {"claims_sha256": digest(), "floors": floors}
    FLOORS.write_text(json.dumps(new, indent=2) + "\n")


if __name__ == "__main__":
    main()
