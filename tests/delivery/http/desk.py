"""A data folder with people in it, the application over it, and what each of them shows.

Two collections: "Akten", which hold the canary, and "Blätter". The folder is made once and copied;
time stands still until a test moves it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from fundstelle.bootstrap import Application
from fundstelle.config import Settings
from fundstelle.core.access import Right
from fundstelle.core.callers import Operator
from fundstelle.delivery.http.app import Site, build
from fundstelle.delivery.http.credentials import ADMINISTRATION, SESSION

PASSWORD = "korrekt pferd batterie"
CANARY = "Zwiebelturm"
SECRET = f"Der {CANARY} von Sankt Anna misst seit 1733 genau 41 Meter."
QUESTION = "Wie viele Meter misst Sankt Anna?"  # without the canary: own words come back
OPEN = "Die Kantine öffnet um 11 Uhr und schließt um 14 Uhr."
START = 1_800_000_000.0
DAY = 86_400


@dataclass
class FakeClock:
    """Time that only moves when a test says so."""

    at: float = START

    def __call__(self) -> float:
        return self.at


@dataclass
class Desk:
    """ids: names of things -> their ids. shows: caller -> headers that prove who it is."""

    app: Application
    clock: FakeClock
    site: Site
    ids: dict[str, str] = field(default_factory=dict)
    shows: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.api = build(self.app, self.site)
        self.client = TestClient(
            self.api,
            base_url="http://localhost",
            raise_server_exceptions=False,
            follow_redirects=False,
        )

    def call(
        self,
        caller: str,
        method: str,
        path: str,
        *,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> Any:
        """The response to one request below /api/v1, or to "~/page". more: as httpx2 takes it."""
        self.client.cookies.clear()
        url = path[1:] if path.startswith("~") else f"/api/v1{path}"
        shown = self.shows.get(caller, {}) | (headers or {})
        return self.client.request(method, url, headers=shown, **more)

    def sign_in(self, name: str, *, administration: bool = False) -> dict[str, str]:
        """Cookies of a new session, as a header."""
        begun = self.app.sign_in.begin(
            name, PASSWORD, peer="127.0.0.1", administration=administration
        )
        cookie = ADMINISTRATION if administration else SESSION
        return {"cookie": f"{cookie}={begun.token}"}

    def save(self, file: Path) -> None:
        """Ids and proofs, for copies of the folder."""
        file.write_text(json.dumps([self.ids, self.shows]), encoding="utf-8")


@contextmanager
def desk_over(folder: Path, *, proxies: tuple[str, ...] = (), **settings: Any) -> Iterator[Desk]:
    """A desk over a data folder; what is known about it lies beside it."""
    clock = FakeClock()
    chosen = Settings.read(**({"data": folder, "embedder": "hashing"} | settings))
    app = Application(chosen, clock=clock, ticks=clock)
    known = folder.with_suffix(".json")
    noted = json.loads(known.read_text("utf-8")) if known.exists() else ()
    try:
        yield Desk(app, clock, Site(proxies=proxies), *noted)
    finally:
        app.close()


def populate(desk: Desk) -> None:
    """Make collections, documents, people, sessions and keys."""
    app, people = desk.app, desk.app.people(Operator())
    for name, text in (("Akten", SECRET), ("Blätter", OPEN)):
        collection = app.store.upkeep.add_collection(name)
        desk.ids[name] = collection.id
        source = app.given(f"file:{name}", f"{text.split()[1]}.txt", text.encode())
        desk.ids[f"{name}/1"] = str(app.receive()(source, collection.id).item.document_id)
    for right in Right:
        group = people.add_group(right.value)
        desk.ids[right.value] = group.id
        people.set_grant(group.id, "Akten", right)
    people.set_grant(people.add_group("all").id, "Blätter", Right.READ)
    desk.ids["all"] = people.group("all").id
    _people(desk)


# caller -> groups
PEOPLE: dict[str, tuple[str, ...]] = {
    "user": (),
    "member": ("read",),
    "revoked": ("read",),
    "contributor": ("contribute", "all"),
    "manager": ("manage",),
    "administrator": (),
    "disabled": ("read",),
}


def _people(desk: Desk) -> None:
    app, people = desk.app, desk.app.people(Operator())
    kept = app.sign_in.hasher.hash(PASSWORD)  # once for all: hashing is slow on purpose
    for name, groups in PEOPLE.items():
        user = people.add_user(name, admin=name == "administrator")
        app.store.credentials.set_password(user.id, kept)
        desk.ids[name] = user.id
        for group in groups:
            people.set_member(group, user.id, joins=True)
    people.add_user("spare", admin=True)  # so that the other one may go
    desk.ids["spare"] = people.user("spare").id
    desk.clock.at = START - 30 * DAY
    desk.shows["expired"] = desk.sign_in("member")
    desk.clock.at = START
    for name in PEOPLE:
        desk.shows[name] = desk.sign_in(name)
    both = [desk.shows["administrator"], desk.sign_in("administrator", administration=True)]
    desk.shows["administrator"] = {"cookie": "; ".join(one["cookie"] for one in both)}
    _keys(desk)
    people.set_member("read", "revoked", joins=False)
    people.set_disabled("disabled", disabled=True)


def _keys(desk: Desk) -> None:
    key, secret = desk.app.keys().add(desk.ids["member"], "program")
    narrow, other = desk.app.keys().add(
        desk.ids["contributor"], "narrow", collections=["Blätter"], read_only=True
    )
    desk.ids |= {"key": key.id, "narrowed": narrow.id}
    desk.shows |= {"key": {"x-api-key": secret}, "narrowed": {"authorization": f"Bearer {other}"}}
    (session,) = (
        one
        for one in desk.app.store.credentials.sessions(desk.ids["member"])
        if one.begun_at == START
    )
    desk.ids["session"] = session.id
