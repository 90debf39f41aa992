"""Settings are read once, checked at the start, and their example file is up to date."""

import pytest
from pydantic import ValidationError

from fundstelle.config import Settings
from scripts.settings_example import TARGET, example


def test_the_example_file_shows_every_setting() -> None:
    assert TARGET.read_text(encoding="utf-8") == example()


def test_a_wrong_value_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDSTELLE_CHUNK_CHARS", "viele")
    with pytest.raises(ValidationError, match="chunk_chars"):
        Settings()


def test_the_overlap_must_fit_into_a_chunk() -> None:
    with pytest.raises(ValidationError, match="FUNDSTELLE_OVERLAP_CHARS"):
        Settings(chunk_chars=200, overlap_chars=200)


def test_misspelt_variables_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDSTELLE_CHUNKCHARS", "700")
    assert Settings.unknown_variables() == ["FUNDSTELLE_CHUNKCHARS"]
