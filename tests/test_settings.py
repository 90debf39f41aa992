"""Settings are read once, checked at the start, and their example file is up to date."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from fundstelle.config import Settings
from fundstelle.core.errors import CannotRun
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


@pytest.fixture
def env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "fundstelle.env"


def test_lines_of_the_file_that_set_nothing_are_named_and_ignored(env_file: Path) -> None:
    env_file.write_text("\ufeffFUNDSTELLE_LANG=de\nOTHER=1\nFUNDSTELLE_CHUNKCHARS=700\n", "utf-8")

    assert Settings.read().lang == "de"
    assert Settings.unknown_variables() == ["FUNDSTELLE_CHUNKCHARS"]


def test_a_file_that_is_no_text_is_named(env_file: Path) -> None:
    env_file.write_bytes(b"FUNDSTELLE_DATA=B\xfcro\n")

    with pytest.raises(CannotRun, match=r"fundstelle\.env"):
        Settings.read()


NUMBERS = [name for name, field in Settings.model_fields.items() if field.annotation != Path]


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e300", "9" * 30])
@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_has_bounds(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"FUNDSTELLE_{name.upper()}", value)
    with pytest.raises(CannotRun, match=f"FUNDSTELLE_{name.upper()}"):
        Settings.read()
