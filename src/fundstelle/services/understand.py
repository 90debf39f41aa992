"""What a question means: its vector, and how near single sentences come to it."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock

import numpy as np

from fundstelle.core.embedding import Vectors
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.core.fusion import raised
from fundstelle.core.questions import Question
from fundstelle.ports import Embedder, View
from fundstelle.services.candidates import Meaning

REMEMBERED_BYTES = 32 << 20  # of sentence vectors: about 20,000 sentences


class Understanding:
    """Makes vectors of questions and sentences, if the index and its embedder are there.

    open_embedder is called with the first question; what it raises is remembered, so that a
    missing model costs one try and not one per question. Callable from several threads.
    """

    def __init__(self, open_embedder: Callable[[], Embedder], *, by_rank: bool = False) -> None:
        self._open, self._by_rank = open_embedder, by_rank
        self._embedder: Embedder | None = None
        self._down = False
        self._sentences: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    def question(self, view: View, asked: Question) -> tuple[Meaning | None, tuple[str, ...]]:
        """The question's vector, None without; and what is degraded because of that.

        An index is only ever asked with the embedder that made its vectors.
        """
        state = view.vectors()
        if state.fingerprint_key is None:
            return None, ("vectors_pending",)
        embedder = self._ready()
        if embedder is None or embedder.fingerprint.key != state.fingerprint_key:
            return None, ("embedder_down",)
        try:
            (vector,) = embedder.questions([asked.text])
        except EmbedderUnavailable:
            return None, ("embedder_down",)
        degraded = ["vectors_pending"] if state.missing else []
        degraded += ["hashing"] if embedder.fingerprint.name.startswith("hashing") else []
        made_by = embedder.fingerprint
        lifted = raised(asked, made_by)
        return Meaning(vector, made_by, lifted, self._by_rank), tuple(degraded)

    def sentences(self, meaning: Meaning, texts: Sequence[str]) -> list[float]:
        """Cosine of each sentence with the question. Raises EmbedderUnavailable."""
        with self._lock:
            known = {text: self._sentences[text] for text in texts if text in self._sentences}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        embedder = self._ready()
        if new and embedder is not None:
            known |= zip(new, embedder.passages(new), strict=True)
        self._remember(known)
        return [float(known[text] @ meaning.vector) for text in texts]

    def _remember(self, vectors: dict[str, Vectors]) -> None:
        with self._lock:
            for text, vector in vectors.items():
                self._sentences[text] = vector
                self._sentences.move_to_end(text)
            size = sum(np.asarray(v).nbytes for v in vectors.values()) / max(1, len(vectors))
            while len(self._sentences) * size > REMEMBERED_BYTES:
                self._sentences.popitem(last=False)

    def _ready(self) -> Embedder | None:
        with self._lock:
            if self._embedder is None and not self._down:
                try:
                    self._embedder = self._open()
                except EmbedderUnavailable:
                    self._down = True
            return self._embedder
