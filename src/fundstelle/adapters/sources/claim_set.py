"""A set of claims on disk: claims.jsonl with id, quotes, claim, and label and kind if known."""

import json
from pathlib import Path
from typing import Any

from fundstelle.core.claims.claimset import GivenClaim
from fundstelle.core.errors import CannotRun

FILE = "claims.jsonl"


def load_claims(folder: Path) -> list[GivenClaim]:
    """Read the set. Raises CannotRun with the line and field that is missing or wrong."""
    path = folder / FILE
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, ValueError) as error:
        raise CannotRun(f"{path} cannot be read ({error}).") from error
    claims = [_claim(line, f"{path}, line {n}") for n, line in enumerate(lines, 1) if line.strip()]
    if not claims:
        raise CannotRun(f"{path} holds no claim.")
    return claims


def _claim(line: str, where: str) -> GivenClaim:
    try:
        row: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CannotRun(f"{where} is no JSON: {error}.") from error
    if not isinstance(row, dict):
        raise CannotRun(f"{where}: every row needs id, quotes, claim.")
    for name in ("id", "claim"):
        if not isinstance(row.get(name), str):
            raise CannotRun(f"{where}: {name} is needed and must be text.")
    quotes = row.get("quotes")
    if not isinstance(quotes, list) or not all(isinstance(quote, str) for quote in quotes):
        raise CannotRun(f"{where}: quotes is needed and must be a list of texts.")
    label, kind = row.get("label") or "", row.get("kind") or ""
    if not isinstance(label, str) or not isinstance(kind, str):
        raise CannotRun(f"{where}: label and kind must be text.")
    return GivenClaim(row["id"], tuple(quotes), row["claim"], label, kind)
