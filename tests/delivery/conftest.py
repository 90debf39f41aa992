"""A data folder with the demo's documents, made once; nothing of the caller's own settings."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.delivery.command import fundstelle


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "data"
    done = fundstelle("demo", "--data", folder)
    assert done.code == 0, done.messages
    return folder


@pytest.fixture(autouse=True)
def _no_settings_of_the_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """English, and the documents of the demo only where a test names them."""
    for name in [name for name in os.environ if name.startswith("FUNDSTELLE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("FUNDSTELLE_LANG", "en")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def demo(filled: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The demo's data folder, named by FUNDSTELLE_DATA; tests only read it."""
    monkeypatch.setenv("FUNDSTELLE_DATA", str(filled))
    return filled


@pytest.fixture
def obeying_ctrl_c() -> Iterator[None]:
    """A shell makes what it starts in the background ignore Ctrl-C, and children inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
