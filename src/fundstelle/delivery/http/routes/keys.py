"""Keys of programs: one's own, and for administrators those of service accounts."""

from typing import Annotated, Any

from pydantic import Field

from fundstelle.bootstrap import Application
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.inputs import Given, Text
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import Problem, not_found
from fundstelle.delivery.http.server import App, Asking
from fundstelle.delivery.people_schemas import key_json

routes = Routes("keys")
LATEST = 4_102_444_800  # seconds since 1970: the year 2100


class NewKey(Given):
    """collections: ids or names; left out: all that the user may. ends_at: seconds since 1970."""

    name: Annotated[Text, Field(min_length=1, max_length=200)]
    collections: Annotated[list[Text], Field(max_length=1000)] | None = None
    read_only: bool = False
    ends_at: Annotated[int, Field(ge=0, le=LATEST)] | None = None


@routes.add("GET", "/keys", Needs.SESSION, shows=examples.KEYS)
def list_keys(app: App, caller: Asking) -> dict[str, Any]:
    """One's own keys, without their secrets."""
    return _listed(app, caller.access.user.id)


@routes.add("POST", "/keys", Needs.SESSION, status=201, shows=examples.NEW_KEY)
def add(given: NewKey, app: App, caller: Asking) -> dict[str, Any]:
    """A key for oneself. Its secret is shown this once."""
    return _made(app, caller, given, caller.access.user.id)


@routes.add("DELETE", "/keys/{key_id}", Needs.SESSION, status=204)
def remove(key_id: str, app: App, caller: Asking) -> None:
    """It opens nothing any more."""
    _removed(app, caller, key_id, caller.access.user.id)


@routes.add("GET", "/users/{user_id}/keys", Needs.ADMINISTRATOR, shows=examples.KEYS)
def list_keys_of(user_id: str, app: App, caller: Asking) -> dict[str, Any]:
    """Keys of a user, without their secrets."""
    return _listed(app, app.people(caller.acting).user(user_id).id)


@routes.add(
    "POST", "/users/{user_id}/keys", Needs.ADMINISTRATOR, status=201, shows=examples.NEW_KEY
)
def add_for(user_id: str, given: NewKey, app: App, caller: Asking) -> dict[str, Any]:
    """A key for a service account; people make their own, so that nobody else acts as them."""
    user = app.people(caller.acting).user(user_id)
    if not user.is_service:
        raise Problem(
            "not-allowed",
            "Schlüssel für Personen machen diese selbst. Legen Sie ein Dienstkonto an.",
            "People make their own keys. Make a service account.",
        )
    return _made(app, caller, given, user.id)


@routes.add("DELETE", "/users/{user_id}/keys/{key_id}", Needs.ADMINISTRATOR, status=204)
def remove_of(user_id: str, key_id: str, app: App, caller: Asking) -> None:
    """It opens nothing any more."""
    _removed(app, caller, key_id, app.people(caller.acting).user(user_id).id)


def _listed(app: Application, user_id: str) -> dict[str, Any]:
    found = app.store.credentials.keys(user_id)
    return {"keys": [key_json(one) for one in found], "next_cursor": None}


def _made(app: Application, caller: SignedIn, given: NewKey, user_id: str) -> dict[str, Any]:
    key, secret = app.keys(caller.acting).add(
        user_id,
        given.name,
        collections=given.collections,
        read_only=given.read_only,
        ends_at=given.ends_at,
    )
    return key_json(key) | {"key": secret}


def _removed(app: Application, caller: SignedIn, key_id: str, user_id: str) -> None:
    own = {one.id: one for one in app.store.credentials.keys(user_id)}
    if key_id not in own or not app.keys(caller.acting).remove(own[key_id]):
        raise not_found()
