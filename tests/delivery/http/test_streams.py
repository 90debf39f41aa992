"""Answers that take long: what goes out, what a right revoked meanwhile hides, who hangs up."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from starlette.types import Message as AsgiMessage

from fundstelle.core.callers import Operator
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import Cancelled
from fundstelle.core.messages import Message
from fundstelle.delivery.http import streaming
from fundstelle.delivery.http.streaming import HEARTBEAT, with_heartbeat
from fundstelle.services.chat_models import ChatModels
from tests.delivery.http.desk import CANARY, SECRET, Desk, desk_over
from tests.services.fake_chat import claims

QUESTION = {"question": "Wie viele Meter misst Sankt Anna?"}
STREAM = {"accept": "text/event-stream"}
LONGEST_SECONDS = 20.0  # a test that waits so long has failed


@dataclass
class FakeModel:
    """Says the secret in other words. meanwhile: what happens before it does."""

    meanwhile: Callable[[Deadline], None] = lambda _: None
    name: str = "fake:model"
    host: str = "nowhere"
    context_tokens: int = 4096
    called: Event = field(default_factory=Event)

    def reply(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any], deadline: Deadline
    ) -> str:
        assert schema
        self.called.set()
        self.meanwhile(deadline)
        place = re.search(rf"\[(S\d+)\] .*{CANARY}", messages[-1].text)
        assert place
        return claims((f"Seit 1733 misst der {CANARY} von Sankt Anna genau 41 Meter.", [place[1]]))


@pytest.fixture
def modelled(folder: Path) -> Iterator[Desk]:
    with desk_over(folder, chat_model="ollama:fake", questions_per_user=1) as desk:
        yield desk


def use(desk: Desk, model: FakeModel) -> None:
    desk.app.chat_models = ChatModels(lambda _: model, clock=desk.app.ticks)


def events(text: str) -> list[tuple[str, Any]]:
    """(name, data) of each event."""
    found = []
    for block in filter(None, text.split("\n\n")):
        if not block.startswith(":"):
            first, second = block.split("\n")
            found.append((first.removeprefix("event: "), json.loads(second.removeprefix("data: "))))
    return found


def test_stages_come_first_and_the_whole_answer_last(modelled: Desk) -> None:
    use(modelled, FakeModel())

    answer = modelled.call("member", "POST", "/ask", json=QUESTION, headers=STREAM)
    whole = modelled.call("member", "POST", "/ask", json=QUESTION).json()

    told = events(answer.text)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert [name for name, _ in told] == [
        *(["stage"] * 3),
        "sources",
        *(["sentence"] * len(whole["sentences"])),
        "answer",
    ]
    assert [data["stage"] for name, data in told if name == "stage"] == ["search", "draft", "gates"]
    assert told[-1][1] | {"timings_ms": 0} == whole | {"timings_ms": 0}
    assert whole["status"] == "answered"
    assert CANARY in whole["sentences"][0]["text"]


def _out_of_the_group(desk: Desk) -> None:
    desk.app.people(Operator()).set_member("read", "member", joins=False)


def _grant_taken(desk: Desk) -> None:
    desk.app.people(Operator()).set_grant("read", "Akten", None)


def _group_removed(desk: Desk) -> None:
    desk.app.people(Operator()).remove_group("read")


def _document_removed(desk: Desk) -> None:
    desk.app.store.upkeep.remove(desk.ids["Akten/1"])


def _collection_removed(desk: Desk) -> None:
    desk.app.store.upkeep.remove_collection(desk.ids["Akten"])


def _disabled(desk: Desk) -> None:
    desk.app.people(Operator()).set_disabled("member", disabled=True)


def _sessions_ended(desk: Desk) -> None:
    desk.app.store.credentials.end_sessions(desk.ids["member"])
    desk.app.store.credentials.remove_key(desk.ids["key"])


REVOKED = {
    "out of the group": (_out_of_the_group, 200),
    "grant taken": (_grant_taken, 200),
    "group removed": (_group_removed, 200),
    "document removed": (_document_removed, 200),
    "collection removed": (_collection_removed, 200),
    "disabled": (_disabled, 401),
    "session and key ended": (_sessions_ended, 401),
}


@pytest.mark.parametrize("caller", ["member", "key"])
@pytest.mark.parametrize(("revoke", "status"), REVOKED.values(), ids=list(REVOKED))
@pytest.mark.parametrize("receipt", [False, True], ids=["", "receipt"])
def test_nothing_is_shown_of_what_was_revoked_while_the_model_wrote(
    modelled: Desk, revoke: Callable[[Desk], None], status: int, caller: str, *, receipt: bool
) -> None:
    use(modelled, FakeModel(lambda _: revoke(modelled)))

    answer = modelled.call(caller, "POST", "/ask", json=QUESTION | {"receipt": receipt})

    assert answer.status_code == status
    assert CANARY not in answer.text
    assert "Akten" not in answer.text
    assert modelled.ids["Akten/1"] not in answer.text or (receipt and revoke is _document_removed)


@pytest.mark.parametrize("caller", ["member", "key"])
@pytest.mark.parametrize(("revoke", "status"), REVOKED.values(), ids=list(REVOKED))
def test_no_byte_of_it_is_in_the_stream_either(
    modelled: Desk, revoke: Callable[[Desk], None], status: int, caller: str
) -> None:
    use(modelled, FakeModel(lambda _: revoke(modelled)))

    answer = modelled.call(caller, "POST", "/ask", json=QUESTION, headers=STREAM)

    name, data = events(answer.text)[-1]
    assert name == ("answer" if status == 200 else "error")
    assert data.get("status", "refused") == "refused"
    assert CANARY not in answer.text
    assert "Akten" not in answer.text
    assert modelled.ids["Akten/1"] not in answer.text


def test_a_fault_in_the_middle_is_told_without_its_words(modelled: Desk) -> None:
    def breaks(_: Deadline) -> None:
        raise RuntimeError(SECRET)

    use(modelled, FakeModel(breaks))

    answer = modelled.call("member", "POST", "/ask", json=QUESTION, headers=STREAM)

    assert events(answer.text)[-1][0] == "error"
    assert events(answer.text)[-1][1]["type"] == "/problems/fault"
    assert CANARY not in answer.text


def asked(desk: Desk, model: FakeModel, headers: dict[str, str]) -> list[AsgiMessage]:
    """Ask as a server would, hang up as soon as the model is called, return what was sent."""
    body = json.dumps(QUESTION).encode()
    sent: list[AsgiMessage] = []
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])
    shown = (
        {"host": "localhost", "content-type": "application/json"} | desk.shows["member"] | headers
    )

    async def receive() -> AsgiMessage:
        if message := next(messages, None):
            return message
        await asyncio.to_thread(model.called.wait, LONGEST_SECONDS)
        return {"type": "http.disconnect"}

    async def send(message: AsgiMessage) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "method": "POST",
        "path": "/api/v1/ask",
        "query_string": b"",
        "headers": [(k.encode(), v.encode()) for k, v in shown.items()],
    }
    asyncio.run(desk.api(scope, receive, send))
    return sent


@pytest.mark.parametrize("headers", [STREAM, {}], ids=["stream", "whole"])
def test_who_hangs_up_calls_off_the_model(
    modelled: Desk, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, and not with the next heartbeat."""
    monkeypatch.setattr(streaming, "HEARTBEAT_SECONDS", 100 * LONGEST_SECONDS)
    called_off = Event()

    def writes(deadline: Deadline) -> None:
        never = Event()
        for _ in range(int(LONGEST_SECONDS * 100)):
            if deadline.cancelled:
                called_off.set()
                raise Cancelled
            never.wait(0.01)

    model = FakeModel(writes)
    use(modelled, model)

    sent = asked(modelled, model, headers)

    assert called_off.wait(LONGEST_SECONDS)
    assert CANARY.encode() not in b"".join(m.get("body", b"") for m in sent)
    use(modelled, FakeModel())
    again = modelled.call("member", "POST", "/ask", json=QUESTION)
    assert again.status_code == 200, "the question that was called off counts no more"


@pytest.mark.parametrize("headers", [STREAM, {}], ids=["stream", "whole"])
def test_a_user_has_so_many_questions_at_once_and_others_are_not_held_up(
    modelled: Desk, headers: dict[str, str]
) -> None:
    go = Event()
    model = FakeModel(lambda _: _waited(go))
    use(modelled, model)

    def ask(caller: str, **more: Any) -> Any:
        shown = modelled.shows[caller] | more.pop("headers", {})
        return modelled.client.post("/api/v1/ask", headers=shown, **more)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(ask, "member", json=QUESTION, headers=headers)
        assert model.called.wait(LONGEST_SECONDS)
        second = ask("member", json=QUESTION)
        by_key = ask("key", json=QUESTION, headers=headers)
        other = ask("user", json=QUESTION)
        go.set()
        done = first.result(LONGEST_SECONDS)
    third = ask("member", json=QUESTION)

    assert second.status_code == 429
    assert int(second.headers["retry-after"]) >= 1
    assert by_key.status_code == 429, "a key counts for its user"
    assert other.status_code == 200
    assert CANARY in done.text
    assert third.status_code == 200


def _waited(go: Event) -> None:
    assert go.wait(LONGEST_SECONDS)


def test_a_stream_says_now_and_then_that_it_is_alive() -> None:
    go, gone = Event(), Event()

    def texts() -> Iterator[str]:
        _waited(go)
        yield "text"

    stream = with_heartbeat(texts(), gone, seconds=0.01)

    assert next(stream) == HEARTBEAT
    go.set()
    assert next(text for text in stream if text != HEARTBEAT) == "text"
    assert not [text for text in stream if text != HEARTBEAT]
    assert gone.is_set()
