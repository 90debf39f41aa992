"""The page /docs, made from the OpenAPI document: no script, nothing from elsewhere."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from starlette.responses import HTMLResponse

from fundstelle.delivery.http.pages.forms import page

Found = dict[str, Any]


def documentation(described: Found) -> HTMLResponse:
    """All routes with what they take and show."""
    parts = [
        f"<h1>{escape(described['info']['title'])}</h1>",
        f"<p>{escape(described['info']['description'])}</p>",
        '<p><a href="/api/v1/openapi.json">OpenAPI 3.1</a> · <a href="/logout">/logout</a></p>',
    ]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts.append("".join(_operation(method, path, operation, described)))
    return page("en", "API", "".join(parts))


def _operation(method: str, path: str, operation: Found, described: Found) -> Iterator[str]:
    yield f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
    yield f"<p>{escape(operation.get('description', ''))}</p>"
    if shown := [name for one in operation.get("security", []) for name in one]:
        yield f"<p>Needs: {escape(' or '.join(shown))}</p>"
    if parameters := operation.get("parameters"):
        yield "<table>" + "".join(map(_parameter, parameters)) + "</table>"
    body = operation.get("requestBody", {}).get("content", {})
    for media, content in body.items():
        yield f"<h3>{escape(media)}</h3>{_json(_resolved(content['schema'], described))}"
    for status, response in operation["responses"].items():
        for media, content in response.get("content", {}).items():
            if status != "default":
                yield f"<h3>{status} {escape(media)}</h3>{_json(content.get('example'))}"
    yield "</section>"


def _parameter(parameter: Found) -> str:
    required = "required" if parameter.get("required") else ""
    name = f"{parameter['name']} ({parameter['in']})"
    cells = (name, required, json.dumps(parameter["schema"], ensure_ascii=False))
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def _resolved(schema: Found, described: Found) -> Found:
    """A schema that is only named, as it stands among the components."""
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Found = described["components"]["schemas"][name] if name else schema
    return found


def _json(value: Any) -> str:
    return f"<pre>{escape(json.dumps(value, ensure_ascii=False, indent=2))}</pre>"
