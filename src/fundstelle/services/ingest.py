"""From a source to the store: new, changed, unchanged, removed; one fault never stops the run."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from fundstelle.core.chunking import ChunkRule
from fundstelle.core.documents import Prepared
from fundstelle.core.errors import UnreadableFile
from fundstelle.core.faults import FAULTS
from fundstelle.core.identity import content_hash, document_id
from fundstelle.ports import Item, Known, Reader, Source, Store, Unlisted
from fundstelle.services.audit import Record, record_nothing
from fundstelle.services.prepare import Incoming, prepare

REMOVE_FREELY = 5  # so many vanished documents are removed without asking
REMOVE_SHARE = 0.2  # ... and so large a share of what the source had; beyond: only with `remove`


class State(StrEnum):
    """What happened to one item."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    DUPLICATE = "duplicate"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ItemResult:
    """code: key of faults.FAULTS, "" if nothing is to be said. detail: a hint, no document text."""

    uri: str
    name: str
    state: State
    document_id: str | None = None
    chunks: int = 0
    pages_without_text: tuple[int, ...] = ()
    code: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Walk:
    """What a source offered. complete: nothing can have been missed, so absence means gone."""

    items: tuple[Item, ...]
    unlisted: tuple[Unlisted, ...]

    @property
    def found(self) -> bool:
        """Whether there is anything at all. An import of nothing makes no collection."""
        return bool(self.items or self.unlisted)

    @property
    def complete(self) -> bool:
        """Whether absence means gone."""
        return all(place.harmless for place in self.unlisted)


@dataclass(frozen=True, slots=True)
class EmbedderNote:
    """What a person should know about who made the vectors.

    code: embedder_instead (taken because `wanted` does not open: why) or embedder_kept (the folder
    stays with its embedder, though another one is `wanted`).
    """

    code: Literal["embedder_instead", "embedder_kept"]
    embedder: str
    wanted: str
    why: str = ""


@dataclass(slots=True)
class Report:
    """Results so far.

    withheld: vanished documents kept because there were suspiciously many. embedder_fault: why
    vectors are missing, "" if none are. embedder_note: None if nothing is to be said.
    """

    items: list[ItemResult] = field(default_factory=list)
    withheld: tuple[str, ...] = ()
    embedder_fault: str = ""
    embedder_note: EmbedderNote | None = None

    @property
    def counts(self) -> dict[str, int]:
        """State -> number, only states that occurred, in the order of State."""
        states = [item.state for item in self.items]
        return {state.value: states.count(state) for state in State if state in states}


def put_in(store: Store, prepared: Prepared, record: Record) -> None:
    """Store a new document or a new version of one, with its entry in the log."""
    with store.together():
        number = store.upkeep.replace(prepared)
        detail = {"collection": prepared.collection_id, "version": str(number)}
        action = "document.imported" if number == 1 else "document.replaced"
        record(action, prepared.document_id, detail)


def take_out(store: Store, collection_id: str, document_id: str, record: Record) -> None:
    """Remove a document, with its entry in the log."""
    with store.together():
        store.upkeep.remove(document_id)
        record("document.deleted", document_id, {"collection": collection_id})


@dataclass(frozen=True, slots=True)
class Ingest:
    """Bring a source into a collection. now: the time of import, ISO 8601 with zone.

    record: keeps an entry of each document, in one transaction with the document.
    """

    store: Store
    reader: Reader
    rule: ChunkRule
    max_bytes: int
    now: Callable[[], str]
    record: Record = record_nothing

    @staticmethod
    def walk(source: Source) -> Walk:
        """List everything the source offers; nothing is read yet, and no store is needed."""
        found = list(source.items())
        return Walk(
            tuple(each for each in found if isinstance(each, Item)),
            tuple(each for each in found if isinstance(each, Unlisted)),
        )

    def run(
        self, source: Source, walk: Walk, collection_id: str, report: Report, *, remove: bool
    ) -> Iterator[ItemResult]:
        """Work through a walk, one result per item as it is done; collects them in report.

        A result is yielded after its document is safely stored. The end of the run makes the
        index fast; whoever stops before leaves that to the next run.
        """
        known = self.store.upkeep.known(collection_id)
        for result in self._results(source, walk, collection_id, known):
            report.items.append(result)
            yield result
        for result in self._vanished(source, walk, collection_id, known, report, remove=remove):
            report.items.append(result)
            yield result
        self.store.upkeep.optimize()

    def _results(
        self, source: Source, walk: Walk, collection_id: str, known: dict[str, Known]
    ) -> Iterator[ItemResult]:
        for place in walk.unlisted:
            state = State.SKIPPED if FAULTS[place.code].skipped else State.FAILED
            yield ItemResult(place.uri, place.name, state, code=place.code)
        for item in walk.items:
            try:
                yield self._one(source, item, collection_id, known.get(item.uri))
            except UnreadableFile as error:
                state = State.SKIPPED if error.fault.skipped else State.FAILED
                kept = known[item.uri].document_id if item.uri in known else None
                yield ItemResult(
                    item.uri, item.name, state, kept, code=error.code, detail=error.detail
                )

    def _one(
        self, source: Source, item: Item, collection_id: str, known: Known | None
    ) -> ItemResult:
        if item.size > self.max_bytes:
            raise UnreadableFile("too_large", detail=f"{item.size} bytes")
        content = source.content(item)
        identity = document_id(collection_id, item.uri)
        hashed = content_hash(content)
        if known and known.content_hash == hashed:
            return ItemResult(item.uri, item.name, State.UNCHANGED, identity)
        reading = self.reader.read(item.name, content)
        twins = set(self.store.upkeep.same_content(collection_id, hashed)) - {identity}
        incoming = Incoming(
            collection_id,
            item.uri,
            item.name,
            content,
            self.reader.fingerprint,
            self.now(),
            item.title,
        )
        number = known.version + 1 if known else 1
        try:
            prepared = prepare(incoming, reading, version=number, rule=self.rule)
        except Exception as error:  # our own fault must not stop the run either
            raise UnreadableFile("internal", detail=type(error).__name__) from error
        put_in(self.store, prepared, self.record)
        state = State.CHANGED if known else State.DUPLICATE if twins else State.NEW
        return ItemResult(
            item.uri,
            item.name,
            state,
            identity,
            len(prepared.chunks),
            reading.pages_without_text,
        )

    def _vanished(
        self,
        source: Source,
        walk: Walk,
        collection_id: str,
        known: dict[str, Known],
        report: Report,
        *,
        remove: bool,
    ) -> Iterator[ItemResult]:
        """Remove what the source had and no longer has; never after an incomplete walk."""
        if not walk.complete:
            return
        offered = {item.uri for item in walk.items} | {place.uri for place in walk.unlisted}
        covered = [uri for uri in known if source.covers(uri)]
        gone = sorted(uri for uri in covered if uri not in offered)
        many = len(gone) > REMOVE_FREELY and len(gone) > REMOVE_SHARE * len(covered)
        if many and not remove:
            report.withheld = tuple(gone)
            return
        for uri in gone:
            take_out(self.store, collection_id, known[uri].document_id, self.record)
            name = uri.rpartition("/")[2]
            yield ItemResult(uri, name, State.REMOVED, known[uri].document_id)
