"""The places where a query's words stand, best first; no gate, no answer."""

from dataclasses import dataclass

from fundstelle.core.access import Scope
from fundstelle.core.answers import Hit
from fundstelle.core.errors import EmbedderUnavailable, WrongUsage
from fundstelle.core.questions import read_question
from fundstelle.ports import Store
from fundstelle.services.retrieve import POOL, Limits, retrieve
from fundstelle.services.understand import Understanding


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
        if limit < 1:
            raise WrongUsage(f"The limit of a search must be at least 1, not {limit}.")
        question = read_question(query)
        if not question.words:
            return ()
        limits = Limits(self.candidates, 0, self.per_document, max(POOL, 2 * limit))
        with self.store.reading(scope) as view:
            meaning = self.understanding.question(view, question)[0] if self.understanding else None
            try:
                return retrieve(view, question, limits, meaning=meaning).hits(limit)
            except EmbedderUnavailable:  # damaged vectors: the words are still there
                return retrieve(view, question, limits).hits(limit)
