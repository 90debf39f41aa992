"""Who may do what where: users belong to groups, groups have grants on collections.

A scope is what comes of it for one caller at one moment. Rights are never kept beside what they
protect: they are computed anew for each request.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Right(StrEnum):
    """What a grant allows; each holds those before it.

    contribute: import, replace, delete documents. manage: grants and settings of the collection.
    """

    READ = "read"
    CONTRIBUTE = "contribute"
    MANAGE = "manage"

    def holds(self, other: "Right") -> bool:
        """Whether who has this right has the other too."""
        ladder = list(Right)
        return ladder.index(self) >= ladder.index(other)


@dataclass(frozen=True, slots=True)
class Collection:
    """The unit of rights: every document belongs to exactly one.

    owner: who answers for it, as text and contact; "" if nobody is named.
    """

    id: str
    name: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class User:
    """A person, or a program that only signs in with keys (is_service).

    is_admin: manages everything, and reads only what the groups grant like anybody else.
    is_disabled: may do nothing; what belongs to the user stays.
    """

    id: str
    name: str
    is_admin: bool = False
    is_service: bool = False
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Holds users; grants are given to groups only."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Grant:
    """One group's right on one collection. There is at most one for each pair."""

    group_id: str
    collection_id: str
    right: Right


@dataclass(frozen=True, slots=True)
class Scope:
    """The collections one caller may read, already resolved. Empty means: nothing."""

    collection_ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Access:
    """All that decides about one user, read at one moment.

    groups: those the user belongs to. grants: all grants of these groups.
    """

    user: User
    groups: tuple[Group, ...] = ()
    grants: tuple[Grant, ...] = ()

    def rights(self) -> Mapping[str, Right]:
        """collection id -> the highest right; a disabled user has none."""
        best: dict[str, Right] = {}
        for grant in () if self.user.is_disabled else self.grants:
            held = best.get(grant.collection_id)
            if held is None or grant.right.holds(held):
                best[grant.collection_id] = grant.right
        return best

    def scope(self, right: Right = Right.READ, among: Iterable[str] | None = None) -> Scope:
        """Collections on which the user has the right. among: only these (a key, a wish)."""
        held = frozenset(c for c, own in self.rights().items() if own.holds(right))
        return Scope(held if among is None else held & frozenset(among))

    def may_manage(self, collection_id: str) -> bool:
        """Whether the user may change who reads a collection, and learn why somebody may."""
        right = self.rights().get(collection_id)
        admin = self.user.is_admin and not self.user.is_disabled
        return admin or right is Right.MANAGE
