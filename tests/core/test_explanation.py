"""Explanations: the decision is the one that counts, and no smaller change alters it."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fundstelle.core.access import Collection, Grant, Group, Right, User
from fundstelle.core.explanation import KeyLimits, StepKind, explain, readable, readers
from fundstelle.core.people import (
    AddGroup,
    Change,
    Demote,
    Enable,
    People,
    SetGrant,
    SetMember,
)

LEVELS = list(Right)
COLLECTIONS = (Collection("c", "C"), Collection("d", "D"))
GROUPS = tuple(Group(key, key.upper()) for key in "ghi")


@st.composite
def worlds(draw: st.DrawFn) -> People:
    """Two users, up to three groups, two collections, anything granted."""
    flags = st.booleans()
    users = tuple(
        User(key, key.upper(), is_admin=draw(flags), is_disabled=draw(flags)) for key in "ab"
    )
    groups = GROUPS[: draw(st.integers(0, 3))]
    members = {g.id: draw(st.frozensets(st.sampled_from("ab"))) for g in groups}
    rights = st.sampled_from([None, None, *LEVELS])
    drawn = ((g.id, c.id, draw(rights)) for g, c in product(groups, COLLECTIONS))
    grants = tuple(Grant(g, c, right) for g, c, right in drawn if right)
    return People(users, groups, COLLECTIONS, members, grants)


class Sets:
    """The same world in plain sets, changed and judged without the code under test."""

    def __init__(self, people: People) -> None:
        self.disabled = {u.id for u in people.users if u.is_disabled}
        self.admins = {u.id for u in people.users if u.is_admin}
        self.groups = {g.id for g in people.groups}
        self.members = {(g, u) for g, held in people.members.items() for u in held}
        self.grants = {(g.group_id, g.collection_id): g.right for g in people.grants}

    def make(self, change: Change) -> bool:
        """Whether it could be made."""
        match change:
            case Enable(user):
                self.disabled.discard(user)
            case Demote(user):
                self.admins.discard(user)
            case AddGroup():
                self.groups.add("")
            case SetMember(group, user, joins):
                (self.members.add if joins else self.members.discard)((group.id, user))
                return group.id in self.groups
            case SetGrant(group, collection, right):
                self.grants.pop((group.id, collection), None)
                if right:
                    self.grants[group.id, collection] = right
                return group.id in self.groups
        return True

    def allow(self, user: str, collection: str, right: Right) -> bool:
        held = [
            LEVELS.index(level)
            for (group, place), level in self.grants.items()
            if place == collection and (group, user) in self.members
        ]
        by_grant = max(held, default=-1) >= LEVELS.index(right)
        return user not in self.disabled and (
            by_grant or (right is Right.MANAGE and user in self.admins)
        )


def allowed_after(
    people: People, changes: tuple[Change, ...], asked: tuple[str, Right]
) -> bool | None:
    """None if the changes cannot be made in this order."""
    sets = Sets(people)
    if not all(sets.make(change) for change in changes):
        return None
    return sets.allow("a", asked[0], asked[1])


def single_changes(people: People, *, allowed: bool) -> Iterator[Change]:
    """Every change that an explanation may propose, of anybody and anything."""
    groups = (*people.groups, Group("", ""))
    yield AddGroup()
    for user in people.users:
        yield Demote(user.id) if allowed else Enable(user.id)
        yield from (SetMember(g, user.id, joins=j) for g in groups for j in (True, False))
    for group, collection in product(groups, COLLECTIONS):
        yield from (SetGrant(group, collection.id, right) for right in (None, *LEVELS))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(worlds(), st.sampled_from(COLLECTIONS), st.sampled_from(LEVELS))
def test_the_shortest_change_alters_the_decision_and_no_smaller_one_does(
    people: People, collection: Collection, right: Right
) -> None:
    asked = (collection.id, right)

    found = explain(people, people.users[0], collection, right)

    assert found.allowed == Sets(people).allow("a", *asked)
    assert found.changes
    assert allowed_after(people, found.changes, asked) is not found.allowed
    for size in range(len(found.changes)):
        for changes in combinations(single_changes(people, allowed=found.allowed), size):
            assert allowed_after(people, changes, asked) in (found.allowed, None)


@settings(max_examples=100, deadline=None)
@given(worlds(), st.sampled_from(COLLECTIONS), st.sampled_from(LEVELS))
def test_the_other_rights_that_change_are_counted(
    people: People, collection: Collection, right: Right
) -> None:
    found = explain(people, people.users[0], collection, right)
    then = Sets(people)
    assert all(then.make(change) for change in found.changes)

    def levels(sets: Sets) -> dict[tuple[str, str], int]:
        """By grants alone."""
        sets.admins = set()
        return {
            (u, c.id): sum(sets.allow(u, c.id, level) for level in LEVELS)
            for u, c in product("ab", COLLECTIONS)
        }

    before, after = levels(Sets(people)), levels(then)
    others = [pair for pair in before if pair != ("a", collection.id)]
    assert found.also == sum(before[pair] != after[pair] for pair in others)


@settings(max_examples=100, deadline=None)
@given(worlds())
def test_lists_of_readers_are_complete(people: People) -> None:
    sets = Sets(people)
    expected = {
        (u.id, c.id)
        for u, c in product(people.users, COLLECTIONS)
        if sets.allow(u.id, c.id, Right.READ)
    }

    by_collection = [one for c in COLLECTIONS for one in readers(people, c)]
    by_user = [one for user in people.users for one in readable(people, user)]

    for found in (by_collection, by_user):
        assert {(one.user.id, one.collection.id) for one in found} == expected
    for one in by_user:
        giving = {g for (g, c) in sets.grants if c == one.collection.id}
        mine = {g for (g, u) in sets.members if u == one.user.id}
        assert {group.id for group in one.groups} == giving & mine != set()


A, B = User("a", "A"), User("b", "B")
G, H = GROUPS[:2]
C, D = COLLECTIONS


def world(members: str, *grants: tuple[Group, Collection, Right], user: User = A) -> People:
    """members: "ga hb": a belongs to g, b to h."""
    held = {g.id: frozenset(p[1] for p in members.split() if p[0] == g.id) for g in (G, H)}
    made = tuple(Grant(g.id, c.id, right) for g, c, right in grants)
    return People((user, B), (G, H), COLLECTIONS, held, made)


READS_C = (G, C, Right.READ)
TABLE = {
    "joins who reads it already": (world("ha hb", READS_C), (SetMember(G, "a", joins=True),)),
    "a group of their own if it has nobody else": (
        world("ha", READS_C, (G, D, Right.READ)),
        (SetGrant(H, "c", Right.READ),),
    ),
    "no group of theirs": (
        world("gb"),
        (SetMember(H, "a", joins=True), SetGrant(H, "c", Right.READ)),
    ),
    "leaves, so that others keep it": (world("ga gb", READS_C), (SetMember(G, "a", joins=False),)),
    "loses the grant, so that the rest stays": (
        world("ga", READS_C, (G, D, Right.READ)),
        (SetGrant(G, "c", None),),
    ),
    "two ways in": (
        world("ga ha gb hb", READS_C, (H, C, Right.MANAGE)),
        (SetMember(G, "a", joins=False), SetMember(H, "a", joins=False)),
    ),
    "disabled": (world("ga", READS_C, user=User("a", "A", is_disabled=True)), (Enable("a"),)),
}


@pytest.mark.parametrize(("people", "changes"), TABLE.values(), ids=TABLE)
def test_of_the_shortest_changes_the_one_that_touches_the_fewest(
    people: People, changes: tuple[Change, ...]
) -> None:
    assert explain(people, people.users[0], C).changes == changes


def test_without_a_group_one_is_made() -> None:
    nobody = People((A,), (), COLLECTIONS, {}, ())
    new = Group("", "")

    found = explain(nobody, A, C, Right.CONTRIBUTE)

    assert found.changes == (
        AddGroup(),
        SetMember(new, "a", joins=True),
        SetGrant(new, "c", Right.CONTRIBUTE),
    )


def test_every_step_that_decides_is_named() -> None:
    people = world("ga ha", READS_C, (H, D, Right.MANAGE))

    found = explain(people, A, C, Right.CONTRIBUTE, document="plan.pdf")

    told = [(step.kind, step.passed, step.subject, step.right) for step in found.steps]
    assert told == [
        (StepKind.DOCUMENT, True, "plan.pdf", None),
        (StepKind.ACCOUNT, True, "", None),
        (StepKind.GROUPS, True, "G, H", None),
        (StepKind.GRANT, False, "G", Right.READ),
        (StepKind.GRANT, False, "H", None),
    ]


KEYS = [
    (KeyLimits("k"), Right.CONTRIBUTE, True),
    (KeyLimits("k", frozenset("c")), Right.CONTRIBUTE, True),
    (KeyLimits("k", frozenset("d")), Right.READ, False),
    (KeyLimits("k", frozenset()), Right.READ, False),
    (KeyLimits("k", read_only=True), Right.READ, True),
    (KeyLimits("k", read_only=True), Right.CONTRIBUTE, False),
]


@pytest.mark.parametrize(("key", "right", "allowed"), KEYS)
def test_a_key_may_do_no_more_than_it_is_narrowed_to(
    key: KeyLimits, right: Right, *, allowed: bool
) -> None:
    may, may_not = world("ga", (G, C, Right.MANAGE)), world("ga")

    found, denied = (explain(people, A, C, right, key=key) for people in (may, may_not))

    assert (found.allowed, found.wider_key) == (allowed, not allowed)
    assert bool(found.changes) == allowed
    assert (denied.allowed, denied.wider_key) == (False, not allowed)
    assert denied.changes == (SetGrant(G, "c", right),)
    assert found.steps[-1].kind is StepKind.KEY
