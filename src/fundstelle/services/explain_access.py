"""Why somebody may read something, who reads it, and what somebody reads."""

from contextlib import suppress
from dataclasses import dataclass

from fundstelle.core.access import Collection, Right, Scope, User
from fundstelle.core.callers import Caller, administers, managed
from fundstelle.core.documents import Document
from fundstelle.core.errors import NotFound
from fundstelle.core.explanation import (
    Explanation,
    KeyLimits,
    Reached,
    explain,
    readable,
    readers,
)
from fundstelle.core.people import People
from fundstelle.ports import Store
from fundstelle.services.library import find_document
from fundstelle.services.people import named, people_for


@dataclass(frozen=True, slots=True)
class ExplainAccess:
    """For administrators, and for who manages a collection about that one. For everybody else
    there is nothing to be found, in the same words as where there is nothing.

    What a manager is told holds no trace of collections that they do not manage.
    """

    store: Store
    caller: Caller

    def why(
        self,
        user: str,
        target: str,
        right: Right = Right.READ,
        key: KeyLimits | None = None,
    ) -> Explanation:
        """target: a collection or a document, by id or name. Raises NotFound, WrongUsage."""
        people = self._people()
        found, document = self._target(people, target)
        name = document.name if document else ""
        who = self._user(people, user)
        return explain(people, who, found, right, document=name, key=key)

    def who(self, target: str) -> tuple[Collection, Document | None, tuple[Reached, ...]]:
        """Who can read a collection or a document. Raises NotFound, WrongUsage."""
        people = self._people()
        found, document = self._target(people, target)
        return found, document, readers(people, found)

    def what(self, user: str) -> tuple[User, tuple[Reached, ...]]:
        """What a user can read of that which the caller manages. Raises NotFound, WrongUsage."""
        people = self._people()
        found = self._user(people, user)
        return found, readable(people, found)

    def _people(self) -> People:
        directory = self.store.directory
        return people_for(directory, managed(self.caller, directory.collections()))

    def _user(self, people: People, wanted: str) -> User:
        may = people.collections or administers(self.caller)
        return named(people.users if may else (), wanted, "user")

    def _target(self, people: People, wanted: str) -> tuple[Collection, Document | None]:
        """A collection, else a document in one that the caller manages."""
        with suppress(NotFound):
            return named(people.collections, wanted, "collection"), None
        scope = Scope(frozenset(collection.id for collection in people.collections))
        with suppress(NotFound):
            document = find_document(self.store, wanted, scope)
            own = next(c for c in people.collections if c.id == document.collection_id)
            return own, document
        there = ", ".join(collection.name for collection in people.collections) or "none yet"
        raise NotFound(f"There is no collection or document {wanted!r}. Collections: {there}.")
