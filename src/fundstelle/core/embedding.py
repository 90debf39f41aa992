"""Vectors of texts: what they are called, which texts they are made of, and when they are sound."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fundstelle.core.errors import EmbedderUnavailable

Vectors = npt.NDArray[np.float32]
"""[text, number], rows of length 1.0."""

LENGTH_TOLERANCE = 1e-3


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What decides a vector. Vectors of different fingerprints are never compared.

    digest: of weights and method, hexadecimal. size: numbers per vector.
    prefix: what is put before questions and passages, joined by "|"; "" if nothing is.
    """

    name: str
    digest: str
    size: int
    prefix: str

    @property
    def key(self) -> str:
        """All of it in one text."""
        return f"{self.name}:{self.digest}:{self.size}:{self.prefix}"


def embeddable(text: str) -> str:
    """Return the text as every embedder gets it: NFC, no NUL, no half of a surrogate pair.

    A model knows "ü" only composed, C strings end at NUL, and half a pair has no UTF-8.
    """
    whole = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
    return unicodedata.normalize("NFC", whole)


def unit(rows: Sequence[Vectors], size: int) -> Vectors:
    """Put rows together and give each the length 1.0. [] gives the shape (0, size).

    Raises EmbedderUnavailable if a row has another size, is zero or not finite.
    """
    if not len(rows):
        return np.empty((0, size), np.float32)
    if any(row.shape != (size,) for row in rows):
        raise EmbedderUnavailable(f"The embedder gave vectors that do not hold {size} numbers.")
    made = np.stack(rows).astype(np.float64)
    # Summed by numpy in double precision: a library's norm rounds otherwise on other processors.
    lengths = np.sqrt((made * made).sum(axis=1, keepdims=True))
    if not (np.isfinite(lengths).all() and lengths.all()):
        raise EmbedderUnavailable("The embedder gave a vector without a finite length.")
    return np.asarray(made / lengths, np.float32)


def checked(vectors: Vectors, count: int, size: int) -> Vectors:
    """Return the vectors unchanged if there are `count` of `size` numbers and length 1.0.

    Raises EmbedderUnavailable otherwise: a wrong vector would be wrong for as long as it is stored.
    """
    if vectors.shape != (count, size):
        raise EmbedderUnavailable(
            f"The embedder gave vectors of shape {vectors.shape} instead of {(count, size)}."
        )
    if not (np.abs(np.linalg.norm(vectors, axis=1) - 1) < LENGTH_TOLERANCE).all():
        raise EmbedderUnavailable("The embedder gave a vector whose length is not 1.0.")
    return vectors
