"""Users, groups and grants as one value, and what single changes make of it."""

from collections.abc import Callable, Mapping
from collections.abc import Collection as Several
from dataclasses import dataclass, replace

from fundstelle.core.access import Access, Collection, Grant, Group, Right, User


@dataclass(frozen=True, slots=True)
class Enable:
    """Let a disabled user in again."""

    user_id: str


@dataclass(frozen=True, slots=True)
class Demote:
    """Make an administrator an ordinary user."""

    user_id: str


@dataclass(frozen=True, slots=True)
class SetMember:
    """Let a user into a group, or take them out of it."""

    group: Group
    user_id: str
    joins: bool


@dataclass(frozen=True, slots=True)
class SetGrant:
    """Give a group a right on a collection in place of any other; None: take it away."""

    group: Group
    collection_id: str
    right: Right | None


@dataclass(frozen=True, slots=True)
class AddGroup:
    """Make a new group. Its id and name are still to be chosen: both are ""."""


Change = Enable | Demote | SetMember | SetGrant | AddGroup
NEW_GROUP = Group("", "")


@dataclass(frozen=True, slots=True)
class People:
    """Who there is and what is granted, as far as one caller may know it.

    members: group id -> ids of its users. collections: grants on others are not among the grants.
    """

    users: tuple[User, ...]
    groups: tuple[Group, ...]
    collections: tuple[Collection, ...]
    members: Mapping[str, frozenset[str]]
    grants: tuple[Grant, ...]

    def access(self, user: User) -> Access:
        """All that decides about a user."""
        groups = tuple(g for g in self.groups if user.id in self.members.get(g.id, ()))
        own = {group.id for group in groups}
        return Access(user, groups, tuple(g for g in self.grants if g.group_id in own))

    def right_of(self, group: Group, collection_id: str) -> Right | None:
        """What a group may do with a collection."""
        pair = (group.id, collection_id)
        held = (g.right for g in self.grants if (g.group_id, g.collection_id) == pair)
        return next(held, None)

    def rights(self, user_ids: Several[str]) -> dict[tuple[str, str], Right]:
        """(user id, collection id) -> the highest right, of these users."""
        return {
            (user.id, collection_id): right
            for user in self.users
            if user.id in user_ids
            for collection_id, right in self.access(user).rights().items()
        }

    def concerned(self, change: Change) -> frozenset[str]:
        """Ids of the users whose rights a change may alter."""
        match change:
            case SetGrant(group):
                return self.members.get(group.id, frozenset())
            case AddGroup():
                return frozenset()
        return frozenset([change.user_id])

    def after(self, change: Change) -> "People":
        """The same with one change made."""
        match change:
            case Enable(user_id):
                return self._with(user_id, lambda user: replace(user, is_disabled=False))
            case Demote(user_id):
                return self._with(user_id, lambda user: replace(user, is_admin=False))
            case AddGroup():
                return replace(self, groups=(*self.groups, NEW_GROUP))
            case SetMember(group, user_id, joins):
                one = frozenset([user_id])
                held = self.members.get(group.id, frozenset())
                held = held | one if joins else held - one
                return replace(self, members={**self.members, group.id: held})
            case SetGrant(group, collection_id, right):
                pair = (group.id, collection_id)
                kept = [g for g in self.grants if (g.group_id, g.collection_id) != pair]
                new = [] if right is None else [Grant(*pair, right)]
                return replace(self, grants=(*kept, *new))

    def after_all(self, changes: Several[Change]) -> "People":
        """The same with all changes made, in their order."""
        people = self
        for change in changes:
            people = people.after(change)
        return people

    def _with(self, user_id: str, changed: Callable[[User], User]) -> "People":
        users = [changed(u) if u.id == user_id else u for u in self.users]
        return replace(self, users=tuple(users))
