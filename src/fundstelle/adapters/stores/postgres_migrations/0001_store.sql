-- Why: what a view reads, on a server: documents, versions, chunks, words and vectors.
-- Undo: drop the database; there was nothing before this step.
-- Text that is sorted or compared has the collation "C": order by code point, whatever the locale
-- of the database. Cells of bytea lie as version_pack.py says.

CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE collections (
    key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    name text COLLATE "C" NOT NULL,
    owner text NOT NULL DEFAULT ''
);

-- chunks, words: of the current version; words with repetition, for the statistics of a scope.
CREATE TABLE documents (
    key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    collection integer NOT NULL REFERENCES collections,
    source_uri text NOT NULL,
    name text COLLATE "C" NOT NULL,
    title text NOT NULL,
    version integer NOT NULL,
    content_hash text NOT NULL,
    imported_at text NOT NULL,
    document_type text NOT NULL,
    language text NOT NULL,
    pages integer NOT NULL,
    chunks integer NOT NULL,
    words bigint NOT NULL,
    source_url text,
    original_path text
);
CREATE INDEX documents_by_collection ON documents (collection);

CREATE TABLE versions (
    key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document integer NOT NULL REFERENCES documents,
    number integer NOT NULL,
    content_hash text NOT NULL,
    read_by text NOT NULL,
    imported_at text NOT NULL,
    chars integer NOT NULL,
    structure bytea NOT NULL,
    text bytea NOT NULL,
    UNIQUE (document, number)
);

CREATE TABLE page_boxes (
    version integer NOT NULL REFERENCES versions,
    page integer NOT NULL,
    width double precision NOT NULL,
    height double precision NOT NULL,
    boxes bytea NOT NULL,
    PRIMARY KEY (version, page)
);

-- Of current versions only.
CREATE TABLE chunks (
    key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    document integer NOT NULL REFERENCES documents,
    idx integer NOT NULL,
    start integer NOT NULL,
    stop integer NOT NULL,
    page integer,
    heading text NOT NULL,
    header text NOT NULL,
    text text NOT NULL,
    sentences bytea NOT NULL,
    UNIQUE (document, idx)
);

-- One row per collection and word. backwards: the word read from its end. chunks: how many hold it.
CREATE TABLE vocabulary (
    key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection integer NOT NULL REFERENCES collections,
    word text COLLATE "C" NOT NULL,
    backwards text COLLATE "C" NOT NULL,
    german text COLLATE "C" NOT NULL,
    english text COLLATE "C" NOT NULL,
    chunks integer NOT NULL CHECK (chunks > 0),
    UNIQUE (collection, word)
);
CREATE INDEX vocabulary_backwards ON vocabulary (collection, backwards);
CREATE INDEX vocabulary_german ON vocabulary (collection, german);
CREATE INDEX vocabulary_english ON vocabulary (collection, english);

-- words: keys of the vocabulary, ascending. in_text, beside: one byte for each, how often the word
-- stands there (255: so often or more). Apart from the chunks, so that finding reads no text.
CREATE TABLE chunk_words (
    chunk integer PRIMARY KEY REFERENCES chunks,
    collection integer NOT NULL REFERENCES collections,
    length integer NOT NULL,
    words integer[] NOT NULL,
    in_text bytea NOT NULL,
    beside bytea NOT NULL
);
CREATE INDEX chunk_words_by_word ON chunk_words USING gin (words);

CREATE TABLE vector_sets (
    key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    fingerprint text NOT NULL UNIQUE,
    size integer NOT NULL,
    is_current boolean NOT NULL
);
CREATE UNIQUE INDEX one_current_set ON vector_sets (is_current) WHERE is_current;

-- Slim, with all that the scan and its order need. No index over the vectors: the scan is exact.
CREATE TABLE vectors (
    vector_set integer NOT NULL REFERENCES vector_sets,
    chunk_id text COLLATE "C" NOT NULL REFERENCES chunks (id),
    document integer NOT NULL REFERENCES documents,
    collection integer NOT NULL REFERENCES collections,
    embedding halfvec NOT NULL,
    PRIMARY KEY (vector_set, chunk_id)
);
CREATE INDEX vectors_by_collection ON vectors (collection, vector_set);
