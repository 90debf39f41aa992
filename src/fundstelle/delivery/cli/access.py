"""`access`: explain, who, what."""

from typing import Annotated

import typer

from fundstelle.core.access import Right
from fundstelle.core.callers import Operator
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import print_json
from fundstelle.delivery.cli.people_output import print_explanation, print_reached
from fundstelle.delivery.people_schemas import (
    explanation_json,
    reached_json,
    readers_json,
    user_json,
)

app = typer.Typer(no_args_is_help=True)
WhichUser = Annotated[str, typer.Argument(metavar="USER", help="Id, its beginning, or the name.")]
Target = Annotated[
    str,
    typer.Argument(metavar="COLLECTION_OR_DOCUMENT", help="Id or name; a collection comes first."),
]


@app.command("explain")
def explain_access(
    user: WhichUser,
    target: Target,
    right: Annotated[Right, typer.Option(help="Which right is asked about.")] = Right.READ,
    data: Data = None,
    json: Json = False,
) -> None:
    """Why a user may read something or not, and the shortest change that would alter it."""
    with opened(data) as opening:
        found, lang = (
            opening.explain_access(Operator()).why(user, target, right),
            language_of(opening),
        )
    if json:
        print_json(explanation_json(found))
    else:
        print_explanation(found, lang)


@app.command()
def who(target: Target, data: Data = None, json: Json = False) -> None:
    """Who can read a collection or document, and through which groups."""
    with opened(data) as opening:
        collection, document, found = opening.explain_access(Operator()).who(target)
        lang = language_of(opening)
    if json:
        print_json(readers_json(collection, document, found))
    else:
        print_reached(found, lang, of="user")


@app.command()
def what(user: WhichUser, data: Data = None, json: Json = False) -> None:
    """What a user can read, and through which groups."""
    with opened(data) as opening:
        one, found = opening.explain_access(Operator()).what(user)
        lang = language_of(opening)
    if json:
        print_json(
            {"user": user_json(one), "readable": [reached_json(reached) for reached in found]}
        )
    else:
        print_reached(found, lang, of="collection")
