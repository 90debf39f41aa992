"""The third door of a store: who there is, and who may do what. No text of a document."""

from typing import Protocol

from fundstelle.core.access import Access, Collection, Grant, Group, Right, User


class Directory(Protocol):
    """Users, groups and grants. Names are unique ignoring case, among users and among groups.

    Every reading method sees one instant. Lists are in the order of names, then ids. A change is
    one transaction, and is in force for every request that begins after it.
    """

    def access(self, user_id: str) -> Access | None:
        """All that decides about a user now; None if there is no such user."""
        ...

    def users(self) -> tuple[User, ...]:
        """Everybody, disabled users too."""
        ...

    def groups(self) -> tuple[Group, ...]:
        """All groups."""
        ...

    def collections(self) -> tuple[Collection, ...]:
        """All collections, with their owners."""
        ...

    def grants(self) -> tuple[Grant, ...]:
        """All grants, by names of group and collection."""
        ...

    def members(self, group_id: str) -> tuple[User, ...]:
        """Users of a group; () if there is no such group."""
        ...

    def add_user(self, name: str, *, admin: bool = False, service: bool = False) -> User:
        """A user without password, who cannot sign in yet. Raises NameTaken."""
        ...

    def rename_user(self, user_id: str, name: str) -> None:
        """Raises NotFound, NameTaken."""
        ...

    def set_admin(self, user_id: str, *, admin: bool) -> None:
        """Raises NotFound, WrongUsage if nobody would be administrator any more."""
        ...

    def set_disabled(self, user_id: str, *, disabled: bool) -> None:
        """Raises NotFound, WrongUsage if nobody would be administrator any more."""
        ...

    def remove_user(self, user_id: str) -> None:
        """With memberships, password, sessions and keys. Raises as set_disabled."""
        ...

    def add_group(self, name: str) -> Group:
        """Raises NameTaken."""
        ...

    def rename_group(self, group_id: str, name: str) -> None:
        """Raises NotFound, NameTaken."""
        ...

    def remove_group(self, group_id: str) -> None:
        """With memberships and grants. Raises NotFound."""
        ...

    def add_member(self, group_id: str, user_id: str) -> bool:
        """Return whether something changed. Raises NotFound."""
        ...

    def remove_member(self, group_id: str, user_id: str) -> bool:
        """Return whether something changed. Raises NotFound."""
        ...

    def set_grant(self, group_id: str, collection_id: str, right: Right | None) -> bool:
        """Give a right, in place of any other of the pair; None takes it away.

        Return whether something changed. Raises NotFound.
        """
        ...

    def set_owner(self, collection_id: str, owner: str) -> None:
        """Raises NotFound."""
        ...
