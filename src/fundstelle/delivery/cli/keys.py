"""`keys`: list, add, remove."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from fundstelle.core.access import User
from fundstelle.core.callers import Operator
from fundstelle.core.errors import NotFound
from fundstelle.core.sign_in import ApiKey
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import one_line, print_json, stdout
from fundstelle.delivery.cli.people_output import print_line, tell
from fundstelle.delivery.people_schemas import key_json
from fundstelle.delivery.people_wording import say_people
from fundstelle.delivery.wording import Lang

app = typer.Typer(no_args_is_help=True)
WhichUser = Annotated[str, typer.Argument(metavar="USER", help="Id, its beginning, or the name.")]


@app.command("list")
def list_keys(data: Data = None, json: Json = False) -> None:
    """All keys, without their secrets."""
    with opened(data) as opening:
        lang = language_of(opening)
        found = opening.keys().of(opening.people(Operator()).users())
    if json:
        keys = [key_json(key) | {"user": user.name} for user, key in found]
        print_json({"keys": keys, "next_cursor": None})
        return
    for user, key in found:
        print_line(_line(user, key, lang))


@app.command()
def add(
    user: WhichUser,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the key is for.")],
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", help="Only this collection; may be given several times."),
    ] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Ask and read only.")] = False,
    days: Annotated[int | None, typer.Option(min=1, max=36_500, help="Ends after so many.")] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Make a key for a user or service account; its secret goes to standard output."""
    with opened(data) as opening:
        who, lang = opening.people(Operator()).user(user), language_of(opening)
        ends = None if days is None else int((datetime.now(UTC) + timedelta(days)).timestamp())
        key, secret = opening.keys(Operator()).add(
            who.id, name, collections=collection or None, read_only=read_only, ends_at=ends
        )
    if json:
        print_json(key_json(key) | {"key": secret})
        return
    tell("key_added", lang, name=key.name, user=who.name)
    stdout().print(secret, markup=False, soft_wrap=True)


@app.command()
def remove(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Id of the key, see `keys list`.")],
    data: Data = None,
    json: Json = False,
) -> None:
    """Take a key back: it opens nothing any more."""
    with opened(data) as opening:
        lang = language_of(opening)
        every = opening.store.credentials.keys()
        found = [one for one in every if one.id == key]
        if not found or not opening.keys(Operator()).remove(found[0]):
            raise NotFound(f"There is no key {key!r}. `fundstelle keys list` shows their ids.")
    if json:
        print_json(key_json(found[0]))
    else:
        tell("key_removed", lang, name=found[0].name)


def _line(user: User, key: ApiKey, lang: Lang) -> str:
    told = [key.id, one_line(user.name), one_line(key.name)]
    if key.read_only:
        told.append(say_people("key_read_only", lang))
    if key.collection_ids is not None:
        told.append(say_people("key_narrowed", lang, n=len(key.collection_ids)))
    if key.ends_at is not None:
        told.append(say_people("key_ends", lang, when=_day(key.ends_at)))
    if key.used_at is None:
        told.append(say_people("key_unused", lang))
    else:
        told.append(say_people("key_used", lang, when=_day(key.used_at)))
    return "  ".join(told)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()
