"""Signing in: a password for a session, a session or a key for a caller with rights of now."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from hashlib import sha256

from fundstelle.core.access import Access, User
from fundstelle.core.errors import NotSignedIn, WrongUsage
from fundstelle.core.names import folded
from fundstelle.core.passwords import LONGEST, composed, fitting
from fundstelle.core.sign_in import ApiKey, Session, SignedIn
from fundstelle.ports.credentials import Credentials, PasswordHasher
from fundstelle.ports.directory import Directory
from fundstelle.services.audit import Record, record_nothing
from fundstelle.services.throttle import Throttle

HOUR = 3600
IDLE, LONGEST_SESSION = 8 * HOUR, 7 * 24 * HOUR
ADMIN_IDLE, ADMIN_LONGEST = HOUR // 2, 8 * HOUR
SEEN_EVERY = 60  # seconds: a session is not written for every request
KEY_PREFIX = "fst_"  # so that people and scanners recognise a key
WRONG = "Name or password is wrong."


@dataclass(frozen=True, slots=True)
class Begun:
    """token: shown to the browser once, never kept."""

    token: str
    session: Session


@dataclass(frozen=True, slots=True)
class SignIn:
    """now: seconds since 1970. token: 256 random bits as text. by_name, by_peer: see Throttle.

    record_of: keeps entries of what a user (id) does. together: Store.together.
    """

    directory: Directory
    credentials: Credentials
    hasher: PasswordHasher
    now: Callable[[], int]
    token: Callable[[], str]
    by_name: Throttle
    by_peer: Throttle
    record_of: Callable[[str], Record] = lambda _user_id: record_nothing
    together: Callable[[], AbstractContextManager[None]] = nullcontext

    def begin(self, name: str, password: str, *, peer: str, administration: bool = False) -> Begun:
        """A new session. Raises NotSignedIn, the same for every reason; TooMany.

        peer: address of the other side. An unknown name takes as long as a known one.
        """
        user = self.credentials.user_named(name)
        kept = self.credentials.password(user.id) if user else None
        fits = self.knows(name, password, kept, peer=peer)
        if user is None or not fits or not _may_begin(user, administration=administration):
            raise NotSignedIn(WRONG)
        if kept and self.hasher.is_outdated(kept):
            again = self.hasher.hash(composed(password))
            self.credentials.set_password(user.id, again, keep_sessions=True)
        return self._begun(user.id, administration=administration)

    def by_session(self, token: str, *, administration: bool = False) -> SignedIn:
        """Who holds the token. Raises NotSignedIn if it is over, ended, or of the other kind."""
        session = self.credentials.session(hash_of(token))
        idle = ADMIN_IDLE if administration else IDLE
        now = self.now()
        if (
            session is None
            or session.administration != administration
            or now >= session.ends_at
            or now >= session.seen_at + idle
        ):
            raise NotSignedIn("Your session is over. Sign in again.")
        access = self._access(session.user_id)
        if administration and not access.user.is_admin:
            raise NotSignedIn("Your session is over. Sign in again.")
        if now >= session.seen_at + SEEN_EVERY:
            self.credentials.see_session(session.id, now)
            session = replace(session, seen_at=now)
        return SignedIn(access, session)

    def by_key(self, key: str) -> SignedIn:
        """Whose key it is. Raises NotSignedIn."""
        found = self.credentials.key(hash_of(key)) if key.startswith(KEY_PREFIX) else None
        now = self.now()
        if found is None or (found.ends_at is not None and now >= found.ends_at):
            raise NotSignedIn("This key is not known or has ended.")
        access = self._access(found.user_id)
        if found.used_at is None or now // HOUR > found.used_at // HOUR:
            self.credentials.use_key(found.id, now // HOUR * HOUR)
        return SignedIn(access, found)

    def end(self, token: str) -> None:
        """End the session of a token, if there is one; with it those for administration."""
        session = self.credentials.session(hash_of(token))
        if session is None:
            return
        with self.together():
            for other in self.credentials.sessions(session.user_id):
                if other.id == session.id or other.administration:
                    self.credentials.end_session(other.id)
            self._tell("user.signed_out", session)

    def end_own(self, user_id: str, session_id: str) -> bool:
        """End one session of a user. Return whether there was one."""
        own = {session.id: session for session in self.credentials.sessions(user_id)}
        with self.together():
            ended = session_id in own and self.credentials.end_session(session_id)
            if ended:
                self._tell("user.signed_out", own[session_id])
        return ended

    def knows(self, name: str, password: str, kept: str | None, *, peer: str) -> bool:
        """Whether this is the password that is kept. Counts as a try. Raises TooMany."""
        self.by_peer.take(peer)
        self.by_name.take(folded(name))
        fits = len(password) <= LONGEST and self.hasher.verify(composed(password), kept)
        if fits:
            self.by_peer.give_back(peer)
            self.by_name.give_back(folded(name))
        return fits

    def check_password(self, name: str, password: str, *, service: bool = False) -> str:
        """Return it as it is hashed. Raises WrongUsage if it may not be one."""
        if service:
            raise WrongUsage("A service account has no password. Give it a key.")
        kept = fitting(password, name)
        if self.hasher.is_common(kept):
            raise WrongUsage("This password is on the list of common ones. Choose another one.")
        return kept

    def set_password(self, user: User, password: str, record: Record | None = None) -> None:
        """A new password; every session of the user ends. record: of whoever sets it, if that is
        not the user. Raises NotFound, WrongUsage.
        """
        kept = self.hasher.hash(self.check_password(user.name, password, service=user.is_service))
        with self.together():
            self.credentials.set_password(user.id, kept)
            (record or self.record_of(user.id))("user.password_set", user.id, {})

    def new_key(self, key: ApiKey) -> str:
        """Keep a key and return what its owner has to copy now; it is not kept."""
        secret = KEY_PREFIX + self.token()
        self.credentials.add_key(hash_of(secret), key)
        return secret

    def _begun(self, user_id: str, *, administration: bool) -> Begun:
        now, token = self.now(), self.token()
        longest = ADMIN_LONGEST if administration else LONGEST_SESSION
        session = Session(self.token()[:16], user_id, administration, now, now, now + longest)
        with self.together():
            self.credentials.begin_session(hash_of(token), session)
            self._tell("user.signed_in", session)
        return Begun(token, session)

    def _tell(self, action: str, session: Session) -> None:
        detail = {"administration": "yes" if session.administration else "no"}
        self.record_of(session.user_id)(action, session.user_id, detail)

    def _access(self, user_id: str) -> Access:
        access = self.directory.access(user_id)
        if access is None or access.user.is_disabled:
            raise NotSignedIn("Your session is over. Sign in again.")
        return access


def _may_begin(user: User, *, administration: bool) -> bool:
    wrong_kind = administration and not user.is_admin
    return not (user.is_disabled or user.is_service or wrong_kind)


def hash_of(token: str) -> bytes:
    """What is kept of a token. It is random and long, so a fast hash is enough."""
    return sha256(token.encode()).digest()
