"""The search words of one chunk: the one rule for ingest and for rebuilding from stored text."""

from collections import Counter
from functools import lru_cache

from fundstelle.core.documents import Chunk, ChunkWords
from fundstelle.core.terms import count_words


def words_of_chunk(chunk: Chunk, *, title: str, name: str) -> ChunkWords:
    """Return how often each search word stands in the chunk and beside it.

    title, name: of the document; the ending of the name says nothing about its content.
    """
    names = f"{title}\n{name.rpartition('.')[0] or name}"
    beside = _beside(names, chunk.heading, chunk.header)
    return ChunkWords(count_words(chunk.text), dict(beside))


@lru_cache(maxsize=1024)
def _beside(*texts: str) -> dict[str, int]:
    """Words of titles and headings; neighbouring chunks share them."""
    found: Counter[str] = Counter()
    for text in filter(None, texts):
        found.update(_counted(text))
    return dict(found)


@lru_cache(maxsize=1024)
def _counted(text: str) -> dict[str, int]:
    """Words of one of them, not to be changed: all chunks of a document share its title."""
    return count_words(text.replace("_", " "))
