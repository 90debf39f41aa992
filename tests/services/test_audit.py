"""No change without its entry: what cannot be written down does not happen."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fundstelle.bootstrap import Application
from fundstelle.config import Settings
from fundstelle.core.access import Collection, Scope
from fundstelle.core.callers import Operator
from fundstelle.core.errors import NotSignedIn
from fundstelle.services.audit import Record
from fundstelle.services.ingest import Report
from fundstelle.services.people import ManagePeople
from fundstelle.services.sign_in import SignIn
from tests.contracts.stores import OPENERS
from tests.services.test_people import ACTS, furnish

PASSWORD = "korrekt pferd batterie"
TEXT = "Die Zisterne fasst 40 Kubikmeter."


class NoLog(Exception):
    """The log cannot be written."""


def failing(*_entry: object) -> None:
    raise NoLog


@pytest.mark.parametrize("opener", OPENERS.values(), ids=OPENERS)
@pytest.mark.parametrize("name", ACTS)
def test_a_right_is_not_changed_without_its_entry(
    name: str, opener: Callable[[Path], Any], tmp_path: Path
) -> None:
    act, _ = ACTS[name]
    house = furnish(opener(tmp_path))
    before = house.state()
    people = ManagePeople(house.store.directory, Operator(), failing, house.store.together)

    with pytest.raises(NoLog):
        act(people)

    assert house.state() == before


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Application]:
    """Anna, who signs in; the collection Werk with plan.md; an empty collection Rat."""
    made = Application(Settings(data=tmp_path / "data", embedder="none"))
    user = made.people(Operator()).add_user("Anna")
    made.sign_in.set_password(user, PASSWORD, made.record(Operator()))
    (tmp_path / "plan.md").write_text(TEXT, encoding="utf-8")
    made.library(Operator()).collection("Rat")
    bring_in(made, made.record(Operator()))
    yield made
    made.close()


def bring_in(app: Application, record: Record) -> None:
    use_case = replace(app.ingest(), record=record)
    source = app.files([app.settings.data.parent / "plan.md"])
    target = replace(app.library(), record=record).collection("Werk")
    report = Report()
    for _ in use_case.run(source, use_case.walk(source), target.id, report, remove=False):
        pass


def entries(app: Application) -> list[tuple[str, str]]:
    names = {user.id: user.name for user in app.store.directory.users()} | {"": "operator"}
    return [(names[row.actor], row.action) for row in app.store.audit.entries()]


def test_signing_in_and_out_is_written_down_as_of_the_user(app: Application) -> None:
    before = len(entries(app))
    with pytest.raises(NotSignedIn):
        app.sign_in.begin("Anna", "falsch", peer="here")
    begun = app.sign_in.begin("Anna", PASSWORD, peer="here")
    app.sign_in.by_session(begun.token)
    app.sign_in.end(begun.token)
    app.sign_in.end(begun.token)

    assert entries(app)[before:] == [("Anna", "user.signed_in"), ("Anna", "user.signed_out")]


def test_who_sets_a_password_stands_in_the_log(app: Application) -> None:
    (anna,) = app.store.directory.users()
    app.sign_in.set_password(anna, PASSWORD + "!")

    passwords = [entry for entry in entries(app) if entry[1] == "user.password_set"]
    assert passwords == [("operator", "user.password_set"), ("Anna", "user.password_set")]


def change_document(app: Application) -> None:
    (app.settings.data.parent / "plan.md").write_text(f"{TEXT} Neu.", encoding="utf-8")
    bring_in(app, failing)


def remove_document(app: Application) -> None:
    library = replace(app.library(), record=failing)
    library.remove(library.document("plan.md", scope(app)))


def scope(app: Application) -> Scope:
    return Scope(frozenset(one.id for one in app.store.upkeep.collections()))


def collection(app: Application, name: str) -> Collection:
    return next(one for one in app.store.upkeep.collections() if one.name == name)


def failing_sign_in(app: Application) -> SignIn:
    return replace(app.sign_in, record_of=lambda _user: failing)


def end_session(app: Application) -> None:
    begun = app.sign_in.begin("Anna", PASSWORD, peer="here")
    try:
        failing_sign_in(app).end(begun.token)
    finally:
        app.sign_in.by_session(begun.token)  # goes on


def set_password(app: Application) -> None:
    (anna,) = app.store.directory.users()
    failing_sign_in(app).set_password(anna, PASSWORD + "!")


CHANGES: dict[str, Callable[[Application], object]] = {
    "replace a document": change_document,
    "remove a document": remove_document,
    "add a collection": lambda app: replace(app.library(), record=failing).collection("Neu"),
    "rename a collection": lambda app: replace(app.library(), record=failing).rename_collection(
        collection(app, "Rat"), "Stadtrat"
    ),
    "remove a collection": lambda app: replace(app.library(), record=failing).remove_collection(
        collection(app, "Werk")
    ),
    "sign in": lambda app: failing_sign_in(app).begin("Anna", PASSWORD, peer="here"),
    "sign out": end_session,
    "set a password": set_password,
    "add a key": lambda app: replace(app.keys(), record=failing).add(
        app.store.directory.users()[0].id, "Cron"
    ),
}


def state(app: Application) -> Any:
    credentials = app.store.credentials
    (anna,) = app.store.directory.users()
    with app.store.reading(scope(app)) as view:
        documents = [(d, view.version_text(d.id)) for d in view.documents()]
    kept = [app.store.upkeep.original(document.id) for document, _ in documents]
    people = credentials.password(anna.id), credentials.keys()
    return app.store.upkeep.collections(), documents, kept, people


@pytest.mark.parametrize("name", CHANGES)
def test_nothing_else_is_changed_without_its_entry_either(name: str, app: Application) -> None:
    before, log = state(app), entries(app)

    with pytest.raises(NoLog):
        CHANGES[name](app)

    assert state(app) == before
    assert app.store.upkeep.problems() == []
    assert set(entries(app)) - set(log) <= {("Anna", "user.signed_in")}  # before signing out


def test_what_is_undone_leaves_the_store_ready_for_the_next_change(app: Application) -> None:
    with pytest.raises(NoLog):
        change_document(app)
    bring_in(app, app.record(Operator()))

    ((document, text),) = state(app)[1]
    assert document.version == 2
    assert text is not None
    assert text.text == f"{TEXT} Neu."
