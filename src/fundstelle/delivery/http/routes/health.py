"""GET /health: open, it says only that the server is alive; signed in, how its parts are."""

from typing import Any

from fastapi import Request

from fundstelle.bootstrap import Application
from fundstelle.core.access import Right
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http.permissions import Needs, Routes
from fundstelle.delivery.http.problems import Problem


def add(routes: Routes, app: Application) -> None:
    """Register the routes."""

    @routes.add("GET", "/health", Needs.NOTHING)
    def health(request: Request) -> dict[str, Any]:
        """Whether the server answers; for who is signed in also how its parts are."""
        try:
            caller = routes.caller(request, Needs.SIGNED_IN)
        except Problem:
            caller = None
        return {"status": "alive"} | (_parts(app, caller) if caller else {})


def _parts(app: Application, caller: SignedIn) -> dict[str, Any]:
    with app.store.reading(caller.scope(Right.READ)) as view:
        size, vectors = view.statistics(), view.vectors()
    return {
        "documents": size.documents,
        "chunks": size.chunks,
        "vectors_missing": vectors.missing,
        "embedder": app.settings.embedder,
        "chat_model": app.settings.chat_model,
    }
