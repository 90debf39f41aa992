"""From what the core raises to a problem. What is not listed here is a fault of ours: 500."""

import logging
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fundstelle.core.errors import (
    CannotRun,
    Forbidden,
    FundstelleError,
    ModelUnavailable,
    NameTaken,
    NotFound,
    NotSignedIn,
    ServerUnavailable,
    TooMany,
    UnreadableFile,
    WrongUsage,
)
from fundstelle.delivery.http.problems import Problem, not_found, response

LOG = logging.getLogger("fundstelle.http")
FAULT = (
    "fault",
    "Das hätte nicht passieren dürfen. Nennen Sie der Verwaltung die Nummer der Anfrage.",
    "This should not have happened. Tell your administrator the number of the request.",
)
_BY_STATUS = {
    400: ("not-understood", "Die Anfrage ist kein gültiges HTTP.", "The request is not valid."),
    405: (
        "method",
        "Diese Adresse kennt die Methode nicht.",
        "This address does not know the method.",
    ),
}
# First fitting kind counts. Messages of the core are English; German comes with the pages.
_KINDS: tuple[tuple[type[FundstelleError], str], ...] = (
    (NotSignedIn, "not-signed-in"),
    (Forbidden, "not-allowed"),
    (NameTaken, "conflict"),
    (WrongUsage, "unusable"),
    (UnreadableFile, "unusable"),
    (ModelUnavailable, "unavailable"),
    (ServerUnavailable, "unavailable"),
    (CannotRun, "unavailable"),
)


def problem_of(error: Exception) -> Problem:
    """The problem that says what went wrong."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, NotFound):
        return not_found()
    if isinstance(error, TooMany):
        return Problem(
            "too-many",
            f"Zu oft versucht. Warten Sie {error.seconds} Sekunden.",
            str(error),
            retry_after=error.seconds,
        )
    if isinstance(error, UnreadableFile):
        told = {lang: f"{error.fault.reason[lang]} {error.fault.remedy[lang]}" for lang in _LANGS}
        return Problem("unusable", told["de"], told["en"], more={"code": error.code})
    for kind, name in _KINDS:
        if isinstance(error, kind):
            return Problem(name, str(error), str(error))
    return Problem(*FAULT)


_LANGS: tuple[Any, ...] = ("de", "en")


def install(app: FastAPI) -> None:
    """Answer every error of every route with a problem."""

    def told(request: Request, error: Exception) -> Response:
        problem = problem_of(error)
        if problem.kind.name == "fault":
            # The type only: a message may hold text of a document or a question.
            LOG.error("request %s: %s", request.scope.get("request_id"), type(error).__name__)
        return response(problem, request)

    def invalid(request: Request, error: Exception) -> Response:
        first = error.errors()[0] if isinstance(error, RequestValidationError) else {}
        where = ".".join(str(part) for part in first.get("loc", ())[1:])
        why = first.get("msg", "")
        problem = Problem(
            "unusable",
            f"Die Anfrage passt nicht zur Beschreibung{f': {where}' if where else ''}. {why}.",
            f"The request does not fit its description{f': {where}' if where else ''}. {why}.",
        )
        return response(problem, request)

    def plain(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        known = _BY_STATUS.get(status)
        return response(Problem(*known) if known else not_found(), request)

    app.add_exception_handler(Problem, told)
    app.add_exception_handler(FundstelleError, told)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, plain)
    app.add_exception_handler(Exception, told)
