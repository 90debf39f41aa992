"""What speaks to us from elsewhere: language models, and the servers they run on."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from fundstelle.core.claims.reasons import Source
from fundstelle.core.deadlines import Deadline
from fundstelle.core.messages import Message
from fundstelle.core.questions import Question
from fundstelle.core.terms import Language


class ChatModel(Protocol):
    """Proposes an answer. Nothing it says is shown before gate 2. Callable from several threads."""

    @property
    def name(self) -> str:
        """Provider and model, as in the setting: "ollama:llama3.2:3b"."""
        ...

    @property
    def host(self) -> str:
        """Who sees the messages: host and port, "127.0.0.1:11434"."""
        ...

    @property
    def context_tokens(self) -> int:
        """Tokens that messages and reply may have together."""
        ...

    def reply(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any], deadline: Deadline
    ) -> str:
        """Return what the model says, raw: core.replies takes it apart. May be "" or nonsense.

        schema: JSON schema of an object, which the reply should keep and may break.
        Raises ModelUnavailable, ModelTimeout, ModelBusy, Cancelled.
        """
        ...


class Judge(Protocol):
    """Reads what code let pass and may say no to it; its yes changes nothing.

    Both raise ModelUnavailable where it cannot be asked or says nothing usable, and Cancelled.
    Callable from several threads.
    """

    def carries(
        self, claim: str, source: Source, *, language: Language, deadline: Deadline
    ) -> bool:
        """False if this sentence does not carry the claim."""
        ...

    def answers(self, question: Question, sources: Sequence[Source], *, deadline: Deadline) -> bool:
        """False if these sentences, shown together, do not answer the question."""
        ...


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply of a server. kind: its content type, in small letters, without parameters."""

    status: int
    kind: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Flow:
    """A reply that still comes in. lines: without their ends; what they raise is that of Server."""

    status: int
    kind: str
    lines: Iterator[bytes]


class Server(Protocol):
    """One other program that speaks HTTP at a configured address, and no other place.

    Every call raises ServerUnavailable, ServerTimeout, Cancelled, each naming host and remedy.
    Callable from several threads.
    """

    @property
    def host(self) -> str:
        """Host and port, for people."""
        ...

    def get(self, path: str, *, deadline: Deadline) -> Reply:
        """Fetch what lies at a path below the address. Any status is a reply."""
        ...

    def post(self, path: str, body: Mapping[str, Any], *, deadline: Deadline) -> Reply:
        """Send JSON and fetch the reply."""
        ...

    def stream(
        self, path: str, body: Mapping[str, Any], *, deadline: Deadline
    ) -> AbstractContextManager[Flow]:
        """Send JSON and read the reply as it comes; leaving the block ends the exchange."""
        ...
