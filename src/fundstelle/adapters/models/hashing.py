"""Character n-grams, hashed: needs no model and finds no synonyms. The last resort."""

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
import numpy.typing as npt

from fundstelle.core.embedding import Fingerprint, Vectors, embeddable, unit
from fundstelle.core.terms import words_in

SIZE = 8192
LENGTHS = (3, 4, 5)  # of n-grams, in characters; a word's begin and end count as one each
NOTHING = np.array([crc32(b"<>") % SIZE])


class HashingEmbedder:
    """Words without inflection and function words share most n-grams with their other forms.

    An n-gram that occurs n times counts 1 + ln n: there is no corpus here to weigh it by.
    """

    size = SIZE
    fingerprint = Fingerprint("hashing-v1", f"{SIZE}-{'-'.join(map(str, LENGTHS))}", SIZE, "")

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        return unit([_counts(embeddable(text)) for text in texts], SIZE)


def _counts(text: str) -> Vectors:
    places = np.concatenate([_places(word) for word in words_in(text)] or [NOTHING])
    counts = np.bincount(places, minlength=SIZE).astype(np.float32)
    found = counts > 0
    counts[found] = 1 + np.log(counts[found])
    return counts


@lru_cache(maxsize=1 << 15)
def _places(word: str) -> npt.NDArray[np.int64]:
    marked = f"<{word}>"
    grams = [marked[i : i + n] for n in LENGTHS for i in range(max(len(marked) - n + 1, 1))]
    return np.array([crc32(gram.encode()) % SIZE for gram in grams])
