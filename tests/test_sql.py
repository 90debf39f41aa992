"""No value from outside becomes part of an SQL text: values travel as parameters.

A heuristic over the source: what stands in braces in an SQL f-string must be our own. Own is a
text or number written in the source, a constant in capitals, an integer by its format (":d"), a
name made by table(), or a local name that only ever holds such things; also a parameter of a
private function, if its module passes only such things, or one whose type is a Literal.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "fundstelle"
SOURCES = sorted(PACKAGE.rglob("*.py"))
VERB = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|WITH|REPLACE|ATTACH)\b"
)
EXECUTES = {"execute", "executemany", "executescript"}
MAKES_NAMES = {"table"}  # adapters/stores/sqlite_words.py: from an integer key only


def pasted(tree: ast.Module) -> Iterator[ast.expr]:
    """SQL texts with something in them that is not our own."""
    scopes = [tree, *(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Lambda))]
    for scope in scopes:
        known = _assigned(scope) | _passed(scope, tree)
        for node in _of_scope(scope):
            for text in _texts(node):
                if not _own(text, known):
                    yield text


def _of_scope(scope: ast.AST) -> Iterator[ast.AST]:
    """Nodes of a function or module, without the functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield child
            yield from _of_scope(child)


def _texts(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.JoinedStr) and VERB.match(ast.unparse(node)[2:]):
        yield node
    elif isinstance(node, ast.Call) and _last_name(node.func) in EXECUTES and node.args:
        text = node.args[0]
        if isinstance(text, ast.BinOp | ast.JoinedStr) or (
            isinstance(text, ast.Call) and getattr(text.func, "attr", "") == "format"
        ):
            yield text


def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """Local name -> everything it is given, by assignment or by a loop over a written list."""
    given: dict[str, list[ast.expr]] = {}
    for node in _of_scope(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _give(given, target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            _give(given, node.target, node.value)
        elif isinstance(node, ast.For | ast.comprehension):
            _give(given, node.target, node.iter)
    return given


def _passed(scope: ast.AST, tree: ast.Module, depth: int = 2) -> dict[str, list[ast.expr]]:
    """Parameter -> what it may hold: for a private function everything its module passes.

    depth: over so many private functions that hand a parameter on.
    """
    if not isinstance(scope, ast.FunctionDef):
        return {}
    given = _literals(scope, tree)
    names = [argument.arg for argument in scope.args.args if argument.arg != "self"]
    for caller in ast.walk(tree) if scope.name.startswith("_") else ():
        if not isinstance(caller, ast.FunctionDef | ast.Module):
            continue
        known = _assigned(caller) | _literals(caller, tree)
        for call in _of_scope(caller):
            if isinstance(call, ast.Call) and _last_name(call.func) == scope.name:
                passed = [*zip(names, call.args, strict=False)]
                passed += [(keyword.arg or "", keyword.value) for keyword in call.keywords]
                if depth and caller is not scope:
                    known |= _passed(caller, tree, depth - 1)
                for name, value in passed:
                    own = _own(value, known)
                    given.setdefault(name, []).append(ast.Constant("own") if own else value)
    return given


def _literals(scope: ast.AST, tree: ast.Module) -> dict[str, list[ast.expr]]:
    """Parameters whose type is a Literal named in the module: mypy lets nothing else in."""
    aliases = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Literal[")
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    arguments = scope.args.args if isinstance(scope, ast.FunctionDef) else []
    typed = {a.arg: a.annotation.id for a in arguments if isinstance(a.annotation, ast.Name)}
    return {name: [ast.Constant("own")] for name, alias in typed.items() if alias in aliases}


def _give(given: dict[str, list[ast.expr]], target: ast.expr, value: ast.expr) -> None:
    if isinstance(target, ast.Name):
        given.setdefault(target.id, []).append(value)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=False):
            _give(given, one, its)


def _own(value: ast.expr, known: dict[str, list[ast.expr]]) -> bool:
    """Whether everything in a text was written by us, as far as the source shows it."""
    match value:
        case ast.Name(id=name):
            others = {key: values for key, values in known.items() if key != name}
            return name.isupper() or (name in known and all(_own(v, others) for v in known[name]))
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value="d")])):
            return True
        case ast.Call(func=function) if _last_name(function) != "join":
            return _last_name(function) in MAKES_NAMES
    parts = _parts(value)
    return parts is not None and all(_own(part, known) for part in parts)


def _parts(value: ast.expr) -> Sequence[ast.expr] | None:
    """What decides whether a value is our own, None for values we cannot see through."""
    parts: Sequence[ast.expr] | None = None
    match value:
        case ast.Constant():
            parts = ()
        case ast.JoinedStr(values=found) | ast.Tuple(elts=found) | ast.List(elts=found):
            parts = found
        case ast.FormattedValue(value=inner) | ast.GeneratorExp(elt=inner):
            parts = (inner,)
        case ast.ListComp(elt=inner) | ast.Call(args=[inner]):
            parts = (inner,)
        case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
            parts = (left, right)
        case ast.Subscript(value=ast.Dict(values=choices)):
            parts = choices
        case ast.Dict(keys=keys) if None not in keys:  # names are pasted, values are parameters
            parts = [key for key in keys if key is not None]
    return parts


def _last_name(function: ast.expr) -> str:
    return str(getattr(function, "id", getattr(function, "attr", "")))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_value_is_pasted_into_sql(path: Path) -> None:
    texts = pasted(ast.parse(path.read_text(encoding="utf-8")))

    assert [f"line {text.lineno}: {ast.unparse(text)}" for text in texts] == []


WRONG = [
    "db.execute(f\"DELETE FROM documents WHERE name = '{name}'\")",
    'db.execute("DELETE FROM documents WHERE id = " + key)',
    'db.execute("SELECT * FROM %s" % name)',
    'db.execute("SELECT {}".format(name))',
    'statement = f"SELECT {column} FROM vocabulary"',
    'def f(name): db.execute(f"SELECT * FROM {name}")',
    'def _f(c): db.execute(f"{ENTRIES} {c}")\n_f("WHERE a = ?")\n_f(outside)',
    'def f(t: str): db.execute(f"SELECT {t} FROM v")',
    'def f(name):\n    own = name.lower()\n    db.execute(f"SELECT * FROM {own}")',
]
RIGHT = [
    'db.execute("SELECT * FROM documents WHERE id = ?", (key,))',
    'db.execute(f"SELECT * FROM documents WHERE id {READABLE}")',
    'db.execute(f"PRAGMA user_version = {number:d}")',
    'def f(key):\n    name = table(key)\n    db.execute(f"DROP TABLE {name}")',
    'def f(en):\n    column = "a" if en else "b"\n    db.execute(f"SELECT {column} FROM v")',
    'def f():\n    for name in ("a", "b"):\n        db.execute(f"DROP TABLE {name}")',
    'def _f(c): db.execute(f"{ENTRIES} {c}")\n_f("WHERE a = ?")\n_f(c=f"WHERE {LENGTH}")',
    'Tongue = Literal["a", "b"]\ndef f(t: Tongue): db.execute(f"SELECT {t} FROM v")',
    'log(f"Selected {name}")',
]


@pytest.mark.parametrize(
    ("source", "found"), [(s, True) for s in WRONG] + [(s, False) for s in RIGHT]
)
def test_the_heuristic_tells_wrong_from_right(source: str, *, found: bool) -> None:
    assert bool(list(pasted(ast.parse(source)))) is found
