"""The stores that must keep the contract, by name."""

from collections.abc import Callable
from pathlib import Path

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.ports import Store
from tests.contracts.oracle import OracleStore


def open_oracle(folder: Path) -> Store:
    assert folder
    return OracleStore()


OPENERS: dict[str, Callable[[Path], Store]] = {"oracle": open_oracle, "sqlite": SqliteStore}
