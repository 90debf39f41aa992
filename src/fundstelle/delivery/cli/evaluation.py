"""`eval`: ask every question of a set and write a run file."""

import json as jsonlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.errors import CannotRun, WrongUsage
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
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Folder with the question set.")
    ] = None,
    split: Annotated[Split, typer.Option(help="Which questions.")] = Split.ALL,
    mode: Annotated[Mode, typer.Option(help="Which documents may be used.")] = Mode.OPEN,
    run: Annotated[
        Path | None, typer.Option("--run", help="Run file to write. [default: stdout]")
    ] = None,
    forget: Annotated[
        bool,
        typer.Option("--forget", help="Delete all copies that evaluations keep, and ask nothing."),
    ] = False,
    data: Data = None,
) -> None:
    """Ask the questions of a set and write one result line each (for scoring)."""
    settings = settings_for(data)
    if forget:
        _forget(settings.data / "evaluation")
        return
    if folder is None:
        raise WrongUsage("Name the folder with the question set.")
    with _run_file(run) as write:
        asked = _evaluate(settings, folder, split, mode, write)
    if run is not None:
        stdout().print(f"{asked} questions -> {run}", markup=False, soft_wrap=True)


def _forget(home: Path) -> None:
    if home.exists():
        shutil.rmtree(home)
    stderr().print("evaluation: removed")


@contextmanager
def _run_file(path: Path | None) -> Iterator[Callable[[str], object]]:
    """Where lines go: standard output, or beside the file until all of them are there."""
    if path is None:
        yield lambda line: sys.stdout.buffer.write(line.encode("utf-8"))
        sys.stdout.buffer.flush()
        return
    if path.is_dir():
        raise CannotRun(f"{path} is a folder, not a run file.")
    aside = path.exists() and not path.is_file()  # a device is written to as it is
    part = path if aside else path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            yield file.write
        if not aside:
            part.replace(path)
    except OSError as error:
        raise CannotRun(f"The run file {path} cannot be written: {error.strerror}.") from error
    finally:
        if not aside:
            part.unlink(missing_ok=True)


def _evaluate(
    settings: Settings, folder: Path, split: Split, mode: Mode, write: Callable[[str], object]
) -> int:
    """Index the set, ask its questions, write a line for each; return how many."""
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
        asked = 0
        for _, row in app.evaluate()(questions, split.value, closed=mode is Mode.CLOSED):
            write(jsonlib.dumps(row, ensure_ascii=False) + "\n")
            asked += 1
            bar.advance(task)
    return asked
