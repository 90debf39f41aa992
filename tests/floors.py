"""Floors under measured shares. Those of gate 2 hold for one set of claims and no other."""

import json
import sys
from pathlib import Path
from typing import Any

Floors = dict[str, dict[str, float]]
"""Strictness -> kind -> share."""


def pinned(file: Path) -> dict[str, Any]:
    """What a file holds: the digest of what they were measured on, and floors."""
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def fallen(floors: dict[str, float], shares: dict[str, float]) -> list[str]:
    """The shares below their floors, in words."""
    return [
        f"{kind} fell from {floor} to {shares.get(kind)}"
        for kind, floor in floors.items()
        if shares.get(kind, 0.0) < floor
    ]


def raise_floors(file: Path, claims_sha256: str, measured: Floors) -> None:
    """Write them anew; refuses to lower one while the claims are the same."""
    old = pinned(file)
    lower = [
        f"{strictness}, {words}"
        for strictness, shares in measured.items()
        for words in fallen(old["floors"].get(strictness, {}), shares)
        if old["claims_sha256"] == claims_sha256
    ]
    if lower:
        sys.exit("A floor is only lowered by hand:\n" + "\n".join(lower))
    new = {"claims_sha256": claims_sha256, "floors": measured}
    file.write_text(json.dumps(new, indent=2) + "\n", "utf-8")
