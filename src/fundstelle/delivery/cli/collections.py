"""`collections`: list, add, rename, remove."""

from typing import Annotated

import typer

from fundstelle.core.access import Scope
from fundstelle.core.callers import Operator
from fundstelle.core.errors import WrongUsage
from fundstelle.core.names import collection_name
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import head_for_people, one_line, print_json, stderr, stdout
from fundstelle.delivery.cli.people_output import tell
from fundstelle.delivery.people_schemas import collection_json
from fundstelle.delivery.wording import say
from fundstelle.services.library import choose

app = typer.Typer(no_args_is_help=True)
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the collection.")]


@app.command("list")
def list_collections(data: Data = None, json: Json = False) -> None:
    """All collections with their numbers of documents and chunks."""
    with opened(data) as opening:
        rows = []
        for collection in opening.store.upkeep.collections():
            with opening.store.reading(Scope(frozenset([collection.id]))) as view:
                size = view.statistics()
            rows.append((collection, size))
        lang = language_of(opening)
    if json:
        found = [
            {
                "collection_id": collection.id,
                "name": collection.name,
                "owner": collection.owner,
                "documents": size.documents,
                "chunks": size.chunks,
            }
            for collection, size in rows
        ]
        print_json({"collections": found, "next_cursor": None})
        return
    head_for_people(say("head_collections", lang))
    for collection, size in rows:
        held = say("documents", lang, n=size.documents)
        owner = f"  {one_line(collection.owner)}" if collection.owner else ""
        line = f"{one_line(collection.name)}  {held}, {say('chunks', lang, n=size.chunks)}{owner}"
        stdout().print(line, markup=False, soft_wrap=True)


@app.command()
def add(name: Name, data: Data = None) -> None:
    """Make an empty collection."""
    collection_name(name)  # before a data folder is made
    with opened(data, must_exist=False) as opening:
        made, lang = opening.library(Operator()).add_collection(name), language_of(opening)
    stderr().print(f"{one_line(made.name)}: {say('added', lang)}", markup=False)


@app.command()
def rename(
    name: Name,
    new_name: Annotated[str, typer.Argument(metavar="NEW", help="New name.")],
    data: Data = None,
) -> None:
    """Give a collection another name; documents and ids stay."""
    collection_name(new_name)
    with opened(data) as opening:
        (found,) = choose(opening.store, [name])
        opening.library(Operator()).rename_collection(found, new_name)
    stderr().print(f"{one_line(found.name)} → {one_line(new_name)}", markup=False)


@app.command()
def owner(
    name: Name,
    text: Annotated[str, typer.Argument(metavar="TEXT", help='Who, and how to reach; "": nobody.')],
    data: Data = None,
    json: Json = False,
) -> None:
    """Name who answers for a collection."""
    with opened(data) as opening:
        people, lang = opening.people(Operator()), language_of(opening)
        found = people.set_owner(name, text)
        now = people.collection(found.id)
    if json:
        print_json(collection_json(now))
    else:
        tell("owner_set" if now.owner else "owner_gone", lang, name=now.name, owner=now.owner)


@app.command()
def remove(
    name: Name,
    with_documents: Annotated[
        bool, typer.Option("--with-documents", help="Also if it still holds documents.")
    ] = False,
    data: Data = None,
) -> None:
    """Remove a collection; nothing of it stays (copies of `eval` are separate: `eval --forget`)."""
    with opened(data) as opening:
        (found,) = choose(opening.store, [name])
        with opening.store.reading(Scope(frozenset([found.id]))) as view:
            held = view.statistics().documents
        if held and not with_documents:
            raise WrongUsage.because("collection_holds", name=found.name, held=held)
        opening.library(Operator()).remove_collection(found)
        lang = language_of(opening)
    stderr().print(f"{one_line(found.name)}: {say('removed', lang)}", markup=False)
