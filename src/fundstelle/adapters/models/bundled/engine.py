"""Runs the integer graph: one text, one vector, whatever else is going on."""

from pathlib import Path
from typing import Protocol

import numpy as np

from fundstelle.adapters.models.bundled.container import POSITIONS, Container, Floats
from fundstelle.adapters.models.bundled.tokens import Tokenizer
from fundstelle.adapters.models.bundled.weights import tensors
from fundstelle.adapters.models.bundled.words import WordVectors
from fundstelle.adapters.models.installing import cannot_be_loaded
from fundstelle.core.embedding import unit
from fundstelle.core.errors import EmbedderUnavailable

GRAPH = Path(__file__).with_name("graph.onnx")
GOLDEN_TEXT = (
    "Die Kündigungsfrist beträgt drei Monate zum Quartalsende (§ 15 Abs. 2). "
    "Whoever reports a defect within 14 days is refunded 1.250,00 €."
)
WINDOW = POSITIONS - 2  # begin and end take two places


class Session(Protocol):
    """What we use of onnxruntime.InferenceSession, which has no types."""

    def run(self, outputs: None, inputs: dict[str, Floats]) -> list[Floats]: ...


class Engine:
    """Tokenizer, word vectors and an ONNX Runtime session. Callable from several threads."""

    def __init__(self, container: Container, smoothing: Floats) -> None:
        """Makes the graph's weights in memory. Raises EmbedderUnavailable."""
        self._tokenizer = Tokenizer(container)
        self._words = WordVectors(container)
        self._begin, self._end = container.pieces.begin, container.pieces.end
        self._session = _session(container, smoothing)

    def vector(self, text: str) -> Floats:
        """The vector of a text with its prefix, of length 1.0: [384].

        Longer texts than the model takes are cut into windows, whose vectors are averaged by
        their number of pieces.
        """
        ids = self._tokenizer.ids(text)
        windows = [ids[at : at + WINDOW] for at in range(0, max(len(ids), 1), WINDOW)]
        total = np.sum([self._mean(window) * max(len(window), 1) for window in windows], axis=0)
        return np.asarray(unit([np.asarray(total, np.float32)], len(total))[0])

    def _mean(self, ids: list[int]) -> Floats:
        words = self._words([self._begin, *ids, self._end])
        try:
            return self._session.run(None, {"words": words})[0]
        except Exception as error:  # the library's errors have no class in common but this one
            raise EmbedderUnavailable(f"ONNX Runtime failed: {error}") from error


def _session(container: Container, smoothing: Floats) -> Session:
    try:
        import onnxruntime as ort
    except ImportError as error:
        raise cannot_be_loaded(error, "onnxruntime") from error
    options = ort.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Higher levels fuse Add and LayerNormalization into a kernel that is seven times slower.
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
    weights = dict(tensors(container, smoothing))
    values = [ort.OrtValue.ortvalue_from_numpy(array) for array in weights.values()]
    options.add_external_initializers(list(weights), values)
    try:
        session: Session = ort.InferenceSession(
            GRAPH.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # see above
        raise EmbedderUnavailable(f"ONNX Runtime does not take the graph: {error}") from error
    return session
