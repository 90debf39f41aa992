"""Who may call a route. Every route says so when it is made; one that does not cannot be made."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from fundstelle.core.sign_in import ApiKey, SignedIn
from fundstelle.delivery.http.problems import Problem

SESSION, ADMINISTRATION = "fundstelle_session", "fundstelle_admin"  # names of the cookies


class Needs(StrEnum):
    """What a caller must show. What they may see is decided by their scope, inside each query."""

    NOTHING = "nothing"
    SIGNED_IN = "signed_in"  # a session or a key
    SESSION = "session"  # a person: keys cannot make keys or change passwords
    ADMINISTRATOR = "administrator"  # an administration session


@dataclass(frozen=True, slots=True)
class Credential:
    """The one thing a request shows to prove who sent it. kind: session, administration or key."""

    kind: str
    secret: str


def credential_of(request: Request) -> Credential | None:
    """Raises Problem for two at once: nobody can say which of them was meant.

    The administration cookie goes beside the other in a browser; it counts where it is needed.
    """
    keys = list(request.headers.getlist("x-api-key"))
    keys += [_bearer(value) for value in request.headers.getlist("authorization")]
    session = request.cookies.get(SESSION)
    if len(keys) + bool(session and keys) > 1:
        raise Problem(
            "not-understood",
            "Die Anfrage weist sich zweimal aus. Senden Sie nur einen Schlüssel oder ein Cookie.",
            "The request shows two credentials. Send one key or one cookie.",
        )
    if keys:
        return Credential("key", keys[0])
    return Credential("session", session) if session else None


def _bearer(value: str) -> str:
    scheme, _, secret = value.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise Problem(
            "not-signed-in",
            "Der Kopf Authorization ist kein „Bearer SCHLÜSSEL“.",
            'The header Authorization is not "Bearer KEY".',
        )
    return secret.strip()


@dataclass
class Routes:
    """An APIRouter whose routes name what they need. needs: (method, path) -> Needs."""

    router: APIRouter
    caller: Callable[[Request, Needs], SignedIn | None]
    needs: dict[tuple[str, str], Needs] = field(default_factory=dict)

    def add(
        self, method: str, path: str, needs: Needs, **options: Any
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register a route. Its function takes the caller as request.state.caller."""

        def guard(request: Request) -> None:
            request.state.caller = self.caller(request, needs)

        def keep(function: Callable[..., Any]) -> Callable[..., Any]:
            self.needs[method, path] = needs
            self.router.add_api_route(
                path, function, methods=[method], dependencies=[Depends(guard)], **options
            )
            return function

        return keep


def _caller(request: Request) -> SignedIn:
    found: SignedIn | None = request.state.caller
    if found is None:
        raise Problem("not-signed-in", "Melden Sie sich an.", "Sign in first.")
    return found


Asking = Annotated[SignedIn, Depends(_caller)]
"""Parameter of a route's function: who calls, with the rights of this moment."""


def is_key(caller: SignedIn) -> bool:
    """Whether a program calls."""
    return isinstance(caller.proof, ApiKey)
