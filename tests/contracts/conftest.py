"""Stores for the contract tests, and the server that one of them needs."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

from tests.contracts.stores import OPENERS, POSTGRES, READERS, MovingStore


@pytest.fixture(scope="session")
def postgres_conninfo(missing: Callable[[str], NoReturn]) -> Iterator[str]:
    """A server for the whole run of one process, with one database: see CopiedStore."""
    if find_spec("psycopg") is None:
        missing("no PostgreSQL server: psycopg is not installed (extra postgres)")
    from tests.contracts.postgres_server import NoServer, running_server

    with ExitStack() as stack:
        try:
            server = stack.enter_context(running_server())
        except NoServer as error:
            missing(f"no PostgreSQL server: {error}")
        yield server.conninfo


@pytest.fixture(params=READERS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MovingStore]:
    """Every store that can be read, with something that fills it.

    A test of changes takes only those that change themselves: see stores.CHANGING.
    """
    if request.param != POSTGRES:
        yield OPENERS[request.param](tmp_path / "data")
        return
    conninfo = request.getfixturevalue("postgres_conninfo")
    from tests.contracts.postgres_copy import CopiedStore

    copied = CopiedStore(conninfo)
    yield copied
    copied.close()
