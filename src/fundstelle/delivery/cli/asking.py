"""`ask` and `search`."""

from pathlib import Path
from typing import Annotated

import typer

from fundstelle.core.answers import Status
from fundstelle.delivery.cli.exit_codes import NOT_ALL
from fundstelle.delivery.cli.lines import lines_of_answer, lines_of_hits
from fundstelle.delivery.cli.options import (
    As,
    Collections,
    Data,
    Json,
    language_of,
    opened,
    scope_for,
)


def ask(
    question: Annotated[str, typer.Argument(help="What you want to know, in plain words.")],
    collection: Collections = None,
    as_user: As = None,
    receipt: Annotated[
        Path | None, typer.Option("--receipt", help="Write a signed receipt of the answer here.")
    ] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Answer a question from the documents, word for word, or say why not (exit code 1)."""
    with opened(data) as app:
        scope, lang, signed = scope_for(app, collection, as_user), language_of(app), None
        if receipt is None:
            answer = app.ask()(question, scope)
        else:
            from fundstelle.delivery.cli.receipts import ask_with_receipt

            answer, signed = ask_with_receipt(app, question, scope, receipt)
        lines = {} if json else lines_of_answer(app, answer, scope)
    from fundstelle.delivery.cli.output import print_answer, print_json

    if json:
        from fundstelle.delivery.schemas import answer_json

        print_json(answer_json(answer, signed))
    else:
        print_answer(answer, lang, lines)
    if answer.status is Status.REFUSED:
        raise typer.Exit(NOT_ALL)


def search(
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    collection: Collections = None,
    as_user: As = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many hits.")] = 10,
    data: Data = None,
    json: Json = False,
) -> None:
    """Show the places where the words of a query stand, best first."""
    with opened(data) as app:
        scope, lang = scope_for(app, collection, as_user), language_of(app)
        hits = app.search()(query, scope, limit=limit)
        lines = {} if json else lines_of_hits(app, hits, scope)
    from fundstelle.delivery.cli.output import print_hits, print_json

    if json:
        from fundstelle.delivery.schemas import hit_json

        print_json({"hits": [hit_json(hit) for hit in hits]})
    else:
        print_hits(hits, lang, lines)
