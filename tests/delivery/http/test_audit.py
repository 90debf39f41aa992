"""What is changed over HTTP stands in the audit log, as done by the caller; a question does not."""

from pathlib import Path

import pytest

from fundstelle.adapters.stores.sqlite import DATABASE
from fundstelle.core.audit import verify
from tests.delivery.http.desk import PASSWORD, Desk, desk_over
from tests.delivery.http.test_permissions import ROWS, called

# row -> caller and what is written down; () for what changes nothing that is kept.
WRITTEN: dict[str, tuple[str, tuple[str, ...]]] = {
    "POST /ask": ("member", ()),
    "POST /ask stream": ("member", ()),
    "POST /ask receipt": ("member", ()),
    "POST /documents": ("contributor", ("document.imported",)),
    "POST /documents form": ("contributor", ("document.imported",)),
    "DELETE /documents/{document_id}": ("contributor", ("document.deleted",)),
    "POST /collections": ("administrator", ("collection.added",)),
    "PATCH /collections/{collection_id}": ("manager", ("collection.renamed",)),
    "DELETE /collections/{collection_id}": ("manager", ()),  # refused: it holds documents
    "DELETE /collections/{collection_id} all": ("manager", ("collection.removed",)),
    "POST /groups": ("administrator", ("group.added",)),
    "PATCH /groups/{group_id}": ("administrator", ("group.renamed",)),
    "DELETE /groups/{group_id}": ("administrator", ("group.removed",)),
    "PUT /groups/{group_id}/members/{user_id}": ("administrator", ()),  # a member already
    "DELETE /groups/{group_id}/members/{user_id}": ("administrator", ("member.removed",)),
    "POST /users": ("administrator", ("user.added", "user.password_set")),
    "PATCH /users/{user_id}": ("administrator", ("user.renamed",)),
    "PUT /users/{user_id}/password": ("administrator", ("user.password_set",)),
    "DELETE /users/{user_id}": ("administrator", ("user.removed",)),
    "POST /users/{user_id}/keys": ("administrator", ()),  # refused: people make their own
    "DELETE /users/{user_id}/keys/{key_id}": ("administrator", ("key.removed",)),
    "PUT /grants/{group_id}/{collection_id}": ("manager", ("grant.given",)),
    "DELETE /grants/{group_id}/{collection_id}": ("manager", ("grant.taken",)),
    "POST /keys": ("member", ("key.added",)),
    "DELETE /keys/{key_id}": ("member", ("key.removed",)),
    "DELETE /sessions/{session_id}": ("member", ("user.signed_out",)),
    "PUT /password": ("member", ("user.password_set",)),
    "POST /login": ("member", ("user.signed_in",)),
    "POST /logout": ("member", ("user.signed_out",)),
    "POST /setup": ("member", ()),  # refused: there is an administrator
    "POST ~/login": ("member", ("user.signed_in",)),
    "POST ~/setup": ("member", ()),
    "POST ~/logout": ("member", ("user.signed_out",)),
}


def test_every_route_that_may_change_something_is_listed() -> None:
    assert {row for row in ROWS if not row.startswith("GET")} == WRITTEN.keys()


@pytest.mark.parametrize("row", WRITTEN)
def test_a_change_is_written_down_as_done_by_the_caller(row: str, desk: Desk) -> None:
    caller, actions = WRITTEN[row]
    log = desk.app.store.audit
    before = log.head()
    assert before is not None

    called(desk, caller, row)

    rows = log.entries(after=before.number)
    assert sorted(one.action for one in rows) == sorted(actions)
    assert {one.actor for one in rows} <= {desk.ids[caller]}
    assert verify(log.entries()).intact


def test_the_first_administrator_stands_in_the_log(tmp_path: Path) -> None:
    with desk_over(tmp_path / "data") as desk:
        wish = {"token": desk.site.setup.token, "name": "Chefin", "password": PASSWORD}
        made = desk.call("anybody", "POST", "/setup", json=wish).json()["user_id"]
        rows = desk.app.store.audit.entries()

    assert [row.action for row in rows] == ["user.added", "user.password_set"]
    assert {row.actor for row in rows} == {row.subject for row in rows} == {made}


READING = [row for row in ROWS if row.startswith("GET")]


def test_reading_writes_nothing_down(desk: Desk) -> None:
    before = desk.app.store.audit.head()
    for row in READING:
        called(desk, "member", row)

    assert desk.app.store.audit.head() == before


def test_no_word_of_a_question_is_kept_in_any_file(desk: Desk, folder: Path) -> None:
    word = "Quabbelkram"
    question = f"Wie hoch ist der Turm mit dem {word}?"
    for caller in ("member", "user", "key"):
        for model in (True, False):
            sent = {"question": question, "model": model, "receipt": True}
            assert desk.call(caller, "POST", "/ask", json=sent).status_code == 200
        stream = {"accept": "text/event-stream"}
        desk.call(caller, "POST", "/ask", json={"question": question}, headers=stream)
        desk.call(caller, "GET", "/search", params={"query": question})
        desk.call(caller, "GET", "/documents", params={"query": question})

    files = [path for path in folder.rglob("*") if path.is_file()]
    assert DATABASE in {path.name for path in files}
    held = [path.name for path in files if word.lower().encode() in path.read_bytes().lower()]
    assert held == []
