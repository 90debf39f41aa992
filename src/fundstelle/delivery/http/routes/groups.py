"""Groups and who is in them; managers of a collection see the groups that they may grant it to."""

from typing import Annotated, Any

from pydantic import Field

from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.inputs import Given, Text
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.server import App, Asking
from fundstelle.delivery.people_schemas import group_json, user_json

routes = Routes("people")


class NamedGroup(Given):
    """A group to make or rename."""

    name: Annotated[Text, Field(max_length=200)]


@routes.add("GET", "/groups", Needs.MANAGER, shows=examples.GROUPS)
def list_groups(app: App, caller: Asking) -> dict[str, Any]:
    """Those that the caller may grant something to."""
    groups = app.people(caller.acting).groups()
    return {"groups": [group_json(group) for group in groups], "next_cursor": None}


@routes.add("POST", "/groups", Needs.ADMINISTRATOR, status=201, shows=examples.GROUP)
def add(given: NamedGroup, app: App, caller: Asking) -> dict[str, Any]:
    """A group without users and grants."""
    return group_json(app.people(caller.acting).add_group(given.name))


@routes.add("PATCH", "/groups/{group_id}", Needs.ADMINISTRATOR, shows=examples.GROUP)
def rename(group_id: str, given: NamedGroup, app: App, caller: Asking) -> dict[str, Any]:
    """Another name; users and grants stay."""
    people = app.people(caller.acting)
    return group_json(people.group(people.rename_group(group_id, given.name).id))


@routes.add("DELETE", "/groups/{group_id}", Needs.ADMINISTRATOR, status=204)
def remove(group_id: str, app: App, caller: Asking) -> None:
    """With its grants; the users stay."""
    app.people(caller.acting).remove_group(group_id)


@routes.add("GET", "/groups/{group_id}/members", Needs.ADMINISTRATOR, shows=examples.USERS)
def members(group_id: str, app: App, caller: Asking) -> dict[str, Any]:
    """Who is in it."""
    users = app.people(caller.acting).members(group_id)
    return {"users": [user_json(user) for user in users], "next_cursor": None}


@routes.add("PUT", "/groups/{group_id}/members/{user_id}", Needs.ADMINISTRATOR, status=204)
def let_in(group_id: str, user_id: str, app: App, caller: Asking) -> None:
    """Let a user into a group."""
    app.people(caller.acting).set_member(group_id, user_id, joins=True)


@routes.add("DELETE", "/groups/{group_id}/members/{user_id}", Needs.ADMINISTRATOR, status=204)
def take_out(group_id: str, user_id: str, app: App, caller: Asking) -> None:
    """Take a user out of a group."""
    app.people(caller.acting).set_member(group_id, user_id, joins=False)
