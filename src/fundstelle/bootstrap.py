"""Settings -> use cases. The only place that names adapters; each is imported when it is needed."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from fundstelle.adapters.models.choice import MADE_BY, open_embedder
from fundstelle.config import Settings
from fundstelle.core.chunking import CHUNKS_FINGERPRINT, ChunkRule
from fundstelle.core.confidence import Gates
from fundstelle.core.errors import CannotRun, EmbedderUnavailable
from fundstelle.core.gates import GATES
from fundstelle.core.questionset import QuestionSet
from fundstelle.core.terms import TERMS_FINGERPRINT
from fundstelle.ports import Reader, Source, Store
from fundstelle.services.ask import Ask
from fundstelle.services.embed import ChangeEmbedder, Embed
from fundstelle.services.engines import Engines
from fundstelle.services.evaluate import Evaluate
from fundstelle.services.ingest import Ingest
from fundstelle.services.library import Library
from fundstelle.services.measure import Measure
from fundstelle.services.retrieve import Limits
from fundstelle.services.search import Search
from fundstelle.services.understand import Understanding

if TYPE_CHECKING:
    from fundstelle.adapters.readers.client import ChildReader

MIB = 1 << 20
ENGINES = Engines(open_embedder, MADE_BY)
"""Of the whole process: a model is loaded once, and has one queue, in which questions come first.
Nothing is opened before it is needed."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass
class Application:
    """The use cases over one data folder. Opens what a use case needs when it is first used."""

    settings: Settings
    engines: Engines = ENGINES
    _stack: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Release the store and end the reader's child process."""
        self._stack.close()

    @cached_property
    def store(self) -> Store:
        """The store of the data folder; makes the folder if it is missing."""
        from fundstelle.adapters.stores.sqlite import SqliteStore

        store = SqliteStore(self.settings.data, keep_versions=self.settings.keep_versions)
        self._stack.callback(store.close)
        return store

    @cached_property
    def child_reader(self) -> "ChildReader":
        """The reader with its child process; the child starts with the first file."""
        from fundstelle.adapters.readers.client import ChildReader

        return self._stack.enter_context(
            ChildReader(
                seconds=self.settings.read_timeout_s,
                memory_bytes=self.settings.read_memory_mb * MIB,
                max_bytes=self.settings.max_file_mb * MIB,
            )
        )

    @property
    def reader(self) -> Reader:
        """The reader as the use cases see it."""
        return self.child_reader

    @property
    def rule(self) -> ChunkRule:
        """How text is cut into chunks."""
        return ChunkRule(self.settings.chunk_chars, self.settings.overlap_chars)

    def files(self, paths: Sequence[Path]) -> Source:
        """Files and folders as a source; our own data folder is never part of it."""
        from fundstelle.adapters.sources.folder import FolderSource

        limit = self.settings.max_file_mb * MIB
        return FolderSource(paths, max_bytes=limit, leave_out=[self.settings.data])

    def ingest(self) -> Ingest:
        """Bring sources in."""
        limit = self.settings.max_file_mb * MIB
        return Ingest(self.store, self.reader, self.rule, limit, _now)

    def ask(self) -> Ask:
        """Answer questions."""
        limits = Limits(
            self.settings.candidates,
            self.settings.evidence_chunks,
            self.settings.chunks_per_document,
        )
        return Ask(self.store, self._gates(), limits, self.understanding)

    def _gates(self) -> Gates:
        chosen = self.settings.gate_threshold
        return GATES if chosen is None else GATES.refusing_below(chosen)

    @cached_property
    def understanding(self) -> Understanding | None:
        """Questions by meaning; None if the settings ask for words only."""
        if self.settings.embedder == "none":
            return None
        by_rank = self.settings.fusion == "ranks"
        return Understanding(self.engines.maker, by_rank=by_rank)

    def embed(self) -> Embed | None:
        """Make the vectors that are missing; None if the settings ask for words only."""
        wanted = self.settings.embedder
        if wanted == "none":
            return None
        insisted = "embedder" in self.settings.model_fields_set
        return Embed(self.store, self.engines, wanted, insisted=insisted)

    def change_embedder(self, name: str) -> ChangeEmbedder:
        """Make all vectors anew by another embedder. Raises WrongUsage, CannotRun."""
        try:
            return ChangeEmbedder(self.store, self.engines.open(name))
        except EmbedderUnavailable as error:
            raise CannotRun(
                f"{name} cannot be opened here, so nothing was changed: {error}"
            ) from error

    def search(self) -> Search:
        """Find places."""
        limits = (self.settings.candidates, self.settings.chunks_per_document)
        return Search(self.store, *limits, self.understanding)

    def measure(self) -> Measure:
        """Time questions."""
        return Measure(self.store, self.ask())

    def library(self) -> Library:
        """Documents and collections."""
        return Library(self.store, self.reader, self.rule, _now)

    def question_set(self, folder: Path) -> QuestionSet:
        """Read a question set from its folder."""
        from fundstelle.adapters.sources.question_set import load

        return load(folder)

    def questions(self, path: Path) -> list[str]:
        """Questions of a file: one on each line, or queries.jsonl."""
        from fundstelle.adapters.sources.question_set import questions_in

        return questions_in(path)

    def corpus(self, questions: QuestionSet) -> Source:
        """The documents of a question set as a source."""
        from fundstelle.adapters.sources.question_set import CorpusSource

        return CorpusSource(questions.documents)

    def corpus_key(self, questions: QuestionSet) -> str:
        """Name of the evaluation index: another one for other documents or index settings."""
        from fundstelle.adapters.sources.question_set import key_of

        parts = (
            TERMS_FINGERPRINT,
            CHUNKS_FINGERPRINT,
            self.reader.fingerprint,
            repr(self.rule),
            # Without vectors the same index is asked by words.
            *({self.settings.embedder} - {"bundled", "none"}),
        )
        return key_of(questions.documents, "|".join(parts))

    def evaluate(self) -> Evaluate:
        """Measure on a question set."""
        return Evaluate(self.store, self.ask())


def is_data_folder(path: Path) -> bool:
    """Whether a store lies there: reading must not turn any folder into a data folder."""
    from fundstelle.adapters.stores.sqlite import DATABASE

    return (path / DATABASE).is_file()


@contextmanager
def application(settings: Settings, *, must_exist: bool = False) -> Iterator[Application]:
    """Open the application over settings.data and close it again.

    must_exist: raise CannotRun if there is no data folder yet, instead of making one.
    """
    if settings.data.exists() and not settings.data.is_dir():
        raise CannotRun(f"{settings.data} is a file, not a data folder. Check --data.")
    if must_exist and not is_data_folder(settings.data):
        raise CannotRun(
            f"There is no data folder {settings.data} yet. "
            "Fill one with `fundstelle ingest PATH --collection NAME` or try `fundstelle demo`."
        )
    app = Application(settings)
    try:
        yield app
    finally:
        app.close()
