"""What a question means: its vector, and how near single sentences come to it."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock

from fundstelle.core.embedding import Vectors
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.core.fusion import raised
from fundstelle.core.questions import Question
from fundstelle.ports import Embedder, View
from fundstelle.services.candidates import Meaning

REMEMBERED_BYTES = 32 << 20  # of sentence vectors: about 20,000 sentences
MAX_QUESTION_CHARS = 2_000  # about what the model reads at once; a longer letter says it above


class Understanding:
    """Makes vectors of questions and sentences, if the index and its embedder are there.

    An index is only ever asked with the embedder that made its vectors, also in the moment in which
    another set becomes the current one: each view says whose it sees. Callable from several
    threads.
    """

    def __init__(self, maker: Callable[[str], Embedder], *, by_rank: bool = False) -> None:
        """maker: fingerprint key -> the embedder that makes such vectors; may raise.

        Called with the first question; what it raises is remembered, so that a missing model costs
        one try and not one per question.
        """
        self._maker, self._by_rank = maker, by_rank
        self._embedders: dict[str, Embedder | None] = {}
        self._sentences: OrderedDict[tuple[str, str], Vectors] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def question(self, view: View, asked: Question) -> tuple[Meaning | None, tuple[str, ...]]:
        """The question's vector, None without; and what is degraded because of that."""
        state = view.vectors()
        if state.fingerprint_key is None:
            return None, ("vectors_pending",)
        embedder = self._made(state.fingerprint_key)
        if embedder is None:
            return None, ("embedder_down",)
        try:
            (vector,) = embedder.questions([asked.essence[:MAX_QUESTION_CHARS]])
        except EmbedderUnavailable:
            return None, ("embedder_down",)
        degraded = ["vectors_pending"] if state.missing else []
        degraded += ["hashing"] if embedder.fingerprint.name.startswith("hashing") else []
        made_by = embedder.fingerprint
        lifted = raised(asked, made_by)
        return Meaning(vector, made_by, lifted, self._by_rank), tuple(degraded)

    def sentences(self, meaning: Meaning, texts: Sequence[str]) -> list[float]:
        """Cosine of each sentence with the question. Raises EmbedderUnavailable."""
        key = meaning.fingerprint.key
        with self._lock:
            kept = {text: self._sentences.get((key, text)) for text in texts}
        known = {text: vector for text, vector in kept.items() if vector is not None}
        new = [text for text in kept if text not in known]
        if new:
            embedder = self._made(key)
            if embedder is None:
                raise EmbedderUnavailable("The embedder of the question is gone.")
            rows = (row.copy() for row in embedder.passages(new))  # or each would keep them all
            known |= zip(new, rows, strict=True)
        self._remember(key, known)
        return [float(known[text] @ meaning.vector) for text in texts]

    def _remember(self, key: str, vectors: dict[str, Vectors]) -> None:
        with self._lock:
            for text, vector in vectors.items():
                if (key, text) not in self._sentences:
                    self._bytes += vector.nbytes
                self._sentences[key, text] = vector
                self._sentences.move_to_end((key, text))
            while self._bytes > REMEMBERED_BYTES:
                self._bytes -= self._sentences.popitem(last=False)[1].nbytes

    def _made(self, key: str) -> Embedder | None:
        with self._lock:
            if key not in self._embedders:
                try:
                    self._embedders[key] = self._maker(key)
                except EmbedderUnavailable:
                    self._embedders[key] = None
            return self._embedders[key]
