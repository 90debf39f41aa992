"""How servers are asked for vectors: Ollama, new and old, and those in the way of OpenAI."""

from collections.abc import Sequence
from typing import Any

from fundstelle.adapters.models import ollama, openai_compatible
from fundstelle.adapters.models.remote_embedder import Refused
from fundstelle.adapters.models.speaking import (
    LOOK_THERE,
    NOT_FOUND,
    OK,
    complaint,
    object_of,
    parsed,
    said_by,
)
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import ModelUnavailable, ServerUnavailable
from fundstelle.ports import Reply, Server

ABOUT_THE_TEXT = {400, 413, 422, 500}  # 500: Ollama, when a model computes NaN


class OllamaVectors:
    """`/api/embed`, or one by one `/api/embeddings` where the server is older."""

    def __init__(self, server: Server, model: str) -> None:
        self._server, self._model = server, model
        self._old = False

    def digest(self, deadline: Deadline) -> str:
        """SHA-256 of the model as the server tells it; "" if it does not.

        Raises ModelUnavailable where there is no such model, with what to pull.
        """
        ollama.facts_of(self._server, self._model, deadline)
        for each in ollama.models_at(self._server, deadline):
            if each["name"] == self._model:
                return str(each.get("digest") or "").removeprefix("sha256:")
        return ""

    def __call__(self, texts: Sequence[str], deadline: Deadline) -> list[list[float]]:
        if not self._old:
            body = {"model": self._model, "input": list(texts)}
            reply = self._server.post("/api/embed", body, deadline=deadline)
            if reply.status != NOT_FOUND or "error" in parsed(reply.body):
                return _listed(self._answer(reply, deadline).get("embeddings"), self._server)
            self._old = True
        return [self._one(text, deadline) for text in texts]

    def _one(self, text: str, deadline: Deadline) -> list[float]:
        body = {"model": self._model, "prompt": text}
        reply = self._server.post("/api/embeddings", body, deadline=deadline)
        return _listed([self._answer(reply, deadline).get("embedding")], self._server)[0]

    def _answer(self, reply: Reply, deadline: Deadline) -> dict[str, Any]:
        if reply.status == NOT_FOUND:
            raise ollama.missing(self._server, self._model, deadline)
        return _answer(reply, self._server)


class OpenAiVectors:
    """`/embeddings`."""

    def __init__(self, server: Server, model: str) -> None:
        self._server, self._model = server, model

    def __call__(self, texts: Sequence[str], deadline: Deadline) -> list[list[float]]:
        body = {"model": self._model, "input": list(texts), "encoding_format": "float"}
        reply = self._server.post("/embeddings", body, deadline=deadline)
        if reply.status not in {OK, *ABOUT_THE_TEXT}:
            found = parsed(reply.body)
            words = openai_compatible.refusal(reply.status, found, self._server, self._model)
            raise ModelUnavailable(words)
        data = _answer(reply, self._server).get("data")
        rows = [each for each in data or [] if isinstance(each, dict)]
        rows.sort(key=lambda row: row["index"] if isinstance(row.get("index"), int) else 0)
        return _listed([row.get("embedding") for row in rows], self._server)


def _answer(reply: Reply, server: Server) -> dict[str, Any]:
    if reply.status in ABOUT_THE_TEXT:
        found = parsed(reply.body)
        raise Refused(said_by(found) or complaint(reply.status, found, server))
    return object_of(reply, server)


def _listed(rows: object, server: Server) -> list[list[float]]:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise ServerUnavailable(f"{server.host} gave no vectors. {LOOK_THERE}")
    return rows
