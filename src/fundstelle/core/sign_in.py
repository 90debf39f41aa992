"""What proves who somebody is: sessions of people, keys of programs. Times: seconds since 1970."""

from dataclasses import dataclass

from fundstelle.core.access import Access, Right, Scope


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


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Somebody known, with all rights read at one moment. proof: what they showed for it."""

    access: Access
    proof: Session | ApiKey

    def scope(self, right: Right = Right.READ) -> Scope:
        """Where the caller has the right, after everything that narrows it."""
        if not isinstance(self.proof, ApiKey):
            return self.access.scope(right)
        if self.proof.read_only and right is not Right.READ:
            return Scope(frozenset())
        return self.access.scope(right, self.proof.collection_ids)

    @property
    def administers(self) -> bool:
        """Whether the caller may do what only administrators may, in this session."""
        user = self.access.user
        allowed = isinstance(self.proof, Session) and self.proof.administration
        return allowed and user.is_admin and not user.is_disabled
