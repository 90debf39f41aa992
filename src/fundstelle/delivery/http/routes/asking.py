"""POST /ask and GET /search."""

from collections.abc import Iterator, Sequence
from threading import Event
from typing import Annotated, Any

from fastapi import Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from fundstelle.bootstrap import Application
from fundstelle.core import events as steps
from fundstelle.core.access import Right, Scope
from fundstelle.core.names import folded
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http.errors import problem_of
from fundstelle.delivery.http.permissions import Asking, Needs, Routes
from fundstelle.delivery.http.problems import Problem, language_of
from fundstelle.delivery.http.streaming import event_text, with_heartbeat
from fundstelle.delivery.schemas import answer_json, hit_json, sentence_json

LONGEST_QUESTION = 4000  # characters
MOST_HITS = 100
LEAST_MEANT = 2  # letters or digits: what has fewer asks nothing


class Question(BaseModel):
    """What is asked. collections: names or ids, a wish that only narrows."""

    model_config = ConfigDict(extra="forbid")

    question: Annotated[str, Field(max_length=LONGEST_QUESTION)]
    collections: Annotated[list[str], Field(max_length=1000)] | None = None
    language: Annotated[str, Field(pattern="^(de|en)$")] | None = None
    model: bool = True
    gate: Annotated[str, Field(pattern="^(strict|balanced)$")] | None = None


def meant(text: str) -> str:
    """The text, if it holds two letters or digits. Raises Problem."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = ""
    if sum(char.isalnum() for char in text) < LEAST_MEANT:
        raise Problem(
            "unusable",
            "Das ist keine Frage. Schreiben Sie mindestens ein Wort.",
            "This is no question. Write at least one word.",
        )
    return text


def wished(app: Application, caller: SignedIn, names: Sequence[str] | None) -> Scope:
    """What the caller may read, narrowed to a wish. What is unknown or hidden is ignored."""
    scope = caller.scope(Right.READ)
    if names is None:
        return scope
    with app.store.reading(scope) as view:
        known = {key: c.id for c in view.collections() for key in (c.id, folded(c.name))}
    found = (known.get(name) or known.get(folded(name)) for name in names)
    return Scope(frozenset(each for each in found if each))


def add(routes: Routes, app: Application) -> None:
    """Register the routes."""

    @routes.add("POST", "/ask", Needs.SIGNED_IN)
    def ask(question: Question, request: Request, caller: Asking) -> Response | dict[str, Any]:
        """Answer a question. `Accept: text/event-stream`: step by step."""
        text = meant(question.question)
        scope = wished(app, caller, question.collections)
        asking = app.ask(model=question.model, gate=question.gate)
        language = {"de": "de", "en": "en"}.get(question.language or "")

        def rights() -> Scope:
            return routes.caller(request, Needs.SIGNED_IN).scope(Right.READ)

        if "text/event-stream" not in request.headers.get("accept", ""):
            return answer_json(asking(text, scope, language=language, rights=rights))
        events = asking.stream(text, scope, language=language, rights=rights)
        return StreamingResponse(
            with_heartbeat(_told(events, request), Event()),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    @routes.add("GET", "/search", Needs.SIGNED_IN)
    def search(
        caller: Asking,
        query: Annotated[str, Query(max_length=LONGEST_QUESTION)],
        collection: Annotated[list[str] | None, Query()] = None,
        limit: Annotated[int, Query(ge=1, le=MOST_HITS)] = 10,
    ) -> dict[str, Any]:
        """Places, best first."""
        scope = wished(app, caller, collection)
        hits = app.search()(meant(query), scope, limit=limit)
        return {"hits": [hit_json(hit) for hit in hits]}


def _told(events: Iterator[steps.Event], request: Request) -> Iterator[str]:
    """Events as text. A fault in the middle of a stream is told as an event; then it ends."""
    try:
        for event in events:
            if isinstance(event, steps.Stage):
                yield event_text("stage", {"stage": event.name.value})
            elif isinstance(event, steps.Proven):
                yield event_text("sentence", sentence_json(event.sentence))
            elif isinstance(event, steps.Finished):
                whole = answer_json(event.answer)
                yield event_text("sources", {"sources": whole["sources"]})
                yield event_text("answer", whole)
    except Exception as error:  # noqa: BLE001 - the response has begun: only the stream can tell
        problem = problem_of(error)
        detail = problem.detail[language_of(request)]
        yield event_text("error", {"type": f"/problems/{problem.kind.name}", "detail": detail})
