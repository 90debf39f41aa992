"""Whether an embedder works here: one real call, and what should come out of it."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from fundstelle.core.embedding import LENGTH_TOLERANCE
from fundstelle.ports import Embedder

QUESTION = "Wie viele Urlaubstage stehen mir zu?"
FITTING = "Der Erholungsurlaub beträgt 30 Tage im Jahr."
OTHER = "Die Pumpe fördert zwölf Liter je Sekunde."


@dataclass(frozen=True, slots=True)
class Probe:
    """What an embedder made of a question and two sentences.

    fitting, other: cosine of the question with the sentence that answers it, and with the one that
    does not. length_error: greatest distance of a vector's length from 1. sentence_ms: time of one
    sentence.
    """

    fitting: float
    other: float
    length_error: float
    sentence_ms: float

    @property
    def sound(self) -> bool:
        """Whether its vectors are of length 1 and tell the two sentences apart."""
        return self.fitting > self.other and self.length_error <= LENGTH_TOLERANCE


def probe(embedder: Embedder, clock: Callable[[], float] = perf_counter) -> Probe:
    """Embed a question and two sentences. clock: in seconds. Raises EmbedderUnavailable."""
    question = embedder.questions([QUESTION])[0]  # also makes it ready, before time is taken
    started = clock()
    sentences = embedder.passages([FITTING, OTHER])
    seconds = clock() - started
    fitting, other = (float(cosine) for cosine in sentences @ question)
    lengths = np.linalg.norm([question, *sentences], axis=1)
    return Probe(fitting, other, float(np.abs(lengths - 1).max()), seconds * 1000 / 2)
