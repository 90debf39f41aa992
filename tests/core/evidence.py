"""Evidence out of a few lines, for tests of what is made from it."""

from collections.abc import Sequence

from fundstelle.core.answers import Citation, Evidence, EvidenceSentence
from fundstelle.core.documents import BlockKind


def evidence_of(
    *documents: tuple[str, Sequence[str]],
    header: str = "",
    heading: str = "",
    kind: BlockKind = BlockKind.PARAGRAPH,
) -> Evidence:
    """One chunk per (title, sentences), in this order; sentences are numbered through."""
    sentences: list[EvidenceSentence] = []
    for chunk, (title, quotes) in enumerate(documents):
        start = 0
        for index, quote in enumerate(quotes):
            citation = Citation(
                document_id=title.lower(),
                title=title,
                name=f"{title}.md",
                collection="haus",
                version=1,
                page=None,
                heading=heading or None,
                header=header or None,
                start=start,
                end=start + len(quote),
                quote=quote,
            )
            start += len(quote) + 1
            sentences.append(
                EvidenceSentence(f"S{len(sentences) + 1}", kind, citation, chunk, index)
            )
    return Evidence(tuple(sentences), tuple(1.0 for _ in documents))
