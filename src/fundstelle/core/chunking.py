"""Sentences -> chunks: what is indexed, ranked and cited.

A chunk is a run of whole sentences with the headings directly before them. It never runs over a
heading of level 1 or 2, over a deeper one only while its section is tiny, and never over a change
of the table header. Neighbours share their last sentences, except across headings and rows.
"""

from bisect import bisect_left as _first
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from fundstelle.core.documents import Block, BlockKind, Chunk, Page, Sentence, Span
from fundstelle.core.outline import Outline
from fundstelle.core.sentences import SENTENCE_CHARS, cut

CHUNKS_FINGERPRINT = "chunks-1"
"""Changes whenever sentences or chunks of the same text would come out differently."""

TINY_CHARS = 200
"""A section shorter than this takes the next heading of level 3 to 6 into its chunk."""
_HIGH = 2  # headings up to this level always begin a chunk


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
        key = f"{document_id}\0{version}\0{run.start}\0{run.end}"
        chunks.append(
            Chunk(
                id=sha256(key.encode()).hexdigest()[:32],
                document_id=document_id,
                collection_id=collection_id,
                version=version,
                index=index,
                start=run.start,
                end=run.end,
                text=text[run.start : run.end],
                heading=outline.heading(run.under),
                header=text[slice(*run.header)] if run.header else "",
                page=outline.page(pages, run.start),
                sentences=tuple(sentences[_first(starts, run.start) : _first(starts, run.end)]),
            )
        )
    return tuple(chunks)


@dataclass(slots=True)
class _Run:
    """A chunk in the making.

    under: where its headings are looked up. section: where its last section begins.
    first: number of the first sentence that the next chunk may repeat.
    told: end of its last sentence.
    """

    start: int
    end: int
    under: int
    section: int
    first: int
    told: int = 0
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
            making.add_heading(start, end, heading.level, at)
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

    def add_heading(self, start: int, end: int, level: int, following: int) -> None:
        """following: number of the first sentence behind the heading."""
        run = self._open
        if run and run.has_sentence:
            tiny = run.end - run.section < TINY_CHARS and level > _HIGH and not run.has_row
            run = run if tiny else None
        if run and end - run.start <= self._rule.chunk_chars:
            run.section = run.section if run.first == following else start
            run.end, run.first = end, following
            run.under = run.under if run.has_sentence else start
        else:
            self._begin(_Run(start, end, under=start, section=start, first=following))

    def add_sentence(self, number: int) -> None:
        sentence = self._sentences[number]
        row = sentence.kind is BlockKind.ROW
        run = self._open
        if run is None or not self._fits(run, sentence, row):
            start, first = sentence.start, number
            if run and run.has_sentence and run.first == number:
                start = self._take_heading(run, sentence)
            elif run and not (row or run.has_row):
                first = self._repeated_from(run, number)
                start = self._sentences[first].start
            run = _Run(start, sentence.end, under=sentence.start, section=start, first=first)
            self._begin(run)
        run.has_sentence = True
        run.end = run.told = sentence.end
        if row:
            run.has_row, run.header = True, run.header or sentence.header

    def _take_heading(self, run: _Run, sentence: Sentence) -> int:
        """Move the headings at the end of a full chunk to the chunk of their first sentence."""
        if sentence.end - run.section > self._most:
            return sentence.start
        run.end = run.told
        return run.section

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
