"""The people, groups and areas of a case of administration, behind the real server's routes.

"chefin" administers and reads nothing; "redaktion" manages every area: brings documents in and
takes them out. Whoever is named signs in as a person would, and every request goes over HTTP.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from fundstelle.bootstrap import Application
from fundstelle.config import Settings
from fundstelle.core.callers import Operator
from fundstelle.delivery.http.app import Site, build
from tests.cases.catalogue import FOLDER, Case

PASSWORD = "vier Enten am Deich"
CHIEF, EDITOR = "chefin", "redaktion"
ASKS = re.compile(r"\basks?: (.+\?)")


@dataclass
class Office:
    """ids: name of an area, group, user or file -> its id. home: everything the server may touch.

    seen: every response so far.
    """

    home: Path
    app: Application
    ids: dict[str, str] = field(default_factory=dict)
    seen: list[Any] = field(default_factory=list)
    _clients: dict[str, TestClient] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._api = build(self.app, Site())

    def client(self, user: str = "") -> TestClient:
        """One browser for each user, which keeps its cookies; "" is a new one without any."""
        if user and user in self._clients:
            return self._clients[user]
        made = TestClient(self._api, base_url="http://localhost", headers={"accept-language": "de"})
        if user:
            self._clients[user] = made
        return made

    def call(self, user: str, method: str, path: str, **more: Any) -> Any:
        """A response to a signed-in user."""
        response = self.client(user).request(method, f"/api/v1{path}", **more)
        self.seen.append(response)
        return response

    def done(self, user: str, method: str, path: str, **more: Any) -> Any:
        """The object of a response that must be fine."""
        response = self.call(user, method, path, **more)
        assert response.status_code < 300, response.text
        return response.json() if response.content else None

    def sign_in(self, user: str, *, administration: bool = False) -> None:
        """Begin a session."""
        body = {"name": user, "password": PASSWORD, "administration": administration}
        self.done(user, "POST", "/login", json=body)

    def upload(self, area: str, name: str, content: bytes, user: str = EDITOR) -> Any:
        """The response to a file that is sent by a form."""
        form = {"files": {"file": (name, content)}, "data": {"collection": area}}
        return self.call(user, "POST", "/documents", **form)

    def bring(self, area: str, file: str) -> None:
        """Upload a file of the cases."""
        content = (FOLDER / "inputs" / "admin" / file).read_bytes()
        response = self.upload(area, file, content)
        assert response.status_code == 201, response.text
        self.ids[f"{area}/{file}"] = response.json()["document_id"]

    def answer(self, user: str, question: str, *areas: str) -> dict[str, Any]:
        """The answer object. areas: the wish, none for all."""
        body: dict[str, Any] = {"question": question} | ({"collections": areas} if areas else {})
        return dict(self.done(user, "POST", "/ask", json=body))

    def documents(self, area: str = "") -> int:
        """How many the administrator is told of, in one area or in all."""
        listed = self.done(CHIEF, "GET", "/collections")["collections"]
        return sum(one["documents"] for one in listed if area in ("", one["name"]))

    def member(self, group: str, user: str, method: str = "PUT") -> None:
        """Let a user into a group, or out of it."""
        self.done(CHIEF, method, f"/groups/{self.ids[group]}/members/{self.ids[user]}")

    def files_holding(self, words: str) -> list[str]:
        """Files of the data folder in which the words stand."""
        every = (file for file in self.home.rglob("*") if file.is_file())
        return [file.name for file in every if words.encode() in file.read_bytes()]


def said(answer: dict[str, Any]) -> str:
    """Text and quotes of an answer."""
    sentences = answer["sentences"]
    quotes = [c["quote"] for sentence in sentences for c in sentence["citations"]]
    return " ".join([*(sentence["text"] for sentence in sentences), *quotes])


def questions(case: Case) -> list[str]:
    """What is asked in the steps of a case."""
    return [found[1] for step in case["steps"] if (found := ASKS.search(step))]


@contextmanager
def office_of(case: Case, home: Path) -> Iterator[Office]:
    """Areas, groups, users and documents as the case sets them up."""
    app = Application(Settings(data=home / "data"))
    office = Office(home, app)
    kept = app.sign_in.hasher.hash(PASSWORD)
    people = app.people(Operator())
    for name in (CHIEF, EDITOR, *case["setup"]["users"]):
        office.ids[name] = people.add_user(name, admin=name == CHIEF).id
        app.store.credentials.set_password(office.ids[name], kept)
        office.sign_in(name)
    office.sign_in(CHIEF, administration=True)
    _grant(office, case["setup"])
    for area, files in case["setup"]["areas"].items():
        for file in files:
            office.bring(area, file)
    try:
        yield office
    finally:
        app.close()


def _grant(office: Office, setup: dict[str, Any]) -> None:
    """Over HTTP, as an administrator does."""
    for area in setup["areas"]:
        made = office.done(CHIEF, "POST", "/collections", json={"name": area})
        office.ids[area] = made["collection_id"]
    groups = {**setup["groups"], "Redaktion": [*setup["areas"]]}
    members = {**setup["users"], EDITOR: ["Redaktion"]}
    for group, areas in groups.items():
        office.ids[group] = office.done(CHIEF, "POST", "/groups", json={"name": group})["group_id"]
        right = "manage" if group == "Redaktion" else "read"
        for area in areas:
            path = f"/grants/{office.ids[group]}/{office.ids[area]}"
            office.done(CHIEF, "PUT", path, json={"right": right})
    for user, joined in members.items():
        for group in joined:
            office.member(group, user)
