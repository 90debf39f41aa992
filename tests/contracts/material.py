"""Prepared documents for the contract tests, small but with everything in them."""

from dataclasses import replace
from hashlib import sha256

import numpy as np

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
from fundstelle.core.ranking import Sought


def document_id(collection_id: str, uri: str) -> str:
    return sha256(f"{collection_id}\0{uri}".encode()).hexdigest()[:16]


def seeking(*words: str) -> list[Sought]:
    """Every word as a group of its own."""
    return [Sought((word,), 1.0) for word in words]


def prepared(
    collection_id: str,
    uri: str,
    *paragraphs: str,
    version: int = 1,
    title: str = "",
    heading: str = "",
    header: str = "",
    paged: bool = False,
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
        "de",
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
