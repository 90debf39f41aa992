"""FakeChatModel: keeps the contract of ChatModel and says what it is told to say.

It stands where a real server cannot: hundreds of scripted lies in a second. Real servers are tested
in tests/models.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import Any

from fundstelle.core.deadlines import Deadline
from fundstelle.core.messages import Message
from fundstelle.ports import ChatModel
from fundstelle.services.chat_models import ChatModels
from fundstelle.services.propose import Propose

Saying = str | Exception | Callable[[str], str]


class FakeChatModel:
    """says: one reply after another, the last one for ever; a function gets the evidence shown."""

    name, host, context_tokens = "fake:says-what-it-is-told", "nowhere", 4096

    def __init__(self, *says: Saying) -> None:
        self._says = list(says)
        self.heard: list[str] = []

    def reply(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any], deadline: Deadline
    ) -> str:
        assert schema["type"] == "object"
        assert deadline.remaining > 0
        self.heard.append(messages[-1].text)
        said = self._says.pop(0) if len(self._says) > 1 else self._says[0]
        if isinstance(said, Exception):
            raise said
        return said if isinstance(said, str) else said(messages[-1].text)


def claims(*pairs: tuple[str, Iterable[str]], **more: object) -> str:
    """A reply of the first form: (sentence, ids)."""
    made = [{"sentence": sentence, "cites": list(ids)} for sentence, ids in pairs]
    return json.dumps({"claims": made, "unanswered": False} | more, ensure_ascii=False)


def proposing(model: ChatModel | None) -> Propose:
    """What asks this model."""
    return Propose(ChatModels(lambda _: model, clock=monotonic), timeout_s=30)
