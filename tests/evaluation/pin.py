"""Measure on the demo questions and raise the floors. Usage: python -m tests.evaluation.pin"""

import hashlib
import json
import sys
import tempfile

from fundstelle.delivery.demo import COLLECTIONS
from fundstelle.delivery.python import KnowledgeBase
from tests.evaluation.measure import QUESTIONS, measure
from tests.evaluation.test_floors import DEMO, FLOORS


def main() -> None:
    """Write floors.json; refuses to lower a floor while the questions are the same."""
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        for name, collection in COLLECTIONS.items():
            kb.ingest([DEMO / name], collection)
        found = measure(kb)
    digest = hashlib.sha256(QUESTIONS.read_bytes()).hexdigest()
    old = json.loads(FLOORS.read_text()) if FLOORS.exists() else {"floors": {}}
    same = old.get("questions_sha256") == digest
    lower = [name for name, floor in old["floors"].items() if found.get(name, 0.0) < floor]
    if same and lower:
        sys.exit(f"These fell, and a floor is only lowered by hand: {', '.join(lower)}")
    text = json.dumps({"questions_sha256": digest, "floors": found}, indent=2)
    FLOORS.write_text(text + "\n")


if __name__ == "__main__":
    main()
