"""From a request to a caller with the rights of this moment."""

from dataclasses import dataclass

from starlette.requests import Request

from fundstelle.core.errors import NotSignedIn
from fundstelle.core.sign_in import Session, SignedIn
from fundstelle.delivery.http.credentials import Credentials, Needs, credentials_of
from fundstelle.delivery.http.problems import Problem
from fundstelle.services.sign_in import SignIn

NOBODY = ("not-signed-in", "Melden Sie sich an.", "Sign in first.")
NO_ADMINISTRATION = (
    "Das geht nur angemeldet zur Verwaltung.",
    "This needs a session for administration.",
)
NO_SESSION = (
    "Das geht nur angemeldet mit Passwort, nicht mit einem Schlüssel.",
    "This needs a session begun with a password, not a key.",
)


@dataclass(frozen=True, slots=True)
class Callers:
    """Asked before each route's function runs, and again before a late answer is shown."""

    sign_in: SignIn

    def __call__(self, request: Request, needs: Needs) -> SignedIn | None:
        """Who calls; None where nothing is needed. Raises Problem."""
        if needs is Needs.NOTHING:
            return None
        shown = credentials_of(request)
        if needs in {Needs.MANAGER, Needs.ADMINISTRATOR} and shown.administration:
            try:
                return self.sign_in.by_session(shown.administration, administration=True)
            except NotSignedIn:
                if needs is Needs.ADMINISTRATOR:
                    raise Problem(*NOBODY) from None
        caller = self._ordinary(shown)
        if needs is Needs.ADMINISTRATOR:
            raise Problem("not-allowed", *NO_ADMINISTRATION)
        if needs is Needs.SESSION and not isinstance(caller.proof, Session):
            raise Problem("not-allowed", *NO_SESSION)
        return caller

    def known(self, request: Request, needs: Needs) -> SignedIn:
        """The same where somebody is needed. Raises Problem."""
        caller = self(request, needs)
        if caller is None:
            raise Problem(*NOBODY)
        return caller

    def _ordinary(self, shown: Credentials) -> SignedIn:
        try:
            if shown.key:
                return self.sign_in.by_key(shown.key)
            if shown.session:
                return self.sign_in.by_session(shown.session)
        except NotSignedIn:
            pass
        raise Problem(*NOBODY)
