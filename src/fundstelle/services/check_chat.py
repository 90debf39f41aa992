"""Whether a chat model works here: one real call, tiny."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fundstelle.core.deadlines import Deadline
from fundstelle.core.messages import Message
from fundstelle.core.replies import json_in
from fundstelle.ports import ChatModel

ASKED = 'Reply with the JSON object {"answer": "yes"} and nothing else.'
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "maxLength": 20}},
    "required": ["answer"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class ChatProbe:
    """seconds: until the whole reply was there. keeps_form: whether it was the object asked for."""

    seconds: float
    keeps_form: bool


def probe_chat(model: ChatModel, deadline: Deadline, clock: Callable[[], float]) -> ChatProbe:
    """Let the model say one word as JSON. Raises ModelUnavailable."""
    started = clock()
    said = model.reply([Message("user", ASKED)], schema=SCHEMA, deadline=deadline)
    found = json_in(said)
    return ChatProbe(clock() - started, isinstance(found, dict) and "answer" in found)
