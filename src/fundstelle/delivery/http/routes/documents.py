"""Documents: bring in, list, find in, read, remove. What may not be read does not exist."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from typing import Annotated, Any

from fastapi import Query, Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from fundstelle.bootstrap import Application
from fundstelle.core.access import Right, Scope
from fundstelle.core.documents import Document
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.core.names import folded
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http.permissions import Asking, Needs, Routes
from fundstelle.delivery.http.problems import Problem, not_found
from fundstelle.delivery.http.routes.asking import LONGEST_QUESTION, MOST_HITS, meant, wished
from fundstelle.delivery.schemas import document_json, hit_json
from fundstelle.services.ingest import Report, State

PAGE = 100
SENT = "sent:"  # beginning of the source_uri of what names none


class NewDocument(BaseModel):
    """A document as text. source_uri: its identity in the collection; the same one replaces it."""

    model_config = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1, max_length=500)]
    content: str
    document_type: Annotated[str, Field(pattern="^(txt|md|html|csv|json|xml)$")] = "txt"
    collection: Annotated[str, Field(min_length=1, max_length=200)]
    source_uri: Annotated[str, Field(min_length=1, max_length=2000)] | None = None


def add(routes: Routes, app: Application) -> None:
    """Register the routes."""

    def target(caller: SignedIn, wanted: str) -> str:
        """Id of a collection that the caller may contribute to; anything else is not found."""
        ids = caller.scope(Right.CONTRIBUTE).collection_ids
        for one in app.store.directory.collections():
            if one.id in ids and (one.id == wanted or folded(one.name) == folded(wanted)):
                return one.id
        raise not_found()

    def readable(caller: SignedIn, document_id: str) -> tuple[Document, int]:
        with app.store.reading(caller.scope(Right.READ)) as view:
            found = view.document(document_id)
            vectors = view.vector_counts([document_id])
        if found is None:
            raise not_found()
        return found, vectors.get(document_id, 0)

    def stored(
        caller: SignedIn, wanted: str, uri: str | None, name: str, content: bytes, title: str
    ) -> dict[str, Any]:
        collection = target(caller, wanted)
        source = app.given(uri or f"{SENT}{folded(name)}", name, content, title)
        use_case, report = app.ingest(), Report()
        for _ in use_case.run(source, use_case.walk(source), collection, report, remove=False):
            pass
        (item,) = report.items
        if item.state in (State.FAILED, State.SKIPPED):
            from fundstelle.core.errors import UnreadableFile

            raise UnreadableFile(item.code, detail=item.detail)
        if embed := app.embed():
            for _ in embed(report):
                pass
        if report.embedder_fault and ":" in app.settings.embedder:
            raise EmbedderUnavailable(report.embedder_fault)
        return {"document_id": item.document_id, "chunks": item.chunks, "status": "indexed"}

    @routes.add("POST", "/documents", Needs.SIGNED_IN, status_code=201)
    async def sent(request: Request, caller: Asking) -> dict[str, Any]:
        """JSON {title, content, document_type, collection, source_uri?}, or a form with a file."""
        if request.headers.get("content-type", "").startswith("multipart/form-data"):
            async with request.form(max_files=1, max_fields=5, max_part_size=64 * 1024) as form:
                file, wanted = form.get("file"), form.get("collection")
                if file is None or isinstance(file, str) or not isinstance(wanted, str):
                    raise Problem(
                        "unusable",
                        "Das Formular braucht die Felder file und collection.",
                        "The form needs the fields file and collection.",
                    )
                name = file.filename or ""
                content = await file.read()
            name = name.replace("\\", "/").rpartition("/")[2] or "unnamed"
            return await run_in_threadpool(stored, caller, wanted, None, name, content, "")
        try:
            given = NewDocument.model_validate_json(await request.body())
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "body"
            raise Problem(
                "unusable", f"{where}: {first['msg']}", f"{where}: {first['msg']}"
            ) from error
        text = meant(given.content)
        name = f"{given.title}.{given.document_type}"
        return await run_in_threadpool(
            stored, caller, given.collection, given.source_uri, name, text.encode(), given.title
        )

    @routes.add("GET", "/documents", Needs.SIGNED_IN)
    def listed(
        caller: Asking,
        collection: Annotated[list[str] | None, Query()] = None,
        query: Annotated[str | None, Query(max_length=LONGEST_QUESTION)] = None,
        limit: Annotated[int, Query(ge=1, le=MOST_HITS)] = 10,
        cursor: Annotated[str | None, Query(max_length=400)] = None,
    ) -> dict[str, Any]:
        """All documents page by page; with `query` places with content, score and title."""
        scope = wished(app, caller, collection)
        if query is not None:
            hits = app.search()(meant(query), scope, limit=limit)
            found = [{"content": h.citation.quote} | hit_json(h) for h in hits]
            return {"hits": found}
        return _page(app, scope, cursor)

    @routes.add("GET", "/documents/{document_id}", Needs.SIGNED_IN)
    def shown(document_id: str, caller: Asking) -> dict[str, Any]:
        """One document without its text."""
        return document_json(*readable(caller, document_id))

    @routes.add("GET", "/documents/{document_id}/text", Needs.SIGNED_IN)
    def text(
        document_id: str, caller: Asking, version: Annotated[int | None, Query(ge=1)] = None
    ) -> Response:
        """The canonical text of a version, nothing added."""
        with app.store.reading(caller.scope(Right.READ)) as view:
            found = view.version_text(document_id, version)
        if found is None:
            raise not_found()
        return PlainTextResponse(found.text)

    @routes.add("GET", "/documents/{document_id}/original", Needs.SIGNED_IN)
    def original(document_id: str, caller: Asking) -> Response:
        """The bytes as they came in; never shown by a browser on our address."""
        readable(caller, document_id)
        content = app.store.upkeep.original(document_id)
        if content is None:
            raise not_found()
        headers = {
            "Content-Disposition": "attachment",
            "Content-Security-Policy": "sandbox; default-src 'none'",
        }
        return Response(content, media_type="application/octet-stream", headers=headers)

    @routes.add("DELETE", "/documents/{document_id}", Needs.SIGNED_IN, status_code=204)
    def removed(document_id: str, caller: Asking) -> None:
        """No byte of it stays."""
        found, _ = readable(caller, document_id)
        if found.collection_id not in caller.scope(Right.CONTRIBUTE).collection_ids:
            raise Problem(
                "not-allowed",
                "Sie dürfen in diesem Bereich nur lesen.",
                "You may only read in this collection.",
            )
        app.store.upkeep.remove(document_id)


def _page(app: Application, scope: Scope, cursor: str | None) -> dict[str, Any]:
    with app.store.reading(scope) as view:
        every = view.documents()
        vectors = view.vector_counts()
    after = _opened(cursor)
    rest = [d for d in every if after is None or (d.collection, d.name, d.id) > after]
    page = rest[:PAGE]
    more = len(rest) > PAGE
    last = page[-1] if page else None
    return {
        "documents": [document_json(d, vectors.get(d.id, 0)) for d in page],
        "next_cursor": _closed(last) if more and last else None,
    }


def _closed(document: Document) -> str:
    text = "\0".join((document.collection, document.name, document.id))
    return urlsafe_b64encode(text.encode()).decode()


def _opened(cursor: str | None) -> tuple[str, ...] | None:
    if cursor is None:
        return None
    try:
        parts = tuple(urlsafe_b64decode(cursor.encode()).decode().split("\0"))
    except (NoBase64, UnicodeError, ValueError):
        parts = ()
    if len(parts) != 3:  # noqa: PLR2004
        raise Problem("unusable", "Diese Marke ist ungültig.", "This cursor is not valid.")
    return parts
