"""Measure on the demo questions and raise the floors. Usage: python -m tests.evaluation.pin"""

import json
import sys

from tests.evaluation.measure import MODES, ask_all, by_part, digest, parts
from tests.evaluation.test_floors import FLOORS
from tests.floors import fallen, pinned


def main() -> None:
    """Write floors.json; refuses to lower a floor of a part while its questions are the same."""
    old = pinned(FLOORS)
    same = [part for part in parts() if old["questions_sha256"].get(part) == digest(part)]
    found = {mode: by_part(ask_all(mode)) for mode in MODES}
    lower = [
        f"{mode}, {part}: {words}"
        for mode, figures in found.items()
        for part in same
        for words in fallen(old["floors"].get(mode, {}).get(part, {}), figures[part])
    ]
    if lower:
        sys.exit("A floor is only lowered by hand:\n" + "\n".join(lower))
    new = {"questions_sha256": {part: digest(part) for part in parts()}, "floors": found}
    FLOORS.write_text(json.dumps(new, indent=2) + "\n")


if __name__ == "__main__":
    main()
