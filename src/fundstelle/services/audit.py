"""The audit log: write down what somebody does, read it, check it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from fundstelle.core.audit import Entry, Row, Verdict, verify
from fundstelle.core.callers import Caller, Operator
from fundstelle.ports import AuditLog

PAGE = 1000
NOTHING: Mapping[str, str] = {}
# action, subject (an id), detail (ids and rights): see core.audit for what may be said.
Record = Callable[[str, str, Mapping[str, str]], object]


def record_nothing(_action: str, _subject: str, _detail: Mapping[str, str]) -> None:
    """For where no log is kept."""


def actor_of(caller: Caller) -> str:
    """Whom an entry names: the id of a user, "" for the operator."""
    return "" if isinstance(caller, Operator) else caller.user.id


@dataclass(frozen=True, slots=True)
class Recorder:
    """A Record of what one actor does. now: seconds since 1970."""

    log: AuditLog
    actor: str
    now: Callable[[], int]

    def __call__(self, action: str, subject: str, detail: Mapping[str, str] = NOTHING) -> None:
        """Keep it. Call inside Store.together() with what was done."""
        self.log.append(Entry(self.now(), self.actor, action, subject, detail))


@dataclass(frozen=True, slots=True)
class ReadLog:
    """Whoever reads the log stands in it afterwards; whoever checks it learns nothing of it."""

    log: AuditLog
    record: Record

    def rows(self, *, after: int = 0, limit: int = PAGE) -> tuple[Row, ...]:
        """Rows from the one behind `after` on."""
        found = self.log.entries(after=after, limit=limit)
        self.record("log.read", "", NOTHING)
        return found

    def verify(self, head: str | None = None) -> Verdict:
        """Check every row. head: hash of a row, kept elsewhere. Raises CannotRun if unreadable."""
        return verify(self._every(), head)

    def _every(self) -> Iterator[Row]:
        after = 0
        while page := self.log.entries(after=after, limit=PAGE):
            yield from page
            after = page[-1].number
