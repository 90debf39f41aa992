"""`collections`: list, add, rename, remove."""

from typing import Annotated

import typer

from fundstelle.core.access import Scope
from fundstelle.core.errors import WrongUsage
from fundstelle.core.names import collection_name
from fundstelle.delivery.cli.options import Data, Json, language_of, opened
from fundstelle.delivery.cli.output import head_for_people, one_line, print_json, stderr, stdout
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
        line = f"{one_line(collection.name)}  {held}, {say('chunks', lang, n=size.chunks)}"
        stdout().print(line, markup=False, soft_wrap=True)


@app.command()
def add(name: Name, data: Data = None) -> None:
    """Make an empty collection."""
    collection_name(name)  # before a data folder is made
    with opened(data, must_exist=False) as opening:
        made, lang = opening.store.upkeep.add_collection(name), language_of(opening)
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
        opening.store.upkeep.rename_collection(found.id, new_name)
    stderr().print(f"{one_line(found.name)} → {one_line(new_name)}", markup=False)


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
        opening.store.upkeep.remove_collection(found.id)
        lang = language_of(opening)
    stderr().print(f"{one_line(found.name)}: {say('removed', lang)}", markup=False)
