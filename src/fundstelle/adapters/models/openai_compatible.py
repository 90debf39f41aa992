"""Chat with servers that speak the way of OpenAI: llama.cpp, vLLM, LM Studio, hosted services."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from threading import Lock
from typing import Any

from fundstelle.adapters.models.speaking import (
    BAD_REQUEST,
    FORBIDDEN,
    NOT_FOUND,
    OK,
    UNAUTHORIZED,
    UNPROCESSABLE,
    Spoken,
    as_model_errors,
    complaint,
    object_of,
    parsed,
    said_by,
)
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import ModelUnavailable, ServerUnavailable
from fundstelle.core.messages import Message
from fundstelle.ports import Flow, Server

DATA, DONE = b"data:", b"[DONE]"
EVENT_LINES = (DATA, b"event:", b"id:", b"retry:", b":")
KEY_REMEDY = "Check FUNDSTELLE_OPENAI_API_KEY."
LENGTHS = ("max_model_len", "n_ctx", "n_ctx_train", "context_length", "max_context_length")


def models_at(server: Server, deadline: Deadline) -> list[dict[str, Any]]:
    """What `/models` lists; [] where there is no such list. Raises what Server raises."""
    reply = server.get("/models", deadline=deadline)
    if reply.status == NOT_FOUND:
        return []
    if reply.status in {UNAUTHORIZED, FORBIDDEN}:
        raise ServerUnavailable(f"{complaint(reply.status, {}, server)} {KEY_REMEDY}")
    listed = object_of(reply, server).get("data")
    return [each for each in listed or [] if isinstance(each, dict) and "id" in each]


def refusal(status: int, found: Mapping[str, Any], server: Server, model: str) -> str:
    """What a status means here, and what to do."""
    said = complaint(status, found, server)
    if status in {UNAUTHORIZED, FORBIDDEN}:
        return f"{said} {KEY_REMEDY}"
    if status == NOT_FOUND:
        return f"{said} Check that it has a model {model}, and FUNDSTELLE_OPENAI_URL."
    return said


class OpenAiChat:
    """A ChatModel behind `/chat/completions`."""

    def __init__(
        self, server: Server, model: str, *, max_context: int, reply_tokens: int, deadline: Deadline
    ) -> None:
        """server: up to and with /v1. Raises ModelUnavailable, Cancelled."""
        with as_model_errors():
            listed = [each for each in models_at(server, deadline) if each["id"] == model]
        self._server, self._model, self._reply_tokens = server, model, reply_tokens
        found = _context_of(listed[0]) if listed else 0
        self.context_tokens = min(found or max_context, max_context)
        self._lock = Lock()
        self._refused: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return f"openai:{self._model}"

    @property
    def host(self) -> str:
        return self._server.host

    def reply(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any], deadline: Deadline
    ) -> str:
        turns = [{"role": each.role, "content": each.text} for each in messages]
        with as_model_errors():
            while True:
                refused = self._refused
                body = {"model": self._model, "messages": turns, "stream": True}
                body |= self._wishes(schema, refused)
                with self._server.stream("/chat/completions", body, deadline=deadline) as flow:
                    if flow.status == OK:
                        return self._text(flow)
                    found = parsed(b"".join(flow.lines))
                    unwanted = _unwanted(flow.status, found, body)
                    if unwanted is None:
                        words = refusal(flow.status, found, self._server, self._model)
                        raise ModelUnavailable(words)
                with self._lock:
                    self._refused |= {unwanted}

    def _wishes(self, schema: Mapping[str, Any], refused: frozenset[str]) -> dict[str, Any]:
        """What not every server takes, without what this one refused before."""
        wishes: dict[str, Any] = {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "reply", "schema": schema},
            },
            "temperature": 0,
            "max_tokens": self._reply_tokens,
        }
        if "max_tokens" in refused:
            wishes["max_completion_tokens"] = self._reply_tokens
        return {name: wish for name, wish in wishes.items() if name not in refused}

    def _text(self, flow: Flow) -> str:
        spoken = Spoken(self._reply_tokens)
        lines = iter(flow.lines)
        first = next((line for line in lines if line.strip()), b"")
        # By its first line: not every server that streams says so in its content type.
        if first.startswith(EVENT_LINES):
            self._collect(chain([first], lines), spoken)
        else:
            self._add(parsed(b"\n".join([first, *lines])), "message", spoken)
        return spoken.text

    def _collect(self, lines: Iterable[bytes], spoken: Spoken) -> None:
        for line in lines:
            if not line.startswith(DATA):
                continue
            data = line.removeprefix(DATA).strip()
            if data == DONE:
                return
            self._add(parsed(data), "delta", spoken)
            if spoken.ran_away:
                return

    def _add(self, part: Mapping[str, Any], holder: str, spoken: Spoken) -> None:
        if "error" in part:
            raise ServerUnavailable(f"{self._server.host} stopped: {said_by(part)}.")
        choices = part.get("choices")
        if not isinstance(choices, list):
            raise ServerUnavailable(
                f"{self._server.host} does not reply in the way of OpenAI. "
                "Check FUNDSTELLE_OPENAI_URL."
            )
        for choice in choices[:1]:  # the last part of some servers holds counts, and no choice
            spoken.add(choice.get(holder) if isinstance(choice, dict) else None)


def _unwanted(status: int, found: Mapping[str, Any], body: Mapping[str, Any]) -> str | None:
    """Which of our wishes a server does not take, None if that is not what is wrong."""
    if status not in {BAD_REQUEST, UNPROCESSABLE}:
        return None
    said = json.dumps(found)
    named = [wish for wish in ("max_tokens", "temperature") if wish in body and wish in said]
    # Without the schema the reply is only asked for in words; json_in takes it apart all the same.
    return next(iter(named), "response_format" if "response_format" in body else None)


def _context_of(listed: Mapping[str, Any]) -> int:
    """Tokens of the context, by whichever name a server gives them; 0 if it does not say."""
    meta = listed.get("meta")
    told = {**(meta if isinstance(meta, dict) else {}), **listed}
    return next((told[n] for n in LENGTHS if isinstance(told.get(n), int) and told[n] > 0), 0)
