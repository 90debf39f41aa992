"""How text and structure of a version lie in one database cell, the same in every store."""

import struct
import zlib
from array import array
from collections.abc import Sequence
from itertools import chain

import numpy as np

from fundstelle.core.documents import Block, BlockKind, Page, Prepared, Sentence, Span, VersionText

LEVEL = 1  # of zlib: level 6 takes twice the time for a tenth less space on German text
KINDS = tuple(BlockKind)
KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
NOWHERE = (-1, -1)
SENTENCE = struct.Struct("<6i")


def pack_text(text: str) -> bytes:
    """Return the compressed text."""
    return zlib.compress(text.encode(), LEVEL)


def unpack_text(packed: bytes) -> str:
    """Return the text of pack_text."""
    return zlib.decompress(packed).decode()


def pack_structure(prepared: Prepared) -> bytes:
    """Return blocks, sentences, pages and the map to the given text as compressed int32."""
    reading = prepared.reading
    tables = (
        [
            (KIND_NUMBER[b.kind], b.start, b.end, b.level, *(b.header or NOWHERE))
            for b in reading.blocks
        ],
        [(KIND_NUMBER[s.kind], s.start, s.end, *(s.header or NOWHERE)) for s in prepared.sentences],
        [(page.number, page.start, page.end) for page in reading.pages],
        list(reading.given),
    )
    sizes = struct.pack("<4I", *(len(rows) for rows in tables))
    numbers = array("i", chain.from_iterable(chain.from_iterable(rows) for rows in tables))
    return zlib.compress(sizes + np.asarray(numbers, "<i4").tobytes(), LEVEL)


def unpack_version(document_id: str, number: int, text: bytes, structure: bytes) -> VersionText:
    """Return the version that pack_text and pack_structure stored."""
    raw = zlib.decompress(structure)
    sizes = struct.unpack_from("<4I", raw)
    numbers = np.frombuffer(raw, "<i4", offset=16).tolist()
    tables: list[list[list[int]]] = []
    at = 0
    for size, width in zip(sizes, (6, 5, 3, 2), strict=True):
        end = at + size * width
        tables.append([numbers[i : i + width] for i in range(at, end, width)])
        at = end
    blocks, sentences, pages, given = tables
    return VersionText(
        document_id,
        number,
        unpack_text(text),
        tuple(Block(KINDS[k], s, e, level, _span(h, t)) for k, s, e, level, h, t in blocks),
        tuple(Sentence(s, e, KINDS[k], _span(h, t)) for k, s, e, h, t in sentences),
        tuple(Page(n, s, e) for n, s, e in pages),
        tuple((canonical, there) for canonical, there in given),
    )


def _span(start: int, end: int) -> Span | None:
    return None if (start, end) == NOWHERE else (start, end)


def pack_sentences(sentences: Sequence[Sentence]) -> bytes:
    """Return the sentences of one chunk; short, so not compressed."""
    return b"".join(
        SENTENCE.pack(KIND_NUMBER[s.kind], s.start, s.end, *(s.header or NOWHERE), s.page or 0)
        for s in sentences
    )


def unpack_sentences(packed: bytes) -> tuple[Sentence, ...]:
    """Return the sentences of pack_sentences."""
    return tuple(
        [
            Sentence(start, end, KINDS[kind], None if first < 0 else (first, last), page or None)
            for kind, start, end, first, last, page in SENTENCE.iter_unpack(packed)
        ]
    )


def pack_boxes(boxes: bytes) -> bytes:
    """Return the compressed boxes of a page, four float32 per character.

    Neighbours differ little: differences, with equal bytes side by side, take a third of the space.
    """
    numbers = np.frombuffer(boxes, "<u4").reshape(-1, 4)
    steps = np.diff(numbers, axis=0, prepend=np.zeros((1, 4), "<u4"))
    return zlib.compress(steps.astype("<u4").view(np.uint8).reshape(-1, 16).T.tobytes(), LEVEL)


def unpack_boxes(packed: bytes) -> bytes:
    """Return the boxes of pack_boxes, bit for bit."""
    planes = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(16, -1)
    steps = np.ascontiguousarray(planes.T).view("<u4")
    return np.cumsum(steps, axis=0, dtype=np.uint32).astype("<u4").tobytes()
