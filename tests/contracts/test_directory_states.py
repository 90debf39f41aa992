"""Whatever is changed in whatever order: rights are what a plain computation says."""

import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Right, User
from fundstelle.core.errors import NameTaken, NotFound, WrongUsage
from fundstelle.ports import Store
from tests.contracts.oracle import OracleStore

USERS, GROUPS, COLLECTIONS = ("anna", "ben", "cem"), ("g", "h", "i"), ("c", "d")
LEVELS = [Right.READ, Right.CONTRIBUTE, Right.MANAGE]


class People(RuleBasedStateMachine):
    """One store beside plain sets of names. ids: name -> id of what is there."""

    open: Callable[[Path], Store]

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = type(self).open(Path(self.folder.name))
        self.directory = self.store.directory
        self.ids: dict[str, str] = {}
        self.marks: dict[str, set[str]] = {}  # user -> of "admin", "service", "disabled"
        self.members: set[tuple[str, str]] = set()  # (group, user)
        self.grants: dict[tuple[str, str], Right] = {}  # (group, collection)

    def teardown(self) -> None:
        assert self.store.upkeep.problems() == []
        if isinstance(self.store, SqliteStore):
            self.store.close()
        self.folder.cleanup()

    def there(self, *names: str) -> bool:
        return all(name in self.ids for name in names)

    def id_of(self, name: str) -> str:
        return self.ids.get(name, f"no {name}")

    def done(self, act: Callable[[], object], *names: str) -> bool:
        """Whether it was done. It must be, if all that it names is there."""
        try:
            act()
        except NotFound:
            assert not self.there(*names)
            return False
        assert self.there(*names)
        return True

    def forget(self, name: str) -> None:
        del self.ids[name]
        self.members = {pair for pair in self.members if name not in pair}
        self.grants = {pair: right for pair, right in self.grants.items() if name not in pair}

    def add(self, name: str, act: Callable[[], str]) -> None:
        try:
            self.ids[name] = act()
        except NameTaken:
            assert self.there(name)

    @initialize(
        members=st.sets(st.tuples(st.sampled_from(GROUPS), st.sampled_from(USERS)), min_size=3),
        grants=st.dictionaries(
            st.tuples(st.sampled_from(GROUPS), st.sampled_from(COLLECTIONS)),
            st.sampled_from(LEVELS),
            min_size=3,
        ),
    )
    def furnish(self, members: set[tuple[str, str]], grants: dict[tuple[str, str], Right]) -> None:
        """Much is there already, so that what follows meets it."""
        for number, user in enumerate(USERS):
            self.add_user(user, admin=number == 0, service=number == 2)
        for group in GROUPS:
            self.add_group(group)
        for name in COLLECTIONS:
            self.add_collection(name)
        for group, user in sorted(members):
            self.set_member(group, user, joins=True)
        for (group, name), right in sorted(grants.items()):
            self.set_grant(group, name, right)

    @rule(name=st.sampled_from(USERS), admin=st.booleans(), service=st.booleans())
    def add_user(self, name: str, admin: bool, service: bool) -> None:
        was = self.there(name)
        add = self.directory.add_user
        self.add(name, lambda: add(name, admin=admin, service=service).id)
        if not was:
            chosen = {"admin": admin, "service": service}
            self.marks[name] = {mark for mark, has in chosen.items() if has}

    @rule(name=st.sampled_from(GROUPS))
    def add_group(self, name: str) -> None:
        self.add(name, lambda: self.directory.add_group(name).id)

    @rule(name=st.sampled_from(COLLECTIONS))
    def add_collection(self, name: str) -> None:
        self.add(name, lambda: self.store.upkeep.add_collection(name).id)

    def administer(self) -> int:
        return sum(marks == {"admin"} for user, marks in self.marks.items() if self.there(user))

    def guarded(self, user: str, act: Callable[[], object], after: set[str] | None) -> bool:
        """Whether a change of a user went through. after: marks then, None if removed."""
        is_last = self.administer() == 1 and self.marks.get(user) == {"admin"} != after
        is_last = is_last and self.there(user)
        try:
            done = self.done(act, user)
        except WrongUsage:
            assert is_last
            return False
        assert not (done and is_last)
        return done

    @rule(
        user=st.sampled_from(USERS), mark=st.sampled_from(["admin", "disabled"]), on=st.booleans()
    )
    def set_mark(self, user: str, mark: str, on: bool) -> None:
        had = self.marks.get(user, set())
        after = had | {mark} if on else had - {mark}
        key = self.id_of(user)
        if mark == "admin":
            done = self.guarded(user, lambda: self.directory.set_admin(key, admin=on), after)
        else:
            done = self.guarded(user, lambda: self.directory.set_disabled(key, disabled=on), after)
        if done:
            self.marks[user] = after

    @rule(user=st.sampled_from(USERS))
    def remove_user(self, user: str) -> None:
        if self.guarded(user, lambda: self.directory.remove_user(self.id_of(user)), None):
            self.forget(user)

    @rule(group=st.sampled_from(GROUPS))
    def remove_group(self, group: str) -> None:
        if self.done(lambda: self.directory.remove_group(self.id_of(group)), group):
            self.forget(group)

    @rule(name=st.sampled_from(COLLECTIONS))
    def remove_collection(self, name: str) -> None:
        if self.done(lambda: self.store.upkeep.remove_collection(self.id_of(name)), name):
            self.forget(name)

    @rule(group=st.sampled_from(GROUPS), user=st.sampled_from(USERS), joins=st.booleans())
    def set_member(self, group: str, user: str, joins: bool) -> None:
        ids = (self.id_of(group), self.id_of(user))
        change = self.directory.add_member if joins else self.directory.remove_member
        changed: list[bool] = []
        if self.done(lambda: changed.append(change(*ids)), group, user):
            assert changed == [((group, user) in self.members) != joins]
            (self.members.add if joins else self.members.discard)((group, user))

    @rule(
        group=st.sampled_from(GROUPS),
        name=st.sampled_from(COLLECTIONS),
        right=st.sampled_from([None, *LEVELS]),
    )
    def set_grant(self, group: str, name: str, right: Right | None) -> None:
        ids = (self.id_of(group), self.id_of(name))
        changed: list[bool] = []
        act = lambda: changed.append(self.directory.set_grant(*ids, right))  # noqa: E731
        if self.done(act, group, name):
            assert changed == [self.grants.get((group, name)) != right]
            self.grants.pop((group, name), None)
            if right:
                self.grants[group, name] = right

    def rights(self, user: str) -> dict[str, Right]:
        """Collection id -> highest right, from the sets."""
        held: dict[str, Right] = {}
        for (group, name), right in self.grants.items():
            if (group, user) in self.members and "disabled" not in self.marks[user]:
                levels = [right, held.get(self.ids[name], Right.READ)]
                held[self.ids[name]] = max(levels, key=LEVELS.index)
        return held

    @invariant()
    def everybody_has_the_rights_of_the_sets(self) -> None:
        for user in filter(self.there, USERS):
            found = self.directory.access(self.ids[user])
            assert found is not None
            rights = self.rights(user)
            assert dict(found.rights()) == rights
            for right, name in product(LEVELS, filter(self.there, COLLECTIONS)):
                key, held = self.ids[name], rights.get(self.ids[name])
                has = held is not None and LEVELS.index(held) >= LEVELS.index(right)
                assert (key in found.scope(right).collection_ids) == has
                assert found.scope(right, [key, "other"]).collection_ids == (
                    {key} if has else set()
                )
            managed = {key for key, held in rights.items() if held is Right.MANAGE}
            if {"admin"} <= self.marks[user] and "disabled" not in self.marks[user]:
                managed = {self.ids[name] for name in filter(self.there, COLLECTIONS)}
            here = [self.ids[name] for name in filter(self.there, COLLECTIONS)]
            assert {key for key in here if found.may_manage(key)} == managed

    @invariant()
    def lists_are_complete(self) -> None:
        groups = [group.name for group in self.directory.groups()]
        members = {(g.name, u.name) for g in self.directory.groups() for u in self.members_of(g.id)}
        grants = {(g.group_id, g.collection_id): g.right for g in self.directory.grants()}
        assert [user.name for user in self.directory.users()] == [*filter(self.there, USERS)]
        assert groups == [*filter(self.there, GROUPS)]
        assert members == self.members
        ids = {(self.ids[g], self.ids[c]): right for (g, c), right in self.grants.items()}
        assert grants == ids

    def members_of(self, group_id: str) -> list[User]:
        return list(self.directory.members(group_id))


class InSqlite(People):
    open = SqliteStore


class InTheOracle(People):
    @staticmethod
    def open(folder: Path) -> Store:
        assert folder
        return OracleStore()


CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]
for machine in (InSqlite, InTheOracle):
    machine.TestCase.settings = settings(
        max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=CHECKS
    )
TestInSqlite = InSqlite.TestCase
TestInTheOracle = InTheOracle.TestCase
