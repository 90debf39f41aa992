"""For all tests: the option --long, no connection to anywhere, and what a missing part means."""

import importlib.util
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

NETWORK_WATCH = Path(__file__).parent / "network_watch"


def _watch_the_network() -> Path:
    """Load the watch into this process and, through PYTHONPATH, into its children."""
    handle, name = tempfile.mkstemp(prefix="fundstelle-network-")
    os.close(handle)
    # Each xdist worker gets a log of its own, so that an attempt is laid to the right test.
    os.environ["NETWORK_WATCH_LOG"] = name
    others = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    if str(NETWORK_WATCH) not in others:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(NETWORK_WATCH), *others])
    spec = importlib.util.spec_from_file_location(
        "network_watch", NETWORK_WATCH / "sitecustomize.py"
    )
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return Path(name)


NETWORK_LOG = _watch_the_network()


def pytest_unconfigure() -> None:
    NETWORK_LOG.unlink(missing_ok=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture
def network_log() -> Path:
    """Where attempts to reach another machine are noted; emptied by a test that makes them."""
    return NETWORK_LOG


@pytest.fixture(autouse=True)
def _nothing_goes_out() -> Iterator[None]:
    yield
    attempts = NETWORK_LOG.read_text(encoding="utf-8")
    if attempts:
        NETWORK_LOG.write_text("", encoding="utf-8")
        pytest.fail(f"A connection to another machine was tried:\n{attempts}")


@pytest.fixture(scope="session")
def missing() -> Callable[[str], NoReturn]:
    """Call with the reason when a part is missing: a failure with CI=true, else a named skip."""

    def end(reason: str) -> NoReturn:
        if os.environ.get("CI") == "true":
            pytest.fail(f"missing, and CI=true: {reason}")
        pytest.skip(reason)

    return end
