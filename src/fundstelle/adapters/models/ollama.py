"""Chat with models of an Ollama server."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fundstelle.adapters.models.speaking import (
    NOT_FOUND,
    OK,
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
from fundstelle.core.model_names import LOCAL_TAG
from fundstelle.ports import Server

LEAST_CONTEXT = 2048  # Ollama's own default for long: cuts silently, so it is always said

KNOCK_SECONDS = 0.5  # nobody asked for this server by name: the list comes from its memory, or not


@dataclass(frozen=True, slots=True)
class Facts:
    """What a server knows about one model. context_tokens: 0 if it does not say.

    remote_host: where the model really runs, if the server only passes messages on; else "".
    """

    context_tokens: int
    chats: bool
    thinks: bool
    remote_host: str


def facts_of(server: Server, model: str, deadline: Deadline) -> Facts:
    """Ask for a model. Raises ModelUnavailable, which says what to pull, and what Server raises."""
    reply = server.post("/api/show", {"model": model}, deadline=deadline)
    if reply.status == NOT_FOUND:
        raise missing(server, model, deadline)
    found = object_of(reply, server)
    info = found.get("model_info")
    info = info if isinstance(info, dict) else {}
    lengths = [v for k, v in info.items() if k.endswith(".context_length") and isinstance(v, int)]
    # Servers of before 2025 name no capabilities; then nothing speaks against chat.
    able = found.get("capabilities")
    able = able if isinstance(able, list) else ["completion"]
    return Facts(
        max(lengths, default=0),
        "completion" in able,
        "thinking" in able,
        str(found.get("remote_host") or ""),
    )


def models_at(server: Server, deadline: Deadline) -> list[dict[str, Any]]:
    """What `/api/tags` lists, newest first. Raises what Server raises."""
    listed = object_of(server.get("/api/tags", deadline=deadline), server).get("models")
    return [each for each in listed or [] if isinstance(each, dict) and "name" in each]


def missing(server: Server, model: str, deadline: Deadline) -> ModelUnavailable:
    """The error for a model that is not there, with what is."""
    names = [str(each["name"]) for each in models_at(server, deadline)]
    pull = f"Run `ollama pull {model.removesuffix(f':{LOCAL_TAG}')}` there"
    if model in names:
        return ModelUnavailable(f"{server.host} lists the model {model}, but lacks it. {pull}.")
    there = ", ".join(names) or "none"
    return ModelUnavailable(f"{server.host} has no model {model}. {pull}. It has: {there}.")


def first_chat_model(server: Server, deadline: Deadline) -> str | None:
    """The newest model that can chat and runs on the server itself; None if there is none."""
    for each in models_at(server, deadline.within(KNOCK_SECONDS)):
        name = str(each["name"])
        if each.get("remote_host") or each.get("remote_model"):
            continue  # passed on to a hosted service
        facts = facts_of(server, name, deadline)
        if facts.chats and not facts.remote_host and not _embeds_only(name, each):
            return name
    return None


def _embeds_only(name: str, listed: Mapping[str, Any]) -> bool:
    """By name and family, for servers that name no capabilities."""
    details = listed.get("details")
    family = str(details.get("family", "")) if isinstance(details, dict) else ""
    return "embed" in name or "bert" in family or name.startswith(("bge-", "all-minilm"))


class OllamaChat:
    """A ChatModel on an Ollama server."""

    def __init__(
        self, server: Server, model: str, *, max_context: int, reply_tokens: int, deadline: Deadline
    ) -> None:
        """model: with its tag. Asks the server for it. Raises ModelUnavailable, Cancelled."""
        with as_model_errors():
            facts = facts_of(server, model, deadline)
        if not facts.chats:
            raise ModelUnavailable(f"{model} at {server.host} cannot chat: it makes vectors only.")
        self._server, self._model, self._facts = server, model, facts
        self._reply_tokens = reply_tokens
        self.context_tokens = min(facts.context_tokens or LEAST_CONTEXT, max_context)

    @property
    def name(self) -> str:
        return f"ollama:{self._model}"

    @property
    def host(self) -> str:
        through = self._server.host
        remote = self._facts.remote_host
        return f"{remote} through {through}" if remote else through

    def reply(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any], deadline: Deadline
    ) -> str:
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": each.role, "content": each.text} for each in messages],
            "format": schema,
            "stream": True,  # so that a reply that runs away is stopped where it does
            "options": {
                "num_ctx": self.context_tokens,
                "num_predict": self._reply_tokens,
                "temperature": 0,
                "seed": 1,
            },
        }
        if self._facts.thinks:
            body["think"] = False  # an older server refuses the word for models that cannot
        spoken = Spoken(self._reply_tokens)
        with as_model_errors(), self._server.stream("/api/chat", body, deadline=deadline) as flow:
            if flow.status == NOT_FOUND:
                raise missing(self._server, self._model, deadline)
            if flow.status != OK:
                found = parsed(b"".join(flow.lines))
                raise ServerUnavailable(complaint(flow.status, found, self._server))
            self._collect(flow.lines, spoken)
        return spoken.text

    def _collect(self, lines: Iterable[bytes], spoken: Spoken) -> None:
        """Until the model is done, or runs away."""
        for line in lines:
            part = _part(line)
            if part is None:
                raise ServerUnavailable(
                    f"{self._server.host} does not reply in the way of Ollama. "
                    "Check FUNDSTELLE_OLLAMA_URL."
                )
            if "error" in part:
                raise ServerUnavailable(f"{self._server.host} stopped: {said_by(part)}.")
            spoken.add(part.get("message"))
            if part.get("done") or spoken.ran_away:
                return


def _part(line: bytes) -> dict[str, Any] | None:
    if not line.strip():
        return {}
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
