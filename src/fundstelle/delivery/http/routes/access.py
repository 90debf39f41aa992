"""Grants, and why somebody may read something: for administrators and managers of collections."""

from typing import Annotated, Any

from fastapi import Query

from fundstelle.core.access import Right
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.inputs import Given
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.server import App, Asking
from fundstelle.delivery.people_schemas import (
    explanation_json,
    grant_json,
    reached_json,
    readers_json,
    user_json,
)

routes = Routes("access")
Named = Annotated[str, Query(min_length=1, max_length=400)]


class NewGrant(Given):
    """What the group may do; each right holds those before it: read, contribute, manage."""

    right: Right


@routes.add("GET", "/grants", Needs.MANAGER, shows=examples.GRANTS)
def list_grants(app: App, caller: Asking) -> dict[str, Any]:
    """Grants on the collections that the caller manages."""
    people = app.people(caller.acting)
    grants = people.grants()
    names = {group.id: group.name for group in people.groups()}
    names |= {collection.id: collection.name for collection in people.collections()}
    shown = [grant_json(g, names) for g in grants if {g.group_id, g.collection_id} <= names.keys()]
    return {"grants": shown, "next_cursor": None}


@routes.add("PUT", "/grants/{group_id}/{collection_id}", Needs.MANAGER, status=204)
def give(group_id: str, collection_id: str, given: NewGrant, app: App, caller: Asking) -> None:
    """Give a group a right on a collection, in place of the one it has."""
    app.people(caller.acting).set_grant(group_id, collection_id, given.right)


@routes.add("DELETE", "/grants/{group_id}/{collection_id}", Needs.MANAGER, status=204)
def take(group_id: str, collection_id: str, app: App, caller: Asking) -> None:
    """Take the right away."""
    app.people(caller.acting).set_grant(group_id, collection_id, None)


@routes.add("GET", "/access/explain", Needs.MANAGER, shows=examples.EXPLANATION)
def explain(
    app: App, caller: Asking, user: Named, target: Named, right: Right = Right.READ
) -> dict[str, Any]:
    """Every step that decides, and the shortest change that would alter it.

    target: a collection or a document, by id or name.
    """
    return explanation_json(app.explain_access(caller.acting).why(user, target, right))


@routes.add("GET", "/access/who", Needs.MANAGER, shows=examples.READERS)
def who(app: App, caller: Asking, target: Named) -> dict[str, Any]:
    """Who can read a collection or document, and through which groups."""
    return readers_json(*app.explain_access(caller.acting).who(target))


@routes.add("GET", "/access/what", Needs.MANAGER, shows=examples.READABLE)
def what(app: App, caller: Asking, user: Named) -> dict[str, Any]:
    """What a user can read of that which the caller manages."""
    one, found = app.explain_access(caller.acting).what(user)
    return {"user": user_json(one), "readable": [reached_json(reached) for reached in found]}
