"""How servers of the two kinds reply when nothing is wrong, with one part replaced by a test."""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

from tests.models.model_server import EVENTS, JSON, LINES, Asked, Behaviour, Sent, as_json

SIZE = 512
CHAT, EMBEDS, CLOUD = "llama3:latest", "nomic-embed-text:latest", "big:cloud"
LISTED_CLOUD, PLAIN_EMBEDS = "large:cloud", "arctic:latest"
DIGEST = "ab" * 32
SHOWN: dict[str, dict[str, Any]] = {
    CHAT: {"model_info": {"llama.context_length": 131072}, "capabilities": ["completion"]},
    EMBEDS: {"model_info": {"nomic-bert.context_length": 2048}, "capabilities": ["embedding"]},
    CLOUD: {"remote_host": "https://ollama.com", "capabilities": ["completion"]},
}
SHOWN[LISTED_CLOUD] = SHOWN[CHAT]
SHOWN[PLAIN_EMBEDS] = SHOWN[EMBEDS]
TAGS: list[dict[str, Any]] = [
    {"name": CLOUD},
    {"name": LISTED_CLOUD, "remote_host": "https://ollama.com"},
    {"name": EMBEDS, "digest": DIGEST, "details": {"family": "nomic-bert"}},
    {"name": CHAT, "digest": "cd" * 32, "details": {"family": "llama"}},
]

Part = Callable[[Asked], Sent]
Vectors = Callable[[Sequence[str]], list[list[float]] | Sent]


def vector(text: str, size: int = SIZE) -> list[float]:
    """Hashed trigrams: texts that share words are near each other."""
    numbers = [0.0] * size
    marked = f" {text.casefold()} "
    for at in range(len(marked) - 2):
        drawn = hashlib.blake2b(marked[at : at + 3].encode(), digest_size=8).digest()
        numbers[int.from_bytes(drawn, "big") % size] += 1.0
    return numbers


def vectors(texts: Sequence[str]) -> list[list[float]]:
    return [vector(text) for text in texts]


def spoken_by_ollama(text: str, **more: Any) -> Sent:
    """In pieces of five characters, then the end."""
    pieces = [text[at : at + 5] for at in range(0, len(text), 5)]
    parts: list[dict[str, Any]] = [
        {"message": {"role": "assistant", "content": piece}, "done": False} for piece in pieces
    ]
    parts.append({"message": {"role": "assistant", "content": ""}, "done": True, **more})
    body = "".join(json.dumps(part, ensure_ascii=False) + "\n" for part in parts)
    return Sent(body.encode(), kind=LINES)


def spoken_by_openai(text: str) -> Sent:
    """As events, with a comment and the part of some servers that holds no choice."""
    pieces = [text[at : at + 5] for at in range(0, len(text), 5)]
    parts = [{"choices": [{"delta": {"content": piece}}]} for piece in pieces]
    lines = [": waiting", *(f"data: {json.dumps(part)}" for part in parts)]
    lines += ['data: {"choices": [], "usage": {}}', "data: [DONE]"]
    return Sent("\n\n".join(lines).encode(), kind=EVENTS, length=-1)


def ollama(
    chat: Part | str = "{}",
    embed: Vectors = vectors,
    *,
    tags: Sequence[dict[str, Any]] = tuple(TAGS),
    old: bool = False,
) -> Behaviour:
    """old: knows /api/embeddings only, and names no capabilities."""

    def behave(asked: Asked) -> Sent:
        match asked.path:
            case "/api/tags":
                return as_json({"models": list(tags)})
            case "/api/show":
                return _show(asked.body["model"], old=old)
            case "/api/chat":
                return spoken_by_ollama(chat) if isinstance(chat, str) else chat(asked)
            case "/api/embed" if not old:
                return _embedded(embed(asked.body["input"]), "embeddings")
            case "/api/embeddings":
                return _embedded(embed([asked.body["prompt"]]), "embedding")
        return Sent(b"404 page not found", 404, "text/plain")

    return behave


def _show(model: str, *, old: bool) -> Sent:
    if model not in SHOWN:
        return as_json({"error": f"model '{model}' not found"}, 404)
    shown = SHOWN[model]
    return as_json({k: v for k, v in shown.items() if not (old and k == "capabilities")})


def _embedded(found: list[list[float]] | Sent, name: str) -> Sent:
    if isinstance(found, Sent):
        return found
    return as_json({name: found[0] if name == "embedding" else found})


def openai(chat: Part | str = "{}", embed: Vectors = vectors) -> Behaviour:
    """Two models, one of them with the length of its context."""

    def behave(asked: Asked) -> Sent:
        match asked.path:
            case "/v1/models":
                models = [{"id": "qwen", "max_model_len": 4096}, {"id": "other"}]
                return as_json({"object": "list", "data": models})
            case "/v1/chat/completions":
                return spoken_by_openai(chat) if isinstance(chat, str) else chat(asked)
            case "/v1/embeddings":
                return _data(embed(asked.body["input"]))
        return as_json({"error": {"message": "no such route"}}, 404)

    return behave


def _data(found: list[list[float]] | Sent) -> Sent:
    """Not in the order asked for: index says where each belongs."""
    if isinstance(found, Sent):
        return found
    rows = [{"index": at, "embedding": row} for at, row in enumerate(found)]
    return as_json({"object": "list", "data": list(reversed(rows))})


def whole(text: str) -> Sent:
    """A reply of a server that does not stream."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}}
    return Sent(json.dumps({"choices": [choice]}, indent=1).encode(), kind=JSON)
