"""The audit log as a plain list."""

from fundstelle.core.audit import Entry, Row, sealed


class OracleAuditLog:
    """rows: from the first on."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows

    def append(self, entry: Entry) -> Row:
        self._rows.append(sealed(entry, self.head()))
        return self._rows[-1]

    def entries(self, *, after: int = 0, limit: int = 1000) -> tuple[Row, ...]:
        return tuple([row for row in self._rows if row.number > after][:limit])

    def head(self) -> Row | None:
        return self._rows[-1] if self._rows else None
