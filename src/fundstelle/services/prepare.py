"""A reading -> everything that is stored of it. Computes; writes nothing."""

from dataclasses import dataclass, replace

from fundstelle.core.chunk_words import words_of_chunk
from fundstelle.core.chunking import ChunkRule, chunks_of
from fundstelle.core.documents import Chunk, Prepared, Reading
from fundstelle.core.identity import content_hash, document_id
from fundstelle.core.outline import BETWEEN
from fundstelle.core.sentences import sentences_of
from fundstelle.core.terms import language_of


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file on its way in. imported_at: ISO 8601 with zone."""

    collection_id: str
    source_uri: str
    name: str
    content: bytes
    read_by: str
    imported_at: str
    title: str = ""
    source_url: str | None = None
    original_path: str | None = None


def prepare(incoming: Incoming, reading: Reading, *, version: int, rule: ChunkRule) -> Prepared:
    """Cut the text into sentences and chunks and count the words of each chunk."""
    identity = document_id(incoming.collection_id, incoming.source_uri)
    sentences = sentences_of(reading.text, reading.blocks)
    chunks = chunks_of(
        identity,
        incoming.collection_id,
        version,
        reading.text,
        reading.blocks,
        sentences,
        reading.pages,
        rule,
    )
    title = incoming.title or reading.title or incoming.name
    if title != incoming.name:
        chunks = tuple(_under(chunk, title) for chunk in chunks)
    return Prepared(
        document_id=identity,
        collection_id=incoming.collection_id,
        source_uri=incoming.source_uri,
        name=incoming.name,
        content_hash=content_hash(incoming.content),
        read_by=incoming.read_by,
        imported_at=incoming.imported_at,
        language=language_of(reading.text),
        reading=replace(reading, title=title),
        sentences=sentences,
        chunks=chunks,
        words=tuple(words_of_chunk(c, title=title, name=incoming.name) for c in chunks),
        source_url=incoming.source_url,
        original_path=incoming.original_path,
        original=incoming.content,
    )


def _under(chunk: Chunk, title: str) -> Chunk:
    """The chunk with the document's title as the outermost heading, if it is not that already."""
    if chunk.heading == title or chunk.heading.startswith(title + BETWEEN):
        return chunk
    return replace(chunk, heading=BETWEEN.join(filter(None, (title, chunk.heading))))
