"""The one-time link by which the first administrator is made."""

import secrets
from threading import Lock


class SetupLink:
    """token: printed once at the start. Works once, and only while there is no administrator."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self._used = False
        self._lock = Lock()

    def fits(self, token: str) -> bool:
        """Whether this is the link's token and nobody used it yet."""
        return not self._used and secrets.compare_digest(token.encode(), self.token.encode())

    def use(self, token: str) -> bool:
        """Use it up. Of two at once only one succeeds."""
        with self._lock:
            fits = self.fits(token)
            self._used = self._used or fits
            return fits
