"""Users, groups and grants in plain sets: the same promises, easy to be sure of."""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar
from uuid import uuid4

from fundstelle.core.access import Access, Collection, Grant, Group, Right, User
from fundstelle.core.errors import NameTaken, NotFound, WrongUsage
from fundstelle.core.names import kept_name, owner_text

Thing = TypeVar("Thing")


@dataclass
class People:
    """Who there is. members: (group, user). grants: (group, collection) -> right."""

    users: dict[str, User] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    members: set[tuple[str, str]] = field(default_factory=set)
    grants: dict[tuple[str, str], Right] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)

    def forget(self, key: str) -> None:
        """What belonged to a user, group or collection that is gone."""
        self.members = {pair for pair in self.members if key not in pair}
        self.grants = {pair: right for pair, right in self.grants.items() if key not in pair}
        self.owners.pop(key, None)


class OracleDirectory:
    """names: of the collections, by id, as the other door keeps them."""

    def __init__(self, people: People, names: dict[str, str]) -> None:
        self._all, self._names = people, names

    def access(self, user_id: str) -> Access | None:
        user = self._all.users.get(user_id)
        if user is None:
            return None
        groups = tuple(g for g in self.groups() if (g.id, user_id) in self._all.members)
        mine = {group.id for group in groups}
        return Access(user, groups, tuple(g for g in self.grants() if g.group_id in mine))

    def users(self) -> tuple[User, ...]:
        return tuple(sorted(self._all.users.values(), key=lambda u: (u.name, u.id)))

    def groups(self) -> tuple[Group, ...]:
        return tuple(sorted(self._all.groups.values(), key=lambda g: (g.name, g.id)))

    def collections(self) -> tuple[Collection, ...]:
        owners = self._all.owners
        found = [Collection(key, name, owners.get(key, "")) for key, name in self._names.items()]
        return tuple(sorted(found, key=lambda c: (c.name, c.id)))

    def grants(self) -> tuple[Grant, ...]:
        found = [Grant(g, c, right) for (g, c), right in self._all.grants.items()]
        named = [
            (self._all.groups[g.group_id].name, self._names[g.collection_id], g) for g in found
        ]
        return tuple(g for *_, g in sorted(named, key=lambda row: row[:2]))

    def members(self, group_id: str) -> tuple[User, ...]:
        return tuple(u for u in self.users() if (group_id, u.id) in self._all.members)

    def add_user(self, name: str, *, admin: bool = False, service: bool = False) -> User:
        shown = kept_name(name, "user")
        _check_free(shown, self._all.users.values(), "")
        new = User(uuid4().hex, shown, is_admin=admin, is_service=service)
        self._all.users[new.id] = new
        return new

    def rename_user(self, user_id: str, name: str) -> None:
        shown = kept_name(name, "user")
        user = _there(self._all.users, user_id)
        _check_free(shown, self._all.users.values(), user_id)
        self._all.users[user_id] = replace(user, name=shown)

    def set_admin(self, user_id: str, *, admin: bool) -> None:
        user = _there(self._all.users, user_id)
        self._try(lambda users: users.update({user_id: replace(user, is_admin=admin)}))

    def set_disabled(self, user_id: str, *, disabled: bool) -> None:
        user = _there(self._all.users, user_id)
        self._try(lambda users: users.update({user_id: replace(user, is_disabled=disabled)}))

    def remove_user(self, user_id: str) -> None:
        _there(self._all.users, user_id)
        self._try(lambda users: users.pop(user_id))
        self._all.forget(user_id)

    def add_group(self, name: str) -> Group:
        shown = kept_name(name, "group")
        _check_free(shown, self._all.groups.values(), "")
        new = Group(uuid4().hex, shown)
        self._all.groups[new.id] = new
        return new

    def rename_group(self, group_id: str, name: str) -> None:
        shown = kept_name(name, "group")
        _there(self._all.groups, group_id)
        _check_free(shown, self._all.groups.values(), group_id)
        self._all.groups[group_id] = Group(group_id, shown)

    def remove_group(self, group_id: str) -> None:
        _there(self._all.groups, group_id)
        del self._all.groups[group_id]
        self._all.forget(group_id)

    def add_member(self, group_id: str, user_id: str) -> bool:
        pair = self._pair(group_id, user_id)
        is_new = pair not in self._all.members
        self._all.members.add(pair)
        return is_new

    def remove_member(self, group_id: str, user_id: str) -> bool:
        pair = self._pair(group_id, user_id)
        was = pair in self._all.members
        self._all.members.discard(pair)
        return was

    def set_grant(self, group_id: str, collection_id: str, right: Right | None) -> bool:
        _there(self._all.groups, group_id)
        _there(self._names, collection_id)
        pair = (group_id, collection_id)
        before = self._all.grants.pop(pair, None)
        if right is not None:
            self._all.grants[pair] = right
        return before is not right

    def set_owner(self, collection_id: str, owner: str) -> None:
        shown = owner_text(owner)
        _there(self._names, collection_id)
        self._all.owners[collection_id] = shown

    def _pair(self, group_id: str, user_id: str) -> tuple[str, str]:
        _there(self._all.groups, group_id)
        _there(self._all.users, user_id)
        return group_id, user_id

    def _try(self, change: Callable[[dict[str, User]], object]) -> None:
        """Change the users, unless the last one who administers would be gone."""
        after = dict(self._all.users)
        change(after)
        if _administer(self._all.users) and not _administer(after):
            raise WrongUsage
        self._all.users = after


def _administer(users: dict[str, User]) -> bool:
    return any(u.is_admin and not u.is_disabled and not u.is_service for u in users.values())


def _there(things: dict[str, Thing], key: str) -> Thing:
    if key not in things:
        raise NotFound
    return things[key]


def _check_free(name: str, taken: Iterable[User | Group], but: str) -> None:
    if any(_same(one.name) == _same(name) and one.id != but for one in taken):
        raise NameTaken


def _same(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())
