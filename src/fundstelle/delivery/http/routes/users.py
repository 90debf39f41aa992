"""Users: for administrators, in a session for that."""

from typing import Annotated, Any

from pydantic import Field

from fundstelle.core.passwords import LONGEST
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.inputs import Given, Text
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.server import App, Asking
from fundstelle.delivery.people_schemas import group_json, user_json

routes = Routes("people")
Name = Annotated[Text, Field(max_length=200)]
Password = Annotated[Text, Field(max_length=LONGEST * 2)]


class NewUser(Given):
    """service: a program, which signs in with keys only. password: may be set later."""

    name: Name
    admin: bool = False
    service: bool = False
    password: Password | None = None


class ChangedUser(Given):
    """What changes; what is left out stays. Sessions of whom it concerns end."""

    name: Name | None = None
    admin: bool | None = None
    disabled: bool | None = None


class SetPassword(Given):
    """The password that replaces any other."""

    password: Password


@routes.add("GET", "/users", Needs.ADMINISTRATOR, shows=examples.USERS)
def list_users(app: App, caller: Asking) -> dict[str, Any]:
    """Everybody."""
    users = app.people(caller.acting).users()
    return {"users": [user_json(user) for user in users], "next_cursor": None}


@routes.add("POST", "/users", Needs.ADMINISTRATOR, status=201, shows=examples.USER)
def add(given: NewUser, app: App, caller: Asking) -> dict[str, Any]:
    """Make a user. Without a password they cannot sign in yet."""
    if given.password is not None:
        app.sign_in.check_password(given.name, given.password, service=given.service)
    made = app.people(caller.acting).add_user(given.name, admin=given.admin, service=given.service)
    if given.password is not None:
        app.sign_in.set_password(made, given.password, app.record(caller.acting))
    return user_json(made)


@routes.add("GET", "/users/{user_id}", Needs.ADMINISTRATOR, shows=examples.USER_WITH_GROUPS)
def show(user_id: str, app: App, caller: Asking) -> dict[str, Any]:
    """One user, with their groups."""
    people = app.people(caller.acting)
    found = people.user(user_id)
    return user_json(found) | {"groups": [group_json(one) for one in people.groups_of(found)]}


@routes.add("PATCH", "/users/{user_id}", Needs.ADMINISTRATOR, shows=examples.USER)
def change(user_id: str, given: ChangedUser, app: App, caller: Asking) -> dict[str, Any]:
    """Rename, disable, enable, make administrator or take that away."""
    people = app.people(caller.acting)
    found = people.user(user_id)
    if given.name is not None:
        people.rename_user(found.id, given.name)
    if given.admin is not None:
        people.set_admin(found.id, admin=given.admin)
    if given.disabled is not None:
        people.set_disabled(found.id, disabled=given.disabled)
    return user_json(people.user(found.id))


@routes.add("PUT", "/users/{user_id}/password", Needs.ADMINISTRATOR, status=204)
def set_password(user_id: str, given: SetPassword, app: App, caller: Asking) -> None:
    """Another password for a user; all their sessions end."""
    found = app.people(caller.acting).user(user_id)
    app.sign_in.set_password(found, given.password, app.record(caller.acting))


@routes.add("DELETE", "/users/{user_id}", Needs.ADMINISTRATOR, status=204)
def remove(user_id: str, app: App, caller: Asking) -> None:
    """With memberships, password, sessions and keys."""
    app.people(caller.acting).remove_user(user_id)
