"""What one scope shows to people."""

from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from fundstelle.core.access import Collection
from fundstelle.core.documents import Chunk, Document, PageBoxes, Version, VersionText
from fundstelle.core.nearness import NOT_RAISED, Nearest, VectorState
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
    (title, headings, table header); more than 255 times counts as 255.
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
    Every list has a fixed order, so that the same index gives the same bytes. Texts are ordered and
    compared by code point, whatever language the store's server is set to.
    Any text may be asked for; one that no store can hold (NUL, half a surrogate pair) is nowhere.
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
        """Words that end so, with their number of chunks: most frequent first.

        Equally frequent ones in the order of the words read from their end.
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

    def vector_counts(self, document_ids: Several[str] | None = None) -> dict[str, int]:
        """For each document how many of its chunks have a vector in the current set.

        document_ids: only these; None: all of the scope. Documents without any are left out.
        """
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
