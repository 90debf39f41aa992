"""Embedders that cost nothing: vectors by chance, but always the same for the same text."""

from collections.abc import Callable, Sequence

import numpy as np

from fundstelle.core.embedding import Fingerprint, Vectors
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.ports import Embedder
from fundstelle.services.engines import Engines
from tests.contracts.material import vector_of

MADE_BY = {"best": "best-v1", "next": "next-v1", "last": "last-v1"}


class MadeUp:
    """Keeps the contract; remembers which passages it was given.

    fails_after: so many of them. meanwhile: what others do while the first ones are embedded.
    """

    def __init__(
        self,
        name: str,
        *,
        size: int = 8,
        fails_after: int | None = None,
        meanwhile: Callable[[], object] | None = None,
    ) -> None:
        self.fingerprint = Fingerprint(name, "00", size, "")
        self.size, self._fails_after = size, fails_after
        self.embedded: list[str] = []
        self._meanwhile = meanwhile

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self._vectors(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        if self._fails_after is not None and len(self.embedded) >= self._fails_after:
            raise EmbedderUnavailable("It fell asleep.")
        if self._meanwhile and not self.embedded:
            self._meanwhile()
        self.embedded += texts
        return self._vectors(texts)

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        made = [vector_of(text, self.fingerprint) for text in texts]
        return np.array(made, np.float32).reshape(-1, self.size)


class Shelf:
    """What is installed; opened counts how often each was opened."""

    def __init__(self, **installed: MadeUp) -> None:
        self.installed = installed
        self.opened: list[str] = []

    def __call__(self, name: str) -> Embedder:
        self.opened.append(name)
        if name not in self.installed:
            raise EmbedderUnavailable(f"{name} is not installed.")
        return self.installed[name]


def installed(*names: str) -> Engines:
    """Engines of which only these can be opened."""
    return Engines(Shelf(**{name: MadeUp(MADE_BY[name]) for name in names}), MADE_BY)
