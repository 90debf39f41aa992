"""The places where a query's words stand, best first; no gate, no answer."""

from dataclasses import dataclass

from fundstelle.core.access import Scope
from fundstelle.core.answers import Hit
from fundstelle.core.errors import EmbedderUnavailable, WrongUsage
from fundstelle.core.questions import read_question
from fundstelle.ports import Store
from fundstelle.services.candidates import Meaning
from fundstelle.services.retrieve import POOL, Limits, retrieve
from fundstelle.services.understand import Understanding


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """degraded: why it was searched otherwise than by words and meaning; see Understanding."""

    hits: tuple[Hit, ...] = ()
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """Find chunks."""

    store: Store
    candidates: int = 256
    per_document: int = 4
    understanding: Understanding | None = None

    def __call__(self, query: str, scope: Scope, *, limit: int = 10) -> tuple[Hit, ...]:
        """Return at most `limit` hits, best first; () without a word to search for.

        Raises WrongUsage for a limit below 1.
        """
        return self.found(query, scope, limit=limit).hits

    def found(self, query: str, scope: Scope, *, limit: int = 10) -> FoundPlaces:
        """The same, with what was degraded. Raises WrongUsage for a limit below 1."""
        if limit < 1:
            raise WrongUsage(f"The limit of a search must be at least 1, not {limit}.")
        question = read_question(query)
        if not question.words:
            return FoundPlaces()
        limits = Limits(self.candidates, 0, self.per_document, max(POOL, 2 * limit))
        with self.store.reading(scope) as view:
            meaning: Meaning | None = None
            degraded: tuple[str, ...] = ()
            if self.understanding:
                meaning, degraded = self.understanding.question(view, question)
            try:
                hits = retrieve(view, question, limits, meaning=meaning).hits(limit)
            except EmbedderUnavailable:  # damaged vectors: the words are still there
                hits = retrieve(view, question, limits).hits(limit)
        return FoundPlaces(hits, degraded)
