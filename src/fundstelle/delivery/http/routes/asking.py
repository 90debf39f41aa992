"""POST /ask and GET /search."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from fastapi import Request
from pydantic import Field
from starlette.responses import Response

from fundstelle.core.access import Right, Scope
from fundstelle.core.events import Stage
from fundstelle.delivery.http import examples
from fundstelle.delivery.http.credentials import Needs
from fundstelle.delivery.http.errors import problem_of
from fundstelle.delivery.http.inputs import (
    LONGEST_QUESTION,
    Asked,
    Given,
    Most,
    Text,
    Wish,
    meant,
    wished,
)
from fundstelle.delivery.http.permissions import Routes
from fundstelle.delivery.http.problems import language_of
from fundstelle.delivery.http.server import App, Asking, Here
from fundstelle.delivery.http.streaming import Awaited, EventStream, event_text
from fundstelle.delivery.schemas import answer_json, hit_json, sentence_json
from fundstelle.services.ask import Reasoned

routes = Routes("asking")


class Question(Given):
    """What is asked. collections: names or ids, a wish that only narrows."""

    question: Annotated[Text, Field(max_length=LONGEST_QUESTION)]
    collections: Annotated[list[Text], Field(max_length=1000)] | None = None
    language: Literal["de", "en"] | None = None
    model: bool = True
    gate: Literal["strict", "balanced"] | None = None
    receipt: bool = False


@routes.add("POST", "/ask", Needs.SIGNED_IN, shows=examples.ANSWER)
def ask(question: Question, request: Request, here: Here, caller: Asking) -> Response:
    """Answer a question. `Accept: text/event-stream`: step by step."""
    meant(question.question)
    scope = wished(here.app, caller, question.collections)
    end = here.questions.begin(caller.access.user.id)
    return _Answering(question, request, here, scope).response(end)


@routes.add("GET", "/search", Needs.SIGNED_IN, shows=examples.HITS)
def search(
    app: App, caller: Asking, query: Asked, collection: Wish = None, limit: Most = 10
) -> dict[str, Any]:
    """Places, best first."""
    hits = app.search()(meant(query), wished(app, caller, collection), limit=limit)
    return {"hits": [hit_json(hit) for hit in hits]}


class _Answering:
    """One question on its way to its answer. scope: what the caller could read at its beginning."""

    def __init__(self, question: Question, request: Request, here: Here, scope: Scope) -> None:
        self._question, self._request, self._here, self._scope = question, request, here, scope
        self._deadline = here.app.deadline()

    def response(self, end: Callable[[], None]) -> Response:
        """Whole or step by step. Who hangs up calls off the model. end: called at the end."""

        def ended() -> None:
            self._deadline.cancel()
            end()

        if "text/event-stream" in self._request.headers.get("accept", ""):
            return EventStream(self._events(), ended)
        return Awaited(self._whole, ended)

    def _whole(self) -> dict[str, Any]:
        for step in self._steps():
            if isinstance(step, Reasoned):
                return self._answer(step)
        raise AssertionError("the steps end with the answer")

    def _steps(self) -> Iterator[Stage | Reasoned]:
        asked = self._question
        asking = self._here.app.ask(model=asked.model, gate=asked.gate, deadline=self._deadline)
        return asking.steps(
            asked.question, self._scope, language=asked.language, rights=self._rights
        )

    def _rights(self) -> Scope:
        """Of now, by the same proof: it may be over, and nothing is shown then."""
        return self._here.callers.known(self._request, Needs.SIGNED_IN).scope(Right.READ)

    def _answer(self, reasoned: Reasoned) -> dict[str, Any]:
        receipt = None
        if self._question.receipt and self._scope.collection_ids <= self._rights().collection_ids:
            receipt = self._here.app.issue_receipt()(reasoned, self._scope)
        return answer_json(reasoned.answer, receipt)

    def _events(self) -> Iterator[str]:
        """A fault in the middle of a stream is told as an event; then it ends."""
        try:
            for step in self._steps():
                if isinstance(step, Stage):
                    yield event_text("stage", {"stage": step.name.value})
                else:
                    yield from self._told(step)
        except Exception as error:  # noqa: BLE001 - the response has begun: only the stream can tell
            problem = problem_of(error)
            detail = problem.detail[language_of(self._request)]
            told = {"type": f"/problems/{problem.kind.name}", "detail": detail}
            yield event_text("error", told)

    def _told(self, reasoned: Reasoned) -> Iterator[str]:
        whole = self._answer(reasoned)
        yield event_text("sources", {"sources": whole["sources"]})
        for sentence in reasoned.answer.sentences:
            yield event_text("sentence", sentence_json(sentence))
        yield event_text("answer", whole)
