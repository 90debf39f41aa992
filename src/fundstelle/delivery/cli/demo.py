"""`demo`: an invented organisation's documents, three questions, and what to try next."""

from importlib.resources import as_file, files
from pathlib import Path

from fundstelle.delivery.cli.imports import run_ingest
from fundstelle.delivery.cli.lines import lines_of_answer
from fundstelle.delivery.cli.options import Data, language_of, opened, scope_for
from fundstelle.delivery.cli.output import print_answer, stdout
from fundstelle.delivery.demo import COLLECTIONS, QUESTIONS
from fundstelle.delivery.program import program
from fundstelle.delivery.wording import say

DEFAULT = Path("fundstelle-demo")


def demo(data: Data = None) -> None:
    """Fill a folder with example documents and ask three questions about them."""
    folder = data or DEFAULT
    out = stdout()
    with (
        opened(folder, must_exist=False) as app,
        as_file(files("fundstelle.delivery.demo")) as home,
    ):
        lang = language_of(app)
        for name, collection in COLLECTIONS.items():
            report, _ = run_ingest(app, [home / name], collection, remove=True, lang=lang)
            done = sum(n for state, n in report.counts.items() if state != "failed")
            out.print(say("imported", lang, collection=collection, n=done), style="dim")
        scope = scope_for(app, None)
        for question, why in QUESTIONS:
            out.rule(why[lang], style="dim")
            answer = app.ask()(question, scope)
            print_answer(answer, lang, lines_of_answer(app, answer, scope))
    out.rule(say("next", lang), style="dim")
    for line in _next_commands(folder):
        out.print(f"  {line}", markup=False, soft_wrap=True)


def _next_commands(folder: Path) -> list[str]:
    name = program()
    return [
        f'{name} ask "Was kostet der Tarif LindenStrom Basis?" --data {folder}',
        f'{name} search "Frist" --data {folder}',
        f"{name} documents list --data {folder}",
        f"{name} ingest MY_FOLDER --collection MyDocuments",
    ]
