"""Every error we raise on purpose. Their text says what is wrong and what to do."""

from collections.abc import Mapping
from typing import Any, Self

from fundstelle.core.faults import FAULTS
from fundstelle.core.troubles import worded


class FundstelleError(Exception):
    """Base of every error we raise on purpose. str(error) may be shown to the user.

    trouble: key of troubles.TROUBLES, by which delivery says it in another language with these
    facts; "" if there is only the English text.
    """

    trouble: str = ""
    facts: Mapping[str, Any] = {}

    @classmethod
    def because(cls, trouble: str, **facts: Any) -> Self:
        """The error with the words of TROUBLES; its own text is the English one."""
        error = cls(worded(trouble, "en", **facts))
        error.trouble, error.facts = trouble, facts
        return error


class NotFound(FundstelleError):
    """It does not exist, or the caller may not know that it does."""


class NameTaken(FundstelleError):
    """Two things may not have the same name (case ignored)."""


class CannotRun(FundstelleError):
    """Nothing can be done before something outside is put right: exit code 3."""


class WrongUsage(FundstelleError):
    """The request makes no sense as it stands: exit code 2."""


class NotSignedIn(FundstelleError):
    """Nobody, or somebody whose session, key or password does not hold (any more)."""


class Forbidden(FundstelleError):
    """The caller is known and may know that this exists, but may not do it."""


class TooMany(FundstelleError):
    """Tried too often. seconds: after how many there may be another try."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"Too many tries. Wait {seconds} seconds and try again.")


class EmbedderUnavailable(FundstelleError):
    """The embedder is not installed, does not fit this machine, or gave unusable vectors."""


class ServerUnavailable(FundstelleError):
    """A program at a configured address gave no reply, or none that can be used."""


class ServerTimeout(ServerUnavailable):
    """The reply did not come, or not whole, within the time allowed."""


class ModelUnavailable(FundstelleError):
    """The chat model cannot reply: server, model or key are missing, or its reply is no reply."""


class ModelTimeout(ModelUnavailable):
    """The chat model did not finish within the time allowed."""


class ModelBusy(ModelUnavailable):
    """Too many others wait for the chat model already."""


class ModelUnusable(ModelUnavailable):
    """The chat model replied with something of no use, or cannot be asked this."""


class Cancelled(FundstelleError):
    """Nobody waits for the result any more."""


class UnreadableFile(FundstelleError):
    """A file could not be read; code is a key of faults.FAULTS.

    detail: a technical hint for administrators (one line, no document text), may be "".
    """

    def __init__(self, code: str, *, detail: str = "") -> None:
        self.code, self.detail = code, detail
        self.fault = FAULTS[code]
        super().__init__(f"{self.fault.reason['en']} {self.fault.remedy['en']}".strip())
