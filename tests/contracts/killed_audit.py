"""Adds groups with their entries, and entries alone, until it is killed.

Usage: FOLDER TIMES THREADS. Prints the number of each row that is kept.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.audit import Entry


def add(store: SqliteStore, *, alone: bool) -> None:
    """alone: an entry that tells of nothing else that is written."""
    if alone:
        row = store.audit.append(Entry(1, "", "log.read", "", {}))
    else:
        with store.together():
            group = store.directory.add_group(uuid4().hex)
            row = store.audit.append(Entry(1, "", "group.added", group.id, {}))
    sys.stdout.write(f"{row.number}\n")
    sys.stdout.flush()


def main(folder: Path, times: int, threads: int) -> None:
    store = SqliteStore(folder)
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(add, store, alone=bool(n % 2)) for n in range(times)]:
            done.result()
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
