"""What is named beside an answer: its source documents, or the places nearest to a refusal."""

from collections.abc import Collection

from fundstelle.core.answers import Hit, SourceDocument, Verdict
from fundstelle.services.retrieve import Found
from fundstelle.services.weigh import Weighed

MAX_NEAREST = 3
FURTHER_SOURCES = 0.8  # documents that are not cited are named from this share of the best score


def sources(found: Found, verdict: Verdict, gone: Collection[str]) -> tuple[SourceDocument, ...]:
    """Documents cited, then further ones that scored nearly as well as the best.

    gone: ids of documents that may no longer be named.
    """
    best: dict[str, float] = {}
    for chunk, value in zip(found.chunks, found.scores, strict=True):
        if chunk.document_id not in gone:
            best.setdefault(chunk.document_id, min(1.0, value))
    cited = [c.document_id for sentence in verdict.sentences for c in sentence.citations]
    floor = FURTHER_SOURCES * max(best.values())
    further = [document_id for document_id, value in best.items() if value >= floor]
    ids = dict.fromkeys([*cited, *further])
    documents = [found.documents[document_id] for document_id in ids]
    return tuple(SourceDocument(d.id, d.title, d.name, d.collection, best[d.id]) for d in documents)


def nearest(seen: Weighed) -> tuple[Hit, ...]:
    """The best sentence of each of the best documents: what a person may look at instead."""
    found, places = seen.found, {}
    for candidate in seen.rated:
        sentence = candidate.sentence
        chunk = found.chunks[sentence.chunk]
        if candidate.around > 0 and chunk.document_id not in places:
            places[chunk.document_id] = Hit(
                chunk.id,
                sentence.citation,
                chunk.index,
                seen.evidence.chunk_scores[sentence.chunk],
                found.ranks[sentence.chunk][0] or None,
                found.ranks[sentence.chunk][1] or None,
            )
    return tuple(places.values())[:MAX_NEAREST]
