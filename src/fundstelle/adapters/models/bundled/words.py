"""The first layer: token ids to word vectors with their positions, read from the file in place."""

from collections.abc import Sequence

import numpy as np

from fundstelle.adapters.models.bundled.container import (
    POSITIONS,
    WIDTH,
    Container,
    Floats,
    numbers,
)


class WordVectors:
    """54 MB of word vectors that stay in the file; a text needs a few kilobytes of them."""

    def __init__(self, container: Container) -> None:
        self._words = container.blocks("emb.word", WIDTH)
        kind = container.floats("emb.type")[:WIDTH]  # all tokens are of the first kind
        self._positions = container.floats("emb.pos").reshape(POSITIONS, WIDTH) + kind

    def __call__(self, ids: Sequence[int]) -> Floats:
        """[token, 384] of at most 512 tokens."""
        found = numbers(self._words[np.asarray(ids)])
        found += self._positions[: len(ids)]
        return found
