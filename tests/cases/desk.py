"""One open data folder for all cases: every list of inputs is a collection of its own.

So each list is read once, and a case sees nothing of the others.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Self
from unicodedata import normalize

from fundstelle.bootstrap import Application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.answers import Answer
from fundstelle.core.documents import Chunk, Document, VersionText
from fundstelle.services.ingest import ItemResult, Report
from tests.cases.catalogue import FOLDER, Case, is_made
from tests.cases.made_inputs import MAKERS

NOBODY = 65534


@dataclass(frozen=True)
class Shelf:
    """What one list of inputs became. seconds: of the import."""

    scope: Scope
    paths: tuple[Path, ...]
    collection_id: str
    items: tuple[ItemResult, ...]
    seconds: float


@dataclass(frozen=True)
class Outcome:
    """What a case is checked against. answers: (question, answer), in order."""

    items: tuple[ItemResult, ...]
    documents: tuple[Document, ...]
    texts: tuple[VersionText, ...]
    answers: tuple[tuple[str, Answer], ...]
    seconds: float


@dataclass
class Desk:
    """An application with its shelves. tmp: an empty folder."""

    tmp: Path
    app: Application
    _shelves: dict[tuple[str, ...], Shelf] = field(default_factory=dict)

    @classmethod
    def at(cls, folder: Path) -> Self:
        """Open a new data folder."""
        return cls(folder, Application(Settings(data=folder / "data")))

    def shelf(self, inputs: list[str]) -> Shelf:
        """The collection of these inputs; imported when it is first asked for."""
        key = tuple(inputs)
        if key not in self._shelves:
            name = f"inputs {len(self._shelves)}"
            paths = tuple(self._path(each, self.tmp / name) for each in inputs)
            self._shelves[key] = self.fill(name, paths)
        return self._shelves[key]

    def _path(self, name: str, folder: Path) -> Path:
        if not is_made(name):
            return FOLDER / "inputs" / name
        folder.mkdir(parents=True)
        return MAKERS[normalize("NFC", name)](folder)

    def fill(self, name: str, paths: tuple[Path, ...]) -> Shelf:
        """Import paths into the collection of this name."""
        started = perf_counter()
        use_case, source = self.app.ingest(), self.app.files(paths)
        target = self.app.library().collection(name)
        report = Report()
        walk = use_case.walk(source)
        for _ in use_case.run(source, walk, target.id, report, remove=False):
            pass
        spent = perf_counter() - started
        scope = Scope(frozenset({target.id}))
        return Shelf(scope, paths, target.id, tuple(report.items), spent)

    def outcome(self, case: Case, questions: list[str]) -> Outcome:
        """Import the inputs of a case and ask these questions."""
        shelf = self.shelf(case["inputs"])
        started = perf_counter()
        answers = tuple((question, self.app.ask()(question, shelf.scope)) for question in questions)
        seconds = shelf.seconds + perf_counter() - started
        documents = self.app.library().documents(shelf.scope)
        texts = tuple(self.app.library().text(document, shelf.scope) for document in documents)
        return Outcome(shelf.items, tuple(documents), texts, answers, seconds)

    def chunks(self, shelf: Shelf) -> list[Chunk]:
        """All chunks of a shelf."""
        with self.app.store.reading(shelf.scope) as view:
            return [c for document in view.documents() for c in view.chunks_of(document.id)]


@contextmanager
def unprivileged() -> Iterator[None]:
    """Without the rights of root, who may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
