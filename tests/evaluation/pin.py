"""Measure on the demo questions and raise the floors. Usage: python -m tests.evaluation.pin"""

import json
import sys
import tempfile
from typing import Any

from fundstelle.delivery.python import KnowledgeBase
from tests.evaluation.measure import ask_all, by_part, digest
from tests.evaluation.test_floors import FLOORS


def main() -> None:
    """Write floors.json; refuses to lower a floor of a part while its questions are the same."""
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        found = by_part(ask_all(kb))
    old: dict[str, Any] = json.loads(FLOORS.read_text()) if FLOORS.exists() else {}
    lower = [
        f"{part}: {name} from {floor} to {figures.get(name)}"
        for part, figures in found.items()
        if part in old and old[part]["questions_sha256"] == digest(part)
        for name, floor in old[part]["floors"].items()
        if figures.get(name, 0.0) < floor
    ]
    if lower:
        sys.exit("These fell, and a floor is only lowered by hand:\n" + "\n".join(lower))
    pinned = {
        part: {"questions_sha256": digest(part), "floors": figures}
        for part, figures in found.items()
    }
    FLOORS.write_text(json.dumps(pinned, indent=2) + "\n")


if __name__ == "__main__":
    main()
