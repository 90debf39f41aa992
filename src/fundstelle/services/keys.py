"""Keys of programs: make one for a user, narrowed to what the user may read."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from fundstelle.core.access import User
from fundstelle.core.errors import NotFound, WrongUsage
from fundstelle.core.names import kept_name
from fundstelle.core.sign_in import ApiKey
from fundstelle.ports.credentials import Credentials
from fundstelle.ports.directory import Directory
from fundstelle.services.audit import Record, record_nothing
from fundstelle.services.people import named
from fundstelle.services.sign_in import SignIn


@dataclass(frozen=True, slots=True)
class Keys:
    """now: seconds since 1970. new_id: a random name for a key, no secret.

    record: keeps an entry of each change. together: Store.together.
    """

    directory: Directory
    credentials: Credentials
    sign_in: SignIn
    now: Callable[[], int]
    new_id: Callable[[], str]
    record: Record = record_nothing
    together: Callable[[], AbstractContextManager[None]] = nullcontext

    def add(
        self,
        user_id: str,
        name: str,
        *,
        collections: Sequence[str] | None = None,
        read_only: bool = False,
        ends_at: int | None = None,
    ) -> tuple[ApiKey, str]:
        """Return the key and its secret, which is not kept. collections: ids or names.

        A collection that the user may not read is not found. Raises NotFound, WrongUsage.
        """
        access = self.directory.access(user_id)
        if access is None:
            raise NotFound("There is no such user.")
        now = self.now()
        if ends_at is not None and ends_at <= now:
            raise WrongUsage("This key would have ended already. Choose a later end.")
        held = access.scope().collection_ids
        readable = [one for one in self.directory.collections() if one.id in held]
        narrowed = None
        if collections is not None:
            ids = (named(readable, wanted, "collection").id for wanted in collections)
            narrowed = frozenset(ids)
        key = ApiKey(
            self.new_id(), user_id, kept_name(name, "key"), read_only, narrowed, now, ends_at
        )
        with self.together():
            secret = self.sign_in.new_key(key)
            self.record("key.added", key.id, {"user": user_id})
        return key, secret

    def remove(self, key: ApiKey) -> bool:
        """It opens nothing any more. Return whether it was still there."""
        with self.together():
            gone = self.credentials.remove_key(key.id)
            if gone:
                self.record("key.removed", key.id, {"user": key.user_id})
        return gone

    def of(self, users: Sequence[User]) -> list[tuple[User, ApiKey]]:
        """All keys of these users."""
        return [(user, key) for user in users for key in self.credentials.keys(user.id)]
