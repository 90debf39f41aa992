"""The description of the API: OpenAPI 3.1. What a route shows is described by an example.

The schema of a response is that of its example, so that the two cannot disagree; a test compares
them with what the routes answer.
"""

from typing import Any

from fastapi import FastAPI

from fundstelle.delivery.http.credentials import SESSION, Needs
from fundstelle.delivery.http.problems import MEDIA_TYPE

Schema = dict[str, Any]
PROBLEM = {
    "type": "/problems/not-signed-in",
    "title": "Not signed in",
    "status": 401,
    "detail": "Sign in first.",
}
_TYPES: dict[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


def shape_of(example: Any) -> Schema:
    """JSON Schema of everything that looks like the example. None and empty lists say nothing."""
    if isinstance(example, dict):
        properties = {name: shape_of(value) for name, value in example.items()}
        return {"type": "object", "properties": properties, "required": list(example)}
    if isinstance(example, list):
        return {"type": "array", "items": shape_of(example[0]) if example else {}}
    return {"type": _TYPES[type(example)]} if example is not None else {}


def answers(status: int, shows: Any, media: str) -> dict[int | str, Schema]:
    """What a route answers. All errors are problems.

    shows: an example; a tuple of them if it answers in several ways; None for no body.
    """
    ways = shows if isinstance(shows, tuple) else (shows,)
    shapes = [shape_of(one) for one in ways]
    schema = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    content = {} if shows is None else {media: {"schema": schema, "example": ways[0]}}
    problem = {MEDIA_TYPE: {"schema": shape_of(PROBLEM), "example": PROBLEM}}
    done: Schema = {"description": "Done."}
    return {
        status: done | ({"content": content} if content else {}),
        "default": {
            "description": "A problem (RFC 9457) that says what to do.",
            "content": problem,
        },
    }


def proofs(needs: Needs) -> list[dict[str, list[str]]]:
    """What must be shown, as OpenAPI says it."""
    key, bearer = {"key": list[str]()}, {"bearer": list[str]()}
    session, administration = {"session": list[str]()}, {"administration": list[str]()}
    return {
        Needs.NOTHING: [],
        Needs.SIGNED_IN: [session, key, bearer],
        Needs.SESSION: [session],
        Needs.MANAGER: [administration, session, key, bearer],
        Needs.ADMINISTRATOR: [administration],
    }[needs]


def description(api: FastAPI) -> Schema:
    """The whole OpenAPI document."""
    found = api.openapi()
    found["components"]["securitySchemes"] = {
        "session": {"type": "apiKey", "in": "cookie", "name": SESSION},
        "administration": {"type": "apiKey", "in": "cookie", "name": "fundstelle_admin"},
        "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
        "bearer": {"type": "http", "scheme": "bearer"},
    }
    return found
