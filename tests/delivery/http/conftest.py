"""Desks over copies of one data folder, which is made once."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.delivery.http.desk import Desk, desk_over, populate


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("people") / "data"
    with desk_over(folder) as made:
        populate(made)
        made.save(folder.with_suffix(".json"))
    return folder


def copied(template: Path, to: Path) -> Path:
    """A copy of the folder with what is known about it."""
    shutil.copytree(template, to)
    shutil.copy(template.with_suffix(".json"), to.with_suffix(".json"))
    return to


@pytest.fixture
def folder(template: Path, tmp_path: Path) -> Path:
    return copied(template, tmp_path / "copy")


@pytest.fixture
def desk(folder: Path) -> Iterator[Desk]:
    with desk_over(folder) as made:
        yield made
