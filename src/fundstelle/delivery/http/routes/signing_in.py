"""Setup, login, logout, sessions: what makes and ends the cookies."""

from typing import Annotated, Any

from fastapi import Request, Response
from pydantic import BaseModel, ConfigDict, Field

from fundstelle.bootstrap import Application
from fundstelle.core.passwords import LONGEST
from fundstelle.core.sign_in import Session
from fundstelle.delivery.http.permissions import ADMINISTRATION, SESSION, Asking, Needs, Routes
from fundstelle.delivery.http.problems import Problem, not_found
from fundstelle.delivery.http.setup import SetupLink
from fundstelle.services.sign_in import Begun

ADMIN_PATHS = ("/api/v1", "/admin")  # where the administration cookie is sent


class Login(BaseModel):
    """administration: begin the separate session for administering."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=200)]
    password: Annotated[str, Field(max_length=LONGEST * 2)]
    administration: bool = False


class Setup(BaseModel):
    """The first administrator. token: of the link that `serve` prints."""

    model_config = ConfigDict(extra="forbid")

    token: Annotated[str, Field(max_length=200)]
    name: Annotated[str, Field(min_length=1, max_length=200)]
    password: Annotated[str, Field(max_length=LONGEST * 2)]


class NewPassword(BaseModel):
    """One's own password, and the one that replaces it."""

    model_config = ConfigDict(extra="forbid")

    old: Annotated[str, Field(max_length=LONGEST * 2)]
    new: Annotated[str, Field(max_length=LONGEST * 2)]


def _object(session: Session, current: str) -> dict[str, Any]:
    return {
        "session_id": session.id,
        "administration": session.administration,
        "begun_at": session.begun_at,
        "seen_at": session.seen_at,
        "ends_at": session.ends_at,
        "current": session.id == current,
    }


def add(routes: Routes, app: Application, *, secure: bool, setup: SetupLink) -> None:
    """Register the routes."""

    def give(response: Response, begun: Begun) -> None:
        administration = begun.session.administration
        name = ADMINISTRATION if administration else SESSION
        for path in ADMIN_PATHS if administration else ("/",):
            response.set_cookie(
                name, begun.token, path=path, httponly=True, samesite="strict", secure=secure
            )

    def take(response: Response) -> None:
        response.delete_cookie(SESSION, path="/")
        for path in ADMIN_PATHS:
            response.delete_cookie(ADMINISTRATION, path=path)
        response.headers["Clear-Site-Data"] = '"cache", "storage"'

    @routes.add("POST", "/login", Needs.NOTHING)
    def login(given: Login, request: Request, response: Response) -> dict[str, Any]:
        """A new session; the cookie holds it."""
        peer = request.client.host if request.client else ""
        begun = app.sign_in.begin(
            given.name, given.password, peer=peer, administration=given.administration
        )
        give(response, begun)
        return {"user_id": begun.session.user_id, "administration": given.administration}

    @routes.add("POST", "/logout", Needs.NOTHING, status_code=204)
    def logout(request: Request, response: Response) -> None:
        """End the sessions that the cookies hold."""
        for name in (SESSION, ADMINISTRATION):
            if token := request.cookies.get(name):
                app.sign_in.end(token)
        take(response)

    @routes.add("POST", "/setup", Needs.NOTHING, status_code=201)
    def first(given: Setup) -> dict[str, Any]:
        """Make the first administrator with the link that was printed at the start."""
        there = any(user.is_admin for user in app.store.directory.users())
        if there or not setup.fits(given.token):
            raise not_found()
        app.sign_in.check_password(given.name, given.password)
        if not setup.use(given.token):
            raise not_found()
        user = app.store.directory.add_user(given.name, admin=True)
        app.sign_in.set_password(user.id, user.name, given.password)
        return {"user_id": user.id}

    @routes.add("GET", "/sessions", Needs.SESSION)
    def listed(caller: Asking) -> dict[str, Any]:
        """One's own sessions, newest first."""
        found = app.store.credentials.sessions(caller.access.user.id)
        return {"sessions": [_object(one, caller.proof.id) for one in found]}

    @routes.add("DELETE", "/sessions/{session_id}", Needs.SESSION, status_code=204)
    def ended(session_id: str, caller: Asking) -> None:
        """End one of one's own sessions."""
        own = {one.id for one in app.store.credentials.sessions(caller.access.user.id)}
        if session_id not in own or not app.store.credentials.end_session(session_id):
            raise not_found()

    @routes.add("PUT", "/password", Needs.SESSION, status_code=204)
    def changed(given: NewPassword, request: Request, caller: Asking) -> None:
        """Another password for oneself; all sessions end."""
        user = caller.access.user
        kept = app.store.credentials.password(user.id)
        peer = request.client.host if request.client else ""
        if not app.sign_in.knows(user.name, given.old, kept, peer=peer):
            raise Problem(
                "not-allowed", "Das bisherige Passwort stimmt nicht.", "The old password is wrong."
            )
        app.sign_in.set_password(user.id, user.name, given.new)
