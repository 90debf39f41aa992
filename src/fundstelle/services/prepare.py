"""A reading -> everything that is stored of it. Computes; writes nothing."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from fundstelle.core.chunking import ChunkRule, chunks_of
from fundstelle.core.documents import Chunk, ChunkWords, Prepared, Reading
from fundstelle.core.identity import content_hash, document_id
from fundstelle.core.sentences import sentences_of
from fundstelle.core.terms import count_words, language_of


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
        words=tuple(_words(chunk, f"{title}\n{_stem_of(incoming.name)}") for chunk in chunks),
        source_url=incoming.source_url,
        original_path=incoming.original_path,
        original=incoming.content,
    )


def _stem_of(name: str) -> str:
    return name.rpartition(".")[0] or name


def _words(chunk: Chunk, names: str) -> ChunkWords:
    beside = Counter(_beside(names))
    for text in (chunk.heading, chunk.header):
        if text:
            beside.update(_beside(text))
    return ChunkWords(count_words(chunk.text), dict(beside))


@lru_cache(maxsize=1024)
def _beside(text: str) -> dict[str, int]:
    """Words of a title or heading; many chunks share one."""
    return count_words(text.replace("_", " "))
