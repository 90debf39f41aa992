"""Vectors for chunks that have none yet: the second, resumable step of an import."""

from collections.abc import Iterator
from dataclasses import dataclass

from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.core.nearness import Pending
from fundstelle.ports import Embedder, Store

BATCH = 32  # chunks per transaction: about half a second, all that a kill can cost


def embedded_text(pending: Pending) -> str:
    """What is embedded of a chunk: title and headings, the table header, the text."""
    return "\n".join(part for part in (pending.heading, pending.header, pending.text) if part)


@dataclass(frozen=True, slots=True)
class Embed:
    """Fill a set of vectors."""

    store: Store
    embedder: Embedder

    def __call__(self) -> Iterator[int]:
        """Embed what is missing in the current set; yields how many chunks each step did.

        Begins a set if there is none. Raises EmbedderUnavailable, also if another embedder made
        the current set; what was yielded is stored.
        """
        current = self.store.upkeep.current_set()
        if current and current.key != self.embedder.fingerprint.key:
            raise EmbedderUnavailable(
                f"The vectors of this folder were made by {current.name}, and "
                f"{self.embedder.fingerprint.name} is set. Set FUNDSTELLE_EMBEDDER back, or run "
                "`fundstelle rebuild --embedder NAME`."
            )
        yield from self.beside()

    def beside(self) -> Iterator[int]:
        """The same for the embedder's own set, whichever answers meanwhile."""
        upkeep, fingerprint = self.store.upkeep, self.embedder.fingerprint
        upkeep.begin_set(fingerprint)
        while pending := upkeep.backlog(fingerprint.key, limit=BATCH):
            vectors = self.embedder.passages([embedded_text(each) for each in pending])
            upkeep.add_vectors(fingerprint, pending, vectors)
            yield len(pending)

    def switch(self) -> None:
        """Let the embedder's set answer from now on, and remove all others."""
        key = self.embedder.fingerprint.key
        self.store.upkeep.switch_set(key)
        self.store.upkeep.drop_sets_except(key)
