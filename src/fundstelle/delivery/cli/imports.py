"""`ingest`: files and folders into a collection, with progress and a result per file."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fundstelle.bootstrap import Application, is_data_folder
from fundstelle.core.callers import Operator
from fundstelle.core.faults import FAULTS
from fundstelle.core.names import collection_name
from fundstelle.delivery.cli.exit_codes import CANNOT, NOT_ALL
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import one_line, print_json, stderr, stdout
from fundstelle.delivery.program import as_called
from fundstelle.delivery.wording import Lang, say
from fundstelle.services.ingest import Ingest, ItemResult, Report, State, Walk


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders to read.")],
    collection: Annotated[str, typer.Option(help="Collection; created if it is missing.")],
    remove: Annotated[
        bool, typer.Option(help="Also remove many vanished documents at once.")
    ] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Read files into a collection. Unchanged ones are passed over, vanished ones removed."""
    with opened(data, must_exist=False) as app:
        lang = language_of(app)
        report, walk = run_ingest(app, paths, collection, remove=remove, lang=lang)
    if json:
        from fundstelle.delivery.schemas import report_json

        print_json(report_json(report, lang))
    elif report.items:
        counts = [f"{n} {say(state, lang)}" for state, n in report.counts.items()]
        stdout().print(", ".join(counts))
    _warn(report, walk, lang)
    failed = report.counts.get(State.FAILED.value, 0)
    if not report.items:
        raise typer.Exit(CANNOT)
    if failed or report.embedder_fault:
        raise typer.Exit(NOT_ALL)


def run_ingest(
    app: Application, paths: list[Path], name: str, *, remove: bool, lang: Lang
) -> tuple[Report, Walk]:
    """Bring paths into a collection, with a progress bar on stderr."""
    collection_name(name)  # before anything is made: a wrong name or path must leave nothing behind
    source = app.files(paths)
    walk = Ingest.walk(source)
    report = Report()
    if not walk.found and not _is_there(app, name):
        return report, walk
    use_case = app.ingest(Operator())
    target = app.library(Operator()).collection(name)
    with progress_bar() as bar:
        task = bar.add_task(say("reading", lang), total=len(walk.items) + len(walk.unlisted))
        for result in use_case.run(source, walk, target.id, report, remove=remove):
            bar.advance(task)
            _tell(bar, result, lang)
        fill_vectors(app, bar, lang, report)
    return report, walk


def _is_there(app: Application, name: str) -> bool:
    """Whether there is such a collection; looking makes no data folder."""
    return is_data_folder(app.settings.data) and app.library().named(name) is not None


def fill_vectors(app: Application, bar: Progress, lang: Lang, report: Report) -> None:
    """Make the vectors that are missing; what is to be said about that goes to stderr."""
    embed = app.embed()
    if embed is None:
        return
    task = bar.add_task(say("embedding", lang), total=embed.missing())
    for done in embed(report):
        bar.advance(task, done)
    if note := report.embedder_note:
        bar.console.print(say(note.code, lang, **asdict(note)), markup=False, style="yellow")
    if report.embedder_fault:
        told = f"{say('no_vectors', lang)} {as_called(report.embedder_fault)}"
        bar.console.print(told, markup=False, style="yellow")


def progress_bar() -> Progress:
    """Bar, count, rate and time left; nothing at all where stderr is no terminal."""
    console = stderr()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.speed:.0f}/s" if console.is_terminal else ""),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _tell(bar: Progress, result: ItemResult, lang: Lang) -> None:
    """One line for whatever a person should look at."""
    if result.code:
        fault = FAULTS[result.code]
        words = f"{fault.reason[lang]} {fault.remedy[lang]}"
        name, state = one_line(result.name), say(result.state.value, lang)
        bar.console.print(f"{name}: {state}. {words}", markup=False, style="yellow")
    elif result.pages_without_text:
        pages = ", ".join(str(page) for page in result.pages_without_text)
        words = say("pages_without_text", lang, pages=pages)
        bar.console.print(f"{one_line(result.name)}: {words}", markup=False, style="yellow")


def _warn(report: Report, walk: Walk, lang: Lang) -> None:
    if not report.items:
        stderr().print(say("nothing_found", lang), markup=False)
    if report.withheld:
        stderr().print(say("withheld", lang, n=len(report.withheld)), markup=False)
    if not walk.complete:
        stderr().print(say("incomplete", lang), markup=False)
