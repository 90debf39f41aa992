"""`eval`: ask every question of a set and write a run file."""

import json as jsonlib
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fundstelle.bootstrap import application
from fundstelle.delivery.cli.imports import fill_vectors, progress_bar
from fundstelle.delivery.cli.options import Data, language_of, settings_for
from fundstelle.delivery.cli.output import stderr, stdout
from fundstelle.services.evaluate import collection_for
from fundstelle.services.ingest import Report


class Split(StrEnum):
    """Which questions."""

    DEV = "dev"
    HELDOUT = "heldout"
    ALL = "all"


class Mode(StrEnum):
    """open: the whole corpus; closed: only the documents that a question names."""

    OPEN = "open"
    CLOSED = "closed"


def evaluate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder with the question set.")],
    split: Annotated[Split, typer.Option(help="Which questions.")] = Split.ALL,
    mode: Annotated[Mode, typer.Option(help="Which documents may be used.")] = Mode.OPEN,
    run: Annotated[
        Path | None, typer.Option("--run", help="Run file to write. [default: stdout]")
    ] = None,
    data: Data = None,
) -> None:
    """Ask the questions of a set and write one result line each (for scoring)."""
    settings = settings_for(data)
    with application(settings) as outer:
        questions = outer.question_set(folder)
        home = settings.data / "evaluation" / outer.corpus_key(questions)
    with application(settings.model_copy(update={"data": home})) as app, progress_bar() as bar:
        collection = collection_for(app.store)
        use_case, source = app.ingest(), app.corpus(questions)
        walk = use_case.walk(source)
        task = bar.add_task("Indexing", total=len(walk.items))
        report = Report()
        for _ in use_case.run(source, walk, collection.id, report, remove=True):
            bar.advance(task)
        fill_vectors(app, bar, language_of(app), report)
        failed = [item for item in report.items if item.code]
        for item in failed:
            stderr().print(f"{item.uri}: {item.code}", markup=False)
        task = bar.add_task("Asking", total=len(questions.questions))
        lines = []
        for _, row in app.evaluate()(questions, split.value, closed=mode is Mode.CLOSED):
            lines.append(jsonlib.dumps(row, ensure_ascii=False) + "\n")
            bar.advance(task)
    if run is None:
        typer.echo("".join(lines), nl=False)
    else:
        run.write_text("".join(lines), encoding="utf-8")
        stdout().print(f"{len(lines)} questions -> {run}", markup=False, soft_wrap=True)
