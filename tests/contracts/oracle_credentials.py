"""Passwords, sessions and keys in plain dictionaries: what the stores have to do."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from fundstelle.core.access import User
from fundstelle.core.errors import NotFound
from fundstelle.core.names import folded
from fundstelle.core.sign_in import ApiKey, Session


@dataclass
class OracleCredentials:
    """users: all there are now. collections: ids of those there are now."""

    users: Callable[[], tuple[User, ...]]
    collections: Callable[[], frozenset[str]]
    kept: dict[str, str | None] = field(default_factory=dict)
    begun: dict[bytes, Session] = field(default_factory=dict)
    made: dict[bytes, ApiKey] = field(default_factory=dict)
    as_was: dict[str, User] = field(default_factory=dict)

    def user_named(self, name: str) -> User | None:
        return next((u for u in self.users() if folded(u.name) == folded(name)), None)

    def password(self, user_id: str) -> str | None:
        return self.kept.get(user_id) if self._there(user_id) else None

    def set_password(self, user_id: str, kept: str | None, *, keep_sessions: bool = False) -> None:
        self._known(user_id)
        self.kept[user_id] = kept
        if not keep_sessions:
            self.end_sessions(user_id)

    def begin_session(self, token_hash: bytes, session: Session) -> None:
        user = self._known(session.user_id)
        if user.is_disabled:
            raise NotFound("There is no such user.")
        self.begun[token_hash], self.as_was[session.id] = session, user

    def session(self, token_hash: bytes) -> Session | None:
        found = self.begun.get(token_hash)
        return found if found and self._unchanged(found) else None

    def see_session(self, session_id: str, at: int) -> None:
        for key, session in self.begun.items():
            if session.id == session_id:
                self.begun[key] = replace(session, seen_at=at)

    def sessions(self, user_id: str) -> tuple[Session, ...]:
        own = [s for s in self.begun.values() if s.user_id == user_id and self._unchanged(s)]
        return tuple(sorted(own, key=lambda s: (-s.begun_at, s.id)))

    def end_session(self, session_id: str) -> bool:
        return self._end(lambda s: s.id == session_id) > 0

    def end_sessions(self, user_id: str, *, but: str | None = None) -> int:
        return self._end(lambda s: s.user_id == user_id and s.id != but)

    def drop_sessions(self, *, ended_before: int, unseen_since: int) -> int:
        return self._end(lambda s: s.ends_at <= ended_before or s.seen_at <= unseen_since)

    def add_key(self, key_hash: bytes, key: ApiKey) -> None:
        self._known(key.user_id)
        if not (key.collection_ids or frozenset()) <= self.collections():
            raise NotFound("There is no such collection.")
        self.made[key_hash] = key

    def key(self, key_hash: bytes) -> ApiKey | None:
        found = self.made.get(key_hash)
        return self._now(found) if found and self._there(found.user_id) else None

    def use_key(self, key_id: str, at: int) -> None:
        for key_hash, key in self.made.items():
            if key.id == key_id:
                self.made[key_hash] = replace(key, used_at=at)

    def keys(self, user_id: str | None = None) -> tuple[ApiKey, ...]:
        own = [self._now(k) for k in self.made.values() if self._there(k.user_id)]
        chosen = [k for k in own if user_id in (None, k.user_id)]
        return tuple(sorted(chosen, key=lambda k: (k.name, k.id)))

    def remove_key(self, key_id: str) -> bool:
        before = len(self.made)
        self.made = {h: k for h, k in self.made.items() if k.id != key_id}
        return len(self.made) < before

    def _now(self, key: ApiKey) -> ApiKey:
        """Collections that are gone are gone from keys; none left means nothing."""
        if key.collection_ids is None:
            return key
        return replace(key, collection_ids=key.collection_ids & self.collections())

    def _unchanged(self, session: Session) -> bool:
        """Whether the user is there, enabled, and of the same role as when it was begun."""
        was = self.as_was[session.id]
        now = next((user for user in self.users() if user.id == was.id), None)
        return now is not None and not now.is_disabled and now.is_admin == was.is_admin

    def _there(self, user_id: str) -> bool:
        return any(user.id == user_id for user in self.users())

    def _known(self, user_id: str) -> User:
        for user in self.users():
            if user.id == user_id:
                return user
        raise NotFound("There is no such user.")

    def _end(self, over: Callable[[Session], bool]) -> int:
        gone = [key for key, session in self.begun.items() if over(session)]
        for key in gone:
            del self.begun[key]
        return len(gone)
