"""POST /documents: text in JSON, or a file in a form."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Request
from pydantic import Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from fundstelle.bootstrap import Application
from fundstelle.core.access import Collection, Right
from fundstelle.core.errors import UnreadableFile
from fundstelle.core.names import folded
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.errors import about, invalid
from fundstelle.delivery.http.inputs import NO_DOCUMENT, Given, Text, meant
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import Problem, not_found
from fundstelle.delivery.http.server import App, Asking

routes = Routes("documents")

# Beginnings of the source_uri of what names none: a text is what it says, a file is its name.
SENT, UPLOADED = "sent:", "upload:"
ENDINGS = {"markdown": "md", "text": "txt"} | {e: e for e in ("md", "html", "csv", "json", "xml")}
NOT_HERE = (
    "Sie dürfen in diesem Bereich nur lesen.",
    "You may only read in this collection.",
)
EMBEDDER_DOWN = (
    "Das Dokument ist nach Wörtern zu finden; der Server für Vektoren antwortet nicht.",
    "The document is found by words; the server for vectors does not answer. Send it again later.",
)


class NewDocument(Given):
    """A document as text. source_uri: its identity in the collection; the same one replaces it.

    collection: name or id; may be left out by who contributes to one only. document_type: what
    the text is (txt, md, html, csv, json, xml); anything else counts as plain text.
    """

    title: Annotated[Text, Field(min_length=1, max_length=500)]
    content: Text
    document_type: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,50}$")] = "txt"
    collection: Annotated[Text, Field(min_length=1, max_length=200)] | None = None
    source_uri: Annotated[Text, Field(min_length=1, max_length=2000)] | None = None


@dataclass(frozen=True, slots=True)
class _Sent:
    """What came in, in either form."""

    name: str
    title: str
    content: bytes
    collection: str | None
    uri: str


FORM = {
    "type": "object",
    "properties": {
        "file": {"type": "string", "contentMediaType": "application/octet-stream"},
        "collection": {"type": "string"},
        "source_uri": {"type": "string"},
    },
    "required": ["file"],
}
BODY = {
    "required": True,
    "content": {
        "application/json": {"schema": NewDocument.model_json_schema()},
        "multipart/form-data": {"schema": FORM},
    },
}


@routes.add(
    "POST",
    "/documents",
    Needs.SIGNED_IN,
    status=201,
    shows=examples.INDEXED,
    extra={"requestBody": BODY},
)
async def bring_in(request: Request, app: App, caller: Asking) -> dict[str, Any]:
    """JSON {title, content, document_type, collection, source_uri?}, or a form with a file."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media == "multipart/form-data":
        sent = await _form(request)
    elif media == "application/json":
        sent = await _text(request)
    else:
        raise Problem(
            "unusable",
            "Senden Sie application/json oder multipart/form-data.",
            "Send application/json or multipart/form-data.",
        )
    return await run_in_threadpool(_stored, app, caller, sent)


async def _text(request: Request) -> _Sent:
    try:
        given = NewDocument.model_validate_json(await request.body())
    except ValidationError as error:
        raise invalid(error.errors()) from error
    ending = ENDINGS.get(given.document_type.lower(), "txt")
    content = meant(given.content, NO_DOCUMENT).encode()
    name = f"{given.title}.{ending}"
    uri = given.source_uri or SENT + sha256(name.encode() + b"\0" + content).hexdigest()
    return _Sent(name, given.title, content, given.collection, uri)


async def _form(request: Request) -> _Sent:
    """The file is kept on the disk while it comes; its size is bounded in front of this."""
    async with request.form(max_files=1, max_fields=5, max_part_size=64 * 1024) as form:
        file, collection, uri = form.get("file"), form.get("collection"), form.get("source_uri")
        texts = isinstance(collection, str | None) and isinstance(uri, str | None)
        if not texts or not isinstance(file, UploadFile) or set(form) - {*_FIELDS}:
            raise Problem(
                "unusable",
                "Das Formular braucht das Feld file und kann collection und source_uri enthalten.",
                "The form needs the field file and may hold collection and source_uri.",
            )
        name = (file.filename or "").replace("\\", "/").rpartition("/")[2]
        content = await file.read()
    name = _plain(name) or "unnamed"
    return _Sent(name, "", content, str(collection or "") or None, str(uri or UPLOADED + name))


_FIELDS = ("file", "collection", "source_uri")


def _plain(name: str) -> str:
    """A name is what people read: no control characters, and of a length that fits a line."""
    return "".join(char for char in name if char.isprintable())[:200].strip()


def _stored(app: Application, caller: SignedIn, sent: _Sent) -> dict[str, Any]:
    collection = _target(app, caller, sent.collection)
    source = app.given(sent.uri, sent.name, sent.content, sent.title)
    try:
        received = app.receive(caller.acting)(source, collection.id)
    except UnreadableFile as error:  # of many that are sent at once it must be told which one
        raise about(sent.name, error) from error
    if received.embedder_fault and ":" in app.settings.embedder:
        raise Problem("unavailable", *EMBEDDER_DOWN, retry_after=30)
    with app.store.reading(caller.scope(Right.READ)) as view:
        found = view.document(received.item.document_id or "")
    if found is None:  # removed in this moment
        raise not_found()
    return {"document_id": found.id, "chunks": found.chunks, "status": "indexed"}


def _target(app: Application, caller: SignedIn, wanted: str | None) -> Collection:
    """Where the caller may contribute; what may not be read is not found."""
    readable = caller.scope(Right.READ).collection_ids
    ids = caller.scope(Right.CONTRIBUTE).collection_ids
    every = [one for one in app.store.directory.collections() if one.id in readable]
    if wanted is None:
        every = [one for one in every if one.id in ids]
        if len(every) != 1:
            raise Problem(
                "unusable",
                "Nennen Sie in collection den Bereich, in den das Dokument gehört.",
                "Name the collection that the document belongs to.",
            )
        return every[0]
    for one in every:
        if one.id == wanted or folded(one.name) == folded(wanted):
            if one.id not in ids:
                raise Problem("not-allowed", *NOT_HERE)
            return one
    raise not_found()
