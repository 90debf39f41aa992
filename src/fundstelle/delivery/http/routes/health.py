"""GET /health and /metrics: whether the server is alive, how its parts are, what it did."""

import shutil
from typing import Any

from fastapi import Request
from starlette.responses import PlainTextResponse, Response

from fundstelle.bootstrap import Application
from fundstelle.core.access import Right
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import Problem
from fundstelle.delivery.http.server import Asking, Here

routes = Routes("health")


@routes.add("GET", "/health", Needs.NOTHING, shows=examples.HEALTH)
def health(request: Request, here: Here) -> dict[str, Any]:
    """Whether the server answers; for who is signed in also how its parts are."""
    try:
        caller = here.callers.known(request, Needs.SIGNED_IN)
    except Problem:
        return {"status": "alive"}
    return {"status": "alive"} | _parts(here.app, caller)


@routes.add("GET", "/metrics", Needs.SIGNED_IN, shows=examples.METRICS, media="text/plain")
def metrics(here: Here, caller: Asking) -> Response:
    """Requests and times by route for Prometheus, by the key of a service account."""
    if not caller.access.user.is_service:
        raise Problem(
            "not-allowed",
            "Messwerte liest ein Dienstkonto mit seinem Schlüssel.",
            "Figures are read by a service account with its key.",
        )
    return PlainTextResponse(here.figures.text())


def _parts(app: Application, caller: SignedIn) -> dict[str, Any]:
    """Numbers are those of the caller's scope; free space is rounded, it belongs to all."""
    with app.store.reading(caller.scope(Right.READ)) as view:
        size, vectors = view.statistics(), view.vectors()
    free = shutil.disk_usage(app.settings.data).free
    return {
        "store": "open",
        "documents": size.documents,
        "chunks": size.chunks,
        "vectors_missing": vectors.missing,
        "embedder": app.settings.embedder,
        "chat_model": app.settings.chat_model,
        "chat_host": app.chat_host(),
        "disk_free_gb": free >> 30,
    }
