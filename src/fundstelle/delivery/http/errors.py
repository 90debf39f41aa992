"""From what the core raises to a problem. What is not listed here is a fault of ours: 500."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fundstelle.core.errors import (
    CannotRun,
    EmbedderUnavailable,
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
    400: (
        "not-understood",
        "Die Anfrage ist beschädigt. Prüfen Sie ihren Inhalt.",
        "The request is damaged. Check its body.",
    ),
    405: (
        "method",
        "Diese Adresse kennt die Methode nicht.",
        "This address does not know the method.",
    ),
}
# First fitting kind counts. Messages of the core are English.
_KINDS: tuple[tuple[type[FundstelleError], str], ...] = (
    (NotSignedIn, "not-signed-in"),
    (Forbidden, "not-allowed"),
    (NameTaken, "conflict"),
    (WrongUsage, "unusable"),
    (ModelUnavailable, "unavailable"),
    (EmbedderUnavailable, "unavailable"),
    (ServerUnavailable, "unavailable"),
    (CannotRun, "unavailable"),
)
MOST_SHOWN = 100  # characters of what somebody sent


def problem_of(error: Exception) -> Problem:
    """The problem that says what went wrong."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, NotFound):
        return not_found()  # never its own words: they may name what the caller may not see
    if isinstance(error, TooMany):
        german = f"Zu oft versucht. Warten Sie {error.seconds} Sekunden."
        return Problem("too-many", german, str(error), retry_after=error.seconds)
    if isinstance(error, UnreadableFile):
        reason, remedy = error.fault.reason, error.fault.remedy
        told = (f"{reason['de']} {remedy['de']}", f"{reason['en']} {remedy['en']}")
        return Problem("unusable", *told, more={"code": error.code})
    for kind, name in _KINDS:
        if isinstance(error, kind):
            return Problem(name, str(error), str(error))
    return Problem(*FAULT)


def about(name: str, error: UnreadableFile) -> Problem:
    """The same, with the name of the file that it is about."""
    problem = problem_of(error)
    told = (f"{name}: {problem.detail[lang]}" for lang in ("de", "en"))
    return Problem(problem.kind.name, *told, more=problem.more)


def invalid(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """A request that does not fit its description. errors: of pydantic, the first one is told."""
    first = errors[0] if errors else {}
    parts = [str(part) for part in first.get("loc", ()) if part not in {"body", "query", "path"}]
    where = ".".join(parts).encode("utf-8", "replace").decode()[:MOST_SHOWN]
    why = str(first.get("msg", "")).encode("utf-8", "replace").decode()[: 2 * MOST_SHOWN]
    told = ": ".join(part for part in (where, why) if part)
    return Problem(
        "unusable",
        f"Die Anfrage passt nicht zu ihrer Beschreibung. {told}",
        f"The request does not fit its description. {told}",
    )


def install(app: FastAPI) -> None:
    """Answer every error of every route with a problem."""
    app.add_exception_handler(Problem, _told)
    app.add_exception_handler(FundstelleError, _told)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(Exception, _told)


def _told(request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    if problem.kind.name == "fault":
        # The type only: a message may hold text of a document or a question.
        LOG.error("request %s: %s", request.scope.get("request_id"), type(error).__name__)
    return response(problem, request)


def _invalid(request: Request, error: Exception) -> Response:
    found = error.errors() if isinstance(error, RequestValidationError) else []
    return response(invalid(found), request)


def _plain(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    known = _BY_STATUS.get(status)
    answer = response(Problem(*known) if known else not_found(), request)
    if isinstance(error, HTTPException):
        answer.headers.update(error.headers or {})
    return answer
