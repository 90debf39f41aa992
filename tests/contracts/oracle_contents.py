"""What the oracle keeps: plain dictionaries, nothing derived."""

from dataclasses import dataclass, field

from fundstelle.core.audit import Row
from fundstelle.core.documents import ChunkWords, Document, Prepared
from tests.contracts.oracle_directory import People
from tests.contracts.oracle_vectors import Sets


@dataclass
class Held:
    """One document: its current version first, earlier ones behind it."""

    number: int
    versions: list[tuple[int, Prepared]]
    words: tuple[ChunkWords, ...]

    @property
    def current(self) -> Prepared:
        return self.versions[0][1]


@dataclass
class Contents:
    """Everything there is."""

    names: dict[str, str] = field(default_factory=dict)
    documents: dict[str, Held] = field(default_factory=dict)
    sets: Sets = field(default_factory=Sets)
    people: People = field(default_factory=People)
    audit: list[Row] = field(default_factory=list)

    def become(self, other: "Contents") -> None:
        """Take over everything in place: the doors hold these very objects."""
        for mine, theirs in ((self.names, other.names), (self.documents, other.documents)):
            mine.clear()
            mine.update(theirs)  # type: ignore[arg-type]
        self.audit[:] = other.audit
        vars(self.sets).update(vars(other.sets))
        vars(self.people).update(vars(other.people))


def document_of(held: Held, names: dict[str, str]) -> Document:
    p, reading = held.current, held.current.reading
    return Document(
        p.document_id,
        p.collection_id,
        names[p.collection_id],
        p.source_uri,
        p.name,
        reading.title or p.name,
        held.number,
        p.content_hash,
        p.imported_at,
        reading.document_type,
        p.language,
        len(reading.pages),
        len(p.chunks),
        p.source_url,
        p.original_path,
    )
