"""Reads a data folder and keeps on reading until its input ends. Usage: DATA"""

import sys
from pathlib import Path

from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.access import Scope


def read(data: Path) -> None:
    with application(Settings(data=data)) as app:
        scope = Scope(frozenset(c.id for c in app.store.upkeep.collections()))
        with app.store.reading(scope) as view:
            sys.stdout.write(f"{len(view.documents())}\n")
            sys.stdout.flush()
            sys.stdin.read()


if __name__ == "__main__":
    read(Path(sys.argv[1]))
