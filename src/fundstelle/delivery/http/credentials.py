"""What a request shows to prove who sent it. The only place that reads cookies and keys."""

from dataclasses import dataclass
from enum import StrEnum

from starlette.requests import Request

from fundstelle.delivery.http.problems import Problem

SESSION, ADMINISTRATION = "fundstelle_session", "fundstelle_admin"  # names of the cookies


class Needs(StrEnum):
    """What a caller must show. What they may see is decided by their scope, inside each query."""

    NOTHING = "nothing"
    SIGNED_IN = "signed_in"  # a session or a key
    SESSION = "session"  # a person: keys cannot make keys or change passwords
    MANAGER = "manager"  # an administration session if there is one, else as signed_in
    ADMINISTRATOR = "administrator"  # an administration session


@dataclass(frozen=True, slots=True)
class Credentials:
    """key, session: at most one of them. administration: a browser sends it beside the session."""

    key: str = ""
    session: str = ""
    administration: str = ""


def credentials_of(request: Request) -> Credentials:
    """Raises Problem for a key beside anything else: nobody can say which of them was meant."""
    keys = list(request.headers.getlist("x-api-key"))
    keys += [_bearer(value) for value in request.headers.getlist("authorization")]
    session = request.cookies.get(SESSION, "")
    administration = request.cookies.get(ADMINISTRATION, "")
    if len(keys) > 1 or (keys and (session or administration)):
        raise Problem(
            "not-understood",
            "Die Anfrage weist sich zweimal aus. Senden Sie nur einen Schlüssel oder ein Cookie.",
            "The request shows two credentials. Send one key or one cookie.",
        )
    return Credentials(keys[0] if keys else "", session, administration)


def _bearer(value: str) -> str:
    scheme, _, secret = value.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise Problem(
            "not-signed-in",
            "Der Kopf Authorization ist kein „Bearer SCHLÜSSEL“.",
            'The header Authorization is not "Bearer KEY".',
        )
    return secret.strip()
