"""A second look at everything read for a question: who says otherwise, what stands nowhere.

Everything was read through the asker's scope; what went since is left out. Both looks are imported
when the first question comes, not at every start.
"""

from collections.abc import Sequence

from fundstelle.core.answers import Opposition, Refusal, Verdict
from fundstelle.core.documents import Chunk
from fundstelle.core.terms import Language
from fundstelle.services.assess import Assessed


def said_otherwise(assessed: Assessed, verdict: Verdict) -> tuple[Opposition, ...]:
    """Sentences of other documents that name other amounts than those shown, or deny them."""
    from fundstelle.core.opposing import opposing

    found = assessed.seen.found
    cited = {citation for sentence in verdict.sentences for citation in sentence.citations}
    shown = [s for s in assessed.seen.evidence.sentences if s.citation in cited]
    read = [s for s in found.everything_read() if s.citation.document_id not in assessed.gone]
    dates = {document.id: document.imported_at for document in found.documents.values()}
    return opposing(shown, found.concepts, read, dates)


def taken_for_granted(assessed: Assessed, outcome: Verdict | Refusal) -> tuple[str, ...]:
    """Values and names of the question that stand at no place found; () if nothing was found.

    Not again what a refusal says already: that it stands nowhere at all.
    """
    from fundstelle.core.premises import Read, unfounded

    found = assessed.seen.found
    evidence = found.chunks[: len(assessed.seen.evidence.chunk_scores)]
    everything = Read(_texts(assessed, found.read))
    if not everything.texts:
        return ()
    named = outcome.missing_terms if isinstance(outcome, Refusal) else ()
    nearby = Read(_texts(assessed, evidence))
    every = unfounded(assessed.question, found.concepts, nearby, everything)
    return tuple(w for w in every if not any(other in w or w in other for other in named))


def _texts(assessed: Assessed, chunks: Sequence[Chunk]) -> list[tuple[str, Language]]:
    """Each chunk with what stands beside it, in the language of its document."""
    texts: list[tuple[str, Language]] = []
    for chunk in chunks:
        if chunk.document_id not in assessed.gone:
            document = assessed.seen.found.documents[chunk.document_id]
            beside = f"{document.title}\n{document.name}\n{chunk.heading}\n{chunk.header}"
            texts.append((f"{beside}\n{chunk.text}", "en" if document.language == "en" else "de"))
    return texts
