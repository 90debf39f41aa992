"""An Ollama in front of llama.cpp: a server that speaks one way, translated into the other.

No server of Ollama can be installed by a package manager for Python; its official client decides
whether this one is like it.
"""

import json
from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.models.manners import spoken_by_ollama
from tests.models.model_server import Asked, Behaviour, Sent, as_json

NAME = "tiny:latest"
DIGEST = "5e" * 32
DETAILS = {
    "format": "gguf",
    "family": "llama",
    "parameter_size": "74K",
    "quantization_level": "F32",
}
WHEN = "2026-01-01T00:00:00Z"


def front(chat: str, vectors: str, *, context: int) -> Behaviour:
    """chat, vectors: addresses of two servers of llama.cpp. context: tokens of the model."""

    about = {"name": NAME, "model": NAME, "digest": DIGEST, "size": 297728, "modified_at": WHEN}
    info = {"general.architecture": "llama", "llama.context_length": context}
    able = ["completion", "embedding"]
    shown = {"details": DETAILS, "model_info": info, "capabilities": able}
    routes: dict[str, Callable[[dict[str, Any]], Sent]] = {
        "/api/tags": lambda _: as_json({"models": [{**about, "details": DETAILS}]}),
        "/api/show": lambda _: as_json(shown),
        "/api/chat": lambda body: _chat(chat, body),
        "/api/embed": lambda body: as_json({"embeddings": _vectors(vectors, body["input"])}),
        "/api/embeddings": lambda body: as_json(
            {"embedding": _vectors(vectors, body["prompt"])[0]}
        ),
    }

    def behave(asked: Asked) -> Sent:
        if asked.path not in routes:
            return Sent(b"404 page not found", 404, "text/plain")
        model = asked.body.get("model", NAME)
        if model.removesuffix(":latest") != "tiny":
            return as_json({"error": f"model '{model}' not found"}, 404)
        try:
            return routes[asked.path](asked.body)
        except HTTPError as error:
            return as_json({"error": json.load(error)["error"]["message"]}, error.code)

    return behave


def _chat(address: str, body: dict[str, Any]) -> Sent:
    options = body.get("options") or {}
    wanted: dict[str, Any] = {
        "messages": body["messages"],
        "temperature": options.get("temperature", 0.8),
        "max_tokens": options.get("num_predict", 128),
    }
    if isinstance(body.get("format"), dict):
        schema = {"name": "reply", "schema": body["format"]}
        wanted["response_format"] = {"type": "json_schema", "json_schema": schema}
    found = _ask(f"{address}/v1/chat/completions", wanted)
    text = found["choices"][0]["message"]["content"]
    about = {"model": NAME, "created_at": WHEN, "done_reason": "stop"}
    if body.get("stream", True):
        return spoken_by_ollama(text, **about)
    return as_json({**about, "message": {"role": "assistant", "content": text}, "done": True})


def _vectors(address: str, given: str | list[str]) -> list[list[float]]:
    texts = [given] if isinstance(given, str) else given
    found = _ask(f"{address}/v1/embeddings", {"input": texts})
    return [row["embedding"] for row in sorted(found["data"], key=lambda row: row["index"])]


def _ask(url: str, body: dict[str, Any]) -> Any:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as reply:
        return json.load(reply)
