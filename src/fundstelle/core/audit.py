"""The audit log: what a row may say, how it hangs on the row before, and what breaks the chain.

A row says who did what to which thing and when, in ids and rights. Names, questions and text of
documents have no form here, so that nothing has to be taken out of a log that only grows.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from fundstelle.core.canonical_json import canonical_json, hash_of

# thing -> what is done to it. It stands in the log as "thing.done".
_DONE = {
    "user": "added renamed admin disabled enabled removed password_set"
    " signed_in signed_out viewed_as",
    "group": "added renamed removed",
    "member": "added removed",
    "grant": "given taken",
    "owner": "changed",
    "key": "added removed",
    "collection": "added renamed removed",
    "document": "imported replaced deleted",
    "log": "read",
}
ACTIONS = frozenset(f"{thing}.{done}" for thing, every in _DONE.items() for done in every.split())
KEYS = frozenset({"admin", "service", "administration", "user", "group", "right"})
KEYS |= {"collection", "documents", "version"}
ID = re.compile(r"[0-9a-f]{16,64}")
SAID = re.compile(r"yes|no|read|contribute|manage|[0-9]{1,15}|[0-9a-f]{16,64}")
NOTHING_BEFORE = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is to be kept. at: seconds since 1970. actor: id of a user, "" for the operator.

    subject: id of what it was done to, "" for the log itself. detail: ids, rights, numbers.
    Raises ValueError for whatever else: it might be a name or a text.
    """

    at: int
    actor: str
    action: str
    subject: str
    detail: Mapping[str, str]

    def __post_init__(self) -> None:
        known = self.action in ACTIONS and self.detail.keys() <= KEYS
        ids = all(not one or ID.fullmatch(one) for one in (self.actor, self.subject))
        if not (known and ids and all(SAID.fullmatch(said) for said in self.detail.values())):
            raise ValueError(f"{self.action!r} with such ids or details is no entry of the log.")


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it is kept. number: from 1, without gaps. detail: canonical JSON."""

    number: int
    at: int
    actor: str
    action: str
    subject: str
    detail: str
    hash: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """rows: how many are sound, from the first on. head: hash of the last sound one, "" of none.

    broken: number of the first row that is not as it was written, None if all are. missing_head:
    the row whose hash was kept elsewhere is not among them: the end was cut off.
    """

    rows: int
    head: str
    broken: int | None = None
    missing_head: bool = False

    @property
    def intact(self) -> bool:
        """Whether nothing is known to be wrong."""
        return self.broken is None and not self.missing_head


def sealed(entry: Entry, before: Row | None) -> Row:
    """The row for an entry, behind the last one."""
    number, previous = (before.number + 1, before.hash) if before else (1, NOTHING_BEFORE)
    said = asdict(entry) | {"detail": canonical_json(dict(entry.detail))}
    return Row(number, **said, hash=_seal(previous, {"number": number, **said}))


def verify(rows: Iterable[Row], head: str | None = None) -> Verdict:
    """Whether these are all rows from the first on, as they were written.

    Edited, removed, moved and inserted rows break the chain. Rows removed at the end do not: that
    shows only against a head, the hash of a row, that was kept elsewhere.
    """
    count, previous, seen = 0, NOTHING_BEFORE, head is None
    for row in rows:
        if not _fits(row, count + 1, previous):
            return Verdict(count, previous, broken=count + 1)
        count, previous = count + 1, row.hash
        seen = seen or previous == head
    return Verdict(count, previous, missing_head=not seen)


def _fits(row: Row, number: int, previous: str) -> bool:
    said = asdict(row)
    kept = said.pop("hash")
    try:
        return row.number == number and bool(kept == _seal(previous, said))
    except ValueError:  # something that is neither text nor a number was written into a row
        return False


def _seal(previous: str, said: Mapping[str, Any]) -> str:
    return hash_of({**said, "before": previous})
