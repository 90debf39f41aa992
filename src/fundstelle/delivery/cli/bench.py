"""`bench`: how long questions take on this machine, stage by stage."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from fundstelle.bootstrap import Application
from fundstelle.core.access import Scope
from fundstelle.core.errors import WrongUsage
from fundstelle.delivery.cli.options import Collections, Data, Json, language_of, opened, scope_for
from fundstelle.delivery.cli.output import one_line, print_json, stderr, stdout
from fundstelle.delivery.wording import Lang, decimal, say
from fundstelle.services.measure import Measured, Part, Times

app = typer.Typer(no_args_is_help=True)
NAME = 24  # columns for the name of a stage

Questions = Annotated[
    list[str] | None,
    typer.Argument(help="Questions. [default: made from headings of the documents]"),
]
File = Annotated[
    Path | None,
    typer.Option(
        "--questions",
        exists=True,
        dir_okay=False,
        help="File with questions: one on each line, or queries.jsonl of a question set.",
    ),
]
Repeats = Annotated[int, typer.Option(min=1, max=10_000, help="How often each question is asked.")]


HELP = {
    Part.ASK: "The whole answer: embedding, search, gates.",
    Part.RETRIEVE: "The evidence by words and meaning, without an answer.",
    Part.RETRIEVE_LEXICAL: "The evidence by words alone, without embedding.",
}


def _command(part: Part) -> Callable[..., None]:
    """The same command for each part; its help is another."""

    def bench(
        questions: Questions = None,
        file: File = None,
        repeats: Repeats = 5,
        collection: Collections = None,
        data: Data = None,
        json: Json = False,
    ) -> None:
        with opened(data) as opening:
            lang = language_of(opening)
            scope = scope_for(opening, collection)
            texts, origin = _questions(opening, questions or [], file, scope)
            if origin == "documents":
                stderr().print(say("made_questions", lang, n=len(texts)), markup=False)
            measured = opening.measure()(part, texts, scope, repeats)
        if json:
            from fundstelle.delivery.schemas import measured_json

            print_json({**measured_json(measured), "questions_from": origin})
        else:
            _print(measured, lang)

    return bench


for each in Part:
    app.command(each.value, help=HELP[each])(_command(each))


def _questions(
    opening: Application, given: list[str], file: Path | None, scope: Scope
) -> tuple[list[str], str]:
    """The questions, and where they come from: arguments, file or documents."""
    if file is None:
        return (given, "arguments") if given else (_made(opening, scope), "documents")
    if given:
        raise WrongUsage("Name questions or a file with --questions, not both.")
    found = opening.questions(file)
    if not found:
        raise WrongUsage(f"{file} holds no question.")
    return found, "file"


def _made(opening: Application, scope: Scope) -> list[str]:
    return opening.measure().made_questions(scope)


def _print(measured: Measured, lang: Lang) -> None:
    found = [say(f"bench_{name}", lang, n=n) for name, n in measured.outcomes.items()]
    if measured.doubtful:
        found.append(say("bench_doubtful", lang, n=measured.doubtful))
    lines = [
        say("bench_asked", lang, part=measured.part, n=measured.questions, by=measured.repeats),
        ", ".join(found),
        say(
            "bench_scope",
            lang,
            documents=say("documents", lang, n=measured.documents),
            chunks=say("chunks", lang, n=measured.chunks),
        ),
        say("bench_embedder", lang, name=measured.embedder or say("bench_words", lang)),
    ]
    if measured.degraded:
        lines.append(f"degraded: {', '.join(measured.degraded)}")
    stdout().print("\n".join(map(one_line, lines)), markup=False, soft_wrap=True)
    stdout().print(f"\n{'ms':<{NAME}}" + "".join(f"{name:>10}" for name in ("p50", "p95", "max")))
    for name in ("first", "new", "again"):
        times: Times | None = getattr(measured, name)
        if times is not None:
            stdout().print(
                "\n".join([say(f"bench_{name}", lang, n=times.runs), *_rows(times, lang)])
            )


def _rows(times: Times, lang: Lang) -> list[str]:
    return [
        f"  {stage:<{NAME - 2}}"
        + "".join(f"{decimal(value, lang):>10}" for value in (s.p50, s.p95, s.highest))
        for stage, s in times.ms.items()
    ]
