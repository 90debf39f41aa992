"""`eval`: ask every question of a set, write a run file, say how good the answers are.

What only measuring needs is imported when something is measured: no other command waits for it.
"""

import json as jsonlib
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.errors import WrongUsage
from fundstelle.delivery.cli.exit_codes import NOT_ALL
from fundstelle.delivery.cli.options import Data, language_of, settings_for
from fundstelle.delivery.cli.output import stderr, stdout
from fundstelle.delivery.cli.written import Write, whole_file
from fundstelle.delivery.wording import say

if TYPE_CHECKING:
    from fundstelle.delivery.cli.evaluating import Evaluated

# What was measured is less than what was set: no figure of it may pass for the whole.
LESS = ("embedder_down", "vectors_pending", "chat_down", "chat_unusable", "judge_down")


class Split(StrEnum):
    """Which questions."""

    DEV = "dev"
    HELDOUT = "heldout"
    ALL = "all"


class Mode(StrEnum):
    """open: the whole corpus; closed: only the documents that a question names."""

    OPEN = "open"
    CLOSED = "closed"


JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON.")
]
ReportFile = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="Write an HTML report.")
]
Floors = Annotated[
    list[str] | None,
    typer.Option(
        "--floor",
        metavar="NAME=VALUE",
        help="Exit 1 if this figure is worse; may be given several times.",
    ),
]
Gate = Annotated[
    Strictness, typer.Option(help="For a folder with claims.jsonl: how strictly they are read.")
]


def evaluate(  # noqa: PLR0913, PLR0917 - one argument per option of the command
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Folder with the question set.")
    ] = None,
    split: Annotated[Split, typer.Option(help="Which questions.")] = Split.ALL,
    mode: Annotated[Mode, typer.Option(help="Which documents may be used.")] = Mode.OPEN,
    run: Annotated[
        Path | None, typer.Option("--run", help="Run file to write. [default: stdout]")
    ] = None,
    json: JsonFile = None,
    report: ReportFile = None,
    floor: Floors = None,
    gate: Gate = Strictness.STRICT,
    forget: Annotated[
        bool,
        typer.Option("--forget", help="Delete all copies that evaluations keep, and ask nothing."),
    ] = False,
    data: Data = None,
) -> None:
    """Ask the questions of a set, write one result line each, and measure them."""
    from fundstelle.delivery.cli.evaluating import run_evaluation
    from fundstelle.delivery.cli.evaluating_claims import holds_claims
    from fundstelle.delivery.cli.figures import read_floors

    settings = settings_for(data)
    if forget:
        _forget(settings.data / "evaluation")
        return
    if folder is None:
        raise WrongUsage("Name the folder with the question set.")
    if holds_claims(folder):
        _judge(settings, folder, gate, run, only_for_questions=(json, report, floor))
        return
    floors = read_floors(floor or [])
    _check_files(run, json, report)
    with ExitStack() as files:
        write_row = files.enter_context(_run_lines(run))
        write_json = files.enter_context(whole_file(json, "JSON file")) if json else None
        write_page = files.enter_context(whole_file(report, "report")) if report else None
        done = run_evaluation(
            settings, folder, split=split.value, closed=mode is Mode.CLOSED, write=write_row
        )
        _write_report(done, write_json, write_page)
    _print(done, run)
    _tell_what_is_less(done, floors)


def _tell_what_is_less(done: "Evaluated", floors: list[tuple[str, float]]) -> None:
    """Exit 1 if a floor was missed, or if answers had to do without something that was set."""
    from fundstelle.delivery.cli.figures import missed

    fallen = missed(floors, done.metrics.figures, done.lang)
    for sentence in fallen:
        stderr().print(sentence, markup=False, soft_wrap=True)
    for code, answers in sorted(done.degraded.items()):
        stderr().print(f"{answers} x {code}: {say(code, done.lang)}", markup=False, soft_wrap=True)
    if fallen or any(code in done.degraded for code in LESS):
        raise typer.Exit(NOT_ALL)


def _print(done: "Evaluated", run: Path | None) -> None:
    """The figures, on standard output unless the run is there."""
    from fundstelle.delivery.cli.figures import print_figures
    from fundstelle.delivery.report.wording import text

    out = stdout() if run else stderr()
    if run:
        asked = text("asked", done.lang, n=done.metrics.asked)
        out.print(f"{asked} -> {run}", markup=False, soft_wrap=True)
    print_figures(out, done.facts, done.metrics, done.lang)


def _judge(
    settings: Settings,
    folder: Path,
    gate: Strictness,
    run: Path | None,
    only_for_questions: tuple[object, ...],
) -> None:
    """Gate 2 alone, over claims.jsonl. Raises WrongUsage for options that do not fit."""
    from fundstelle.delivery.cli.evaluating_claims import judge_claims, print_rates

    if any(only_for_questions):
        raise WrongUsage("--json, --report and --floor are for questions, not for claims.jsonl.")
    with application(settings) as app:
        with _run_lines(run) as write:
            judged = judge_claims(app, folder, gate, write)
        print_rates(stdout() if run else stderr(), judged, language_of(app))


def _forget(home: Path) -> None:
    if home.exists():
        shutil.rmtree(home)
    stderr().print("evaluation: removed")


def _check_files(*paths: Path | None) -> None:
    """Two of them in one place would leave whichever was written last."""
    named = [path.resolve() for path in paths if path is not None and not path.is_char_device()]
    if len(set(named)) < len(named):
        raise WrongUsage("--run, --json and --report must name different files.")


@contextmanager
def _run_lines(path: Path | None) -> Iterator[Callable[[dict[str, Any]], object]]:
    """Where rows go: standard output, or a run file that is there whole or not at all."""
    if path is None:
        yield lambda row: sys.stdout.buffer.write(_line(row).encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
        return
    with whole_file(path, "run file") as write:
        yield lambda row: write(_line(row))


def _line(row: dict[str, Any]) -> str:
    return jsonlib.dumps(row, ensure_ascii=False) + "\n"


def _write_report(done: "Evaluated", write_json: Write | None, write_page: Write | None) -> None:
    from fundstelle.delivery.report.page import page
    from fundstelle.delivery.report.record import record

    if write_json:
        made = record(done.facts, done.metrics)
        write_json(jsonlib.dumps(made, ensure_ascii=False, indent=2) + "\n")
    if write_page:
        write_page(page(done.facts, done.metrics, done.lang))
