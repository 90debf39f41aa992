"""Where everything is kept: a door for people, one for upkeep, one for who may do what."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from fundstelle.core.access import Collection, Scope
from fundstelle.core.documents import Prepared
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.nearness import Pending, VectorSet
from fundstelle.ports.audit import AuditLog
from fundstelle.ports.credentials import Credentials
from fundstelle.ports.directory import Directory
from fundstelle.ports.view import View


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
    """Counts of one document for the administrator; no text.

    vectors: chunks that have one in the current set.
    """

    document_id: str
    name: str
    collection: str
    chars: int
    chunks: int
    covered_chars: int
    vectors: int


class ReadableStore(Protocol):
    """The door for people alone: all that a use case which only reads needs of a store."""

    def reading(self, scope: Scope) -> AbstractContextManager[View]:
        """Open one read transaction that sees only the scope.

        The instant that the view shows is that of the opening, not of its first question.
        """
        ...


class Store(ReadableStore, Protocol):
    """Text, words, versions, rights. Doors: for people, for upkeep, for who may do what."""

    def together(self) -> AbstractContextManager[None]:
        """All that this thread writes inside the block, through any door, is kept or nothing is."""
        ...

    @property
    def upkeep(self) -> "Upkeep":
        """The door for use cases that change or count and show no text to anyone."""
        ...

    @property
    def directory(self) -> Directory:
        """The door for users, groups and grants."""
        ...

    @property
    def credentials(self) -> Credentials:
        """What proves who somebody is. Kept beside the directory, shown to nobody."""
        ...

    @property
    def audit(self) -> AuditLog:
        """Who changed what. In together() with a change, so that none stands without its entry."""
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

    def vector_sets(self) -> list[VectorSet]:
        """All sets that were begun and not removed: the current one first, then by age."""
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
        """Store vectors in one transaction; return how many. Raises NotFound without such a set.

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

    def mend_vectors(self) -> int:
        """Remove damaged vectors and queue every chunk that lacks one; returns how many do."""
        ...

    def optimize(self) -> None:
        """Make questions fast again after many writes; no result changes. Cheap if nothing is due.

        Other writers may come between its transactions.
        """
        ...

    def problems(self) -> list[str]:
        """Integrity checks in plain words; [] if all is well."""
        ...
