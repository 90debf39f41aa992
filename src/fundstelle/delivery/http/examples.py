"""One example of each object that the API shows."""

from typing import Any

Example = dict[str, Any]

PLACE: Example = {
    "document_id": "8c1f0a2b3d4e5f60718293a4b5c6d7e8",
    "title": "Urlaubsordnung",
    "name": "urlaub.pdf",
    "collection": "Personal",
    "version": 3,
    "page": None,
    "heading": None,
    "header": None,
    "start": 1041,
    "end": 1103,
    "quote": "Der Urlaub beträgt 30 Arbeitstage.",
    "url": "/documents/8c1f0a2b3d4e5f60718293a4b5c6d7e8?version=3#2:1041-1103",
}
SOURCE: Example = {name: PLACE[name] for name in ("document_id", "title", "name", "collection")}
HIT: Example = SOURCE | {
    "chunk_id": "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    "index": 4,
    "page": None,
    "heading": None,
    "header": None,
    "start": 1041,
    "end": 1103,
    "text": "Der Urlaub beträgt 30 Arbeitstage.",
    "score": 0.91,
    "lexical_rank": None,
    "vector_rank": None,
}
ANSWER: Example = {
    "status": "extractive",
    "question": "Wie viele Urlaubstage habe ich?",
    "language": "de",
    "sentences": [
        {
            "text": "Der Urlaub beträgt 30 Arbeitstage.",
            "kind": "verbatim",
            "citations": [PLACE],
        }
    ],
    "dropped": [],
    "sources": [SOURCE | {"score": 0.91}],
    "refusal": None,
    "nearest": [HIT],
    "confidence": 0.93,
    "doubtful": False,
    "generated": False,
    "model": None,
    "degraded": ["embedder_down"],
    "carried_terms": [],
    "receipt": None,
    "timings_ms": {"embed": 4.0, "search": 6.0, "draft": 0.0, "gates": 1.0},
}
HITS: Example = {"hits": [HIT]}
DOCUMENT: Example = SOURCE | {
    "source_uri": "crm:17",
    "source_url": None,
    "original_path": None,
    "content_hash": "3b7e72d1c5f2a9480e6d",
    "imported_at": "2026-11-30T12:00:00+00:00",
    "version": 3,
    "document_type": "pdf",
    "language": None,
    "pages": None,
    "chunks": 12,
    "vectors": 12,
    "state": "indexed",
}
DOCUMENTS: Example = {"documents": [DOCUMENT], "next_cursor": None}
FOUND: Example = {"hits": [HIT | {"content": HIT["text"]}]}
DOCUMENTS_OR_HITS = (DOCUMENTS, FOUND)
INDEXED: Example = {
    "document_id": PLACE["document_id"],
    "chunks": 12,
    "status": "indexed",
}
COLLECTION: Example = {
    "collection_id": "5f1aa0c8dad9dc73",
    "name": "Personal",
    "owner": "Erika Muster, -17",
    "documents": 40,
    "chunks": 812,
}
BARE_COLLECTION: Example = {name: COLLECTION[name] for name in ("collection_id", "name", "owner")}
COLLECTIONS: Example = {"collections": [COLLECTION], "next_cursor": None}
USER: Example = {
    "user_id": "29760fb42e76936e91b4eff079f581f4",
    "name": "erika",
    "admin": False,
    "service": False,
    "disabled": False,
}
USERS: Example = {"users": [USER], "next_cursor": None}
GROUP: Example = {"group_id": "b5b5b4cadae9829597ed25a9b3040441", "name": "Personalabteilung"}
GROUPS: Example = {"groups": [GROUP], "next_cursor": None}
USER_WITH_GROUPS: Example = USER | {"groups": [GROUP]}
GRANTS: Example = {
    "grants": [
        {
            "group_id": GROUP["group_id"],
            "group": GROUP["name"],
            "collection_id": COLLECTION["collection_id"],
            "collection": COLLECTION["name"],
            "right": "read",
        }
    ],
    "next_cursor": None,
}
REACHED: Example = {
    "user": USER,
    "collection": BARE_COLLECTION,
    "right": "read",
    "groups": [GROUP],
}
READERS: Example = {"collection": BARE_COLLECTION, "document": None, "readers": [REACHED]}
READABLE: Example = {"user": USER, "readable": [REACHED]}
EXPLANATION: Example = {
    "user": USER,
    "collection": BARE_COLLECTION,
    "right": "read",
    "allowed": True,
    "steps": [
        {
            "kind": "grant",
            "passed": True,
            "subject": "Personalabteilung",
            "right": None,
            "de": "Personalabteilung darf Personal lesen.",
            "en": "Personalabteilung may read Personal.",
        }
    ],
    "change": [{"de": "erika aus der Gruppe nehmen", "en": "take erika out of the group"}],
    "also_changes": 0,
    "wider_key": False,
}
KEY: Example = {
    "key_id": "96db2fc51a071526",
    "user_id": USER["user_id"],
    "name": "nightly import",
    "read_only": False,
    "collection_ids": None,
    "made_at": 1_800_000_000,
    "ends_at": None,
    "used_at": None,
}
NEW_KEY: Example = KEY | {"key": "fst_VcI5K0TarX1HgewovnKFF9V9-4Rrst1B3HotapFmfHo"}
KEYS: Example = {"keys": [KEY], "next_cursor": None}
SESSION: Example = {
    "session_id": "z6D_YwtmYACMBk1c",
    "administration": False,
    "begun_at": 1_800_000_000,
    "seen_at": 1_800_000_060,
    "ends_at": 1_800_604_800,
    "current": True,
}
SESSIONS: Example = {"sessions": [SESSION], "next_cursor": None}
SIGNED_IN: Example = {"user_id": USER["user_id"], "administration": False}
SET_UP: Example = {"user_id": USER["user_id"]}
HEALTH: Example = {"status": "alive"}
METRICS = 'fundstelle_requests_total{method="POST",route="/api/v1/ask",status="200"} 7.0'
TEXT = "Der Urlaub beträgt 30 Arbeitstage."
