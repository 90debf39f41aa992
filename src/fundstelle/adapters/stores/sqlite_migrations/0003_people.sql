-- Why: several people, each with their own rights; sign-in, keys and a log of what was changed.
-- Undo: drop the tables below and the column collections.owner.

ALTER TABLE collections ADD COLUMN owner TEXT NOT NULL DEFAULT '';

CREATE TABLE users (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    admin INTEGER NOT NULL DEFAULT 0,
    service INTEGER NOT NULL DEFAULT 0,
    disabled INTEGER NOT NULL DEFAULT 0,
    password TEXT -- argon2id, with its parameters; NULL: cannot sign in with one
);

CREATE TABLE groups (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE
);

CREATE TABLE members (
    user INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE,
    group_key INTEGER NOT NULL REFERENCES groups (key) ON DELETE CASCADE,
    PRIMARY KEY (user, group_key)
) WITHOUT ROWID;
CREATE INDEX members_by_group ON members (group_key);

CREATE TABLE grants (
    group_key INTEGER NOT NULL REFERENCES groups (key) ON DELETE CASCADE,
    collection INTEGER NOT NULL REFERENCES collections (key) ON DELETE CASCADE,
    level TEXT NOT NULL CHECK (level IN ('read', 'contribute', 'manage')),
    PRIMARY KEY (group_key, collection)
) WITHOUT ROWID;
CREATE INDEX grants_by_collection ON grants (collection);

-- Only the hash of what the browser holds is kept. Times are seconds since 1970, UTC.
CREATE TABLE sessions (
    hash BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE, -- to list and end it; says nothing about the hash
    user INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE,
    administration INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user);

CREATE TABLE keys (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    hash BLOB NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE,
    name TEXT NOT NULL,
    read_only INTEGER NOT NULL,
    narrowed INTEGER NOT NULL, -- whether key_collections limits it: none left means nothing
    made_at INTEGER NOT NULL,
    ends_at INTEGER, -- NULL: never
    used_at INTEGER -- by the hour
);
CREATE INDEX keys_by_user ON keys (user);

CREATE TABLE key_collections (
    api_key INTEGER NOT NULL REFERENCES keys (key) ON DELETE CASCADE,
    collection INTEGER NOT NULL REFERENCES collections (key) ON DELETE CASCADE,
    PRIMARY KEY (api_key, collection)
) WITHOUT ROWID;

-- Only ever added to. hash: of the row's canonical JSON and of the hash before it.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL, -- id of the user, or '' for the operator at the command line
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL, -- JSON; never text of a document or of a question
    hash TEXT NOT NULL
);
