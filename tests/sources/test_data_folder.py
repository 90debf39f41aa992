"""The folder source and data folders: what we keep is never imported again."""

from pathlib import Path

import pytest

from fundstelle.adapters.sources.folder import DATA_FOLDER_HOLDS, FolderSource
from fundstelle.adapters.stores.sqlite import DATABASE, SqliteStore
from fundstelle.core.errors import WrongUsage
from tests.sources.test_folder import offered, write


def test_source_and_store_know_a_data_folder_by_the_same_file() -> None:
    assert DATABASE.encode() == DATA_FOLDER_HOLDS


def test_nothing_of_any_data_folder_is_ever_offered(tmp_path: Path) -> None:
    write(tmp_path / "a.txt")
    data = tmp_path / ".hidden" / "data"
    for folder in (tmp_path / "data", data):
        SqliteStore(folder).close()
        write(folder / "originals" / "ab" / "cd.txt")
    (tmp_path / "link").symlink_to(data / "originals")

    assert offered(FolderSource([tmp_path]), tmp_path) == ["a.txt"]
    for named in ("", "originals", "originals/ab", "originals/ab/cd.txt", "fundstelle.db"):
        for folder in (tmp_path / "data", data):
            with pytest.raises(WrongUsage, match="data folder"):
                FolderSource([folder / named])


def test_documents_beside_the_data_of_a_data_folder_may_be_named(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    write(tmp_path / "docs" / "a.txt")

    assert offered(FolderSource([tmp_path / "docs"]), tmp_path) == ["docs/a.txt"]
