"""Settings -> use cases. An adapter is imported when it is needed."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING

from fundstelle.adapters.models.choice import ChatOptions, open_chat_model
from fundstelle.bootstrap.servers import engines_of, secret, servers_for
from fundstelle.config import Settings
from fundstelle.core.callers import Caller
from fundstelle.core.canonical_json import hash_of
from fundstelle.core.chunking import CHUNKS_FINGERPRINT, ChunkRule
from fundstelle.core.claims.claimset import GivenClaim
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.confidence import Gates
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import CannotRun, EmbedderUnavailable
from fundstelle.core.gates import GATES
from fundstelle.core.questionset import QuestionSet
from fundstelle.core.terms import TERMS_FINGERPRINT
from fundstelle.ports import ChatModel, Judge, Reader, Source, Store
from fundstelle.services.ask import Ask
from fundstelle.services.audit import ReadLog, Record, Recorder, actor_of, record_nothing
from fundstelle.services.chat_models import ChatModels
from fundstelle.services.embed import ChangeEmbedder, Embed
from fundstelle.services.engines import Engines
from fundstelle.services.evaluate import Evaluate
from fundstelle.services.explain_access import ExplainAccess
from fundstelle.services.ingest import Ingest
from fundstelle.services.judge import ChatJudge
from fundstelle.services.keys import Keys
from fundstelle.services.library import Library
from fundstelle.services.measure import Measure
from fundstelle.services.people import ManagePeople
from fundstelle.services.propose import Propose
from fundstelle.services.receipt import Issue, Verify
from fundstelle.services.receive import Receive
from fundstelle.services.retrieve import Limits
from fundstelle.services.search import Search
from fundstelle.services.sign_in import SignIn
from fundstelle.services.throttle import Throttle
from fundstelle.services.understand import Understanding

if TYPE_CHECKING:
    from fundstelle.adapters.readers.client import ChildReader

MIB = 1 << 20
SERVING = ("host", "port", "allowed_hosts", "trusted_proxies", "questions_per_user")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass
class Application:
    """The use cases over one data folder. Opens what a use case needs when it is first used.

    clock: seconds since 1970. ticks: seconds that only grow. Both say how long people are known.
    """

    settings: Settings
    own_engines: Engines | None = None
    clock: Callable[[], float] = time
    ticks: Callable[[], float] = monotonic
    _stack: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Release the store and end the reader's child process."""
        self._stack.close()

    def open_for_threads(self) -> None:
        """Make what is made once, before several threads could make it twice. Loads no model."""
        for name in ("store", "child_reader", "engines", "chat_models", "understanding", "sign_in"):
            getattr(self, name)

    @cached_property
    def engines(self) -> Engines:
        """Every embedder: those given, else those of the whole process."""
        if self.own_engines is not None:
            return self.own_engines
        s = self.settings
        key = secret(s.openai_api_key)
        return engines_of(s.embed_timeout_s, s.ollama_url, s.openai_url, key)

    @cached_property
    def chat_models(self) -> ChatModels:
        """The chat model of the settings, if they want one."""
        s = self.settings
        servers = servers_for(s)
        options = ChatOptions(s.model_context_tokens, s.model_reply_tokens)

        def opened(deadline: Deadline) -> ChatModel | None:
            return open_chat_model(s.chat_model, servers, options, deadline)

        return ChatModels(opened, clock=monotonic, at_once=s.model_calls, waiting=s.model_waiting)

    def chat_host(self) -> str | None:
        """Which host would see evidence, by the settings; None if no model is asked."""
        from fundstelle.adapters.models.anthropic import ADDRESS

        s = self.settings
        provider = s.chat_model.partition(":")[0]
        hosts = {"openai": s.openai_url, "anthropic": ADDRESS, "none": None}
        address = hosts.get(provider, s.ollama_url)
        return None if address is None else address.partition("://")[2].partition("/")[0]

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

    def record(self, caller: Caller) -> Record:
        """Keeps entries of what a caller does in the audit log."""
        return Recorder(self.store.audit, actor_of(caller), self._seconds)

    def _record(self, caller: Caller | None) -> Record:
        return record_nothing if caller is None else self.record(caller)

    def read_log(self, caller: Caller) -> ReadLog:
        """Read and check the audit log."""
        return ReadLog(self.store.audit, self.record(caller))

    def ingest(self, caller: Caller | None = None) -> Ingest:
        """Bring sources in. caller: who does; None keeps no entry, as for copies of `eval`."""
        limit = self.settings.max_file_mb * MIB
        return Ingest(self.store, self.reader, self.rule, limit, _now, self._record(caller))

    def receive(self, caller: Caller | None = None) -> Receive:
        """Bring in one document that somebody hands over. caller: as in ingest."""
        return Receive(self.ingest(caller), self.embed())

    def ask(
        self, *, model: bool = True, gate: str | None = None, deadline: Deadline | None = None
    ) -> Ask:
        """Answer questions. model: False asks none. gate: None is that of the settings.

        deadline: for one question only, by whoever may call it off.
        """
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
            self._propose(deadline) if model else None,
            Strictness(gate or self.settings.gate),
            self._judge(),
        )

    def deadline(self) -> Deadline:
        """Within which the chat model answers one question; may be called off."""
        return Deadline(self.settings.model_timeout_s, monotonic)

    def _propose(self, deadline: Deadline | None) -> Propose | None:
        """None if the settings want no chat model."""
        if self.settings.chat_model == "none":
            return None
        return Propose(self.chat_models, self.settings.model_timeout_s, deadline)

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
        kept = self.settings.model_dump(mode="json", exclude={"data", "lang", *SERVING})
        return hash_of({k: v for k, v in kept.items() if not k.endswith(("_key", "_password"))})

    def library(self, caller: Caller | None = None) -> Library:
        """Documents and collections. caller: who changes them; None where nothing is changed."""
        return Library(self.store, self.reader, self.rule, _now, self._record(caller))

    @cached_property
    def sign_in(self) -> SignIn:
        """Sessions and keys. One for the process: it counts failed tries."""
        from fundstelle.adapters.passwords import Argon2Hasher

        return SignIn(
            self.store.directory,
            self.store.credentials,
            Argon2Hasher(),
            now=self._seconds,
            token=lambda: secrets.token_urlsafe(32),
            by_name=Throttle(10, 30, self.ticks),
            by_peer=Throttle(30, 10, self.ticks),
            record_of=lambda user_id: Recorder(self.store.audit, user_id, self._seconds),
            together=self.store.together,
        )

    def _seconds(self) -> int:
        return int(self.clock())

    def keys(self, caller: Caller | None = None) -> Keys:
        """Keys of programs. caller: who changes them; None where nothing is changed."""
        return Keys(
            self.store.directory,
            self.store.credentials,
            self.sign_in,
            now=self._seconds,
            new_id=lambda: secrets.token_hex(8),
            record=self._record(caller),
            together=self.store.together,
        )

    def has_administrator(self) -> bool:
        """Whether anybody could administer; before that only this machine is served."""
        users = self.store.directory.users()
        return any(u.is_admin and not u.is_disabled and not u.is_service for u in users)

    def people(self, caller: Caller) -> ManagePeople:
        """Users, groups and grants, as one caller may see and change them."""
        store = self.store
        return ManagePeople(store.directory, caller, self.record(caller), store.together)

    def explain_access(self, caller: Caller) -> ExplainAccess:
        """Who may read what and why, as far as one caller may know."""
        return ExplainAccess(self.store, caller)

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

    def given(self, uri: str, name: str, content: bytes, title: str = "") -> Source:
        """One document that somebody sends, as a source."""
        from fundstelle.adapters.sources.given import GivenSource

        return GivenSource(uri, name, content, title)

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
