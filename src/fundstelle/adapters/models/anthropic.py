"""Chat with Anthropic's service. Evidence leaves the house: never chosen unless it is named."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fundstelle.adapters.models.speaking import (
    FORBIDDEN,
    NOT_FOUND,
    OK,
    UNAUTHORIZED,
    as_model_errors,
    complaint,
    object_of,
    parsed,
)
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import ModelUnavailable
from fundstelle.core.messages import Message
from fundstelle.ports import Server

ADDRESS = "https://api.anthropic.com"
VERSION = "2023-06-01"
TOOL = "reply"


class AnthropicChat:
    """A ChatModel behind `/v1/messages`. The schema is that of a tool which it has to use."""

    def __init__(self, server: Server, model: str, *, max_context: int, reply_tokens: int) -> None:
        self._server, self._model, self._reply_tokens = server, model, reply_tokens
        self.context_tokens = max_context

    @property
    def name(self) -> str:
        return f"anthropic:{self._model}"

    @property
    def host(self) -> str:
        return self._server.host

    def reply(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any], deadline: Deadline
    ) -> str:
        said = [each.text for each in messages if each.role == "system"]
        body = {
            "model": self._model,
            "max_tokens": self._reply_tokens,
            "temperature": 0,
            "system": "\n\n".join(said),
            "messages": [
                {"role": m.role, "content": m.text} for m in messages if m.role != "system"
            ],
            "tools": [{"name": TOOL, "description": "Give the reply.", "input_schema": schema}],
            "tool_choice": {"type": "tool", "name": TOOL},
        }
        with as_model_errors():
            reply = self._server.post("/v1/messages", body, deadline=deadline)
            if reply.status != OK:
                raise ModelUnavailable(self._refusal(reply.status, parsed(reply.body)))
            return _text(object_of(reply, self._server))

    def _refusal(self, status: int, found: Mapping[str, Any]) -> str:
        said = complaint(status, found, self._server)
        if status in {UNAUTHORIZED, FORBIDDEN}:
            return f"{said} Check FUNDSTELLE_ANTHROPIC_API_KEY."
        if status == NOT_FOUND:
            return f"{said} There is no model {self._model}; FUNDSTELLE_CHAT_MODEL names it."
        return said


def _text(found: Mapping[str, Any]) -> str:
    """What was given to the tool, as JSON; else what was said in words."""
    blocks = found.get("content")
    blocks = [each for each in blocks if isinstance(each, dict)] if isinstance(blocks, list) else []
    for block in blocks:
        if block.get("type") == "tool_use":
            # Cut off at its limit, the service gives what it has of the object: no reply then.
            return "" if found.get("stop_reason") == "max_tokens" else json.dumps(block["input"])
    return "".join(str(each.get("text", "")) for each in blocks)
