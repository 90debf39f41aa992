"""The stores that must keep the contract, by name."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.ports import ReadableStore, Store, Upkeep
from tests.contracts.oracle import OracleStore


def open_oracle(folder: Path) -> Store:
    assert folder
    return OracleStore()


OPENERS: dict[str, Callable[[Path], Store]] = {"oracle": open_oracle, "sqlite": SqliteStore}

POSTGRES = "postgres"
READERS = [*OPENERS, POSTGRES]
"""Those that keep the reading half; PostgreSQL is filled from an oracle (postgres_copy.py)."""

CHANGING = pytest.mark.parametrize("store", OPENERS, indirect=True)
"""For a test that is about changes: with PostgreSQL it would only test the oracle again."""


class MovingStore(ReadableStore, Protocol):
    """What the tests of reading need: something to read, and something that changes it."""

    @property
    def upkeep(self) -> Upkeep: ...
