"""Bring a database to the format of this program: numbered SQL files, each applied once."""

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fundstelle.core.errors import CannotRun

FILES = Path(__file__).parent / "sqlite_migrations"
APPLIED = """CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL)"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step. sha256: of its text; an applied step is never edited."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        return sha256(self.sql.encode()).hexdigest()


def migrations(folder: Path = FILES) -> list[Migration]:
    """Return the steps in order. Raises ValueError if the numbers are not 1, 2, 3, …"""
    found = [
        Migration(int(path.name[:4]), path.name, path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.sql"))
        if re.match(r"\d{4}_\w+\.sql$", path.name)
    ]
    if [step.number for step in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations in {folder} must be numbered 0001, 0002, … without gaps")
    return found


def format_of(db: sqlite3.Connection) -> int:
    """Return the format version of a database; 0 for an empty one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def pending(db: sqlite3.Connection, steps: list[Migration]) -> list[Migration]:
    """Return the steps still to apply.

    Raises CannotRun if the database is newer than this program or was made by edited steps.
    """
    here = format_of(db)
    if here > len(steps):
        raise CannotRun.because("folder_newer", here=here, known=len(steps))
    if here:
        applied = dict(db.execute("SELECT number, sha256 FROM migrations"))
        edited = [s.name for s in steps[:here] if applied.get(s.number) != s.sha256]
        if edited:
            raise CannotRun(
                f"The data folder was made with another text of {', '.join(edited)}. "
                "Use the version of Fundstelle that wrote it."
            )
    return steps[here:]


def apply(db: sqlite3.Connection, step: Migration) -> None:
    """Apply one step in one transaction; a failed step leaves nothing behind.

    db: in autocommit mode (isolation_level None).
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(APPLIED)
        for statement in _statements(step.sql):
            db.execute(statement)
        done = (step.number, step.name, step.sha256)
        db.execute("INSERT INTO migrations (number, name, sha256) VALUES (?, ?, ?)", done)
        db.execute(f"PRAGMA user_version = {step.number:d}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk ends it by itself
            db.execute("ROLLBACK")
        raise


def _statements(sql: str) -> Iterator[str]:
    """Yield single statements: executescript would commit our transaction first."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
