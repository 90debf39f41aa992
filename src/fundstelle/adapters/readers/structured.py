"""JSON and JSON lines as text a person can read: "path: value" lines, tables, paragraphs."""

import json
import re
from collections.abc import Sequence
from typing import Any

from fundstelle.adapters.readers.composing import Composer, row_line, tidy
from fundstelle.core.documents import BlockKind, Reading
from fundstelle.core.errors import UnreadableFile
from fundstelle.core.text import clean

_DEEPEST = 200
_MOST_COLUMNS = 40
_LONGEST_CELL = 200
_LONGEST_LIST = 300
_TITLE_KEYS = (
    "title",
    "titel",
    "name",
    "heading",
    "überschrift",
    "betreff",
    "subject",
    "bezeichnung",
)
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")

Row = dict[str, str]


def read_json(text: str, name: str) -> Reading:
    """Read decoded JSON. Raises UnreadableFile("corrupt") for what is none."""
    try:
        value = _parsed(text)
    except json.JSONDecodeError as error:
        if text.count("\n") and error.msg.startswith("Extra data"):
            return read_jsonl(text, name)
        raise UnreadableFile("corrupt", detail=f"no valid JSON at line {error.lineno}") from error
    writer = _Writer()
    writer.write(value, "", 0)
    return writer.composer.reading("json", _title(value))


def read_jsonl(text: str, name: str) -> Reading:  # noqa: ARG001 - all readers are called alike
    """Read decoded JSON lines; a broken line is kept as it stands, unless all are broken."""
    values, broken = [], 0
    for line in text.split("\n"):
        if not line or line.isspace():
            continue
        try:
            values.append(_parsed(line))
        except json.JSONDecodeError:
            broken += 1
            values.append(line)
    if broken * 2 > len(values):
        raise UnreadableFile("corrupt", detail="most lines are no valid JSON")
    writer = _Writer()
    writer.write(values, "", 0)
    return writer.composer.reading("jsonl")


def _parsed(text: str) -> Any:
    """Numbers stay as they are spelled: 1.50 is a price, and 1.5 would be another quote."""
    try:
        return json.loads(
            text,
            parse_float=str,
            parse_int=str,
            parse_constant=str,
            strict=False,
            object_pairs_hook=_named,
        )
    except RecursionError as error:
        raise UnreadableFile("corrupt", detail="JSON nested too deeply") from error


def _title(value: Any) -> str:
    if not isinstance(value, dict):
        return ""
    found = (value.get(key) for key in _TITLE_KEYS)
    return next((title for title in found if isinstance(title, str) and title.strip()), "")


class _Again(str):
    """A name that its object has already: equal to nothing, so that both values stay."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other


def _named(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON with all its values, also where it gives one name twice."""
    once = dict(pairs)
    if len(once) == len(pairs):
        return once
    named: dict[str, Any] = {}
    for name, value in pairs:
        named[_Again(name) if name in named else name] = value
    return named


class _Writer:
    """Walks a JSON value: what is simple comes first, then tables and nested parts."""

    def __init__(self) -> None:
        self.composer = Composer()
        self._section = ""

    def write(self, value: Any, path: str, depth: int) -> None:
        if depth > _DEEPEST:
            raise UnreadableFile("corrupt", detail="JSON nested too deeply")
        if isinstance(value, dict):
            self._object(value, path, depth)
        elif isinstance(value, list):
            self._list(value, path, depth)
        else:
            self._scalar(path, value, path.rpartition(".")[0], depth)

    def _object(self, value: dict[str, Any], path: str, depth: int) -> None:
        later = []
        for key, inner in value.items():
            inner_path = f"{path}.{tidy(key)}" if path else tidy(key)
            if isinstance(inner, (dict, list)) and not _short_list(inner):
                later.append((inner_path, inner))
            else:
                self._scalar(inner_path, inner, path, depth)
        for inner_path, inner in later:
            self.write(inner, inner_path, depth + 1)

    def _scalar(self, path: str, value: Any, section: str, depth: int) -> None:
        raw = _spelled(value)
        self._enter(section, depth)
        if "\n" not in raw and len(raw) <= _LONGEST_CELL:
            text = tidy(raw)
            self.composer.add(BlockKind.ITEM, (f"{path}: {text}" if path else text) if text else "")
            return
        parts = [part for part in map(tidy, _PARAGRAPHS.split(clean(raw))) if part]
        for at, part in enumerate(parts):
            self.composer.add(BlockKind.PARAGRAPH, f"{path}: {part}" if path and not at else part)

    def _list(self, values: list[Any], path: str, depth: int) -> None:
        rows = _table(values)
        if rows is not None:
            self._enter(path, depth, always=True)
            columns = list(dict.fromkeys(key for row in rows for key in row))
            span = self.composer.add(BlockKind.ROW, row_line(columns))
            for row in rows:
                cells = [row.get(column, "") for column in columns]
                self.composer.add(BlockKind.ROW, row_line(cells), header=span)
            return
        for number, value in enumerate(values, start=1):
            place = f"{path}[{number}]" if path else f"[{number}]"
            if isinstance(value, dict):
                self._record(value, place, depth)
            else:
                self.write(value, place if isinstance(value, list) else path, depth + 1)

    def _record(self, value: dict[str, Any], path: str, depth: int) -> None:
        """An object of a list with long or nested parts: its title is a heading, if it has one."""
        title = tidy(_title(value))[:_LONGEST_CELL]
        self.composer.add(BlockKind.HEADING, title or path, level=min(6, depth + 2))
        self._section = path
        rest = {k: v for k, v in value.items() if not isinstance(v, str) or tidy(v) != title}
        base = "" if title else path
        self._section = base
        self._object(rest, base, depth + 1)

    def _enter(self, section: str, depth: int, *, always: bool = False) -> None:
        """Put a heading where lines of another part begin, once there was a part before."""
        if section != self._section and section and (always or self._section):
            self.composer.add(BlockKind.HEADING, section, level=max(1, min(6, depth + 1)))
            self._section = section


def _spelled(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_spelled, value)))
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _short_list(value: Any) -> bool:
    """A list of simple values that fits one line."""
    if not isinstance(value, list) or any(isinstance(inner, (dict, list)) for inner in value):
        return False
    return sum(len(_spelled(inner)) + 2 for inner in value) <= _LONGEST_LIST


def _table(values: list[Any]) -> Sequence[Row] | None:
    """The rows of a list of flat objects; None if it is something else."""
    if len(values) < 2 or not all(isinstance(value, dict) for value in values):  # noqa: PLR2004
        return None
    rows: list[Row] = []
    columns: set[str] = set()
    for value in values:
        row: Row = {}
        if not _flatten(value, "", row, 0):
            return None
        rows.append(row)
        columns.update(row)
        if len(columns) > _MOST_COLUMNS:
            return None
    return rows


def _flatten(value: dict[str, Any], path: str, row: Row, depth: int) -> bool:
    """Fill the cells of one row; False if the object is too long or too deep for one."""
    for key, inner in value.items():
        inner_path = f"{path}.{tidy(key)}" if path else tidy(key)
        if isinstance(inner, dict):
            if depth or not _flatten(inner, inner_path, row, depth + 1):
                return False
            continue
        if isinstance(inner, list) and not _short_list(inner):
            return False
        text = tidy(_spelled(inner))
        if inner_path in row:  # one name twice in one object: both values share the cell
            text = ", ".join(filter(None, (row[inner_path], text)))
        if len(text) > _LONGEST_CELL:
            return False
        row[inner_path] = text
    return True
