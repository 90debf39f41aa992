"""A house for the use cases: the real store in a folder of its own, the real reader."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fundstelle.adapters.readers.client import ChildReader
from fundstelle.adapters.stores.sqlite import SqliteStore
from tests.services.house import House


@pytest.fixture(scope="session")
def reader() -> Iterator[ChildReader]:
    with ChildReader() as made:
        yield made


@pytest.fixture
def house(tmp_path: Path, reader: ChildReader) -> Iterator[House]:
    files = tmp_path / "files"
    files.mkdir()
    store = SqliteStore(tmp_path / "data")
    yield House(store, reader, files)
    store.close()
