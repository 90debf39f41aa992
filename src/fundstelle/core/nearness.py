"""What a store says about vectors: chunks found by meaning, and chunks still without a vector."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from fundstelle.core.embedding import Fingerprint

QUESTION_TOLERANCE = 1e-3
"""By how much the length of a question's vector may differ from 1."""

NOT_RAISED: Mapping[str, float] = MappingProxyType({})
"""Cosines are taken as they are, whatever the language."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """Chunks found by meaning, best first; of equals the one with the smaller id first.

    cosines: of the stored vectors (float16) with the question's, float32, raised by what was asked
    for the language of the document.
    """

    chunk_ids: tuple[str, ...]
    document_ids: tuple[str, ...]
    cosines: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class VectorState:
    """Which vectors answer. fingerprint_key: of the current set, None if there is none.

    missing: chunks of the scope that have no vector in it yet.
    """

    fingerprint_key: str | None
    missing: int


@dataclass(frozen=True, slots=True)
class VectorSet:
    """One embedder's vectors. current: it answers questions. missing: chunks without a vector."""

    fingerprint: Fingerprint
    current: bool
    vectors: int
    missing: int


@dataclass(frozen=True, slots=True)
class Pending:
    """A chunk without vector, with all that is embedded of it."""

    chunk_id: str
    text: str
    heading: str
    header: str


def checked_question(vector: npt.NDArray[np.floating], size: int) -> npt.NDArray[np.float32]:
    """Return a question's vector as contiguous float32.

    Raises ValueError if it does not hold `size` finite numbers of length 1.
    """
    query = np.ascontiguousarray(vector, np.float32)
    if query.shape != (size,):
        raise ValueError(f"the question's vector must have the shape {(size,)}, got {query.shape}")
    if not abs(float(np.linalg.norm(query)) - 1) <= QUESTION_TOLERANCE:
        raise ValueError("the question's vector must be finite and have the length 1")
    return query
