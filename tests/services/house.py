"""The use cases over one store, and a folder of files to bring in."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fundstelle.adapters.sources.folder import FolderSource
from fundstelle.core.access import Scope
from fundstelle.core.answers import Answer
from fundstelle.core.chunking import ChunkRule
from fundstelle.core.documents import Document
from fundstelle.core.gates import GATES
from fundstelle.ports import Reader, Source, Store
from fundstelle.services.ask import Ask
from fundstelle.services.ingest import Ingest, Report
from fundstelle.services.library import Library
from fundstelle.services.retrieve import Limits

NOW = "2026-11-30T12:00:00+00:00"
RULE = ChunkRule(700, 150)


@dataclass(frozen=True)
class House:
    """files: a folder that tests write to. Everything goes into collections by name."""

    store: Store
    reader: Reader
    files: Path

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file below the folder."""
        path = self.files / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def ingest(
        self,
        collection: str = "haus",
        *,
        paths: Sequence[Path] = (),
        source: Source | None = None,
        reader: Reader | None = None,
        remove: bool = False,
        max_bytes: int = 1 << 20,
    ) -> Report:
        """Bring in paths, or the whole folder, or a source."""
        use_case = Ingest(self.store, reader or self.reader, RULE, max_bytes, lambda: NOW)
        offered = source or FolderSource(list(paths) or [self.files])
        walk = use_case.walk(offered)
        report = Report()
        target = self.library.collection(collection)
        yielded = list(use_case.run(offered, walk, target.id, report, remove=remove))
        assert yielded == report.items
        return report

    @property
    def library(self) -> Library:
        """Documents and collections."""
        return Library(self.store, self.reader, RULE, lambda: NOW)

    def scope(self, *names: str) -> Scope:
        """The collections of these names; all of them for none."""
        every = self.store.upkeep.collections()
        return Scope(frozenset(c.id for c in every if not names or c.name in names))

    def document(self, name: str) -> Document:
        """The document of this name."""
        return self.library.document(name, self.scope())

    def text(self, name: str) -> str:
        """Its current text."""
        return self.library.text(self.document(name), self.scope()).text

    def names(self) -> list[str]:
        """Names of all documents."""
        return [document.name for document in self.library.documents(self.scope())]

    @property
    def asking(self) -> Ask:
        """Questions, with the settings of a fresh installation."""
        return Ask(self.store, GATES, Limits())

    def ask(self, question: str, *names: str, within: Sequence[str] | None = None) -> Answer:
        """Ask collections by name, all for none."""
        return self.asking(question, self.scope(*names), within=within)


def states(report: Report) -> dict[str, str]:
    """Name -> state."""
    return {item.name: item.state.value for item in report.items}
