"""What proves who somebody is, and how passwords are kept."""

from typing import Protocol

from fundstelle.core.access import User
from fundstelle.core.sign_in import ApiKey, Session


class PasswordHasher(Protocol):
    """Slow on purpose. Safe for several threads; more of them wait than would fit into memory."""

    def hash(self, password: str) -> str:
        """What is kept instead of a password; salted, with its parameters."""
        ...

    def verify(self, password: str, kept: str | None) -> bool:
        """Whether this is the password. kept: None takes as long and is never right."""
        ...

    def is_outdated(self, kept: str) -> bool:
        """Whether it was hashed with other parameters than today's."""
        ...

    def is_common(self, password: str) -> bool:
        """Whether it stands on the list of common passwords, case ignored."""
        ...


class Credentials(Protocol):
    """Passwords, sessions and keys. Of tokens only SHA-256 hashes come in and are kept.

    Each change is one transaction. What belongs to a removed user is gone with the user.
    """

    def user_named(self, name: str) -> User | None:
        """By name, as core.names compares them."""
        ...

    def password(self, user_id: str) -> str | None:
        """The hash that is kept; None without a password or user."""
        ...

    def set_password(self, user_id: str, kept: str | None, *, keep_sessions: bool = False) -> None:
        """Replace the hash; all sessions of the user end, unless it is the same password anew.

        Raises NotFound.
        """
        ...

    def begin_session(self, token_hash: bytes, session: Session) -> None:
        """Raises NotFound if the user is gone or disabled."""
        ...

    def session(self, token_hash: bytes) -> Session | None:
        """By the hash of its token; whether it is over the service decides."""
        ...

    def see_session(self, session_id: str, at: int) -> None:
        """Remember that it was used."""
        ...

    def sessions(self, user_id: str) -> tuple[Session, ...]:
        """Those of a user, newest first."""
        ...

    def end_session(self, session_id: str) -> bool:
        """Return whether there was one."""
        ...

    def end_sessions(self, user_id: str, *, but: str | None = None) -> int:
        """End all sessions of a user, or all but one. Returns how many."""
        ...

    def drop_sessions(self, *, ended_before: int, unseen_since: int) -> int:
        """Forget those that are over. Returns how many."""
        ...

    def add_key(self, key_hash: bytes, key: ApiKey) -> None:
        """Raises NotFound if the user or a collection is gone."""
        ...

    def key(self, key_hash: bytes) -> ApiKey | None:
        """By the hash; whether it has ended the service decides."""
        ...

    def use_key(self, key_id: str, at: int) -> None:
        """Remember that it was used."""
        ...

    def keys(self, user_id: str | None = None) -> tuple[ApiKey, ...]:
        """Those of a user, or all; by name, then id."""
        ...

    def remove_key(self, key_id: str) -> bool:
        """Return whether there was one."""
        ...
