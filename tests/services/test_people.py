"""Who may change and learn what about whom; what is foreign is told apart from nothing missing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Access, Right
from fundstelle.core.callers import Caller, Operator
from fundstelle.core.errors import FundstelleError, NotFound, WrongUsage
from fundstelle.ports import Store
from fundstelle.services.explain_access import ExplainAccess
from fundstelle.services.people import ManagePeople
from tests.contracts.material import document_id, prepared
from tests.contracts.oracle import OracleStore

Recorded = list[tuple[str, str, dict[str, str]]]
CALLERS = ["operator", "admin", "manager", "reader", "nobody", "off", "off manager"]


@dataclass(frozen=True)
class House:
    """Two collections; who there is, by name. own: managed by "manager", foreign: by another."""

    store: Store

    def names(self) -> dict[str, str]:
        """id -> name, of everything."""
        d = self.store.directory
        found = {user.id: user.name for user in d.users()}
        found |= {group.id: group.name for group in d.groups()}
        return found | {collection.id: collection.name for collection in d.collections()}

    def id_of(self, name: str) -> str:
        return next(key for key, known in self.names().items() if known == name)

    def caller(self, name: str) -> Caller:
        if name == "operator":
            return Operator()
        access = self.store.directory.access(self.id_of(name))
        assert isinstance(access, Access)
        return access

    def people(self, name: str, log: Recorded | None = None) -> ManagePeople:
        kept: Recorded = [] if log is None else log

        def record(action: str, subject: str, detail: Mapping[str, str]) -> None:
            kept.append((action, subject, dict(detail)))

        return ManagePeople(self.store.directory, self.caller(name), record)

    def explain(self, name: str) -> ExplainAccess:
        return ExplainAccess(self.store, self.caller(name))

    def state(self) -> object:
        d = self.store.directory
        members = [d.members(group.id) for group in d.groups()]
        return d.users(), d.groups(), d.collections(), d.grants(), members


def furnish(store: Store, *, foreign: bool = True) -> House:
    house, d = House(store), store.directory
    own = store.upkeep.add_collection("own")
    store.upkeep.replace(prepared(own.id, "/own.md", "Text."))
    for name in ("admin", "root", "manager", "reader", "nobody", "off", "off manager"):
        d.add_user(name, admin=name in ("admin", "root", "off"))
    for name in ("managers", "readers", "others"):
        d.add_group(name)
    for group, user in (
        ("managers", "manager"),
        ("managers", "off manager"),
        ("readers", "reader"),
        ("readers", "manager"),
    ):
        d.add_member(house.id_of(group), house.id_of(user))
    d.set_grant(house.id_of("managers"), own.id, Right.MANAGE)
    d.set_grant(house.id_of("readers"), own.id, Right.READ)
    for name in ("off", "off manager"):
        d.set_disabled(house.id_of(name), disabled=True)
    if foreign:
        other = store.upkeep.add_collection("foreign")
        store.upkeep.replace(prepared(other.id, "/foreign.md", "Text."))
        d.set_grant(house.id_of("others"), other.id, Right.MANAGE)
        d.set_grant(house.id_of("readers"), other.id, Right.CONTRIBUTE)
    return house


@pytest.fixture
def house() -> House:
    return furnish(OracleStore())


Act = Callable[[ManagePeople], object]
ADMINS = {"operator", "admin"}
MANAGERS = ADMINS | {"manager"}
ACTS: dict[str, tuple[Act, set[str]]] = {
    "add_user": (lambda p: p.add_user("new"), ADMINS),
    "rename_user": (lambda p: p.rename_user("reader", "new"), ADMINS),
    "set_admin": (lambda p: p.set_admin("reader", admin=True), ADMINS),
    "set_disabled": (lambda p: p.set_disabled("reader", disabled=True), ADMINS),
    "remove_user": (lambda p: p.remove_user("reader"), ADMINS),
    "add_group": (lambda p: p.add_group("new"), ADMINS),
    "rename_group": (lambda p: p.rename_group("others", "new"), ADMINS),
    "remove_group": (lambda p: p.remove_group("others"), ADMINS),
    "add_member": (lambda p: p.set_member("others", "reader", joins=True), ADMINS),
    "remove_member": (lambda p: p.set_member("readers", "reader", joins=False), ADMINS),
    "grant own": (lambda p: p.set_grant("others", "own", Right.READ), MANAGERS),
    "take own": (lambda p: p.set_grant("readers", "own", None), MANAGERS),
    "grant foreign": (lambda p: p.set_grant("managers", "foreign", Right.READ), ADMINS),
    "take foreign": (lambda p: p.set_grant("readers", "foreign", None), ADMINS),
    "owner of own": (lambda p: p.set_owner("own", "me"), MANAGERS),
    "owner of foreign": (lambda p: p.set_owner("foreign", "me"), ADMINS),
}


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("name", ACTS)
def test_only_who_may_changes_something_and_it_is_recorded_once(
    house: House, name: str, caller: str
) -> None:
    act, may = ACTS[name]
    log: Recorded = []
    people, before = house.people(caller, log), house.state()

    if caller in may:
        act(people)
        assert house.state() != before
        assert len(log) == 1
        assert len(bytes.fromhex(log[0][1])) >= 8  # an id
    else:
        with pytest.raises(NotFound):
            act(people)
        assert house.state() == before
        assert log == []


READS: dict[str, Act] = {
    "users": lambda p: p.users(),
    "groups": lambda p: p.groups(),
    "collections": lambda p: p.collections(),
    "grants": lambda p: p.grants(),
}


@pytest.mark.parametrize("caller", ["reader", "nobody", "off", "off manager"])
@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_who_manages_nothing_sees_nothing(house: House, read: Act, caller: str) -> None:
    assert read(house.people(caller)) == ()


def test_a_manager_sees_groups_and_only_their_own_collections(house: House) -> None:
    people = house.people("manager")

    assert people.users() == ()
    assert [group.name for group in people.groups()] == ["managers", "others", "readers"]
    assert [collection.name for collection in people.collections()] == ["own"]
    assert {grant.collection_id for grant in people.grants()} == {house.id_of("own")}


# One id may be the caller's own and the other foreign: each is checked. WORD stands for an id or
# name that is foreign, or one as long that is nowhere.
MIXED: dict[str, Callable[[House, str, str], object]] = {
    "user": lambda h, c, w: h.people(c).user(w),
    "rename user": lambda h, c, w: h.people(c).rename_user(w, "x"),
    "remove user": lambda h, c, w: h.people(c).remove_user(w),
    "member: user": lambda h, c, w: h.people(c).set_member("readers", w, joins=True),
    "member: group": lambda h, c, w: h.people(c).set_member(w, "reader", joins=True),
    "members": lambda h, c, w: h.people(c).members(w),
    "remove group": lambda h, c, w: h.people(c).remove_group(w),
    "grant: collection": lambda h, c, w: h.people(c).set_grant("readers", w, Right.READ),
    "no grant: collection": lambda h, c, w: h.people(c).set_grant("readers", w, None),
    "owner": lambda h, c, w: h.people(c).set_owner(w, "x"),
    "why": lambda h, c, w: h.explain(c).why("manager", w),
    "who": lambda h, c, w: h.explain(c).who(w),
}
FOREIGN = {
    "user": ["reader", "admin"],
    "rename user": ["reader"],
    "remove user": ["reader"],
    "member: user": ["reader"],
    "member: group": ["readers", "others"],
    "members": ["readers", "others"],
    "remove group": ["readers", "others"],
    "grant: collection": ["foreign"],
    "no grant: collection": ["foreign"],
    "owner": ["foreign"],
    "why": ["foreign", "foreign.md"],
    "who": ["foreign", "foreign.md"],
}


@pytest.mark.parametrize("caller", ["manager", "reader", "nobody", "off", "off manager"])
@pytest.mark.parametrize("by_id", [True, False])
@pytest.mark.parametrize("name", MIXED)
def test_foreign_and_missing_are_the_same_words(
    house: House, name: str, caller: str, *, by_id: bool
) -> None:
    before = house.state()
    for word in FOREIGN[name]:
        if by_id and word.endswith(".md"):
            foreign = document_id(house.id_of("foreign"), "/foreign.md")
        else:
            foreign = house.id_of(word) if by_id else word
        missing = foreign[::-1] if foreign[::-1] != foreign else "x" * len(foreign)

        told = []
        for wanted in (foreign, missing):
            with pytest.raises(NotFound) as error:
                MIXED[name](house, caller, wanted)
            told.append(str(error.value).replace(repr(wanted), "…"))

        assert told[0] == told[1]
    assert house.state() == before


def said(act: Callable[[], object]) -> str:
    try:
        return repr(act())
    except FundstelleError as error:
        return repr(error)


@pytest.mark.parametrize("caller", ["manager", "reader", "nobody", "off manager"])
def test_what_a_caller_is_told_holds_no_trace_of_foreign_collections(caller: str) -> None:
    houses = [furnish(OracleStore(), foreign=foreign) for foreign in (True, False)]

    told = []
    for house in houses:
        explain, lines = house.explain(caller), list[str]()
        for user in ("manager", "reader", "nobody", "off"):
            lines.append(said(lambda: explain.what(user)))  # noqa: B023
            for target in ("own", "own.md", "foreign", "foreign.md"):
                lines += [said(lambda: explain.why(user, target, r)) for r in Right]  # noqa: B023
        lines += [said(lambda: explain.who(t)) for t in ("own", "own.md", "foreign")]  # noqa: B023
        names = house.names()
        for key, name in names.items():
            lines = [line.replace(key, name) for line in lines]
        told.append(lines)

    assert told[0] == told[1]
    assert any("Explanation" in line for line in told[0]) == (caller == "manager")


@pytest.mark.parametrize("caller", CALLERS)
def test_only_who_manages_learns_why(house: House, caller: str) -> None:
    explain = house.explain(caller)
    questions: list[Callable[[], object]] = [
        lambda: explain.why("reader", "own"),
        lambda: explain.why("reader", "own.md"),
        lambda: explain.who("own"),
        lambda: explain.who("own.md"),
        lambda: explain.what("reader"),
    ]

    for question in questions:
        if caller in MANAGERS:
            assert question()
        else:
            with pytest.raises(NotFound):
                question()


def test_what_somebody_reads_is_told_as_far_as_one_manages_it(house: House) -> None:
    told = {
        caller: [(r.collection.name, r.right) for r in house.explain(caller).what("reader")[1]]
        for caller in ("admin", "manager")
    }

    assert told == {
        "admin": [("foreign", Right.CONTRIBUTE), ("own", Right.READ)],
        "manager": [("own", Right.READ)],
    }


def test_a_changing_of_nothing_is_not_recorded(house: House) -> None:
    log: Recorded = []
    people = house.people("admin", log)

    people.set_member("readers", "reader", joins=True)
    people.set_member("others", "reader", joins=False)
    people.set_grant("readers", "own", Right.READ)
    people.set_grant("others", "own", None)
    people.set_admin("reader", admin=False)
    people.set_disabled("off", disabled=True)

    assert log == []


def test_the_log_holds_no_names(house: House) -> None:
    log: Recorded = []
    people = house.people("admin", log)

    for act, _ in ACTS.values():
        said(lambda: act(people))  # noqa: B023

    words = {word for line in log for word in (line[1], *line[2].values())}
    names = set(house.names().values())
    assert log
    assert words & (names | {"reader", "others", "new", "me"}) == set()


def test_an_id_its_beginning_and_the_name_mean_the_same(house: House) -> None:
    people, key = house.people("operator"), house.id_of("reader")

    assert {people.user(word).name for word in (key, key[:12], "READER", " reader ")} == {"reader"}
    people.add_user(house.id_of("manager"))  # a name that is the id of somebody else
    with pytest.raises(WrongUsage, match="whole id"):
        people.user(house.id_of("manager"))


def test_over_sqlite_it_is_the_same(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    house = furnish(store)

    assert house.people("manager").set_grant("others", "own", Right.READ)
    assert [reached.user.name for reached in house.explain("manager").who("own.md")[2]] == [
        "manager",
        "reader",
    ]
    with pytest.raises(NotFound):
        house.people("manager").set_grant("others", "foreign", Right.READ)
    store.close()
