"""The shape of the house, read from the source tree: libraries, calls, sizes, names.

The arrows between our own packages are held by import-linter (.importlinter). Allow-lists stand
here, because a list of forbidden libraries misses the one that is invented next year.
"""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "fundstelle"
SOURCES = sorted(PACKAGE.rglob("*.py"))
ALL_FILES = sorted(
    [*SOURCES, *(f for part in ("tests", "bench", "scripts") for f in (ROOT / part).rglob("*.py"))]
)

ALLOWED = tomllib.loads((ROOT / "tests" / "allowed_libraries.toml").read_text(encoding="utf-8"))
ONLY_IN = {name: place for place, names in ALLOWED["only_in"].items() for name in names.split()}

IMPURE = {"open", "print", "input", "exec", "eval", "__import__"}
IMPURE |= {"now", "today", "utcnow", "time", "urandom", "import_module"}
NEVER_CALLED = {"exec", "eval", "__import__", "system", "popen"}
SAYS_NOTHING = {"utils", "util", "helpers", "helper", "manager", "base", "common", "misc"}

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 45
AIMED_FUNCTION_LINES = 30
MAX_SHARE_OVER_AIM = 0.05


def inside(path: Path) -> str:
    """Path below src/fundstelle, with slashes."""
    return path.relative_to(PACKAGE).as_posix()


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(path: Path) -> set[str]:
    """First names of everything a file imports, also inside functions."""
    names = {
        alias.name
        for node in nodes_of(path)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    names |= {
        node.module or "fundstelle" for node in nodes_of(path) if isinstance(node, ast.ImportFrom)
    }
    return {name.split(".")[0] for name in names}


def called(path: Path) -> set[str]:
    """Last names of everything a file calls: open(), datetime.now() -> open, now."""
    calls = [node.func for node in nodes_of(path) if isinstance(node, ast.Call)]
    return {getattr(call, "id", getattr(call, "attr", "")) for call in calls}


def allowed_for(path: Path) -> set[str]:
    place = inside(path)
    layers = [key for key in ALLOWED["layers"] if place == key or place.startswith(f"{key}/")]
    if not layers and path.name == "__init__.py":
        return set()
    assert layers, f"{place} lies in no layer of allowed_libraries.toml"
    names: list[str] = ALLOWED["layers"][max(layers, key=len)].split()
    groups = [ALLOWED["groups"].get(name.lower(), "") for name in names if name.isupper()]
    return {*names, *(library for group in groups for library in group.split())}


@pytest.mark.parametrize("path", SOURCES, ids=inside)
def test_a_layer_knows_only_its_libraries(path: Path) -> None:
    assert imported(path) - allowed_for(path) == set()


@pytest.mark.parametrize("path", SOURCES, ids=inside)
def test_some_libraries_have_one_place(path: Path) -> None:
    places = {library: ONLY_IN[library] for library in imported(path) & ONLY_IN.keys()}

    assert {
        n for n, place in places.items() if not place or not inside(path).startswith(place)
    } == set()


@pytest.mark.parametrize("path", [f for f in SOURCES if inside(f).startswith("core/")], ids=inside)
def test_the_core_only_computes(path: Path) -> None:
    assert called(path) & IMPURE == set()


@pytest.mark.parametrize("path", SOURCES, ids=inside)
def test_no_text_is_run_as_a_program(path: Path) -> None:
    assert called(path) & NEVER_CALLED == set()


@pytest.mark.parametrize("path", ALL_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_short_and_have_telling_names(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())

    assert lines <= MAX_FILE_LINES
    assert path.stem not in SAYS_NOTHING
    assert path.parent.name not in SAYS_NOTHING


def functions() -> Iterator[tuple[str, int]]:
    """Every function of the package with its lines, docstring not counted."""
    for path in SOURCES:
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if ast.get_docstring(node) is not None:
                    first = node.body[0]
                    lines -= (first.end_lineno or first.lineno) - first.lineno + 1
                yield f"{inside(path)}:{node.name}", lines


def test_functions_stay_short() -> None:
    lengths = dict(functions())
    over = sorted(name for name, lines in lengths.items() if lines > AIMED_FUNCTION_LINES)
    share = len(over) / len(lengths)

    assert {name: n for name, n in lengths.items() if n > MAX_FUNCTION_LINES} == {}
    assert share <= MAX_SHARE_OVER_AIM, (
        f"{len(over)} of {len(lengths)} functions have over 30 lines: {over}"
    )


def test_the_package_has_the_layers_of_the_import_contract() -> None:
    layers = {"delivery", "bootstrap", "config", "services", "adapters", "ports", "core"}
    found = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}

    assert found - {"__init__", "__main__", "__pycache__", "py"} <= layers


def test_every_dependency_has_a_floor() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project.get("optional-dependencies", {}).values()

    assert [
        name
        for name in [*project["dependencies"], *(n for e in extras for n in e)]
        if ">=" not in name
    ] == []
