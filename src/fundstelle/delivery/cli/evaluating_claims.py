"""Gate 2 alone over a folder with claims.jsonl: one row per claim, rates per kind."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from fundstelle.bootstrap import Application
from fundstelle.core.claims.claimset import Judged, Rate, rates
from fundstelle.core.claims.reasons import Strictness
from fundstelle.delivery.wording import Lang, say


def holds_claims(folder: Path) -> bool:
    """Whether it is a set of claims, not of questions."""
    return (folder / "claims.jsonl").is_file()


def judge_claims(
    app: Application, folder: Path, gate: Strictness, write: Callable[[dict[str, Any]], object]
) -> list[Judged]:
    """Judge every claim and write its row. Raises CannotRun."""
    from fundstelle.services.evaluate_claims import judge, row_of

    judged = []
    for given in app.claim_set(folder):
        judged.append(judge(given, gate))
        write(row_of(judged[-1]))
    return judged


def print_rates(console: Console, judged: Sequence[Judged], lang: Lang) -> None:
    """How many were judged; where labels are known, mistakes in all and per kind."""
    from fundstelle.core.claims.check import CLAIMS_VERSION

    told = say("claims_judged", lang, n=len(judged), version=CLAIMS_VERSION)
    console.print(told, markup=False, soft_wrap=True)
    found = rates(judged)
    for right in (False, True):
        ours = [rate for rate in found if rate.right is right]
        if ours:
            kind = "right_rejected" if right else "wrong_accepted"
            console.print(f"\n{say(kind, lang)}", markup=False)
        for rate in ours:
            console.print(_line(rate), markup=False, soft_wrap=True)


def _line(rate: Rate) -> str:
    mistakes = rate.total - rate.accepted if rate.right else rate.accepted
    return f"  {rate.kind or '*':<20} {rate.mistaken:7.1%}  {mistakes}/{rate.total}"
