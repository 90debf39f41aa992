"""Documents: list, find in, read, remove. What may not be read does not exist."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any

from fastapi import Query
from starlette.responses import PlainTextResponse, Response

from fundstelle.bootstrap import Application
from fundstelle.core.access import Right, Scope
from fundstelle.core.documents import Document
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.inputs import LONGEST_QUESTION, Most, Wish, meant, wished
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import Problem, not_found
from fundstelle.delivery.http.routes.bringing_in import NOT_HERE
from fundstelle.delivery.http.server import App, Asking
from fundstelle.delivery.schemas import document_json, hit_json

routes = Routes("documents")

PAGE = 100
KEYS = 3  # what a cursor holds: collection, name, id
NO_EMBEDDER = (
    "Der Server für Vektoren antwortet nicht. /search findet weiter nach Wörtern.",
    "The server for vectors does not answer. /search still finds by words.",
)


@routes.add("GET", "/documents", Needs.SIGNED_IN, shows=examples.DOCUMENTS_OR_HITS)
def list_documents(
    app: App,
    caller: Asking,
    collection: Wish = None,
    query: Annotated[str | None, Query(max_length=LONGEST_QUESTION)] = None,
    limit: Most = 10,
    cursor: Annotated[str | None, Query(max_length=4000)] = None,
) -> dict[str, Any]:
    """All documents page by page; with `query` places with content, score and title."""
    scope = wished(app, caller, collection)
    if query is None:
        return _page(app, scope, cursor)
    found = app.search().found(meant(query), scope, limit=limit)
    if "embedder_down" in found.degraded and ":" in app.settings.embedder:
        raise Problem("unavailable", *NO_EMBEDDER, retry_after=30)
    return {"hits": [{"content": hit.citation.quote} | hit_json(hit) for hit in found.hits]}


@routes.add("GET", "/documents/{document_id}", Needs.SIGNED_IN, shows=examples.DOCUMENT)
def show(document_id: str, app: App, caller: Asking) -> dict[str, Any]:
    """One document without its text."""
    with app.store.reading(caller.scope(Right.READ)) as view:
        found = view.document(document_id)
        vectors = view.vector_counts([document_id]) if found else {}
    if found is None:
        raise not_found()
    return document_json(found, vectors.get(document_id, 0))


@routes.add(
    "GET",
    "/documents/{document_id}/text",
    Needs.SIGNED_IN,
    shows=examples.TEXT,
    media="text/plain",
)
def show_text(
    document_id: str,
    app: App,
    caller: Asking,
    version: Annotated[int | None, Query(ge=1, le=1 << 31)] = None,
) -> Response:
    """The canonical text of a version, nothing added."""
    with app.store.reading(caller.scope(Right.READ)) as view:
        found = view.version_text(document_id, version)
    if found is None:
        raise not_found()
    return PlainTextResponse(found.text)


@routes.add(
    "GET",
    "/documents/{document_id}/original",
    Needs.SIGNED_IN,
    shows=examples.TEXT,
    media="application/octet-stream",
)
def show_original(document_id: str, app: App, caller: Asking) -> Response:
    """The bytes as they came in; never shown by a browser on our address."""
    found = _readable(app, caller, document_id)
    content = app.store.upkeep.original(found.id)
    if content is None:
        raise not_found()
    headers = {
        "Content-Disposition": "attachment",
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return Response(content, media_type="application/octet-stream", headers=headers)


@routes.add("DELETE", "/documents/{document_id}", Needs.SIGNED_IN, status=204)
def remove(document_id: str, app: App, caller: Asking) -> None:
    """No byte of it stays."""
    found = _readable(app, caller, document_id)
    if found.collection_id not in caller.scope(Right.CONTRIBUTE).collection_ids:
        raise Problem("not-allowed", *NOT_HERE)
    app.library(caller.acting).remove(found)


def _readable(app: Application, caller: SignedIn, document_id: str) -> Document:
    with app.store.reading(caller.scope(Right.READ)) as view:
        found = view.document(document_id)
    if found is None:
        raise not_found()
    return found


def _page(app: Application, scope: Scope, cursor: str | None) -> dict[str, Any]:
    with app.store.reading(scope) as view:
        every = view.documents()
        vectors = view.vector_counts()
    after = None if cursor is None else _opened(cursor)
    ordered = sorted(every, key=_place)
    rest = [one for one in ordered if after is None or _place(one) > after]
    page = rest[:PAGE]
    return {
        "documents": [document_json(one, vectors.get(one.id, 0)) for one in page],
        "next_cursor": _closed(page[-1]) if len(rest) > PAGE else None,
    }


def _place(document: Document) -> tuple[str, ...]:
    return document.collection, document.name, document.id


def _closed(document: Document) -> str:
    return urlsafe_b64encode("\0".join(_place(document)).encode()).decode()


def _opened(cursor: str) -> tuple[str, ...]:
    try:
        parts = tuple(urlsafe_b64decode(cursor.encode()).decode().split("\0"))
    except ValueError:  # no base64, no text
        parts = ()
    if len(parts) != KEYS:
        raise Problem("unusable", "Diese Marke ist ungültig.", "This cursor is not valid.")
    return parts
