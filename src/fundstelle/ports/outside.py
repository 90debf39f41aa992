"""What brings documents in and makes sense of them: sources, readers, embedders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from fundstelle.core.documents import Reading
from fundstelle.core.embedding import Fingerprint, Vectors


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
