"""docs/threats.md names tests; each of them is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAMED = sorted(
    set(re.findall(r"`(tests/[\w/]+\.py)`", (ROOT / "docs/threats.md").read_text("utf-8")))
)


@pytest.mark.parametrize("name", NAMED)
def test_a_test_that_holds_a_threat_off_exists(name: str) -> None:
    assert "\ndef test_" in (ROOT / name).read_text(encoding="utf-8")


def test_the_page_names_tests() -> None:
    assert len(NAMED) > 15
