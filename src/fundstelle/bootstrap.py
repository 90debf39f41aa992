"""Settings -> use cases. The only place that names adapters; each is imported when it is needed."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from pydantic import SecretStr

from fundstelle.adapters.models.choice import (
    MADE_BY,
    ChatOptions,
    Servers,
    open_chat_model,
    open_embedder,
)
from fundstelle.config import Settings
from fundstelle.core.canonical_json import hash_of
from fundstelle.core.chunking import CHUNKS_FINGERPRINT, ChunkRule
from fundstelle.core.claims.claimset import GivenClaim
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.confidence import Gates
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import CannotRun, EmbedderUnavailable, ModelUnavailable
from fundstelle.core.gates import GATES
from fundstelle.core.questionset import QuestionSet
from fundstelle.core.terms import TERMS_FINGERPRINT
from fundstelle.ports import ChatModel, Embedder, Judge, Reader, Server, Source, Store
from fundstelle.services.ask import Ask
from fundstelle.services.chat_models import ChatModels
from fundstelle.services.embed import ChangeEmbedder, Embed
from fundstelle.services.engines import Engines
from fundstelle.services.evaluate import Evaluate
from fundstelle.services.ingest import Ingest
from fundstelle.services.judge import ChatJudge
from fundstelle.services.library import Library
from fundstelle.services.measure import Measure
from fundstelle.services.propose import Propose
from fundstelle.services.receipt import Issue, Verify
from fundstelle.services.retrieve import Limits
from fundstelle.services.search import Search
from fundstelle.services.understand import Understanding

if TYPE_CHECKING:
    from fundstelle.adapters.readers.client import ChildReader

MIB = 1 << 20


@lru_cache(maxsize=8)
def _engines(seconds: float, *addresses: str | None) -> Engines:
    """Of the whole process: a model is loaded once and has one queue, in which questions are first.

    Nothing is opened before it is needed. addresses: of Ollama, of the other server, its key.
    """
    servers = _servers(*addresses)

    def opened(name: str) -> Embedder:
        return open_embedder(name, servers, seconds=seconds)

    return Engines(opened, MADE_BY)


def _servers(
    ollama_url: str | None,
    openai_url: str | None = None,
    openai_key: str | None = None,
    anthropic_key: str | None = None,
) -> Servers:
    """The servers of the settings. Nothing is connected here."""

    def ollama() -> Server:
        from fundstelle.adapters.outbound import Outbound

        return Outbound(ollama_url or "", setting="FUNDSTELLE_OLLAMA_URL")

    def openai() -> Server:
        from fundstelle.adapters.outbound import Outbound

        if openai_url is None:
            raise ModelUnavailable(
                "FUNDSTELLE_OPENAI_URL is not set. Set it to the address of the server, "
                "for llama.cpp http://127.0.0.1:8080/v1."
            )
        has_path = "/" in openai_url.partition("://")[2].rstrip("/")
        address = openai_url if has_path else openai_url.rstrip("/") + "/v1"
        headers = {"Authorization": f"Bearer {openai_key}"} if openai_key else {}
        setting = "FUNDSTELLE_OPENAI_URL"
        return Outbound(address, setting=setting, key=openai_key or "", headers=headers)

    def anthropic() -> Server:
        from fundstelle.adapters.models.anthropic import ADDRESS, VERSION
        from fundstelle.adapters.outbound import Outbound

        if anthropic_key is None:
            raise ModelUnavailable("FUNDSTELLE_ANTHROPIC_API_KEY is not set. Set it to your key.")
        headers = {"x-api-key": anthropic_key, "anthropic-version": VERSION}
        setting = "FUNDSTELLE_CHAT_MODEL"
        return Outbound(ADDRESS, setting=setting, key=anthropic_key, headers=headers)

    return Servers(ollama, openai, anthropic)


def _secret(key: SecretStr | None) -> str | None:
    return None if key is None else key.get_secret_value().strip()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass
class Application:
    """The use cases over one data folder. Opens what a use case needs when it is first used."""

    settings: Settings
    own_engines: Engines | None = None
    _stack: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Release the store and end the reader's child process."""
        self._stack.close()

    @cached_property
    def engines(self) -> Engines:
        """Every embedder: those given, else those of the whole process."""
        if self.own_engines is not None:
            return self.own_engines
        s = self.settings
        key = _secret(s.openai_api_key)
        return _engines(s.embed_timeout_s, s.ollama_url, s.openai_url, key)

    @cached_property
    def chat_models(self) -> ChatModels:
        """The chat model of the settings, if they want one."""
        s = self.settings
        keys = (_secret(s.openai_api_key), _secret(s.anthropic_api_key))
        servers = _servers(s.ollama_url, s.openai_url, *keys)
        options = ChatOptions(s.model_context_tokens, s.model_reply_tokens)

        def opened(deadline: Deadline) -> ChatModel | None:
            return open_chat_model(s.chat_model, servers, options, deadline)

        return ChatModels(opened, clock=monotonic, at_once=s.model_calls, waiting=s.model_waiting)

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
        return Ask(
            self.store,
            self._gates(),
            limits,
            self.understanding,
            self._propose(),
            Strictness(self.settings.gate),
            self._judge(),
        )

    def _propose(self) -> Propose | None:
        """None if the settings want no chat model."""
        if self.settings.chat_model == "none":
            return None
        return Propose(self.chat_models, self.settings.model_timeout_s)

    def _judge(self) -> Judge | None:
        """None if the settings want nobody to say no."""
        return ChatJudge(self.chat_models) if self.settings.judge == "chat" else None

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

    def issue_receipt(self) -> Issue:
        """Sign receipts with the key of the data folder, which is made when it is first needed."""
        from fundstelle.adapters.keys import FolderKey

        folder = self.settings.data
        program = f"fundstelle {version('fundstelle')}"
        return Issue(lambda: FolderKey.made(folder), program, self._settings_hash(), _now)

    def verify_receipt(self) -> Verify:
        """Check receipts that this data folder issued."""
        from fundstelle.adapters.keys import FolderKey

        return Verify(self.store, lambda: FolderKey.kept(self.settings.data))

    def _settings_hash(self) -> str:
        """Of all settings that can change an answer: not where things lie, nor secrets."""
        kept = self.settings.model_dump(mode="json", exclude={"data", "lang"})
        return hash_of({k: v for k, v in kept.items() if not k.endswith(("_key", "_password"))})

    def library(self) -> Library:
        """Documents and collections."""
        return Library(self.store, self.reader, self.rule, _now)

    def question_set(self, folder: Path) -> QuestionSet:
        """Read a question set from its folder."""
        from fundstelle.adapters.sources.question_set import load

        return load(folder)

    def claim_set(self, folder: Path) -> list[GivenClaim]:
        """Read a set of claims from its folder."""
        from fundstelle.adapters.sources.claim_set import load_claims

        return load_claims(folder)

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
    """Whether a store lies there: reading must not turn any folder into a data folder.

    Raises CannotRun if nobody may look.
    """
    from fundstelle.adapters.stores.sqlite import DATABASE

    try:
        return (path / DATABASE).is_file()
    except OSError as error:
        raise CannotRun.because(
            "folder_unusable", folder=path, reason=error.strerror or error
        ) from error


@contextmanager
def application(settings: Settings, *, must_exist: bool = False) -> Iterator[Application]:
    """Open the application over settings.data and close it again.

    must_exist: raise CannotRun if there is no data folder yet, instead of making one.
    """
    if settings.data.exists() and not settings.data.is_dir():
        raise CannotRun.because("data_is_file", folder=settings.data)
    if must_exist and not is_data_folder(settings.data):
        raise CannotRun.because("no_data_folder", folder=settings.data)
    app = Application(settings)
    try:
        yield app
    finally:
        app.close()
