"""GET /health: open, it says only that the server is alive; signed in, how its parts are."""

import shutil
from typing import Any

from fastapi import Request

from fundstelle.bootstrap import Application
from fundstelle.core.access import Right
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import Problem
from fundstelle.delivery.http.server import Here

routes = Routes("health")


@routes.add("GET", "/health", Needs.NOTHING, shows=examples.HEALTH)
def health(request: Request, here: Here) -> dict[str, Any]:
    """Whether the server answers; for who is signed in also how its parts are."""
    try:
        caller = here.callers.known(request, Needs.SIGNED_IN)
    except Problem:
        return {"status": "alive"}
    return {"status": "alive"} | _parts(here.app, caller)


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
