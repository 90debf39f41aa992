"""The log of who changed what. It only grows."""

from typing import Protocol

from fundstelle.core.audit import Entry, Row


class AuditLog(Protocol):
    """Rows in one chain, also when several processes write. There is no way to change one."""

    def append(self, entry: Entry) -> Row:
        """Keep an entry behind the last one, with the changes made together with it."""
        ...

    def entries(self, *, after: int = 0, limit: int = 1000) -> tuple[Row, ...]:
        """Rows in the order of their numbers, from the one after `after` on."""
        ...

    def head(self) -> Row | None:
        """The last row; None of an empty log."""
        ...
