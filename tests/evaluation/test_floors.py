"""Quality may only rise: what was once measured on the demo questions is the floor.

To raise the floors after an improvement: `python -m tests.evaluation.pin`. A floor is lowered only
by hand, with a line in the changelog that says why.
"""

import hashlib
import json
from pathlib import Path

import pytest

from fundstelle.delivery.demo import COLLECTIONS
from fundstelle.delivery.python import KnowledgeBase
from tests.evaluation.measure import QUESTIONS, measure

FLOORS = Path(__file__).parent / "floors.json"
DEMO = Path(__file__).parents[2] / "src" / "fundstelle" / "delivery" / "demo"


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("demo")) as kb:
        for folder, collection in COLLECTIONS.items():
            kb.ingest([DEMO / folder], collection)
        return measure(kb)


def test_nothing_fell_below_its_floor(measured: dict[str, float]) -> None:
    floors: dict[str, float] = json.loads(FLOORS.read_text())["floors"]

    fallen = [
        f"{name} fell from {floor} to {measured.get(name)}"
        for name, floor in floors.items()
        if measured.get(name, 0.0) < floor
    ]

    assert not fallen
    assert set(measured) == set(floors)


def test_the_goal_was_not_moved() -> None:
    pinned = json.loads(FLOORS.read_text())["questions_sha256"]
    assert pinned == hashlib.sha256(QUESTIONS.read_bytes()).hexdigest(), (
        "The question set changed: measure again and pin with `python -m tests.evaluation.pin`."
    )
