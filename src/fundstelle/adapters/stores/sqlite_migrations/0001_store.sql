-- Why: documents with their versions, chunks and search words; one folder, one file.
-- Undo: remove the data folder; there was nothing before this step.
-- Words of a collection also have a table of their own, words_<key> (see sqlite_words.py), made
-- and dropped with the collection. It holds numbers of vocabulary entries, no clear text.

CREATE TABLE folder (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE collections (
    key INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: it names the table of words
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    generation INTEGER NOT NULL DEFAULT 0, -- grows with each write: tells caches that they are old
    documents INTEGER NOT NULL DEFAULT 0,
    chunks INTEGER NOT NULL DEFAULT 0,
    words INTEGER NOT NULL DEFAULT 0,
    logged INTEGER NOT NULL DEFAULT 0 -- size of its part of word_log
);

CREATE TABLE documents (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    collection INTEGER NOT NULL REFERENCES collections (key),
    source_uri TEXT NOT NULL,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    version INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    read_by TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    document_type TEXT NOT NULL,
    language TEXT NOT NULL,
    pages INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    source_url TEXT,
    original_path TEXT,
    UNIQUE (collection, source_uri)
);
CREATE INDEX documents_by_content ON documents (collection, content_hash);

CREATE TABLE versions (
    key INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (key),
    number INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    read_by TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    chars INTEGER NOT NULL,
    original INTEGER NOT NULL, -- whether its bytes are kept
    structure BLOB NOT NULL, -- blocks, sentences, pages, given: see sqlite_pack.py
    text BLOB NOT NULL,
    UNIQUE (document, number)
);
CREATE INDEX versions_by_content ON versions (content_hash);

CREATE TABLE page_boxes (
    version INTEGER NOT NULL REFERENCES versions (key),
    page INTEGER NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    boxes BLOB NOT NULL,
    UNIQUE (version, page)
);

-- Chunks of current versions only. The key grows with each insert, so ties are broken by age,
-- which no other collection can change.
CREATE TABLE chunks (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document INTEGER NOT NULL REFERENCES documents (key),
    idx INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    page INTEGER,
    length INTEGER NOT NULL,
    words BLOB NOT NULL, -- vocabulary ids with counts: see sqlite_pack.py
    sentences BLOB NOT NULL,
    heading TEXT NOT NULL,
    header TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (document, idx)
);

-- german, english: the stem where it differs from the word, else NULL (half of the index saved).
CREATE TABLE vocabulary (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collections (key),
    word TEXT NOT NULL,
    german TEXT,
    english TEXT,
    backwards TEXT NOT NULL,
    UNIQUE (collection, word)
);
CREATE INDEX vocabulary_german ON vocabulary (collection, german) WHERE german IS NOT NULL;
CREATE INDEX vocabulary_english ON vocabulary (collection, english) WHERE english IS NOT NULL;
CREATE INDEX vocabulary_backwards ON vocabulary (collection, backwards);

-- In how many chunks a word stands. Apart from the words, because these rows change with every
-- document and a thousand of them fit on a page.
CREATE TABLE word_chunks (
    id INTEGER PRIMARY KEY REFERENCES vocabulary (id),
    chunks INTEGER NOT NULL
);

-- Why a log: a document of four chunks changes the numbers of 200 words and adds 20, each on a
-- page of its own: 700 kB written for 3 kB of text. So each write adds one row here, readers add
-- the rows to what the two tables say, and every few thousand words the rows are settled.
CREATE TABLE word_log (
    key INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collections (key),
    changes BLOB NOT NULL, -- vocabulary id and change of its number of chunks
    first INTEGER NOT NULL, -- id of the first new word; the others follow
    words TEXT NOT NULL -- new words as JSON: [[word, german, english], ...]
);
CREATE INDEX word_log_by_collection ON word_log (collection);

-- What a removal still has to wipe after its transaction: an original by its hash, or the log.
CREATE TABLE leftovers (
    content_hash TEXT PRIMARY KEY
) WITHOUT ROWID;

INSERT INTO folder (name, value) VALUES ('last_word', '0'); -- vocabulary ids are never used twice
