"""Is the right document, and the right place in it, among the first that were found?

Measured on answerable questions whose gold document is known. Gain is binary. Of the chunks of one
document the first counts for documents, all of them count for spans.
"""

from collections.abc import Sequence
from math import log2

from fundstelle.core.metrics.figures import Figure, mean
from fundstelle.core.metrics.results import Place
from fundstelle.core.questionset import Gold

DEPTH = 10
CUTS = (1, 5, 10)


def retrieval(pairs: Sequence[tuple[Gold, Sequence[Place]]]) -> dict[str, Figure]:
    """All figures of this file, by name; {} if no pair has a gold document."""
    known = [(gold, ranking) for gold, ranking in pairs if gold.answerable and gold.documents]
    with_span = [(gold, ranking) for gold, ranking in known if gold.spans]
    if not known:
        return {}
    documents = [(relevance(gold, ranking), len(set(gold.documents))) for gold, ranking in known]
    figures = {f"hit@{k}": mean([hit(r, k) for r, _ in documents]) for k in CUTS}
    figures[f"recall@{DEPTH}"] = mean([sum(r) / n for r, n in documents])
    figures[f"mrr@{DEPTH}"] = mean([reciprocal_rank(r) for r, _ in documents])
    figures[f"ndcg@{DEPTH}"] = mean([ndcg(r, n) for r, n in documents])
    if with_span:
        figures |= {f"span@{k}": mean([span_hit(g, r, k) for g, r in with_span]) for k in CUTS}
    return figures


def relevance(gold: Gold, ranking: Sequence[Place]) -> list[bool]:
    """For each of the first ten different documents whether it is a gold document."""
    found = list(dict.fromkeys(place.document for place in ranking))
    return [document in gold.documents for document in found[:DEPTH]]


def hit(relevant: Sequence[bool], k: int) -> float:
    """hit@k: 1 if one of the first k is relevant, else 0."""
    return float(any(relevant[:k]))


def reciprocal_rank(relevant: Sequence[bool]) -> float:
    """1 / place of the first relevant one, counting from 1; 0 without one (Voorhees, TREC-8)."""
    return next((1 / place for place, good in enumerate(relevant, start=1) if good), 0.0)


def ndcg(relevant: Sequence[bool], gold: int) -> float:
    """Sum of 1/log2(place + 1) over the relevant, by that of the best order (Järvelin 2002).

    gold: how many relevant documents there are, at least 1.
    """
    gained = sum(1 / log2(place + 1) for place, good in enumerate(relevant, start=1) if good)
    best = sum(1 / log2(place + 1) for place in range(1, min(gold, DEPTH) + 1))
    return gained / best


def span_hit(gold: Gold, ranking: Sequence[Place], k: int) -> float:
    """span@k: 1 if one of the first k chunks covers at least one gold answer whole, else 0."""
    return float(
        any(
            place.document in gold.documents
            and place.start <= start
            and start + len(text) <= place.end
            for place in ranking[:k]
            for text, start in gold.spans
        )
    )
