"""Prepared documents for the contract tests, small but with everything in them."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from fundstelle.core.chunk_words import words_of_chunk
from fundstelle.core.documents import (
    Block,
    BlockKind,
    Chunk,
    Page,
    PageBoxes,
    Prepared,
    Reading,
    Sentence,
)
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.nearness import Pending
from fundstelle.core.ranking import Sought
from fundstelle.ports import Upkeep

SMALL = Fingerprint("small", "5a", 8, "")
OTHER = Fingerprint("other", "07", 12, "q: |p: ")


def document_id(collection_id: str, uri: str) -> str:
    return sha256(f"{collection_id}\0{uri}".encode()).hexdigest()[:16]


def seeking(*words: str) -> list[Sought]:
    """Every word as a group of its own."""
    return [Sought((word,), 1.0) for word in words]


def vector_of(text: str, fingerprint: Fingerprint) -> npt.NDArray[np.float32]:
    """Always the same vector for the same text, of length 1."""
    seed = int(sha256(f"{fingerprint.key}{text}".encode()).hexdigest()[:8], 16)
    made = np.random.default_rng(seed).normal(size=fingerprint.size)
    return np.asarray(made / np.linalg.norm(made), np.float32)


def vectors_of(pending: Sequence[Pending], fingerprint: Fingerprint) -> npt.NDArray[np.float32]:
    made = [vector_of(f"{p.heading}|{p.header}|{p.text}", fingerprint) for p in pending]
    return np.array(made, np.float32).reshape(-1, fingerprint.size)


def embed(upkeep: Upkeep, fingerprint: Fingerprint, *, limit: int = 10_000) -> int:
    """Give vectors to chunks that have none; return how many."""
    pending = upkeep.backlog(fingerprint.key, limit=limit)
    return upkeep.add_vectors(fingerprint, pending, vectors_of(pending, fingerprint))


def prepared(
    collection_id: str,
    uri: str,
    *paragraphs: str,
    version: int = 1,
    title: str = "",
    heading: str = "",
    header: str = "",
    paged: bool = False,
    language: str = "de",
) -> Prepared:
    """A document with one chunk per paragraph. version: the number it will get."""
    text = "\n\n".join(paragraphs)
    key = document_id(collection_id, uri)
    name = uri.rsplit("/", 1)[-1]
    chunks: list[Chunk] = []
    at = 0
    for index, paragraph in enumerate(paragraphs):
        chunk_id = sha256(f"{key} {version} {index}".encode()).hexdigest()[:16]
        end = at + len(paragraph)
        page = 1 if paged else None
        chunks.append(
            Chunk(
                chunk_id,
                key,
                collection_id,
                version,
                index,
                at,
                end,
                paragraph,
                heading,
                header,
                page,
                (Sentence(at, end, BlockKind.ROW, (0, at)),) if at else (),
            )
        )
        at = end + 2
    original = f"{title}|{text}".encode()
    return Prepared(
        key,
        collection_id,
        uri,
        name,
        sha256(original).hexdigest(),
        "reader-1",
        "2026-11-30T12:00:00Z",
        language,
        _reading(text, chunks, title, paged=paged),
        tuple(Sentence(c.start, c.end, BlockKind.ROW, (c.start, c.end)) for c in chunks),
        tuple(chunks),
        tuple(words_of_chunk(chunk, title=title or name, name=name) for chunk in chunks),
        source_url="https://example.org/" + name,
        original=original,
    )


def _reading(text: str, chunks: list[Chunk], title: str, *, paged: bool) -> Reading:
    blocks = [Block(BlockKind.PARAGRAPH, c.start, c.end) for c in chunks]
    blocks[:1] = [replace(block, kind=BlockKind.HEADING, level=2) for block in blocks[:1]]
    blocks[1:2] = [
        replace(block, kind=BlockKind.ROW, header=(0, block.start)) for block in blocks[1:2]
    ]
    places = np.linspace(0, 842, 4 * len(text), dtype="<f4").tobytes()
    return Reading(
        text,
        "pdf" if paged else "txt",
        title,
        tuple(blocks),
        (Page(1, 0, len(text)),) if paged else (),
        (PageBoxes(1, 595.3, 841.9, places),) if paged else (),
        () if paged else ((0, 0), (3, 4)),
    )
