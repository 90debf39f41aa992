"""Vectors from a server that does not answer: 503 where it was asked for, words everywhere else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.delivery.http.desk import CANARY, Desk, desk_over, populate
from tests.models import manners
from tests.models.manners import EMBEDS
from tests.models.model_server import Asked, Sent, as_json, serving

TEXT = {"title": "Vermerk", "content": "Die Pumpe wurde geprüft.", "collection": "Akten"}
QUESTION = "Wie viele Meter misst Sankt Anna?"


class Switch:
    """A server of vectors that is there or not."""

    def __init__(self) -> None:
        self.down = False
        self._well = manners.ollama()

    def __call__(self, asked: Asked) -> Sent:
        return as_json({"error": "gone"}, 503) if self.down else self._well(asked)


@pytest.fixture
def switched(tmp_path: Path) -> Iterator[tuple[Desk, Switch]]:
    switch = Switch()
    with serving(switch) as server:
        more: dict[str, Any] = {"embedder": f"ollama:{EMBEDS}", "ollama_url": server.url}
        with desk_over(tmp_path / "data", **more) as desk:
            populate(desk)
            yield desk, switch


def test_what_asks_for_vectors_says_that_their_server_is_down(
    switched: tuple[Desk, Switch],
) -> None:
    desk, switch = switched
    switch.down = True

    sent = desk.call("contributor", "POST", "/documents", json=TEXT)
    found = desk.call("member", "GET", "/documents", params={"query": QUESTION})

    assert [sent.status_code, found.status_code] == [503, 503]
    assert sent.headers["retry-after"]
    assert found.headers["retry-after"]
    assert "/search" in found.json()["detail"]


def test_everything_else_answers_by_words(switched: tuple[Desk, Switch]) -> None:
    desk, switch = switched
    switch.down = True

    asked = desk.call("member", "POST", "/ask", json={"question": QUESTION})
    found = desk.call("member", "GET", "/search", params={"query": QUESTION})
    listed = desk.call("member", "GET", "/documents")
    removed = desk.call("contributor", "DELETE", f"/documents/{desk.ids['Akten/1']}")

    assert [asked.status_code, found.status_code, listed.status_code] == [200] * 3
    assert removed.status_code == 204
    assert asked.json()["degraded"] == ["embedder_down"]
    assert CANARY in found.text


def test_the_same_document_again_gets_its_vectors(switched: tuple[Desk, Switch]) -> None:
    desk, switch = switched
    switch.down = True
    assert desk.call("contributor", "POST", "/documents", json=TEXT).status_code == 503
    words = desk.call("member", "GET", "/search", params={"query": "Pumpe"}).json()["hits"]
    switch.down = False

    again = desk.call("contributor", "POST", "/documents", json=TEXT)

    assert again.status_code == 201
    assert [hit["document_id"] for hit in words] == [again.json()["document_id"]]
    path = f"/documents/{again.json()['document_id']}"
    assert desk.call("member", "GET", path).json()["vectors"] == 1
