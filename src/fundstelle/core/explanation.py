"""Why a user may or may not do something with a collection, and what would alter it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from fundstelle.core.access import Collection, Group, Right, User
from fundstelle.core.people import (
    NEW_GROUP,
    AddGroup,
    Change,
    Demote,
    Enable,
    People,
    SetGrant,
    SetMember,
)


class StepKind(StrEnum):
    """What decides, in the order in which it is looked at."""

    DOCUMENT = "document"  # lies in the collection
    ACCOUNT = "account"  # is not disabled
    GROUPS = "groups"  # belongs to some
    GRANT = "grant"  # one group's right on the collection
    ADMINISTRATOR = "administrator"  # manages without a grant
    KEY = "key"  # what the key is narrowed to


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was looked at. passed: whether it speaks for what was asked.

    subject: name of the document, group or key; of GROUPS all names. right: of a GRANT.
    """

    kind: StepKind
    passed: bool
    subject: str = ""
    right: Right | None = None


@dataclass(frozen=True, slots=True)
class KeyLimits:
    """What a key is narrowed to. collection_ids: None if it is not."""

    name: str
    collection_ids: frozenset[str] | None = None
    read_only: bool = False

    def allow(self, right: Right, collection_id: str) -> bool:
        """Whether the key lets the right through, if its user has it."""
        held = self.collection_ids is None or collection_id in self.collection_ids
        return held and (right is Right.READ or not self.read_only)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was decided by which steps, and the shortest change that would decide the other way.

    changes: in the order in which to make them. also: how many other rights (of a user on a
    collection) they would change; of all shortest ones these change the fewest.
    wider_key: whether the way includes another key, because this one does not let it through.
    """

    user: User
    collection: Collection
    right: Right
    steps: tuple[Step, ...]
    allowed: bool
    changes: tuple[Change, ...]
    also: int
    wider_key: bool = False


@dataclass(frozen=True, slots=True)
class Reached:
    """A user's right on a collection, and the groups through which they have it."""

    user: User
    collection: Collection
    right: Right
    groups: tuple[Group, ...]


def explain(
    people: People,
    user: User,
    collection: Collection,
    right: Right = Right.READ,
    *,
    document: str = "",
    key: KeyLimits | None = None,
) -> Explanation:
    """Say why, and what would alter it.

    people: as far as the caller may know them. document: name of the one that is asked about.
    Changes are looked for among memberships, grants and new groups. A disabled user is enabled, and
    an administrator who manages is demoted, because nothing else helps; the contrary of both is
    never proposed.
    """
    permitted = permits(people, user, collection, right)
    let_through = key is None or key.allow(right, collection.id)
    allowed = permitted and let_through
    if allowed:
        ways = [_taking(people, user, collection, right)]
    else:
        ways = [()] if permitted else _giving(people, user, collection, right)
    also, changes = min(
        ((_others(people, way, user, collection), way) for way in ways), key=lambda each: each[0]
    )
    steps = [Step(StepKind.DOCUMENT, passed=True, subject=document)] if document else []
    steps += _steps(people, user, collection, right)
    if key is not None:
        steps.append(Step(StepKind.KEY, passed=let_through, subject=key.name))
    narrows = not let_through
    return Explanation(
        user, collection, right, tuple(steps), allowed, changes, also, wider_key=narrows
    )


def permits(people: People, user: User, collection: Collection, right: Right) -> bool:
    """Whether the user has the right, whatever key they use."""
    now = next(one for one in people.users if one.id == user.id)
    access = people.access(now)
    if right is Right.MANAGE:
        return access.may_manage(collection.id)
    return collection.id in access.scope(right).collection_ids


def readers(people: People, collection: Collection) -> tuple[Reached, ...]:
    """Who can read a collection, by name, and through which groups."""
    return tuple(chain.from_iterable(_reached(people, u, [collection]) for u in people.users))


def readable(people: People, user: User) -> tuple[Reached, ...]:
    """What a user can read, by name, and through which groups."""
    return tuple(_reached(people, user, people.collections))


def _reached(people: People, user: User, among: Iterable[Collection]) -> Iterator[Reached]:
    access = people.access(user)
    rights = access.rights()
    for collection in among:
        if collection.id in rights:
            through = [g for g in access.groups if people.right_of(g, collection.id)]
            yield Reached(user, collection, rights[collection.id], tuple(through))


def _steps(people: People, user: User, collection: Collection, right: Right) -> list[Step]:
    groups = people.access(user).groups
    names = ", ".join(group.name for group in groups)
    steps = [
        Step(StepKind.ACCOUNT, passed=not user.is_disabled),
        Step(StepKind.GROUPS, passed=bool(groups), subject=names),
    ]
    for group in groups:
        held = people.right_of(group, collection.id)
        passed = held is not None and held.holds(right)
        steps.append(Step(StepKind.GRANT, passed=passed, subject=group.name, right=held))
    if right is Right.MANAGE:
        steps.append(Step(StepKind.ADMINISTRATOR, passed=user.is_admin))
    return steps


def _giving(
    people: People, user: User, collection: Collection, right: Right
) -> list[tuple[Change, ...]]:
    """All shortest ways to give the right."""
    first: tuple[Change, ...] = (Enable(user.id),) if user.is_disabled else ()
    if permits(people.after_all(first), user, collection, right):
        return [first]
    own = people.access(user).groups
    ways: list[tuple[Change, ...]] = [(SetGrant(g, collection.id, right),) for g in own]
    for group in people.groups:
        held = people.right_of(group, collection.id)
        if held is not None and held.holds(right) and group not in own:
            ways.append((SetMember(group, user.id, joins=True),))
    ways = ways or [_joined(group, user, collection, right) for group in people.groups]
    ways = ways or [(AddGroup(), *_joined(NEW_GROUP, user, collection, right))]
    return [(*first, *way) for way in ways]


def _joined(group: Group, user: User, collection: Collection, right: Right) -> tuple[Change, ...]:
    return (SetMember(group, user.id, joins=True), SetGrant(group, collection.id, right))


def _taking(people: People, user: User, collection: Collection, right: Right) -> tuple[Change, ...]:
    """A shortest way to take the right: one change for each group that gives it.

    Each is chosen for itself, so that many groups do not make many combinations.
    """
    ladder = list(Right)
    below = ladder[ladder.index(right) - 1] if right is not Right.READ else None
    changes: list[Change] = []
    if right is Right.MANAGE and user.is_admin:
        changes.append(Demote(user.id))
    for group in people.access(user).groups:
        held = people.right_of(group, collection.id)
        if held is None or not held.holds(right):
            continue
        leave, lower = SetMember(group, user.id, joins=False), SetGrant(group, collection.id, below)
        ways: list[Change] = [leave, lower]
        changes.append(
            min(ways, key=lambda way: _others(people, (*changes, way), user, collection))
        )
    return tuple(changes)


def _others(people: People, changes: tuple[Change, ...], user: User, collection: Collection) -> int:
    """How many rights would change besides the one that is meant."""
    then = people.after_all(changes)
    concerned = frozenset[str]().union(*(then.concerned(change) for change in changes))
    before, after = people.rights(concerned), then.rights(concerned)
    touched = {pair for pair in before.keys() | after.keys() if before.get(pair) != after.get(pair)}
    return len(touched - {(user.id, collection.id)})
