"""Quality may only rise: what was once measured on the demo questions is the floor.

Questions are asked twice: by words alone, as where no embedder is, and by words and meaning. Each
part of the questions has floors of its own, so that new, harder questions lower none.
To raise the floors after an improvement: `python -m tests.evaluation.pin`. A floor is lowered only
by hand, with a line in the changelog that says why.
"""

from pathlib import Path

import pytest

from tests.evaluation.measure import MODES, ask_all, by_part, digest, parts
from tests.floors import fallen, pinned

FLOORS = Path(__file__).parent / "floors.json"


@pytest.mark.parametrize("mode", MODES)
def test_nothing_fell_below_its_floor(mode: str) -> None:
    floors: dict[str, dict[str, float]] = pinned(FLOORS)["floors"][mode]

    measured = by_part(ask_all(mode))

    assert {part: fallen(floors[part], measured[part]) for part in parts()} == {
        part: [] for part in parts()
    }
    assert {part: set(figures) for part, figures in measured.items()} == {
        part: set(figures) for part, figures in floors.items()
    }


def test_the_goal_was_not_moved() -> None:
    assert pinned(FLOORS)["questions_sha256"] == {part: digest(part) for part in parts()}, (
        "A part of the questions changed: put new questions into a part of their own, then pin "
        "with `python -m tests.evaluation.pin`."
    )
