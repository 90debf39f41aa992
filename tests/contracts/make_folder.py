"""Make a data folder of today's format for test_migration.py. Usage: make_folder.py TARGET.zip

Run it with the last commit of a format, before the next format comes: PYTHONPATH=src:. and that
commit checked out. The zip holds the data folder and answers.json, what that commit said.
"""

import json
import sys
import tempfile
import zipfile
from pathlib import Path

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Scope
from fundstelle.ports import Store
from tests.contracts.material import SMALL, embed, prepared, seeking

WORDS = ["urlaub", "frist", "antrag"]


def answers(store: Store) -> list[object]:
    """What the store says to questions by words, as JSON knows it."""
    scope = Scope(frozenset(c.id for c in store.upkeep.collections()))
    with store.reading(scope) as view:
        found = view.match(seeking(*WORDS), WORDS, limit=9)
        versions = [view.versions(document.id) for document in view.documents()]
        return [
            [view.statistics().documents, view.statistics().chunks, view.statistics().words],
            [[d.id, d.name, d.title, d.version, d.collection] for d in view.documents()],
            sorted(view.holding(WORDS).items()),
            sorted(view.words_starting("", limit=99)),
            [found.chunk_ids, found.text.tolist(), found.beside.tolist(), found.lengths.tolist()],
            [chunk.text for chunk in view.chunks(found.chunk_ids)],
            [[[v.number, v.content_hash, v.chars] for v in kept] for kept in versions],
        ]


def fill(folder: Path) -> None:
    store = SqliteStore(folder)
    staff = store.upkeep.add_collection("Personal")
    board = store.upkeep.add_collection("Vorstand")
    store.upkeep.replace(prepared(staff.id, "/a", "Der Urlaub.", "Die Frist.", paged=True))
    store.upkeep.replace(prepared(staff.id, "/b", "Der Antrag.", heading="Urlaub"))
    store.upkeep.replace(prepared(staff.id, "/b", "Ein Antrag.", heading="Frist", version=2))
    store.upkeep.optimize()  # some words settled, some still in the log
    store.upkeep.replace(prepared(board.id, "/c", "Urlaub für alle.", "Anträge und Fristen."))
    store.upkeep.begin_set(SMALL)
    embed(store.upkeep, SMALL)
    store.close()


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        store = SqliteStore(folder)
        said = json.dumps(answers(store), ensure_ascii=False)
        store.close()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("answers.json", said)
            for path in sorted(p for p in folder.rglob("*") if p.is_file()):
                packed.write(path, f"data/{path.relative_to(folder)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
