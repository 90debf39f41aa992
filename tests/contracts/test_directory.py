"""What the door for users, groups and grants promises, over every store."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fundstelle.core.access import Access, Collection, Grant, Group, Right, User
from fundstelle.core.errors import NameTaken, NotFound, WrongUsage
from fundstelle.ports import Directory, Store
from tests.contracts.stores import OPENERS


@pytest.fixture(params=OPENERS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return OPENERS[request.param](tmp_path / "data")


def test_nobody_is_there_at_first(store: Store) -> None:
    directory = store.directory

    assert (directory.users(), directory.groups(), directory.grants()) == ((), (), ())
    assert directory.collections() == ()
    assert directory.access("nobody") is None
    assert directory.members("nowhere") == ()


def test_access_holds_all_that_decides_about_a_user(store: Store) -> None:
    directory = store.directory
    anna, ben = directory.add_user("Anna", admin=True), directory.add_user("Ben", service=True)
    staff, board = directory.add_group("Stab"), directory.add_group("Beirat")
    plans, rules = store.upkeep.add_collection("Pläne"), store.upkeep.add_collection("Regeln")

    for group, user in ((staff, anna), (board, anna), (board, ben)):
        assert directory.add_member(group.id, user.id)
    for group, collection, right in (
        (staff, plans, Right.READ),
        (board, plans, Right.CONTRIBUTE),
        (staff, rules, Right.MANAGE),
    ):
        assert directory.set_grant(group.id, collection.id, right)

    of_board = Grant(board.id, plans.id, Right.CONTRIBUTE)
    of_staff = (Grant(staff.id, plans.id, Right.READ), Grant(staff.id, rules.id, Right.MANAGE))
    assert directory.access(anna.id) == Access(anna, (board, staff), (of_board, *of_staff))
    assert directory.access(ben.id) == Access(ben, (board,), (of_board,))
    assert directory.grants() == (of_board, *of_staff)
    assert directory.members(board.id) == (anna, ben)
    assert (anna.is_admin, ben.is_service) == (True, True)
    assert len({anna.id, ben.id, staff.id, board.id}) == 4
    assert all(len(bytes.fromhex(one.id)) == 16 for one in (anna, ben, staff, board))


def test_lists_are_in_the_order_of_names(store: Store) -> None:
    for name in ("Zoe", "Ömer", "anna", "Ben"):
        store.directory.add_user(name)
        store.directory.add_group(name)

    assert [user.name for user in store.directory.users()] == ["Ben", "Zoe", "anna", "Ömer"]
    assert [group.name for group in store.directory.groups()] == ["Ben", "Zoe", "anna", "Ömer"]


Add = Callable[[Directory, str], User | Group]
Rename = Callable[[Directory, str, str], None]
NAMED: dict[str, tuple[Add, Rename]] = {
    "user": (lambda d, name: d.add_user(name), lambda d, key, name: d.rename_user(key, name)),
    "group": (lambda d, name: d.add_group(name), lambda d, key, name: d.rename_group(key, name)),
}


@pytest.mark.parametrize("kind", NAMED)
@pytest.mark.parametrize("other", ["jörg", "JÖRG", " Jo\u0308rg "])
def test_names_are_unique_to_the_eye(store: Store, kind: str, other: str) -> None:
    add, rename = NAMED[kind]
    first, second = add(store.directory, "Jörg"), add(store.directory, "Anna")

    with pytest.raises(NameTaken):
        add(store.directory, other)
    with pytest.raises(NameTaken):
        rename(store.directory, second.id, other)

    rename(store.directory, first.id, "jörg")
    found: dict[str, Sequence[User | Group]] = {
        "user": store.directory.users(),
        "group": store.directory.groups(),
    }
    assert [one.name for one in found[kind]] == ["Anna", "jörg"]


@pytest.mark.parametrize("kind", NAMED)
@pytest.mark.parametrize(
    "name", ["", " ", "a\nb", "\u200b", "An\u00adna", "\u202eannA", "a\x1b[2J"]
)
def test_what_cannot_be_seen_is_no_name(store: Store, kind: str, name: str) -> None:
    add, rename = NAMED[kind]
    there = add(store.directory, "Anna")

    with pytest.raises(WrongUsage, match=kind):
        add(store.directory, name)
    with pytest.raises(WrongUsage, match=kind):
        rename(store.directory, there.id, name)


def test_a_name_is_kept_composed_and_is_no_part_of_a_statement(store: Store) -> None:
    directory = store.directory
    nasty = "x'); DROP TABLE users; --"

    user, group = directory.add_user(f" {nasty} "), directory.add_group("Bu\u0308ro")
    directory.add_member(group.id, user.id)
    directory.rename_group(group.id, nasty)

    assert [one.name for one in directory.users()] == [nasty]
    assert [one.name for one in directory.groups()] == [nasty]
    assert directory.access("' OR 1=1 --") is None
    assert directory.members("' OR 1=1 --") == ()


Act = Callable[[Directory, dict[str, str]], object]
# Each with one id that names nothing; the other is there.
MISSING: dict[str, Act] = {
    "rename_user": lambda d, _: d.rename_user("nobody", "X"),
    "set_admin": lambda d, _: d.set_admin("nobody", admin=True),
    "set_disabled": lambda d, _: d.set_disabled("nobody", disabled=True),
    "remove_user": lambda d, _: d.remove_user("nobody"),
    "rename_group": lambda d, _: d.rename_group("nowhere", "X"),
    "remove_group": lambda d, _: d.remove_group("nowhere"),
    "add_member: group": lambda d, there: d.add_member("nowhere", there["user"]),
    "add_member: user": lambda d, there: d.add_member(there["group"], "nobody"),
    "remove_member: group": lambda d, there: d.remove_member("nowhere", there["user"]),
    "remove_member: user": lambda d, there: d.remove_member(there["group"], "nobody"),
    "grant: group": lambda d, there: d.set_grant("nowhere", there["collection"], Right.READ),
    "grant: collection": lambda d, there: d.set_grant(there["group"], "nowhere", Right.READ),
    "no grant: group": lambda d, there: d.set_grant("nowhere", there["collection"], None),
    "no grant: collection": lambda d, there: d.set_grant(there["group"], "nowhere", None),
    "ids of another kind": lambda d, there: d.set_grant(there["user"], there["group"], Right.READ),
    "set_owner": lambda d, _: d.set_owner("nowhere", "X"),
}


def state(directory: Directory) -> object:
    """Everything that can be read."""
    groups, users = directory.groups(), directory.users()
    members = [directory.members(group.id) for group in groups]
    accesses = [directory.access(user.id) for user in users]
    return users, groups, directory.collections(), directory.grants(), members, accesses


@pytest.mark.parametrize("act", MISSING.values(), ids=MISSING)
def test_what_does_not_exist_cannot_be_changed(store: Store, act: Act) -> None:
    directory = store.directory
    there = {
        "user": directory.add_user("Anna").id,
        "group": directory.add_group("Stab").id,
        "collection": store.upkeep.add_collection("Pläne").id,
    }
    before = state(directory)

    with pytest.raises(NotFound):
        act(directory, there)

    assert state(directory) == before


def test_a_change_that_changes_nothing_says_so(store: Store) -> None:
    directory = store.directory
    user, group = directory.add_user("Anna").id, directory.add_group("Stab").id
    collection = store.upkeep.add_collection("Pläne").id

    members = [directory.add_member(group, user) for _ in range(2)]
    granted = [
        directory.set_grant(group, collection, right)
        for right in (None, Right.READ, Right.READ, Right.MANAGE, Right.READ, None, None)
    ]
    members += [directory.remove_member(group, user) for _ in range(2)]

    assert members == [True, False, True, False]
    assert granted == [False, True, False, True, True, True, False]


LAST: dict[str, Callable[[Directory, str], None]] = {
    "removed": lambda d, key: d.remove_user(key),
    "disabled": lambda d, key: d.set_disabled(key, disabled=True),
    "demoted": lambda d, key: d.set_admin(key, admin=False),
}


@pytest.mark.parametrize("take", LAST.values(), ids=LAST)
def test_the_last_administrator_stays(store: Store, take: Callable[[Directory, str], None]) -> None:
    directory = store.directory
    anna, ben = directory.add_user("Anna", admin=True), directory.add_user("Ben", admin=True)
    directory.add_user("Cem")
    directory.add_user("Programm", admin=True, service=True)  # cannot sign in to mend anything
    take(directory, ben.id)
    before = state(directory)

    with pytest.raises(WrongUsage):
        take(directory, anna.id)

    assert state(directory) == before


def test_without_an_administrator_nobody_is_the_last_one(store: Store) -> None:
    directory = store.directory
    anna = directory.add_user("Anna")

    directory.set_admin(anna.id, admin=False)
    directory.set_disabled(anna.id, disabled=True)
    directory.remove_user(anna.id)

    assert directory.users() == ()


def test_a_disabled_user_keeps_everything_and_may_do_nothing(store: Store) -> None:
    directory = store.directory
    anna, group = directory.add_user("Anna"), directory.add_group("Stab")
    collection = store.upkeep.add_collection("Pläne")
    directory.add_member(group.id, anna.id)
    directory.set_grant(group.id, collection.id, Right.READ)

    directory.set_disabled(anna.id, disabled=True)
    off = directory.access(anna.id)
    directory.set_disabled(anna.id, disabled=False)
    on = directory.access(anna.id)

    assert off is not None
    assert on is not None
    assert (dict(off.rights()), off.grants) == ({}, on.grants)
    assert dict(on.rights()) == {collection.id: Right.READ}


@pytest.mark.parametrize("gone", ["user", "group", "collection"])
def test_what_is_removed_takes_its_ties_along(store: Store, gone: str) -> None:
    directory = store.directory
    anna, ben = directory.add_user("Anna"), directory.add_user("Ben")
    staff, board = directory.add_group("Stab"), directory.add_group("Beirat")
    plans, rules = store.upkeep.add_collection("Pläne"), store.upkeep.add_collection("Regeln")
    for group in (staff, board):
        for user in (anna, ben):
            directory.add_member(group.id, user.id)
        for collection in (plans, rules):
            directory.set_grant(group.id, collection.id, Right.READ)
    remove: dict[str, Callable[[], None]] = {
        "user": lambda: directory.remove_user(anna.id),
        "group": lambda: directory.remove_group(staff.id),
        "collection": lambda: store.upkeep.remove_collection(plans.id),
    }

    remove[gone]()

    again = {
        "user": lambda: directory.add_user("Anna").id,
        "group": lambda: directory.add_group("Stab").id,
        "collection": lambda: store.upkeep.add_collection("Pläne").id,
    }
    new = again[gone]()  # of the same name: nothing of the old one is its own
    groups = 1 if gone == "group" else 2
    assert len(directory.grants()) == (4 if gone == "user" else 2)
    assert directory.members(board.id) == ((ben,) if gone == "user" else (anna, ben))
    found = directory.access(ben.id)
    assert found is not None
    assert (len(found.groups), len(found.rights())) == (groups, 1 if gone == "collection" else 2)
    assert not any(new in (g.group_id, g.collection_id) for g in directory.grants())
    assert directory.members(new) == ()
    assert directory.access(new) in (None, Access(User(new, "Anna")))


def test_a_collection_names_who_answers_for_it(store: Store) -> None:
    directory = store.directory
    made = store.upkeep.add_collection("Pläne")

    directory.set_owner(made.id, " Bu\u0308ro Anna, Durchwahl 7 ")

    owned = Collection(made.id, "Pläne", "Büro Anna, Durchwahl 7")
    assert directory.collections() == store.upkeep.collections() == (owned,)
    with pytest.raises(WrongUsage):
        directory.set_owner(made.id, "a\nb")
    directory.set_owner(made.id, " ")
    assert directory.collections() == (made,)
