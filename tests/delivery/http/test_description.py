"""The API describes itself truly: every response has the shape of its example."""

from pathlib import Path
from typing import Any

import pytest

from fundstelle.delivery.http.described import shape_of
from fundstelle.delivery.http.permissions import PREFIX
from tests.delivery.http.conftest import copied
from tests.delivery.http.desk import QUESTION, Desk, desk_over
from tests.delivery.http.test_permissions import CALLS, ROWS

KINDS: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}


def differences(schema: dict[str, Any], value: Any, place: str = "") -> list[str]:
    """Where a value is not as its schema says. What is None or unknown says nothing."""
    if ways := schema.get("anyOf"):
        return min((differences(way, value, place) for way in ways), key=len)
    kind = schema.get("type")
    if kind is None:
        return []
    if not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return [f"{place}: {value!r} is no {kind}"]
    if kind == "array":
        return [
            d
            for n, one in enumerate(value)
            for d in differences(schema["items"], one, f"{place}[{n}]")
        ]
    if kind == "object":
        lacking = [f"{place}.{name} is missing" for name in set(schema["required"]) - set(value)]
        return lacking + [
            difference
            for name, part in schema["properties"].items()
            if name in value
            for difference in differences(part, value[name], f"{place}.{name}")
        ]
    return []


@pytest.fixture(scope="module")
def described(template: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    with desk_over(copied(template, tmp_path_factory.mktemp("described") / "data")) as desk:
        found: dict[str, Any] = desk.call("member", "GET", "/openapi.json").json()
        return found


@pytest.mark.parametrize("caller", ["member", "manager", "administrator"])
@pytest.mark.parametrize("row", [row for row in ROWS if "~" not in row and "stream" not in row])
def test_what_a_route_answers_has_the_shape_of_its_example(
    desk: Desk, described: dict[str, Any], row: str, caller: str
) -> None:
    method, path = row.split()[:2]
    operation = described["paths"][PREFIX + path][method.lower()]
    names = {"document_id": "Akten/1", "collection_id": "Akten", "group_id": "read"}
    names |= {"user_id": "member", "key_id": "key", "session_id": "session"}
    filled = path.format(**{name: desk.ids[of] for name, of in names.items()})

    answer = desk.call(caller, method, filled, **CALLS.get(row, {}))

    kind = answer.headers.get("content-type", "").partition(";")[0]
    responses = operation["responses"]
    told = responses.get(str(answer.status_code), responses["default"])
    assert kind in told.get("content", {"": {}})
    if "json" in kind and row != "GET /openapi.json":
        assert differences(told["content"][kind]["schema"], answer.json()) == []


def test_it_is_openapi_3_1_with_a_summary_and_examples_everywhere(
    described: dict[str, Any],
) -> None:
    operations = [one for path in described["paths"].values() for one in path.values()]

    assert described["openapi"].startswith("3.1")
    assert all(operation["summary"].strip() for operation in operations)
    for operation in operations:
        for response in operation["responses"].values():
            assert all("example" in content for content in response.get("content", {}).values())


def test_every_route_says_how_to_prove_who_one_is(described: dict[str, Any]) -> None:
    paths = described["paths"]
    openly = {
        path.removeprefix(PREFIX)
        for path, methods in paths.items()
        for operation in methods.values()
        if not operation["security"]
    }

    assert openly == {"/login", "/logout", "/setup", "/health"}


def test_the_page_names_every_route(desk: Desk, described: dict[str, Any]) -> None:
    text = desk.call("member", "GET", "~/docs").text

    for path in described["paths"]:
        assert f"{path}</code>" in text
    assert QUESTION not in text


def test_a_shape_is_that_of_its_example() -> None:
    shape = shape_of({"a": [1], "b": None, "c": [], "d": True, "e": 1.5})

    assert differences(shape, {"a": [1, 2], "b": 7, "c": ["x"], "d": False, "e": 2}) == []
    assert differences(shape, {"a": ["x"], "c": [], "d": 1, "e": "2"}) == [
        ".b is missing",
        ".a[0]: 'x' is no integer",
        ".d: 1 is no boolean",
        ".e: '2' is no number",
    ]
