"""What proves who somebody is: sessions of people, keys of programs. Times: seconds since 1970."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from fundstelle.core.access import Access, Grant, Right, Scope


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who signed in with a password. Only the hash of the token is kept, apart from this.

    administration: a session of its own for administering, shorter and begun by a fresh password.
    ends_at: whatever happens; it ends earlier when it is not used.
    """

    id: str
    user_id: str
    administration: bool
    begun_at: int
    seen_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A program's way in. collection_ids: only these, of what the user may; None: all of it.

    used_at: by the hour. ends_at: None: never.
    """

    id: str
    user_id: str
    name: str
    read_only: bool
    collection_ids: frozenset[str] | None
    made_at: int
    ends_at: int | None = None
    used_at: int | None = None

    def narrowed(self, grants: Iterable[Grant]) -> Iterator[Grant]:
        """What is left of its user's grants."""
        for grant in grants:
            if self.collection_ids is None or grant.collection_id in self.collection_ids:
                yield replace(grant, right=Right.READ) if self.read_only else grant


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Somebody known, with all rights read at one moment. proof: what they showed for it."""

    access: Access
    proof: Session | ApiKey

    @property
    def acting(self) -> Access:
        """The rights as far as this proof carries them: what decides, and nothing else does.

        Nobody administers without a session for that. A key may be narrowed to collections and
        to reading.
        """
        access = self.access
        if not self.administers:
            access = replace(access, user=replace(access.user, is_admin=False))
        if isinstance(self.proof, ApiKey):
            access = replace(access, grants=tuple(self.proof.narrowed(access.grants)))
        return access

    def scope(self, right: Right = Right.READ) -> Scope:
        """Where the caller has the right."""
        return self.acting.scope(right)

    @property
    def administers(self) -> bool:
        """Whether the caller may do what only administrators may, in this session."""
        user = self.access.user
        allowed = isinstance(self.proof, Session) and self.proof.administration
        return allowed and user.is_admin and not user.is_disabled
