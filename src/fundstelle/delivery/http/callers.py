"""From a request to a caller with the rights of this moment. The only place that reads credentials."""

from dataclasses import dataclass

from starlette.requests import Request

from fundstelle.core.errors import NotSignedIn
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http.permissions import ADMINISTRATION, Needs, credential_of, is_key
from fundstelle.delivery.http.problems import Problem
from fundstelle.services.sign_in import SignIn

NOBODY = ("not-signed-in", "Melden Sie sich an.", "Sign in first.")


@dataclass(frozen=True, slots=True)
class Callers:
    """Callable: what `permissions.Routes` asks before a route's function runs."""

    sign_in: SignIn

    def __call__(self, request: Request, needs: Needs) -> SignedIn | None:
        """Who calls; None where nothing is needed. Raises Problem."""
        if needs is Needs.NOTHING:
            return None
        if needs is Needs.ADMINISTRATOR:
            return self._administrator(request)
        shown = credential_of(request)
        if shown is None:
            raise Problem(*NOBODY)
        try:
            if shown.kind == "key":
                caller = self.sign_in.by_key(shown.secret)
            else:
                caller = self.sign_in.by_session(shown.secret)
        except NotSignedIn as error:
            raise Problem(*NOBODY) from error
        if needs is Needs.SESSION and is_key(caller):
            raise Problem(
                "not-allowed",
                "Das geht nur angemeldet mit Passwort, nicht mit einem Schlüssel.",
                "This needs a session begun with a password, not a key.",
            )
        return caller

    def _administrator(self, request: Request) -> SignedIn:
        credential_of(request)  # two credentials are refused here too
        token = request.cookies.get(ADMINISTRATION)
        if not token:
            raise Problem(
                "not-signed-in" if credential_of(request) is None else "not-allowed",
                "Melden Sie sich zur Verwaltung an.",
                "Sign in for administration.",
            )
        try:
            return self.sign_in.by_session(token, administration=True)
        except NotSignedIn as error:
            raise Problem(*NOBODY) from error
