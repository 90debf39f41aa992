"""A process that fills a store until it is killed. Usage: killed_writer.py FOLDER SEED

Prints one line per document that is stored: its place in the list of documents and the version.
"""

import random
import sys
from pathlib import Path

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.documents import Prepared
from tests.contracts.material import prepared

DOCUMENTS = 12


def content(collection_id: str, number: int, version: int) -> Prepared:
    """The document that must be found under this number and version."""
    words = random.Random(number * 1000 + version)
    texts = [
        " ".join(["".join(words.choices("aeioukrnst", k=6)) for _ in range(25)])
        for _ in range(1 + number % 4)
    ]
    return prepared(collection_id, f"/{number}.md", *texts, version=version)


def main(folder: Path, seed: int) -> None:
    store = SqliteStore(folder, keep_versions=2)
    found = store.upkeep.collections()
    collection = found[0] if found else store.upkeep.add_collection("Personal")
    order = random.Random(seed)
    while True:
        number = order.randrange(DOCUMENTS)
        known = store.upkeep.known(collection.id).get(f"/{number}.md")
        version = known.version + 1 if known else 1
        document = content(collection.id, number, version)
        if known and not order.randrange(9):
            store.upkeep.remove(document.document_id)
            version = 0
        else:
            store.upkeep.replace(document)
        sys.stdout.write(f"{number} {version}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
