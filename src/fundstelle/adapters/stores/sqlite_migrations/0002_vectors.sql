-- Why: vectors of chunks, so that questions in other words find them too.
-- Undo: drop the four tables and the column collections.vector_generation.

-- One set per embedder. The current one is named in folder ('vector_set', key).
CREATE TABLE vector_sets (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    fingerprint TEXT UNIQUE, -- NULL: is being removed, nobody finds it any more
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    size INTEGER NOT NULL,
    prefix TEXT NOT NULL
);

-- Apart from the chunks, so that reading text does not drag vectors along. Keys are never used
-- twice and grow: what is in memory asks for what came after its last key.
CREATE TABLE vectors (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL,
    vector_set INTEGER NOT NULL REFERENCES vector_sets (key),
    chunk INTEGER NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    vector BLOB NOT NULL, -- little-endian float16
    UNIQUE (chunk, vector_set)
);
CREATE INDEX vectors_by_collection ON vectors (vector_set, collection);

-- Chunks that have no vector yet. Every chunk is in exactly one of the two tables, for each set.
CREATE TABLE vector_backlog (
    chunk INTEGER NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    vector_set INTEGER NOT NULL REFERENCES vector_sets (key),
    collection INTEGER NOT NULL, -- columns in the order of the key: SQLite 3.40 checks them so
    PRIMARY KEY (chunk, vector_set)
) WITHOUT ROWID;
CREATE INDEX vector_backlog_by_collection ON vector_backlog (vector_set, collection);

-- Which vectors went, for the newest generations only: who is further behind loads anew.
CREATE TABLE vector_changes (
    collection INTEGER NOT NULL REFERENCES collections (key) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    gone BLOB NOT NULL, -- keys of vectors, little-endian int64
    PRIMARY KEY (collection, generation)
) WITHOUT ROWID;

-- Grows with each write that adds or removes vectors of the collection.
ALTER TABLE collections ADD COLUMN vector_generation INTEGER NOT NULL DEFAULT 0;
