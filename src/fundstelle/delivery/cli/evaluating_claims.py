"""Gate 2 alone over a folder with claims.jsonl: one row per claim, rates per kind."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.claims.claimset import Judged, Rate, rates
from fundstelle.core.claims.reasons import Strictness
from fundstelle.delivery.cli.options import language_of
from fundstelle.delivery.wording import Lang

_WORDS: dict[str, dict[Lang, str]] = {
    "asked": {"de": "{n} Aussagen geprüft ({version})", "en": "{n} claims judged ({version})"},
    "right": {"de": "richtige Aussagen abgelehnt", "en": "right claims rejected"},
    "wrong": {"de": "falsche Aussagen angenommen", "en": "wrong claims accepted"},
}


def holds_claims(folder: Path) -> bool:
    """Whether it is a set of claims, not of questions."""
    return (folder / "claims.jsonl").is_file()


def judge_claims(
    settings: Settings, folder: Path, gate: str, write: Callable[[dict[str, Any]], object]
) -> list[Judged]:
    """Judge every claim and write its row. gate: "strict" or "balanced". Raises CannotRun."""
    from fundstelle.services.evaluate_claims import judge, row_of

    with application(settings) as app:
        claims = app.claim_set(folder)
    strictness, judged = Strictness(gate), []
    for given in claims:
        judged.append(judge(given, strictness))
        write(row_of(judged[-1]))
    return judged


def print_rates(console: Console, judged: Sequence[Judged], settings: Settings) -> None:
    """How many were judged; where labels are known, mistakes in all and per kind."""
    from fundstelle.core.claims.check import CLAIMS_VERSION

    with application(settings) as app:
        lang = language_of(app)
    told = _WORDS["asked"][lang].format(n=len(judged), version=CLAIMS_VERSION)
    console.print(told, markup=False, soft_wrap=True)
    found = rates(judged)
    for right in (False, True):
        ours = [rate for rate in found if rate.right is right]
        if ours:
            console.print(f"\n{_WORDS['right' if right else 'wrong'][lang]}", markup=False)
        for rate in ours:
            console.print(_line(rate), markup=False, soft_wrap=True)


def _line(rate: Rate) -> str:
    mistakes = rate.total - rate.accepted if rate.right else rate.accepted
    return f"  {rate.kind or '*':<20} {rate.mistaken:7.1%}  {mistakes}/{rate.total}"
