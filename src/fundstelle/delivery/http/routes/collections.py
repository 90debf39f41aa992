"""Collections: what the caller may read; in a session for administration all, without text."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from fundstelle.bootstrap import Application
from fundstelle.core.access import Collection, Scope
from fundstelle.core.callers import managed
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.inputs import Given, Text
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import Problem, not_found
from fundstelle.delivery.http.server import App, Asking
from fundstelle.delivery.people_schemas import collection_json

routes = Routes("collections")
MOST_NAMED = 5  # documents that a refused removal names
Name = Annotated[Text, Field(max_length=200)]


class NewCollection(Given):
    """A collection to make."""

    name: Name
    owner: Name = ""


class ChangedCollection(Given):
    """What changes; what is left out stays. owner: who answers for it, "" for nobody."""

    name: Name | None = None
    owner: Name | None = None


@routes.add("GET", "/collections", Needs.MANAGER, shows=examples.COLLECTIONS)
def list_collections(app: App, caller: Asking) -> dict[str, Any]:
    """Those that the caller may read or manage, with counts."""
    every = app.store.directory.collections()
    ids = caller.scope().collection_ids | {one.id for one in managed(caller.acting, every)}
    return {"collections": [_object(app, c) for c in every if c.id in ids], "next_cursor": None}


@routes.add("POST", "/collections", Needs.ADMINISTRATOR, status=201, shows=examples.COLLECTION)
def add(given: NewCollection, app: App, caller: Asking) -> dict[str, Any]:
    """An empty collection, which nobody may read before a grant."""
    made = app.library(caller.acting).add_collection(given.name)
    if given.owner:
        app.people(caller.acting).set_owner(made.id, given.owner)
    return _object(app, _managed(app, caller, made.id))


@routes.add("PATCH", "/collections/{collection_id}", Needs.MANAGER, shows=examples.COLLECTION)
def change(
    collection_id: str, given: ChangedCollection, app: App, caller: Asking
) -> dict[str, Any]:
    """Another name or owner; documents and id stay."""
    found = _managed(app, caller, collection_id)
    if given.name is not None:
        app.library(caller.acting).rename_collection(found, given.name)
    if given.owner is not None:
        app.people(caller.acting).set_owner(found.id, given.owner)
    return _object(app, _managed(app, caller, collection_id))


@routes.add("DELETE", "/collections/{collection_id}", Needs.MANAGER, status=204)
def remove(
    collection_id: str, app: App, caller: Asking, with_documents: Annotated[bool, Query()] = False
) -> None:
    """With everything in it, if that is said."""
    found = _managed(app, caller, collection_id)
    if (held := _object(app, found)["documents"]) and not with_documents:
        about = f"{held}{_some_names(app, caller, found)}"
        raise Problem(
            "conflict",
            f"Der Bereich enthält noch Dokumente ({about}). Mit with_documents=true wird alles "
            "gelöscht.",
            f"The collection still holds documents ({about}). with_documents=true removes all.",
        )
    app.library(caller.acting).remove_collection(found)


def _managed(app: Application, caller: SignedIn, collection_id: str) -> Collection:
    """One that the caller manages; anything else is not found."""
    for one in managed(caller.acting, app.store.directory.collections()):
        if one.id == collection_id:
            return one
    raise not_found()


def _some_names(app: Application, caller: SignedIn, collection: Collection) -> str:
    """ ": a.txt, b.txt", its first documents; "" for who administers without reading."""
    with app.store.reading(caller.scope()) as view:
        every = [one for one in view.documents() if one.collection_id == collection.id]
    names = sorted(one.name for one in every)
    more = ", …" if len(names) > MOST_NAMED else ""
    return f": {', '.join(names[:MOST_NAMED])}{more}" if names else ""


def _object(app: Application, collection: Collection) -> dict[str, Any]:
    with app.store.reading(Scope(frozenset([collection.id]))) as view:
        size = view.statistics()
    return collection_json(collection) | {"documents": size.documents, "chunks": size.chunks}
