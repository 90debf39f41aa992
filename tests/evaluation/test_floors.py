"""Quality may only rise: what was once measured on the demo questions is the floor.

Each part of the questions has floors of its own, so that new, harder questions lower none.
To raise the floors after an improvement: `python -m tests.evaluation.pin`. A floor is lowered only
by hand, with a line in the changelog that says why.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from fundstelle.delivery.python import KnowledgeBase
from tests.evaluation.measure import ask_all, by_part, digest, parts

FLOORS = Path(__file__).parent / "floors.json"


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, float]]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("demo")) as kb:
        return by_part(ask_all(kb))


@pytest.fixture
def pinned() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FLOORS.read_text())
    return found


@pytest.mark.parametrize("part", parts())
def test_nothing_fell_below_its_floor(
    part: str, measured: dict[str, dict[str, float]], pinned: dict[str, Any]
) -> None:
    floors: dict[str, float] = pinned[part]["floors"]

    fallen = [
        f"{name} fell from {floor} to {measured[part].get(name)}"
        for name, floor in floors.items()
        if measured[part].get(name, 0.0) < floor
    ]

    assert not fallen
    assert set(measured[part]) == set(floors)


def test_the_goal_was_not_moved(pinned: dict[str, Any]) -> None:
    digests = {part: floors["questions_sha256"] for part, floors in pinned.items()}

    assert digests == {part: digest(part) for part in parts()}, (
        "A part of the questions changed: put new questions into a part of their own, then pin "
        "with `python -m tests.evaluation.pin`."
    )
