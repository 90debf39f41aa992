"""Which sentences of the evidence talk to a language model: looked at once for each question."""

from fundstelle.core.answers import Evidence, EvidenceSentence
from fundstelle.core.instructions import talking


def marked(evidence: Evidence) -> frozenset[str]:
    """Ids of the evidence sentences that talk to a model, each looked at with its neighbours."""
    documents: dict[str, list[EvidenceSentence]] = {}
    for sentence in evidence.sentences:
        documents.setdefault(sentence.citation.document_id, []).append(sentence)
    found: set[str] = set()
    for sentences in documents.values():
        sentences.sort(key=lambda s: s.citation.start)
        flags = talking([sentence.citation.quote for sentence in sentences])
        found |= {s.id for s, flag in zip(sentences, flags, strict=True) if flag}
    return frozenset(found)
