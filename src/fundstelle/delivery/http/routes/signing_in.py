"""Setup, login, logout, sessions, one's own password: what makes and ends sessions."""

from typing import Annotated, Any

from fastapi import Request, Response
from pydantic import Field

from fundstelle.bootstrap import Application
from fundstelle.core.names import kept_name
from fundstelle.core.passwords import LONGEST
from fundstelle.core.sign_in import Session
from fundstelle.delivery.http import cookies, examples
from fundstelle.delivery.http.credentials import ADMINISTRATION, SESSION, Needs
from fundstelle.delivery.http.inputs import Given, Text
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import Problem, not_found
from fundstelle.delivery.http.server import App, Asking, Here, Server

routes = Routes("signing in")
Name = Annotated[Text, Field(min_length=1, max_length=200)]
Password = Annotated[Text, Field(max_length=LONGEST * 2)]


class Login(Given):
    """administration: begin the separate session for administering."""

    name: Name
    password: Password
    administration: bool = False


class Setup(Given):
    """The first administrator. token: of the link that `serve` prints."""

    token: Annotated[Text, Field(max_length=200)]
    name: Name
    password: Password


class NewPassword(Given):
    """One's own password, and the one that replaces it."""

    old: Password
    new: Password


@routes.add("POST", "/login", Needs.NOTHING, shows=examples.SIGNED_IN)
def login(given: Login, request: Request, response: Response, app: App) -> dict[str, Any]:
    """A new session; the cookie holds it."""
    begun = app.sign_in.begin(
        given.name,
        given.password,
        peer=cookies.peer_of(request),
        administration=given.administration,
    )
    cookies.give(request, response, begun)
    return {"user_id": begun.session.user_id, "administration": given.administration}


@routes.add("POST", "/logout", Needs.NOTHING, status=204)
def logout(request: Request, response: Response, app: App) -> None:
    """End the sessions that the cookies hold."""
    end_sessions(request, app)
    cookies.take(response)


@routes.add("POST", "/setup", Needs.NOTHING, status=201, shows=examples.SET_UP)
def setup(given: Setup, here: Here) -> dict[str, Any]:
    """Make the first administrator with the link that was printed at the start."""
    return {"user_id": set_up(here, given.token, given.name, given.password)}


@routes.add("GET", "/sessions", Needs.SESSION, shows=examples.SESSIONS)
def list_sessions(app: App, caller: Asking) -> dict[str, Any]:
    """One's own sessions, newest first."""
    found = app.store.credentials.sessions(caller.access.user.id)
    return {"sessions": [_object(one, caller.proof.id) for one in found], "next_cursor": None}


@routes.add("DELETE", "/sessions/{session_id}", Needs.SESSION, status=204)
def end_session(session_id: str, app: App, caller: Asking) -> None:
    """End one of one's own sessions."""
    if not app.sign_in.end_own(caller.access.user.id, session_id):
        raise not_found()


@routes.add("PUT", "/password", Needs.SESSION, status=204)
def change_password(
    given: NewPassword, request: Request, response: Response, app: App, caller: Asking
) -> None:
    """Another password for oneself; all sessions end, this one too."""
    user = caller.access.user
    kept = app.store.credentials.password(user.id)
    if not app.sign_in.knows(user.name, given.old, kept, peer=cookies.peer_of(request)):
        raise Problem(
            "not-allowed", "Das bisherige Passwort stimmt nicht.", "The old password is wrong."
        )
    app.sign_in.set_password(user, given.new)
    cookies.take(response)


def end_sessions(request: Request, app: Application) -> None:
    """End what the cookies of a request hold."""
    for name in (SESSION, ADMINISTRATION):
        if token := request.cookies.get(name):
            app.sign_in.end(token)


def set_up(here: Server, token: str, name: str, password: str) -> str:
    """Make the first administrator and return the id. Raises NotFound without a valid link."""
    sign_in, directory = here.app.sign_in, here.app.store.directory
    if here.app.has_administrator() or not here.setup.fits(token):
        raise not_found()
    kept_name(name, "user")
    sign_in.check_password(name, password)
    if not here.setup.use(token):
        raise not_found()
    with here.app.store.together():
        user = directory.add_user(name, admin=True)
        sign_in.record_of(user.id)("user.added", user.id, {"admin": "yes", "service": "no"})
    sign_in.set_password(user, password)
    return user.id


def _object(session: Session, current: str) -> dict[str, Any]:
    return {
        "session_id": session.id,
        "administration": session.administration,
        "begun_at": session.begun_at,
        "seen_at": session.seen_at,
        "ends_at": session.ends_at,
        "current": session.id == current,
    }
