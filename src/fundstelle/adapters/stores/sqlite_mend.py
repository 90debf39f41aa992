"""Damaged vectors go, and their chunks are embedded again: text is the truth, vectors are not."""

import sqlite3

from fundstelle.adapters.stores.sqlite_vectors import GENERATIONS_KEPT, OWN_KEY, are_sound

AT_ONCE = 1000  # vectors looked at together


def drop_lost_sets(db: sqlite3.Connection) -> None:
    """A set whose entry contradicts itself, or a current set that is not there, is given up."""
    db.execute(
        "UPDATE vector_sets SET fingerprint = NULL"  # noqa: S608 - our own words
        f" WHERE fingerprint IS NOT NULL AND fingerprint <> {OWN_KEY}"
    )
    db.execute(
        "DELETE FROM folder WHERE name = 'vector_set' AND NOT EXISTS (SELECT 1 FROM vector_sets s"
        " WHERE s.key = folder.value AND s.fingerprint IS NOT NULL)"
    )
    db.execute(
        "INSERT OR IGNORE INTO folder (name, value) SELECT 'vector_set', min(key) FROM vector_sets"
        " WHERE fingerprint IS NOT NULL HAVING min(key) IS NOT NULL"
    )
    gone = "(SELECT key FROM vector_sets WHERE fingerprint IS NULL)"
    db.execute(f"DELETE FROM vectors WHERE vector_set IN {gone}")  # noqa: S608 - our own words
    db.execute(f"DELETE FROM vector_backlog WHERE vector_set IN {gone}")  # noqa: S608
    db.execute("DELETE FROM vector_sets WHERE fingerprint IS NULL")


def mend_set(db: sqlite3.Connection, key: int, size: int) -> None:
    """Remove unsound vectors of a set, and let its backlog hold exactly what lacks one."""
    unsound: list[tuple[int]] = []
    rows = db.execute("SELECT key, vector FROM vectors WHERE vector_set = ?", (key,))
    while part := rows.fetchmany(AT_ONCE):
        unsound += [(place,) for place, blob in part if not are_sound([blob], size)]
    db.executemany("DELETE FROM vectors WHERE key = ?", unsound)
    db.execute(
        "DELETE FROM vectors WHERE vector_set = ? AND collection <> (SELECT d.collection"
        " FROM chunks k JOIN documents d ON d.key = k.document WHERE k.key = vectors.chunk)",
        (key,),
    )
    db.execute("DELETE FROM vector_backlog WHERE vector_set = ?", (key,))
    db.execute(
        "INSERT INTO vector_backlog (vector_set, collection, chunk)"
        " SELECT :set, d.collection, k.key FROM documents d JOIN chunks k ON k.document = d.key"
        " WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.chunk = k.key AND v.vector_set = :set)",
        {"set": key},
    )


def forget_generations(db: sqlite3.Connection) -> None:
    """Nobody may go on with what he has in memory: it may be what was damaged."""
    db.execute("DELETE FROM vector_changes")
    db.execute(
        "UPDATE collections SET vector_generation = vector_generation + ?", (GENERATIONS_KEPT + 1,)
    )
