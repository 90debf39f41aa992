"""What the use cases need from the outside world, in our own words."""

from collections.abc import Collection as Several
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from fundstelle.core.access import Collection, Scope
from fundstelle.core.documents import (
    Chunk,
    Document,
    PageBoxes,
    Prepared,
    Reading,
    Version,
    VersionText,
)
from fundstelle.core.embedding import Fingerprint, Vectors
from fundstelle.core.nearness import NOT_RAISED, Nearest, Pending, VectorState
from fundstelle.core.ranking import Sought


@dataclass(frozen=True, slots=True)
class Statistics:
    """Size of what a scope holds. words: all words of all chunk texts, with repetition."""

    documents: int
    chunks: int
    words: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """Chunks found by words, in order of their ids, with what is needed to score them.

    text[i, j], beside[i, j]: how often counted word j stands in chunk i's text, or beside it
    (title, headings, table header); values above 255 are stored as 255.
    lengths[i]: words of chunk i's text, with repetition.
    """

    chunk_ids: tuple[str, ...]
    document_ids: tuple[str, ...]
    lengths: npt.NDArray[np.int32]
    text: npt.NDArray[np.uint8]
    beside: npt.NDArray[np.uint8]


class View(Protocol):
    """What one scope shows, at one instant: all reads of one question see the same state.

    Whatever lies outside the scope looks exactly like what does not exist, also in numbers.
    Every list has a fixed order, so that the same index gives the same bytes.
    """

    def collections(self) -> tuple[Collection, ...]:
        """Readable collections, by name."""
        ...

    def statistics(self) -> Statistics:
        """Documents, chunks and words of the scope."""
        ...

    def holding(self, words: Several[str]) -> dict[str, int]:
        """For each of the words that occurs: the number of chunks that hold it (text or beside)."""
        ...

    def inflections(self, stems: Several[str], language: str) -> dict[str, list[tuple[str, int]]]:
        """For each stem the words that have it, each with its number of chunks, by word.

        language: "de" or "en": which stemmer made the stems.
        """
        ...

    def known_stems(self, stems: Several[str], language: str) -> set[str]:
        """Those of the stems that some word has: the keys of `inflections`, found faster."""
        ...

    def words_starting(
        self, prefix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        """Words that begin so, with their number of chunks: most frequent first, then by word.

        chars: least and greatest length of a word in characters; None: any.
        """
        ...

    def words_ending(
        self, suffix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        """Words that end so, with their number of chunks: most frequent first, then by word.

        chars: least and greatest length of a word in characters; None: any.
        """
        ...

    def match(
        self,
        seek: Sequence[Sought],
        counted: Sequence[str],
        *,
        limit: int,
        within: Several[str] | None = None,
    ) -> Candidates:
        """Chunks that hold at least one of the sought words, the best `limit` per collection.

        Best are those that hold groups of the greatest weight together; among equals it is the
        store's choice, but always the same.
        seek: groups of words that make a chunk a candidate; of one group any word will do, and
        no word stands in two. counted: words whose counts are returned.
        within: document ids that only narrow the scope; None: all documents of the scope.
        Order of the result: by chunk id.
        """
        ...

    def counts(self, chunk_ids: Several[str], counted: Sequence[str]) -> Candidates:
        """Like match, for given chunks, whatever words they hold; unknown ids are left out."""
        ...

    def nearest(
        self,
        vector: npt.NDArray[np.float32],
        fingerprint_key: str,
        *,
        limit: int,
        within: Several[str] | None = None,
        raised: Mapping[str, float] = NOT_RAISED,
    ) -> Nearest:
        """Return the `limit` chunks of the whole scope with the greatest cosine; all are compared.

        vector: of the question, length 1, made by the embedder of the fingerprint; only vectors
        of the same fingerprint are compared, none if there is no such set.
        within: document ids that only narrow the scope; None: all documents of the scope.
        raised: language of a document -> what is added to the cosines of its chunks.
        Raises ValueError if the vector has another size or length.
        """
        ...

    def cosines(
        self,
        chunk_ids: Sequence[str],
        vector: npt.NDArray[np.float32],
        fingerprint_key: str,
        *,
        raised: Mapping[str, float] = NOT_RAISED,
    ) -> npt.NDArray[np.float32]:
        """Cosine of each chunk, as in nearest; nan for a chunk without vector or out of scope."""
        ...

    def vectors(self) -> VectorState:
        """Which set of vectors is current, and what is missing in it."""
        ...

    def chunks(self, ids: Sequence[str]) -> list[Chunk]:
        """Chunks by id, in the order asked for; ids outside the scope are left out."""
        ...

    def chunks_of(self, document_id: str) -> list[Chunk]:
        """All chunks of a document's current version, by index; [] outside the scope."""
        ...

    def documents(self, ids: Several[str] | None = None) -> list[Document]:
        """All documents of the scope (or those of these ids), by collection name, name, id."""
        ...

    def document(self, document_id: str) -> Document | None:
        """One document, or None if it does not exist or is outside the scope."""
        ...

    def versions(self, document_id: str) -> list[Version]:
        """Kept versions, newest first; [] outside the scope."""
        ...

    def version_text(self, document_id: str, number: int | None = None) -> VersionText | None:
        """Text and structure of one version (None: the current one)."""
        ...

    def boxes(self, document_id: str, number: int, page: int) -> PageBoxes | None:
        """Places of the characters of one page, if the format has them."""
        ...


@dataclass(frozen=True, slots=True)
class Known:
    """What is remembered about a source_uri: enough to see whether it changed.

    version: number of the current version.
    """

    document_id: str
    content_hash: str
    read_by: str
    version: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts of one document for the administrator; no text."""

    document_id: str
    name: str
    collection: str
    chars: int
    chunks: int
    covered_chars: int


class Store(Protocol):
    """Text, words, versions and statistics. Two doors: reading for people, upkeep for machines."""

    def reading(self, scope: Scope) -> AbstractContextManager[View]:
        """Open one read transaction that sees only the scope."""
        ...

    @property
    def upkeep(self) -> "Upkeep":
        """The door for use cases that change or count and show no text to anyone."""
        ...


class Upkeep(Protocol):
    """Changes and counts. Returns no text to people; the embedder gets that of the backlog."""

    def collections(self) -> tuple[Collection, ...]:
        """All collections, by name."""
        ...

    def add_collection(self, name: str) -> Collection:
        """Create a collection. Raises NameTaken (names are unique ignoring case)."""
        ...

    def rename_collection(self, collection_id: str, name: str) -> None:
        """Raises NotFound, NameTaken."""
        ...

    def remove_collection(self, collection_id: str) -> None:
        """Remove a collection with everything in it; nothing of it stays in any file."""
        ...

    def known(self, collection_id: str) -> dict[str, Known]:
        """source_uri -> what is remembered of it, for every document of the collection."""
        ...

    def same_content(self, collection_id: str, content_hash: str) -> tuple[str, ...]:
        """Ids of the collection's documents whose current version has these bytes, by id."""
        ...

    def replace(self, prepared: Prepared) -> int:
        """Store a new document or a new version of it, in one transaction. Returns its version.

        When it returns, the version survives a kill of the process and is searchable by words.
        Chunks whose text, heading and header are as before keep their vectors.
        """
        ...

    def remove(self, document_id: str) -> None:
        """Remove a document with text, words, versions and original; no byte of it stays."""
        ...

    def original(self, document_id: str) -> bytes | None:
        """The bytes of the current version as they came in, for reading them again."""
        ...

    def coverage(self) -> list[Coverage]:
        """Per document how much of its text lies in chunks, by collection and name."""
        ...

    def rebuild_words(self) -> int:
        """Compute the words of every chunk again from the stored text. Returns chunks done."""
        ...

    def current_set(self) -> Fingerprint | None:
        """The set of vectors that answers questions; None if none was ever begun."""
        ...

    def begin_set(self, fingerprint: Fingerprint) -> None:
        """Begin a set of vectors beside the others; the first one is current at once."""
        ...

    def backlog(self, fingerprint_key: str, *, limit: int) -> list[Pending]:
        """Chunks that have no vector in the set, in order of import; [] if there is no such set."""
        ...

    def add_vectors(
        self,
        fingerprint: Fingerprint,
        embedded: Sequence[Pending],
        vectors: npt.NDArray[np.float32],
    ) -> int:
        """Store vectors in one transaction; return how many.

        vectors: [chunk, number], of length 1, in the order of embedded. Chunks that are gone,
        changed or have a vector are passed over.
        """
        ...

    def switch_set(self, fingerprint_key: str) -> None:
        """Make a set the current one, for every question that begins from now on.

        Raises NotFound, WrongUsage while a chunk has no vector in it.
        """
        ...

    def drop_sets_except(self, fingerprint_key: str) -> None:
        """Remove all sets but the current one, whose fingerprint this must be."""
        ...

    def optimize(self) -> None:
        """Make questions fast again after many writes; no result changes. Cheap if nothing is due.

        Other writers may come between its transactions.
        """
        ...

    def problems(self) -> list[str]:
        """Integrity checks in plain words; [] if all is well."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors. The same text gives the same vector, alone or among others.

    Questions and passages are two roles: a model may embed the same text differently in each.
    Callable from several threads.
    """

    @property
    def fingerprint(self) -> Fingerprint:
        """What decides the vectors; another fingerprint needs another set of vectors."""
        ...

    @property
    def size(self) -> int:
        """Numbers per vector."""
        ...

    def questions(self, texts: Sequence[str]) -> Vectors:
        """One vector of length 1.0 per text, in order. Raises EmbedderUnavailable."""
        ...

    def passages(self, texts: Sequence[str]) -> Vectors:
        """One vector of length 1.0 per text, in order. Raises EmbedderUnavailable."""
        ...


class Reader(Protocol):
    """Bytes to text. Raises UnreadableFile with a code, a reason and a remedy."""

    @property
    def fingerprint(self) -> str:
        """Name and version of all that decides the text; another one may read differently."""
        ...

    def read(self, name: str, content: bytes) -> Reading:
        """Read one file. name: file name with its ending, a hint only: content decides."""
        ...


@dataclass(frozen=True, slots=True)
class Item:
    """One thing a source offers. uri: its identity within the collection. size: in bytes.

    title: what the source calls it; wins over the title a reader finds; "" if it has none.
    """

    uri: str
    name: str
    size: int
    title: str = ""


class Source(Protocol):
    """Where documents come from."""

    def items(self) -> Iterator["Item | Unlisted"]:
        """Everything there is, in a fixed order; what cannot be listed comes as Unlisted."""
        ...

    def content(self, item: Item) -> bytes:
        """The bytes of an item. Raises UnreadableFile."""
        ...

    def covers(self, uri: str) -> bool:
        """Whether a complete walk would have offered this uri if it still existed."""
        ...


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A place the walk could not look into, or a link it does not follow.

    harmless: True if nothing can be missing because of it (a link out of the folder): the walk
    still counts as complete. code, reason and remedy as in UnreadableFile.
    """

    uri: str
    name: str
    code: str
    harmless: bool
