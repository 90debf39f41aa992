"""Sentences -> chunks: what is indexed, ranked and cited.

A chunk is a run of whole sentences with the headings directly before them. It never runs over a
heading, so all its sentences stand under the same one, and never over a change of the table
header. Neighbours share their last sentences, except across headings and rows.
"""

from bisect import bisect_left as _first
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fundstelle.core.documents import Block, BlockKind, Chunk, Page, Sentence, Span
from fundstelle.core.identity import hash_id
from fundstelle.core.outline import Outline
from fundstelle.core.sentences import SENTENCE_CHARS, cut

CHUNKS_FINGERPRINT = "chunks-2"
"""Changes whenever sentences or chunks of the same text would come out differently."""

HEADER_CHARS = 2_000
"""Of a table header that every chunk of the table carries."""


@dataclass(frozen=True, slots=True)
class ChunkRule:
    """How long a chunk is and how much it repeats of the one before, in characters.

    A single sentence may be longer than chunk_chars, and a heading may come on top of it; no chunk
    is longer than the greater of chunk_chars and SENTENCE_CHARS.
    """

    chunk_chars: int = 700
    overlap_chars: int = 150


def chunks_of(
    document_id: str,
    collection_id: str,
    version: int,
    text: str,
    blocks: Sequence[Block],
    sentences: Sequence[Sentence],
    pages: Sequence[Page],
    rule: ChunkRule,
) -> tuple[Chunk, ...]:
    """Chunks in order of start; every non-white character of a block lies in at least one.

    blocks, sentences: of the text, in order. The same input gives the same chunks and ids.
    """
    outline = Outline(text, blocks)
    chunks = []
    starts = [sentence.start for sentence in sentences]
    if pages:
        sentences = [replace(s, page=outline.page(pages, s.start)) for s in sentences]
    for index, run in enumerate(_runs(text, blocks, sentences, rule)):
        chunks.append(
            Chunk(
                id=hash_id(document_id, str(version), str(run.start), str(run.end)),
                document_id=document_id,
                collection_id=collection_id,
                version=version,
                index=index,
                start=run.start,
                end=run.end,
                text=text[run.start : run.end],
                heading=outline.heading(run.under),
                header=text[slice(*run.header)][:HEADER_CHARS] if run.header else "",
                page=outline.page(pages, run.start),
                sentences=tuple(sentences[_first(starts, run.start) : _first(starts, run.end)]),
            )
        )
    return tuple(chunks)


@dataclass(slots=True)
class _Run:
    """A chunk in the making.

    under: where its headings are looked up. first: number of its first sentence, the earliest that
    the next chunk may repeat.
    """

    start: int
    end: int
    under: int
    first: int
    has_sentence: bool = False
    has_row: bool = False
    header: Span | None = None


def _runs(
    text: str, blocks: Sequence[Block], sentences: Sequence[Sentence], rule: ChunkRule
) -> list[_Run]:
    making = _Making(sentences, rule)
    headings = [block for block in blocks if block.kind is BlockKind.HEADING]
    at = 0
    for heading in headings:
        while at < len(sentences) and sentences[at].start < heading.start:
            making.add_sentence(at)
            at += 1
        for start, end in cut(text, heading.start, heading.end):
            making.add_heading(start, end, at)
    for last in range(at, len(sentences)):
        making.add_sentence(last)
    return making.runs


class _Making:
    """Joins headings and sentences to runs, one after the other; constant work for each."""

    def __init__(self, sentences: Sequence[Sentence], rule: ChunkRule) -> None:
        self.runs: list[_Run] = []
        self._sentences = sentences
        self._rule = rule
        self._most = max(rule.chunk_chars, SENTENCE_CHARS)
        self._open: _Run | None = None

    def add_heading(self, start: int, end: int, following: int) -> None:
        """Begin a chunk, unless only headings stand before. following: number of the sentence
        behind the heading."""
        run = self._open
        if run and not run.has_sentence and end - run.start <= self._rule.chunk_chars:
            run.end, run.first, run.under = end, following, start
        else:
            self._begin(_Run(start, end, under=start, first=following))

    def add_sentence(self, number: int) -> None:
        sentence = self._sentences[number]
        row = sentence.kind is BlockKind.ROW
        run = self._open
        if run is None or not self._fits(run, sentence, row):
            first = number
            if run and run.has_sentence and not (row or run.has_row):
                first = self._repeated_from(run, number)
            start = self._sentences[first].start
            run = _Run(start, sentence.end, under=sentence.start, first=first)
            self._begin(run)
        run.has_sentence = True
        run.end = sentence.end
        if row:
            run.has_row, run.header = True, run.header or sentence.header

    def _begin(self, run: _Run) -> None:
        self.runs.append(run)
        self._open = run

    def _fits(self, run: _Run, sentence: Sentence, row: bool) -> bool:
        if row and run.header and sentence.header != run.header:
            return False
        # A heading stays with its first sentence even if together they are a little too long.
        most = self._rule.chunk_chars if run.has_sentence else self._most
        return sentence.end - run.start <= most

    def _repeated_from(self, run: _Run, number: int) -> int:
        """Number of the first sentence that the chunk which begins with `number` repeats."""
        sentences, end = self._sentences, self._sentences[number].end
        first = number
        while first > run.first:
            start = sentences[first - 1].start
            shared = sentences[number - 1].end - start
            if shared > self._rule.overlap_chars or end - start > self._rule.chunk_chars:
                break
            first -= 1
        return first
