"""Every route for every kind of caller, declared cell by cell; a route without a row fails.

A cell is the status, and a * where the response shows text or the name of the collection "Akten".
"""

from pathlib import Path
from typing import Any

import pytest

from fundstelle.delivery.http.app import FAMILIES
from fundstelle.delivery.http.permissions import PREFIX
from tests.delivery.http.conftest import copied
from tests.delivery.http.desk import CANARY, PASSWORD, QUESTION, Desk, desk_over

CALLERS = [
    *("anonymous", "user", "member", "revoked", "contributor", "manager", "administrator"),
    *("key", "narrowed", "expired", "disabled"),
]

TABLE = """
                                      anon user memb revk cont mana admi key  narr expi disa
POST   /ask                            401 200  200* 200  200* 200* 200  200* 200  401  401
POST   /ask stream                     401 200  200* 200  200* 200* 200  200* 200  401  401
POST   /ask receipt                    401 200  200* 200  200* 200* 200  200* 200  401  401
GET    /search                         401 200  200* 200  200* 200* 200  200* 200  401  401
POST   /documents                      401 404  403  404  201  201  404  403  404  401  401
POST   /documents form                 401 404  403  404  201  201  404  403  404  401  401
GET    /documents                      401 200  200* 200  200* 200* 200  200* 200  401  401
GET    /documents query                401 200  200* 200  200* 200* 200  200* 200  401  401
GET    /documents/{document_id}        401 404  200* 404  200* 200* 404  200* 404  401  401
GET    /documents/{document_id}/text   401 404  200* 404  200* 200* 404  200* 404  401  401
GET    /documents/{document_id}/original 401 404 200* 404 200* 200* 404  200* 404  401  401
DELETE /documents/{document_id}        401 404  403  404  204  204  404  403  404  401  401
GET    /collections                    401 200  200* 200  200* 200* 200* 200* 200  401  401
POST   /collections                    401 403  403  403  403  403  201  403  403  401  401
PATCH  /collections/{collection_id}    401 404  404  404  404  200  200  404  404  401  401
DELETE /collections/{collection_id}    401 404  404  404  404  409* 409  404  404  401  401
DELETE /collections/{collection_id} all 401 404 404  404  404  204  204  404  404  401  401
GET    /groups                         401 200  200  200  200  200  200  200  200  401  401
POST   /groups                         401 403  403  403  403  403  201  403  403  401  401
PATCH  /groups/{group_id}              401 403  403  403  403  403  200  403  403  401  401
DELETE /groups/{group_id}              401 403  403  403  403  403  204  403  403  401  401
GET    /groups/{group_id}/members      401 403  403  403  403  403  200  403  403  401  401
PUT    /groups/{group_id}/members/{user_id} 401 403 403 403 403 403 204  403  403  401  401
DELETE /groups/{group_id}/members/{user_id} 401 403 403 403 403 403 204  403  403  401  401
GET    /users                          401 403  403  403  403  403  200  403  403  401  401
POST   /users                          401 403  403  403  403  403  201  403  403  401  401
GET    /users/{user_id}                401 403  403  403  403  403  200  403  403  401  401
PATCH  /users/{user_id}                401 403  403  403  403  403  200  403  403  401  401
PUT    /users/{user_id}/password       401 403  403  403  403  403  204  403  403  401  401
DELETE /users/{user_id}                401 403  403  403  403  403  204  403  403  401  401
GET    /users/{user_id}/keys           401 403  403  403  403  403  200  403  403  401  401
POST   /users/{user_id}/keys           401 403  403  403  403  403  403  403  403  401  401
DELETE /users/{user_id}/keys/{key_id}  401 403  403  403  403  403  204  403  403  401  401
GET    /grants                         401 200  200  200  200  200* 200* 200  200  401  401
PUT    /grants/{group_id}/{collection_id} 401 404 404 404 404 204  204  404  404  401  401
DELETE /grants/{group_id}/{collection_id} 401 404 404 404 404 204  204  404  404  401  401
GET    /access/explain                 401 404  404  404  404  200* 200* 404  404  401  401
GET    /access/who                     401 404  404  404  404  200* 200* 404  404  401  401
GET    /access/what                    401 404  404  404  404  200* 200* 404  404  401  401
GET    /keys                           401 200  200  200  200  200  200  403  403  401  401
POST   /keys                           401 201  201  201  201  201  201  403  403  401  401
DELETE /keys/{key_id}                  401 404  204  404  404  404  404  403  403  401  401
GET    /sessions                       401 200  200  200  200  200  200  403  403  401  401
DELETE /sessions/{session_id}          401 404  204  404  404  404  404  403  403  401  401
PUT    /password                       401 204  204  204  204  204  204  403  403  401  401
POST   /login                          200 200  200  200  200  200  200  200  200  200  200
POST   /logout                         204 204  204  204  204  204  204  204  204  204  204
POST   /setup                          404 404  404  404  404  404  404  404  404  404  404
GET    /openapi.json                   401 200  200  200  200  200  200  200  200  401  401
GET    ~/docs                          401 200  200  200  200  200  200  200  200  401  401
GET    ~/                              303 303  303  303  303  303  303  303  303  303  303
GET    ~/style.css                     200 200  200  200  200  200  200  200  200  200  200
GET    ~/login                         200 303  303  303  303  303  303  303  303  200  200
POST   ~/login                         303 303  303  303  303  303  303  303  303  303  303
GET    ~/setup                         303 303  303  303  303  303  303  303  303  303  303
POST   ~/setup                         404 404  404  404  404  404  404  404  404  404  404
GET    ~/logout                        200 200  200  200  200  200  200  200  200  200  200
POST   ~/logout                        303 303  303  303  303  303  303  303  303  303  303
GET    /metrics                        401 403  403  403  403  403  403  403  403  401  401
GET    /health                         200 200  200  200  200  200  200  200  200  200  200
"""
LINES = [line.split() for line in TABLE.strip().splitlines()[1:]]
ROWS = {" ".join(line[: -len(CALLERS)]): line[-len(CALLERS) :] for line in LINES}
NEW_PASSWORD = "noch ein langes Kennwort"

NEW_DOCUMENT = {"title": "Neu", "content": "Ein neuer Aktenvermerk.", "collection": "Akten"}

# row -> how it is called, where that is more than the path
CALLS: dict[str, dict[str, Any]] = {
    "POST /ask": {"json": {"question": QUESTION}},
    "POST /ask stream": {
        "json": {"question": QUESTION},
        "headers": {"accept": "text/event-stream"},
    },
    "POST /ask receipt": {"json": {"question": QUESTION, "receipt": True}},
    "GET /search": {"params": {"query": QUESTION}},
    "POST /documents": {"json": NEW_DOCUMENT},
    "POST /documents form": {
        "files": {"file": ("neu.txt", b"Ein neuer Aktenvermerk.")},
        "data": {"collection": "Akten"},
    },
    "GET /documents query": {"params": {"query": QUESTION}},
    "POST /collections": {"json": {"name": "Neu"}},
    "PATCH /collections/{collection_id}": {"json": {"name": "Neu"}},
    "DELETE /collections/{collection_id} all": {"params": {"with_documents": "true"}},
    "POST /groups": {"json": {"name": "neu"}},
    "PATCH /groups/{group_id}": {"json": {"name": "neu"}},
    "POST /users": {"json": {"name": "neu", "password": NEW_PASSWORD}},
    "PATCH /users/{user_id}": {"json": {"name": "neu"}},
    "PUT /users/{user_id}/password": {"json": {"password": NEW_PASSWORD}},
    "POST /users/{user_id}/keys": {"json": {"name": "fremd"}},
    "PUT /grants/{group_id}/{collection_id}": {"json": {"right": "contribute"}},
    "GET /access/explain": {"params": {"user": "member", "target": "Akten"}},
    "GET /access/who": {"params": {"target": "Akten"}},
    "GET /access/what": {"params": {"user": "member"}},
    "POST /keys": {"json": {"name": "neu"}},
    "PUT /password": {"json": {"old": PASSWORD, "new": NEW_PASSWORD}},
    "POST /login": {"json": {"name": "member", "password": PASSWORD}},
    "POST ~/login": {"data": {"name": "member", "password": PASSWORD}},
    "POST ~/setup": {"data": {"name": "neu", "password": NEW_PASSWORD}},
    "POST /setup": {"json": {"token": "?", "name": "neu", "password": NEW_PASSWORD}},
}


def url(path: str) -> str:
    """As the application sees it; ~ stands before what is no part of the API."""
    return path[1:] if path.startswith("~") else PREFIX + path


def called(desk: Desk, caller: str, row: str) -> str:
    """The cell of the table that this call deserves."""
    method, path = row.split()[:2]
    ids = desk.ids
    filled = path.format(
        document_id=ids["Akten/1"],
        collection_id=ids["Akten"],
        group_id=ids["read"],
        user_id=ids["member"],
        key_id=ids["key"],
        session_id=ids["session"],
    )
    answer = desk.call(caller, method, filled, **CALLS.get(row, {}))
    shown = CANARY in answer.text or '"Akten"' in answer.text
    return f"{answer.status_code}{'*' if shown else ''}"


def test_every_route_of_the_application_has_a_row() -> None:
    served = {key for family in FAMILIES for key in family.needs}

    assert served == {(method, url(path)) for method, path in (row.split()[:2] for row in ROWS)}


def test_the_application_serves_no_other_routes(desk: Desk) -> None:
    declared = {key for family in FAMILIES for key in family.needs if PREFIX in key[1]}
    served = {
        (method, path)
        for path, methods in desk.api.openapi()["paths"].items()
        for method in map(str.upper, methods)
    }

    assert served == declared


@pytest.mark.parametrize(("row", "cells"), ROWS.items(), ids=list(ROWS))
def test_each_caller_gets_what_the_table_says(
    row: str, cells: list[str], template: Path, tmp_path: Path
) -> None:
    found: dict[str, str] = {}
    left = list(CALLERS)
    while left:
        with desk_over(copied(template, tmp_path / left[0])) as desk:
            while left:
                caller = left.pop(0)
                found[caller] = called(desk, caller, row)
                if found[caller].startswith("2") and not row.startswith("GET"):
                    break  # something changed: the next one begins anew

    assert found == dict(zip(CALLERS, cells, strict=True))
