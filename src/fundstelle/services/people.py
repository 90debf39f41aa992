"""Users, groups and grants: who may change what, and what there is for whom to see."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeVar

from fundstelle.core.access import Collection, Grant, Group, Right, User
from fundstelle.core.callers import Caller, administers, managed
from fundstelle.core.errors import NotFound, WrongUsage
from fundstelle.core.names import folded
from fundstelle.core.people import People
from fundstelle.ports import Directory
from fundstelle.services.audit import Record, record_nothing

Named = TypeVar("Named", User, Group, Collection)
ID_BEGINNING = 6
NOT_YOURS = "There is nothing here that you may change."


def named(things: Sequence[Named], wanted: str, of: str) -> Named:
    """The one of this name (as core.names compares them), id, or unambiguous beginning of an id.

    things: only what the caller may know: what is foreign and what is missing are then told apart
    by nothing. of: "user", "group", "collection". Raises NotFound with what there is, WrongUsage if
    several are meant.
    """
    found = [t for t in things if t.id == wanted or folded(t.name) == folded(wanted)]
    if not found and len(wanted) >= ID_BEGINNING:
        found = [t for t in things if t.id.startswith(wanted)]
    if not found:
        there = ", ".join(t.name for t in things) or "none yet"
        raise NotFound(f"There is no {of} {wanted!r}. {of.capitalize()}s: {there}.")
    if len(found) > 1:
        ids = ", ".join(t.id for t in found)
        raise WrongUsage(f"{wanted!r} means {len(found)} {of}s ({ids}). Give a whole id.")
    return found[0]


def people_for(directory: Directory, collections: Sequence[Collection]) -> People:
    """Everybody, with the grants on these collections only."""
    ids = {collection.id for collection in collections}
    groups = directory.groups()
    return People(
        directory.users(),
        groups,
        tuple(collections),
        {g.id: frozenset(user.id for user in directory.members(g.id)) for g in groups},
        tuple(grant for grant in directory.grants() if grant.collection_id in ids),
    )


@dataclass(frozen=True, slots=True)
class ManagePeople:
    """Changes by one caller. Administrators and the operator manage all; who manages a collection
    manages its grants, to groups that there are; nobody else changes or sees anything.

    Everything may be named by id or name. What a caller may not know is not found, in the same
    words as what does not exist. record: keeps an entry of each change. together:
    Store.together, so that a change and its entry are kept both or not at all.
    """

    directory: Directory
    caller: Caller
    record: Record = record_nothing
    together: Callable[[], AbstractContextManager[None]] = nullcontext

    # What the caller may know.

    def users(self) -> tuple[User, ...]:
        """Everybody, for administrators."""
        return self.directory.users() if administers(self.caller) else ()

    def groups(self) -> tuple[Group, ...]:
        """All groups, for whoever may grant them something."""
        may = administers(self.caller) or self.collections()
        return self.directory.groups() if may else ()

    def collections(self) -> tuple[Collection, ...]:
        """Those of which the caller may decide who reads them."""
        return managed(self.caller, self.directory.collections())

    def grants(self) -> tuple[Grant, ...]:
        """Grants on these collections."""
        ids = {collection.id for collection in self.collections()}
        return tuple(grant for grant in self.directory.grants() if grant.collection_id in ids)

    def user(self, wanted: str) -> User:
        """Raises NotFound, WrongUsage."""
        return named(self.users(), wanted, "user")

    def group(self, wanted: str) -> Group:
        """Raises NotFound, WrongUsage."""
        return named(self.groups(), wanted, "group")

    def collection(self, wanted: str) -> Collection:
        """Raises NotFound, WrongUsage."""
        return named(self.collections(), wanted, "collection")

    def groups_of(self, user: User) -> tuple[Group, ...]:
        """The groups of a user whom the caller may know."""
        access = self.directory.access(self.user(user.id).id)
        return access.groups if access else ()

    def members(self, group: str) -> tuple[User, ...]:
        """Who belongs to a group, for administrators. Raises NotFound."""
        return self.directory.members(self._own_group(group).id)

    # Users.

    def add_user(self, name: str, *, admin: bool = False, service: bool = False) -> User:
        """Raises NotFound if the caller may not, NameTaken, WrongUsage."""
        self._administering()
        with self.together():
            made = self.directory.add_user(name, admin=admin, service=service)
            self.record("user.added", made.id, {"admin": _said(admin), "service": _said(service)})
        return made

    def rename_user(self, user: str, name: str) -> User:
        """Return the user as before. Raises NotFound, NameTaken, WrongUsage."""
        found = self.user(user)
        with self.together():
            self.directory.rename_user(found.id, name)
            self.record("user.renamed", found.id, {})
        return found

    def set_admin(self, user: str, *, admin: bool) -> User:
        """Raises NotFound, WrongUsage if nobody would be administrator any more."""
        found = self.user(user)
        with self.together():
            self.directory.set_admin(found.id, admin=admin)
            if found.is_admin != admin:
                self.record("user.admin", found.id, {"admin": _said(admin)})
        return found

    def set_disabled(self, user: str, *, disabled: bool) -> User:
        """Raises NotFound, WrongUsage if nobody would be administrator any more."""
        found = self.user(user)
        with self.together():
            self.directory.set_disabled(found.id, disabled=disabled)
            if found.is_disabled != disabled:
                self.record("user.disabled" if disabled else "user.enabled", found.id, {})
        return found

    def remove_user(self, user: str) -> User:
        """Raises NotFound, WrongUsage if nobody would be administrator any more."""
        found = self.user(user)
        with self.together():
            self.directory.remove_user(found.id)
            self.record("user.removed", found.id, {})
        return found

    # Groups.

    def add_group(self, name: str) -> Group:
        """Raises NotFound if the caller may not, NameTaken, WrongUsage."""
        self._administering()
        with self.together():
            made = self.directory.add_group(name)
            self.record("group.added", made.id, {})
        return made

    def rename_group(self, group: str, name: str) -> Group:
        """Return the group as before. Raises NotFound, NameTaken, WrongUsage."""
        found = self._own_group(group)
        with self.together():
            self.directory.rename_group(found.id, name)
            self.record("group.renamed", found.id, {})
        return found

    def remove_group(self, group: str) -> Group:
        """Raises NotFound."""
        found = self._own_group(group)
        with self.together():
            self.directory.remove_group(found.id)
            self.record("group.removed", found.id, {})
        return found

    def set_member(self, group: str, user: str, *, joins: bool) -> bool:
        """Return whether something changed. Raises NotFound."""
        group_id, user_id = self._own_group(group).id, self.user(user).id
        change = self.directory.add_member if joins else self.directory.remove_member
        with self.together():
            changed = change(group_id, user_id)
            if changed:
                action = "member.added" if joins else "member.removed"
                self.record(action, group_id, {"user": user_id})
        return changed

    # What managers of a collection decide, too.

    def set_grant(self, group: str, collection: str, right: Right | None) -> bool:
        """Return whether something changed. Raises NotFound."""
        where, who = self.collection(collection), self.group(group)
        with self.together():
            changed = self.directory.set_grant(who.id, where.id, right)
            if changed and right:
                detail = {"group": who.id, "right": right.value}
                self.record("grant.given", where.id, detail)
            elif changed:
                self.record("grant.taken", where.id, {"group": who.id})
        return changed

    def set_owner(self, collection: str, owner: str) -> Collection:
        """Raises NotFound, WrongUsage."""
        found = self.collection(collection)
        with self.together():
            self.directory.set_owner(found.id, owner)
            self.record("owner.changed", found.id, {})
        return found

    def _administering(self) -> None:
        if not administers(self.caller):
            raise NotFound(NOT_YOURS)

    def _own_group(self, wanted: str) -> Group:
        """A group that the caller may change: who only grants to it finds nothing here."""
        return named(self.groups() if administers(self.caller) else (), wanted, "group")


def _said(flag: bool) -> str:
    return "yes" if flag else "no"
