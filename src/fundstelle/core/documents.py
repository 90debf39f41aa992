"""What is stored: documents, their versions, and the blocks and chunks of a version's text.

Every span is half-open and counts code points of the version's canonical text.
"""

from dataclasses import dataclass, field
from enum import StrEnum

Span = tuple[int, int]

CELLS = " | "
"""Stands between the cells of a table row in a version's text."""


class BlockKind(StrEnum):
    """What a block of text is, as far as finding and citing care.

    MARGIN: a running head or foot, kept once outside the body: found like all text, but shown as an
    answer only where nothing in the body is better. Stored by place in this list: append only.
    """

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    MARGIN = "margin"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text that no sentence crosses: a paragraph, a heading, one table row.

    level: 1 to 6 for headings (1 is the highest), else 0.
    header: for a table row the span of the header row in the same text; a header row has none.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    header: Span | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a paged document. number counts from 1."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Where the characters of one page stand, for drawing marks on a page image.

    width, height: of the page in points (1/72 inch), as displayed, after rotation.
    boxes: for each code point from page.start to page.end four little-endian float32
    (left, top, right, bottom) in points from the upper left corner; all zero where a character
    has no place on the page (line breaks, characters we added).
    """

    number: int
    width: float
    height: float
    boxes: bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader makes of the bytes of one file.

    text: canonical text (see core.text.canonical).
    blocks: in order of start, not overlapping; text between blocks is white space only.
    pages: for paged formats, in order, together covering the text; else empty.
    given: for plain text only: how canonical offsets map to offsets of the decoded input, as
    (canonical, given) pairs, two by two: where a changed stretch begins and where it ends (see
    core.text.to_given); empty means they are equal.
    """

    text: str
    document_type: str
    title: str = ""
    blocks: tuple[Block, ...] = ()
    pages: tuple[Page, ...] = ()
    boxes: tuple[PageBoxes, ...] = ()
    given: tuple[tuple[int, int], ...] = ()
    pages_without_text: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """The unit of proof: one sentence, list item or table row of a version.

    page: of its first character, counting from 1; known only where it stands in a chunk, and None
    for formats without pages.
    """

    start: int
    end: int
    kind: BlockKind
    header: Span | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of one version's text: the unit we index, rank and cite.

    text is exactly version.text[start:end]. index counts from 0 within the version.
    heading: the document's title and the headings above it, outermost first, joined by " › "; ""
    if there are none.
    header: the text of the table header that its rows stand under; "" if there is none.
    page: of its first character, counting from 1; None for formats without pages.
    sentences: the whole sentences it consists of, spans in the version's text.
    """

    id: str
    document_id: str
    collection_id: str
    version: int
    index: int
    start: int
    end: int
    text: str
    heading: str = ""
    header: str = ""
    page: int | None = None
    sentences: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkWords:
    """How often each search word stands in a chunk's text and beside it.

    beside: words of title, headings and table header; they help to find, they are not the text.
    """

    text: dict[str, int]
    beside: dict[str, int]


@dataclass(frozen=True, slots=True)
class Document:
    """One thing a person can open, in its current version. Holds no text."""

    id: str
    collection_id: str
    collection: str
    source_uri: str
    name: str
    title: str
    version: int
    content_hash: str
    imported_at: str
    document_type: str
    language: str
    pages: int
    chunks: int
    source_url: str | None = None
    original_path: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a document; its text never changes.

    read_by: fingerprint of the reader that made the text (name and version of its parts).
    """

    number: int
    content_hash: str
    read_by: str
    imported_at: str
    chars: int


@dataclass(frozen=True, slots=True)
class VersionText:
    """The text of one version with its structure: what proofs are made of."""

    document_id: str
    number: int
    text: str
    blocks: tuple[Block, ...]
    sentences: tuple[Sentence, ...]
    pages: tuple[Page, ...]
    given: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document ready to be stored in one transaction: everything computed, nothing written.

    words: one entry per chunk, same order.
    """

    document_id: str
    collection_id: str
    source_uri: str
    name: str
    content_hash: str
    read_by: str
    imported_at: str
    language: str
    reading: Reading
    sentences: tuple[Sentence, ...]
    chunks: tuple[Chunk, ...]
    words: tuple[ChunkWords, ...]
    source_url: str | None = None
    original_path: str | None = None
    original: bytes = field(default=b"", repr=False)
