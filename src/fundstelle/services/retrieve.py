"""Question -> the best chunks of a scope, best first, by words and by meaning."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from fundstelle.core.answers import Citation, Evidence, EvidenceSentence, Hit
from fundstelle.core.documents import Chunk, Document, Span
from fundstelle.core.duplicates import Copy, fold_copies
from fundstelle.core.expansion import Concept, expand
from fundstelle.core.outline import BETWEEN as HEADING_SEPARATOR
from fundstelle.core.questions import Question
from fundstelle.core.ranking import phrase_bonus
from fundstelle.ports import View
from fundstelle.services.candidates import Meaning, Scored, candidates

POOL = 32  # chunks looked at closely: phrases, near duplicates, newer states


@dataclass(frozen=True, slots=True)
class Limits:
    """candidates: chunks from each collection's index. pool: best of them, looked at closely.

    evidence: chunks that make the evidence. per_document: chunks of one document at most.
    """

    candidates: int = 256
    evidence: int = 9
    per_document: int = 4
    pool: int = POOL


@dataclass(frozen=True, slots=True)
class Found:
    """Chunks best first with their scores (0 to 1) and the concepts.

    ranks: place by words and by meaning, counting from 1; 0: not in that ranking.
    read: all chunks looked at, best first: also copies, older states and a document's fifth chunk,
    which chunks leaves out.
    """

    concepts: tuple[Concept, ...]
    chunks: tuple[Chunk, ...]
    scores: tuple[float, ...]
    ranks: tuple[tuple[int, int], ...]
    documents: dict[str, Document]
    read: tuple[Chunk, ...] = ()

    def evidence(self, first: int) -> Evidence:
        """The sentences of the first chunks, numbered; one that stands in two counts once."""
        return Evidence(self._sentences(self.chunks[:first]), self.scores[:first])

    def everything_read(self) -> tuple[EvidenceSentence, ...]:
        """The sentences of all chunks looked at; their ids are not those of the evidence."""
        return self._sentences(self.read)

    def _sentences(self, chunks: Sequence[Chunk]) -> tuple[EvidenceSentence, ...]:
        sentences: list[EvidenceSentence] = []
        ids: dict[tuple[str, int, int], str] = {}
        for place, chunk in enumerate(chunks):
            before = ""
            for index, sentence in enumerate(chunk.sentences):
                key = (chunk.document_id, sentence.start, sentence.end)
                if key not in ids:
                    ids[key] = f"S{len(ids) + 1}"
                    citation = self.cite(
                        chunk,
                        (sentence.start, sentence.end),
                        page=sentence.page,
                        header=chunk.header if sentence.header else "",
                    )
                    sentences.append(
                        EvidenceSentence(ids[key], sentence.kind, citation, place, index, before)
                    )
                before = ids[key]
        return tuple(sentences)

    def cite(self, chunk: Chunk, span: Span, *, page: int | None, header: str) -> Citation:
        """The place of a span of the version's text, which must lie in the chunk."""
        start, end = span
        document = self.documents[chunk.document_id]
        return Citation(
            document_id=document.id,
            title=document.title,
            name=document.name,
            collection=document.collection,
            version=chunk.version,
            page=page,
            heading=_below(document.title, chunk.heading) or None,
            header=header or None,
            start=start,
            end=end,
            quote=chunk.text[start - chunk.start : end - chunk.start],
        )

    def _whole(self, chunk: Chunk) -> Citation:
        span = (chunk.start, chunk.end)
        return self.cite(chunk, span, page=chunk.page, header=chunk.header)

    def hits(self, first: int) -> tuple[Hit, ...]:
        """The first chunks as hits."""
        return tuple(
            Hit(
                chunk.id,
                self._whole(chunk),
                chunk.index,
                min(1.0, value),  # a quoted phrase lifts above what anything else could reach
                rank[0] or None,
                rank[1] or None,
            )
            for chunk, value, rank in zip(
                self.chunks[:first], self.scores[:first], self.ranks[:first], strict=True
            )
        )


def _below(title: str, heading: str) -> str:
    """The headings without the document's own title, which mostly stands on top."""
    first, _, rest = heading.partition(HEADING_SEPARATOR)
    return rest if first == title else heading


def retrieve(
    view: View,
    question: Question,
    limits: Limits,
    within: Collection[str] | None = None,
    meaning: Meaning | None = None,
) -> Found:
    """Find the chunks that answer best. within: document ids that only narrow the scope."""
    statistics = view.statistics()
    concepts = expand(question, view, statistics.chunks)
    found = candidates(
        view, concepts, statistics, limit=limits.candidates, within=within, meaning=meaning
    )
    pool = _best(found, limits.pool)
    chunks = view.chunks([found.ids[i] for i in pool])
    value = {found.ids[i]: float(found.scores[i]) for i in pool}
    for chunk in chunks:
        value[chunk.id] += phrase_bonus(question.phrases, chunk.text)
    chunks.sort(key=lambda chunk: (-round(value[chunk.id], 9), chunk.id))
    documents = {d.id: d for d in view.documents({chunk.document_id for chunk in chunks})}
    kept = _arrange(chunks, documents, question, limits)
    places = {found.ids[i]: (int(found.by_words[i]), int(found.by_meaning[i])) for i in pool}
    return Found(
        concepts,
        tuple(kept),
        tuple(round(value[chunk.id], 6) for chunk in kept),
        tuple(places[chunk.id] for chunk in kept),
        documents,
        tuple(chunks),
    )


def _best(found: Scored, limit: int) -> list[int]:
    """Places of the best chunks, best first; of equal ones the smaller id first."""
    order = np.argsort(-np.round(found.scores, 9), kind="stable")
    return [int(place) for place in order[found.scores[order] > 0][:limit]]


def _arrange(
    chunks: Sequence[Chunk], documents: dict[str, Document], question: Question, limits: Limits
) -> list[Chunk]:
    """Near duplicates once, the newer state of a text, at most so many chunks of a document."""
    copies = [
        Copy(d.id, d.name, d.title, chunk.text, d.imported_at)
        for chunk in chunks
        for d in [documents[chunk.document_id]]
    ]
    of_document: Counter[str] = Counter()
    kept: list[Chunk] = []
    for place in fold_copies(copies, frozenset(question.words)):
        chunk = chunks[place]
        of_document[chunk.document_id] += 1
        if of_document[chunk.document_id] <= limits.per_document:
            kept.append(chunk)
    return kept
