"""The Python way in: the same use cases and objects as the command line."""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from fundstelle.bootstrap import Application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.answers import Answer, Hit
from fundstelle.core.callers import Operator
from fundstelle.core.names import collection_name
from fundstelle.services.ingest import Report
from fundstelle.services.library import choose


class KnowledgeBase:
    """A data folder to ask. Use as a context manager, or call close()."""

    def __init__(self, app: Application) -> None:
        self._app = app

    @classmethod
    def open(cls, folder: Path | str) -> Self:
        """Open a data folder; it is made if it is missing. Raises CannotRun."""
        app = Application(Settings.read(data=Path(folder)))
        _ = app.store  # now, so that a folder that cannot be used is known at once
        return cls(app)

    def close(self) -> None:
        """Release the folder."""
        self._app.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def ingest(
        self, paths: Sequence[Path | str], collection: str, *, remove: bool = False
    ) -> Report:
        """Read files and folders into a collection, which is made if it is missing.

        remove: also remove many vanished documents at once. Where there is no file, no collection
        is made. Raises NotFound for a missing path.
        """
        source = self._app.files([Path(path) for path in paths])
        use_case, library = self._app.ingest(Operator()), self._app.library(Operator())
        walk = use_case.walk(source)
        report = Report()
        if not walk.found and library.named(collection_name(collection)) is None:
            return report
        target = library.collection(collection)
        for _ in use_case.run(source, walk, target.id, report, remove=remove):
            pass
        if embed := self._app.embed():
            for _ in embed(report):
                pass
        return report

    def ask(self, question: str, collections: Sequence[str] | None = None) -> Answer:
        """Answer a question. Raises NotFound for an unknown collection.

        collections: names, or one name; None for all, an empty list for none.
        """
        return self._app.ask()(question, self._scope(collections))

    def search(
        self, query: str, collections: Sequence[str] | None = None, limit: int = 10
    ) -> tuple[Hit, ...]:
        """Find places, best first. collections: as in ask. limit: at least 1.

        Raises NotFound, WrongUsage.
        """
        return self._app.search()(query, self._scope(collections), limit=limit)

    def _scope(self, names: Sequence[str] | None) -> Scope:
        return Scope(frozenset(c.id for c in choose(self._app.store, names)))
