"""Documents and collections as people see them: list, text, history, difference, remove, reread."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import unified_diff

from fundstelle.core.access import Collection, Scope
from fundstelle.core.answers import Citation
from fundstelle.core.chunking import ChunkRule
from fundstelle.core.documents import Document, Version, VersionText
from fundstelle.core.errors import NameTaken, NotFound, WrongUsage
from fundstelle.core.names import collection_name, folded
from fundstelle.ports import Reader, Store
from fundstelle.services.audit import Record, record_nothing
from fundstelle.services.ingest import ItemResult, State, put_in, take_out
from fundstelle.services.prepare import Incoming, prepare

PLAIN = "txt"  # the document type whose text has the lines of its file


def choose(
    store: Store, names: Sequence[str] | None, among: Scope | None = None
) -> tuple[Collection, ...]:
    """Collections by name, as core.names compares them. Raises NotFound with what there is.

    names: None for all; a list without names is no collection at all; a text is one name.
    among: what lies outside is not there; None for the operator, for whom all is.
    """
    every = store.upkeep.collections()
    if among is not None:
        every = tuple(one for one in every if one.id in among.collection_ids)
    if names is None:
        return every
    names = [names] if isinstance(names, str) else names
    by_name = {folded(collection.name): collection for collection in every}
    unknown = [name for name in names if folded(name) not in by_name]
    if unknown:
        if not every:
            raise NotFound.because("no_collection_yet", name=unknown[0])
        there = ", ".join(collection.name for collection in every)
        raise NotFound.because("unknown_collection", name=unknown[0], there=there)
    return tuple(by_name[folded(name)] for name in names)


def find_document(store: Store, wanted: str, scope: Scope) -> Document:
    """One document by id, unambiguous beginning of an id, or name.

    Raises NotFound, WrongUsage if several are meant.
    """
    with store.reading(scope) as view:
        documents = view.documents()
    by_id = [d for d in documents if d.id.startswith(wanted)] if len(wanted) >= 4 else []  # noqa: PLR2004
    found = by_id or [d for d in documents if d.name == wanted]
    if not found:
        raise NotFound.because("unknown_document", wanted=wanted)
    if len(found) > 1:
        ids = ", ".join(d.id[:12] for d in found)
        raise WrongUsage.because("several_documents", wanted=wanted, many=len(found), ids=ids)
    return found[0]


@dataclass(frozen=True, slots=True)
class Library:
    """Everything here works on one scope; what lies outside is not found.

    record: keeps an entry of each change, in one transaction with it.
    """

    store: Store
    reader: Reader
    rule: ChunkRule
    now: Callable[[], str]
    record: Record = record_nothing

    def collection(self, name: str) -> Collection:
        """The collection of that name, made if it is missing, also if another program makes it now.

        Raises WrongUsage for a name that no collection may have.
        """
        wanted = collection_name(name)
        if found := self.named(wanted):
            return found
        try:
            return self.add_collection(wanted)
        except NameTaken:
            if found := self.named(wanted):  # another import made it since we looked
                return found
            raise

    def add_collection(self, name: str) -> Collection:
        """An empty one. Raises NameTaken, WrongUsage."""
        with self.store.together():
            made = self.store.upkeep.add_collection(collection_name(name))
            self.record("collection.added", made.id, {})
        return made

    def rename_collection(self, collection: Collection, name: str) -> None:
        """Raises NotFound, NameTaken, WrongUsage."""
        with self.store.together():
            self.store.upkeep.rename_collection(collection.id, collection_name(name))
            self.record("collection.renamed", collection.id, {})

    def remove_collection(self, collection: Collection) -> None:
        """With everything in it; one entry stands for all its documents. Raises NotFound."""
        with self.store.together():
            held = len(self.store.upkeep.known(collection.id))
            self.store.upkeep.remove_collection(collection.id)
            self.record("collection.removed", collection.id, {"documents": str(held)})

    def named(self, name: str) -> Collection | None:
        """The collection of that name, if there is one."""
        every = self.store.upkeep.collections()
        return next((one for one in every if folded(one.name) == folded(name)), None)

    def documents(self, scope: Scope) -> list[Document]:
        """All documents of the scope."""
        with self.store.reading(scope) as view:
            return view.documents()

    def vectors(self, scope: Scope, ids: Sequence[str] | None = None) -> dict[str, int]:
        """For each document that has some: how many of its chunks have a vector. ids: only these.

        A vector of the set that answers questions now.
        """
        with self.store.reading(scope) as view:
            return view.vector_counts(ids)

    def document(self, wanted: str, scope: Scope) -> Document:
        """One document by id, unambiguous beginning of an id, or name. Raises NotFound."""
        return find_document(self.store, wanted, scope)

    def text(self, document: Document, scope: Scope, version: int | None = None) -> VersionText:
        """The canonical text of a version. Raises NotFound for a version that is not kept."""
        with self.store.reading(scope) as view:
            text = view.version_text(document.id, version)
        if text is None:
            raise NotFound.because("no_version", name=document.name, version=version)
        return text

    def lines(self, citations: Iterable[Citation], scope: Scope) -> dict[Citation, int]:
        """On which line of its text each place of a text file begins, from 1.

        Other formats have no lines that a person would count, and are left out.
        """
        found: dict[Citation, int] = {}
        with self.store.reading(scope) as view:
            plain = {
                d.id
                for d in view.documents([c.document_id for c in citations])
                if d.document_type == PLAIN
            }
            texts = {}
            for c in citations:
                if c.document_id not in plain:
                    continue
                key = (c.document_id, c.version)
                if key not in texts:
                    texts[key] = view.version_text(*key)
                if text := texts[key]:
                    found[c] = text.text.count("\n", 0, c.start) + 1
        return found

    def versions(self, document: Document, scope: Scope) -> list[Version]:
        """Kept versions, newest first."""
        with self.store.reading(scope) as view:
            return view.versions(document.id)

    def difference(self, document: Document, scope: Scope, old: int, new: int) -> list[str]:
        """Unified difference of two versions, line by line."""
        texts = [self.text(document, scope, number).text for number in (old, new)]
        before, after = (text.splitlines() for text in texts)
        names = (f"version {old}", f"version {new}")
        return list(unified_diff(before, after, *names, lineterm=""))

    def remove(self, document: Document) -> None:
        """Remove a document; no byte of it stays."""
        take_out(self.store, document.collection_id, document.id, self.record)

    def reread(self, document: Document, scope: Scope) -> ItemResult:
        """Read the kept original again with today's reader; a new version only if the text differs.

        Raises UnreadableFile; the old version stays then.
        """
        content = self.store.upkeep.original(document.id)
        if content is None:
            raise NotFound(f"The original of {document.name} is not kept.")
        reading = self.reader.read(document.name, content)
        if reading.text == self.text(document, scope).text:
            return ItemResult(document.source_uri, document.name, State.UNCHANGED, document.id)
        incoming = Incoming(
            document.collection_id,
            document.source_uri,
            document.name,
            content,
            self.reader.fingerprint,
            self.now(),
            source_url=document.source_url,
            original_path=document.original_path,
        )
        prepared = prepare(incoming, reading, version=document.version + 1, rule=self.rule)
        put_in(self.store, prepared, self.record)
        return ItemResult(
            document.source_uri,
            document.name,
            State.CHANGED,
            document.id,
            len(prepared.chunks),
            reading.pages_without_text,
        )
