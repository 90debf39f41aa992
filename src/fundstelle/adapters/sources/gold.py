"""What a row of queries.jsonl says is right."""

from collections.abc import Callable
from typing import Any

from fundstelle.core.errors import CannotRun
from fundstelle.core.questionset import Gold

WHOLE_LINES = "line"


def gold_of(row: dict[str, Any], where: str) -> Gold | None:
    """None if the row does not say whether it can be answered. Raises CannotRun with the field."""
    answerable = _checked(row, "answerable", where, "true or false", _is_bool)
    if answerable is None:
        return None
    _checked(row, "leak_risk", where, "true or false", _is_bool)
    answer = _checked(row, "answer", where, "text", _is_text)
    start = _checked(row, "answer_start", where, "a place in the text", _is_place)
    more = _checked(row, "answers", where, "a list of [text, place]", _is_spans) or []
    spans = [(text, place) for text, place in more]
    if answer and start is not None:
        spans.insert(0, (answer, start))
    ids = _checked(row, "gold_ids", where, "a list of texts", _is_texts)
    one = _checked(row, "doc_id", where, "text", _is_text)
    documents = ids or ([one] if one else [])
    lines = row.get("answer_unit") == WHOLE_LINES
    return Gold(answerable, tuple(spans), tuple(documents), lines)


def _checked(
    row: dict[str, Any], name: str, where: str, wanted: str, fits: Callable[[Any], bool]
) -> Any:
    value = row.get(name)
    if value is not None and not fits(value):
        raise CannotRun(f"{where}: {name} must be {wanted}.")
    return value


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_place(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_spans(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and _is_text(pair[0]) and _is_place(pair[1])  # noqa: PLR2004 - a pair
        for pair in value
    )
