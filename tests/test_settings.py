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


NAMES = {"host", "allowed_hosts", "trusted_proxies"}
FREE = NAMES | {"openai_api_key", "anthropic_api_key"}  # any text may be one
NUMBERS = [
    name
    for name, field in Settings.model_fields.items()
    if field.annotation != Path and name not in FREE
]


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e300", "9" * 30])
@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_has_bounds(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"FUNDSTELLE_{name.upper()}", value)
    with pytest.raises(CannotRun, match=f"FUNDSTELLE_{name.upper()}"):
        Settings.read()


MODELS = {
    "ollama:llama3.2": "ollama:llama3.2:latest",
    "ollama:llama3.2:3b": "ollama:llama3.2:3b",
    "ollama:hf.co/some/model": "ollama:hf.co/some/model:latest",
    "openai:gpt-x": "openai:gpt-x",
    "anthropic:claude": "anthropic:claude",
    "auto": "auto",
    "none": "none",
}


@pytest.mark.parametrize(("given", "full"), MODELS.items(), ids=MODELS)
def test_a_model_of_ollama_without_tag_is_the_latest(given: str, full: str) -> None:
    assert Settings(chat_model=given).chat_model == full


@pytest.mark.parametrize("name", ["llama3", "ollama:", "ollama:a b", "olama:x", "openai:a|b", ""])
def test_a_model_that_nobody_offers_stops_the_start(name: str) -> None:
    for setting in ("chat_model", "embedder"):
        with pytest.raises(CannotRun, match=f"FUNDSTELLE_{setting.upper()}"):
            Settings.read(**{setting: name})


def test_no_model_is_called_unless_a_setting_says_so() -> None:
    assert Settings().chat_model == "none"


ADDRESSES = ["127.0.0.1:11434", "file:///etc/passwd", "http://", "http://u:geheim@h/", "http://h?a"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_none_is_refused_and_never_repeated(address: str) -> None:
    for setting in ("ollama_url", "openai_url"):
        with pytest.raises(CannotRun, match=f"FUNDSTELLE_{setting.upper()}") as caught:
            Settings.read(**{setting: address})
        assert "geheim" not in str(caught.value)


def test_a_key_is_not_shown() -> None:
    settings = Settings.read(openai_api_key="sk-geheim", anthropic_api_key="")

    assert "geheim" not in repr(settings)
    assert "geheim" not in str(settings.model_dump())
    assert settings.anthropic_api_key is None


def test_a_reply_leaves_room_for_the_question() -> None:
    with pytest.raises(CannotRun, match="FUNDSTELLE_MODEL_REPLY_TOKENS"):
        Settings.read(model_reply_tokens=5000)
