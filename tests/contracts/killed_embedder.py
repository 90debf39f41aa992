"""A process that gives vectors to chunks until it is killed. Usage: killed_embedder.py FOLDER

Prints "embedding ID ..." for each batch before it is stored and "stored" after it.
"""

import sys
from pathlib import Path

from fundstelle.adapters.stores.sqlite import SqliteStore
from tests.contracts.material import SMALL, vectors_of

BATCH = 5


def main(folder: Path) -> None:
    store = SqliteStore(folder)
    while pending := store.upkeep.backlog(SMALL.key, limit=BATCH):
        say(" ".join(["embedding", *(one.chunk_id for one in pending)]))
        store.upkeep.add_vectors(SMALL, pending, vectors_of(pending, SMALL))
        say("stored")
    store.close()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
