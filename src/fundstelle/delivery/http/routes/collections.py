"""Collections: what the caller may read, and for administrators and managers what they manage."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

from fundstelle.bootstrap import Application
from fundstelle.core.access import Collection, Right, Scope
from fundstelle.core.names import collection_name
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http.permissions import Asking, Needs, Routes
from fundstelle.delivery.http.problems import Problem, not_found


class Named(BaseModel):
    """A collection to make or change."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=200)]


def _object(app: Application, collection: Collection) -> dict[str, Any]:
    with app.store.reading(Scope(frozenset([collection.id]))) as view:
        size = view.statistics()
    return {
        "collection_id": collection.id,
        "name": collection.name,
        "owner": collection.owner,
        "documents": size.documents,
        "chunks": size.chunks,
    }


def add(routes: Routes, app: Application) -> None:
    """Register the routes."""

    def managed(caller: SignedIn, collection_id: str) -> Collection:
        """A collection that the caller manages; anything else is not found."""
        every = {c.id: c for c in app.store.directory.collections()}
        found = every.get(collection_id)
        scope = caller.scope(Right.MANAGE)
        if found is None or not (caller.administers or found.id in scope.collection_ids):
            raise not_found()
        return found

    @routes.add("GET", "/collections", Needs.SIGNED_IN)
    def listed(caller: Asking) -> dict[str, Any]:
        """Those that the caller may read."""
        ids = caller.scope(Right.READ).collection_ids
        every = app.store.directory.collections()
        found = [_object(app, one) for one in every if one.id in ids]
        return {"collections": found, "next_cursor": None}

    @routes.add("POST", "/collections", Needs.ADMINISTRATOR, status_code=201)
    def made(named: Named) -> dict[str, Any]:
        """An empty collection, which nobody may read before a grant."""
        new = app.store.upkeep.add_collection(collection_name(named.name))
        return _object(app, new)

    @routes.add("PATCH", "/collections/{collection_id}", Needs.SIGNED_IN)
    def renamed(collection_id: str, named: Named, caller: Asking) -> dict[str, Any]:
        """Another name; documents and id stay."""
        found = managed(caller, collection_id)
        app.store.upkeep.rename_collection(found.id, named.name)
        return _object(app, managed(caller, collection_id))

    @routes.add("DELETE", "/collections/{collection_id}", Needs.SIGNED_IN, status_code=204)
    def removed(
        collection_id: str,
        caller: Asking,
        with_documents: Annotated[bool, Query()] = False,
    ) -> None:
        """With everything in it, if that is said."""
        found = managed(caller, collection_id)
        held = _object(app, found)["documents"]
        if held and not with_documents:
            raise Problem(
                "conflict",
                f"Der Bereich enthält {held} Dokumente. Mit with_documents=true wird alles "
                "gelöscht.",
                f"The collection holds {held} documents. with_documents=true removes all.",
            )
        app.store.upkeep.remove_collection(found.id)
