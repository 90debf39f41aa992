"""Errors as application/problem+json (RFC 9457): a stable type, and a detail that says what to do.

What does not exist and what the caller may not see give the same bytes.
"""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from fundstelle.delivery.wording import Lang

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem. name: end of its stable type, /problems/NAME."""

    name: str
    status: int
    title: dict[Lang, str]


KINDS = {
    kind.name: kind
    for kind in (
        Kind("not-signed-in", 401, {"de": "Nicht angemeldet", "en": "Not signed in"}),
        Kind("not-allowed", 403, {"de": "Nicht erlaubt", "en": "Not allowed"}),
        Kind("not-found", 404, {"de": "Nicht gefunden", "en": "Not found"}),
        Kind("method", 405, {"de": "Methode nicht erlaubt", "en": "Method not allowed"}),
        Kind("conflict", 409, {"de": "Konflikt", "en": "Conflict"}),
        Kind("too-large", 413, {"de": "Zu groß", "en": "Too large"}),
        Kind("not-understood", 400, {"de": "Nicht verstanden", "en": "Not understood"}),
        Kind("unusable", 422, {"de": "Nicht verwendbar", "en": "Not usable"}),
        Kind("too-many", 429, {"de": "Zu viele Anfragen", "en": "Too many requests"}),
        Kind("fault", 500, {"de": "Fehler im Programm", "en": "Fault in the program"}),
        Kind("unavailable", 503, {"de": "Zurzeit nicht möglich", "en": "Not possible now"}),
    )
}


class Problem(Exception):
    """A request that is answered with a problem. detail: what is wrong and what to do."""

    def __init__(
        self,
        kind: str,
        de: str,
        en: str,
        *,
        retry_after: int | None = None,
        more: dict[str, Any] | None = None,
    ) -> None:
        """retry_after: seconds. more: further members of the object."""
        self.kind, self.detail = KINDS[kind], {"de": de, "en": en}
        self.retry_after, self.more = retry_after, more or {}
        super().__init__(en)


NOT_FOUND = (
    "not-found",
    "Das gibt es nicht, oder Sie dürfen es nicht sehen. Prüfen Sie die Kennung.",
    "This does not exist, or you may not see it. Check the id.",
)


def not_found() -> Problem:
    """One for all that is missing or hidden."""
    return Problem(*NOT_FOUND)


def language_of(request: Request) -> Lang:
    """de or en, as Accept-Language prefers; English where it wants neither."""
    best: dict[str, float] = {}
    for part in request.headers.get("accept-language", "").split(",")[:20]:
        name, _, weight = part.strip().partition(";q=")
        tag = name.strip().lower()[:2]
        if tag in {"de", "en"}:
            best[tag] = max(best.get(tag, 0.0), _weight(weight))
    return "de" if best.get("de", 0.0) > best.get("en", 0.0) else "en"


def _weight(text: str) -> float:
    try:
        return min(1.0, max(0.0, float(text))) if text else 1.0
    except ValueError:
        return 0.0


def response(problem: Problem, request: Request) -> JSONResponse:
    """The problem as it goes out."""
    lang = language_of(request)
    body: dict[str, Any] = {
        "type": f"/problems/{problem.kind.name}",
        "title": problem.kind.title[lang],
        "status": problem.kind.status,
        "detail": problem.detail[lang],
        **problem.more,
    }
    if problem.kind.name != NOT_FOUND[0]:  # what is missing and what is hidden: the same bytes
        body["request_id"] = request.scope.get("request_id")
    headers = {"Vary": "Accept-Language"}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if problem.kind.status == 401:  # noqa: PLR2004
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(body, problem.kind.status, headers, MEDIA_TYPE)
