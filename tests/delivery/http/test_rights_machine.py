"""Whatever is granted, revoked or removed: no byte of a response tells what one may not read.

Every document and every name of a collection holds a word of its own. After each step the touched
user and another one call every route that reads; the oracle says which words may come back.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from fundstelle.core.access import Right
from fundstelle.core.callers import Operator
from fundstelle.delivery.http.app import FAMILIES
from fundstelle.delivery.http.permissions import PREFIX
from tests.delivery.http.desk import PASSWORD, Desk, desk_over
from tests.delivery.http.rights_oracle import RightsOracle

USERS = ("anna", "ben", "carla", "admin")
GROUPS = ("gruen", "blau", "rot")
CANARY = re.compile(r"kanari[b-y]{5}")
READS = sorted(path for family in FAMILIES for method, path in family.needs if method == "GET")
SELDOM = {"/openapi.json", "/metrics", "/health"}  # these and pages: every tenth step
PARAMETERS = re.compile(r"{(\w+)}")
ONE = st.integers(min_value=0, max_value=10**6)


def canary(number: int) -> str:
    """A word that stands nowhere else and is near to no other."""
    letters = "bdfhkmpsvy"
    return "kanari" + "".join(letters[int(digit)] for digit in f"{number * 7919 % 100_000:05d}")


def plain(body: str) -> str:
    """A response without what differs between any two."""
    return re.sub(r'"timings_ms":\s*{[^}]*}|"request_id":\s*"[^"]*"', "", body)


@pytest.fixture(scope="module", autouse=True)
def template() -> Iterator[None]:
    """A folder with people and no document, made once: passwords are slow to hash."""
    with TemporaryDirectory() as folder:
        Machine.template = Path(folder) / "data"
        with desk_over(Machine.template) as desk:
            kept = desk.app.sign_in.hasher.hash(PASSWORD)
            people = desk.app.people(Operator())
            people.add_user("spare", admin=True)
            for name in USERS:
                user = people.add_user(name, admin=name == "admin")
                desk.app.store.credentials.set_password(user.id, kept)
                desk.ids[name] = user.id
            for name in GROUPS:
                desk.ids[name] = people.add_group(name).id
            desk.save(Machine.template.with_suffix(".json"))
        yield


class Machine(RuleBasedStateMachine):
    """desk: the real application. oracle: what it has to show."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        folder = Path(self.stack.enter_context(TemporaryDirectory())) / "data"
        shutil.copytree(self.template, folder)
        shutil.copy(self.template.with_suffix(".json"), folder.with_suffix(".json"))
        self.desk: Desk = self.stack.enter_context(desk_over(folder))
        self.oracle = RightsOracle({name: set() for name in GROUPS})
        self.made, self.steps, self.touched = 0, 0, USERS[0]
        self.uris: dict[str, str] = {}
        for name in USERS:
            self.sign_in(name)

    def teardown(self) -> None:
        self.stack.close()

    def sign_in(self, name: str) -> None:
        shown = [self.desk.sign_in(name)["cookie"]]
        if name == "admin":
            shown.append(self.desk.sign_in(name, administration=True)["cookie"])
        self.desk.shows[name] = {"cookie": "; ".join(shown)}

    def word(self) -> str:
        self.made += 1
        return canary(self.made)

    def people(self) -> Any:
        return self.desk.app.people(Operator())

    def any_of(self, things: Any, number: int) -> Any:
        return sorted(things)[number % len(things)]

    @precondition(lambda self: len(self.oracle.collections) < 5)
    @rule()
    def add_collection(self) -> None:
        name = self.word()
        made = self.desk.app.store.upkeep.add_collection(f"Bereich {name}")
        self.oracle.collections[made.id] = name

    @precondition(lambda self: self.oracle.collections and len(self.oracle.documents) < 30)
    @rule(where=ONE, again=st.booleans())
    def bring_in(self, where: int, again: bool) -> None:
        """A new document, or a new version of one that is there."""
        word, name = self.word(), self.word()
        collection, uri = self.any_of(self.oracle.collections, where), f"file:{name}"
        if again and self.oracle.documents:
            key = self.any_of(self.oracle.documents, where)
            collection = self.oracle.documents[key][0]
            uri = self.uris[key]
        text = f"Die Anlage {word} misst genau {self.made + 40} Meter und steht am Hafen."
        source = self.desk.app.given(uri, f"{name}.txt", text.encode())
        key = str(self.desk.app.receive()(source, collection).item.document_id)
        self.oracle.documents[key] = (collection, word, name)
        self.uris[key] = uri

    @precondition(lambda self: self.oracle.collections)
    @rule(group=st.sampled_from(GROUPS), where=ONE, right=st.sampled_from(Right))
    def grant(self, group: str, where: int, right: Right) -> None:
        collection = self.any_of(self.oracle.collections, where)
        self.people().set_grant(group, collection, right)
        self.oracle.grants[group, collection] = right.value
        self.touch_one_of(self.oracle.groups[group])

    @precondition(lambda self: self.oracle.grants)
    @rule(where=ONE)
    def revoke(self, where: int) -> None:
        group, collection = self.any_of(self.oracle.grants, where)
        self.people().set_grant(group, collection, None)
        del self.oracle.grants[group, collection]
        self.touch_one_of(self.oracle.groups[group])

    @rule(group=st.sampled_from(GROUPS), user=st.sampled_from(USERS))
    def join_or_leave(self, group: str, user: str) -> None:
        members = self.oracle.groups[group]
        self.people().set_member(group, user, joins=user not in members)
        members ^= {user}
        self.touched = user

    @precondition(lambda self: self.oracle.documents)
    @rule(which=ONE)
    def remove_document(self, which: int) -> None:
        key = self.any_of(self.oracle.documents, which)
        self.desk.app.store.upkeep.remove(key)
        del self.oracle.documents[key]

    @precondition(lambda self: self.oracle.collections)
    @rule(which=ONE)
    def rename_collection(self, which: int) -> None:
        key, name = self.any_of(self.oracle.collections, which), self.word()
        self.desk.app.store.upkeep.rename_collection(key, f"Bereich {name}")
        self.oracle.collections[key] = name

    @precondition(lambda self: len(self.oracle.collections) > 1)
    @rule(which=ONE)
    def remove_collection(self, which: int) -> None:
        key = self.any_of(self.oracle.collections, which)
        self.desk.app.store.upkeep.remove_collection(key)
        del self.oracle.collections[key]
        held = self.oracle
        held.documents = {k: v for k, v in held.documents.items() if v[0] != key}
        held.grants = {pair: right for pair, right in held.grants.items() if pair[1] != key}

    @rule(user=st.sampled_from(USERS[:-1]))
    def disable_or_enable(self, user: str) -> None:
        disable = user not in self.oracle.disabled
        self.people().set_disabled(user, disabled=disable)
        self.oracle.disabled ^= {user}
        if not disable:
            self.sign_in(user)
        self.touched = user

    def touch_one_of(self, members: set[str]) -> None:
        self.touched = min(members, default=self.touched)

    @invariant()
    def nobody_sees_more(self) -> None:
        self.steps += 1
        other = USERS[self.steps % len(USERS)]
        everything = self.steps % 10 == 0
        for user in USERS if everything else {self.touched, other}:
            self.reads_of(user, everything=everything)

    def reads_of(self, user: str, *, everything: bool) -> None:
        allowed = self.oracle.allowed(user, administers=user == "admin")
        for path in READS:
            below = path.removeprefix(PREFIX)
            if (below in SELDOM or below == path) and not everything:
                continue
            for filled, query in self.calls_of(path):
                answer = self.desk.call(user, "GET", filled, params=query)
                self.holds_only(allowed, answer.text + str(answer.headers), query, filled)
        if user not in self.oracle.disabled:
            self.counts_of(user)
            self.asks(user, allowed)

    def calls_of(self, path: str) -> Iterator[tuple[str, dict[str, str]]]:
        """Every reading route with ids of things that are there; a new one has to be told how."""
        below = path.removeprefix(PREFIX)
        target = below if below != path else f"~{path}"
        one = {
            "document_id": sorted(self.oracle.documents)[-2:] or ["0" * 16],
            "group_id": [self.desk.ids[GROUPS[self.steps % len(GROUPS)]]],
            "user_id": [self.desk.ids[self.touched]],
        }
        named = PARAMETERS.findall(target)
        for value in one[named[0]] if named else [""]:
            filled = PARAMETERS.sub(value, target)
            yield from ((filled, query) for query in self.queries(below))

    def queries(self, path: str) -> list[dict[str, str]]:
        things = [*sorted(self.oracle.collections)[-1:], *sorted(self.oracle.documents)[-1:]]
        targets = things or ["0" * 16]
        if path == "/search":
            return [{"query": "Anlage Hafen Meter"}]
        if path == "/documents":
            return [{}, {"query": "Anlage am Hafen"}]
        if path in {"/access/explain", "/access/who"}:
            return [{"user": self.touched, "target": each} for each in targets]
        if path == "/access/what":
            return [{"user": self.touched}]
        return [{}]

    def holds_only(
        self, allowed: set[str], text: str, said: dict[str, str], path: str, extra: str = ""
    ) -> None:
        known = allowed | set(CANARY.findall(f"{said} {path} {extra}".lower()))
        assert set(CANARY.findall(text.lower())) <= known, path

    def counts_of(self, user: str) -> None:
        own, readable = self.oracle.documents_of(user), self.oracle.readable(user)
        listed = self.desk.call(user, "GET", "/documents").json()["documents"]
        assert {each["document_id"] for each in listed} == own
        shown = self.desk.call(user, "GET", "/collections").json()["collections"]
        known = set(self.oracle.collections) if user == "admin" else readable
        assert {each["collection_id"] for each in shown} == known
        if user != "admin":
            assert sum(each["documents"] for each in shown) == len(own)

    def asks(self, user: str, allowed: set[str]) -> None:
        """A hidden word and one that stands nowhere get the same answer."""
        hidden = sorted({word for _, word, _ in self.oracle.documents.values()} - allowed)
        words = [max(allowed) if allowed else "kanarizzzzz", *hidden[-1:]]
        for word in words:
            question = f"Wie viele Meter misst die Anlage {word}?"
            answer = self.desk.call(user, "POST", "/ask", json={"question": question})
            self.holds_only(allowed, answer.text, {}, "/ask", question)
            if word in hidden:
                nowhere = canary(99_991)
                asked = {"question": question.replace(word, nowhere)}
                same = self.desk.call(user, "POST", "/ask", json=asked)
                assert plain(answer.text).replace(word, nowhere) == plain(same.text)


CHECKED = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


@pytest.mark.parametrize(
    ("examples", "steps"), [(10, 25), pytest.param(150, 50, marks=pytest.mark.long)]
)
def test_no_response_tells_what_one_may_not_read(examples: int, steps: int) -> None:
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        suppress_health_check=CHECKED,
    )
    run(Machine, settings=chosen)
