"""Ids are hashes of what makes a thing itself, never counters."""

import hashlib

ID_CHARS = 32


def hash_id(*parts: str) -> str:
    """32 hexadecimal digits of SHA-256 over the parts, separated by NUL."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:ID_CHARS]


def document_id(collection_id: str, source_uri: str) -> str:
    """A document is the same as long as collection and source_uri are."""
    return hash_id(collection_id, source_uri)


def content_hash(content: bytes) -> str:
    """SHA-256 of the original bytes, 64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()
