"""Everything needed to check an answer again: what it said, and where each sentence stood.

A receipt is canonical JSON with a signature. It holds the words of the sentences shown and of the
places cited, of all other evidence only places and hashes.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from fundstelle.core.answers import Answer, Citation, Evidence
from fundstelle.core.canonical_json import canonical_json, hash_of
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.documents import Document, VersionText
from fundstelle.core.drafts import Draft
from fundstelle.core.grounding import JudgedClaim
from fundstelle.core.quotes import find_quote

FORM = 1
SIGNATURE = "signature"
_PURPOSE = "fundstelle receipt\n"  # no signature of ours can be used for anything else

Receipt = dict[str, Any]


class UnreadableReceipt(ValueError):
    """It is no receipt, or one of a form that this program does not know."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Under what an answer came about.

    program: name and version. settings: hash of those that can change an answer. issued_at: ISO.
    """

    program: str
    settings: str
    issued_at: str


@dataclass(frozen=True, slots=True)
class Drafted:
    """What a model had to do with an answer, and how strictly gate 2 judged each of its claims.

    host: who saw the evidence. draft: None if there was no usable reply.
    """

    model: str
    host: str | None
    gate: Strictness
    draft: Draft | None = None
    claims: tuple[JudgedClaim, ...] = ()


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """A place that a receipt cites: quote is what stood at start:end of the version's text."""

    document_id: str
    name: str
    version: int
    content_hash: str
    start: int
    end: int
    quote: str


class PlaceState(StrEnum):
    """What became of a cited place."""

    SAME = "same"
    MOVED = "moved"  # the source changed, the sentence still stands in it word for word
    CHANGED = "changed"  # the sentence no longer stands there
    GONE = "gone"  # the document is gone
    ALTERED = "altered"  # the stored text of that version is another one


def build(
    answer: Answer,
    evidence: Evidence,
    content_hashes: Mapping[str, str],
    *,
    scope: Sequence[str],
    circumstances: Circumstances,
    drafted: Drafted | None = None,
) -> Receipt:
    """A receipt without its signature.

    content_hashes: document id -> SHA-256 of the bytes of the version that the evidence cites.
    scope: ids of the collections that could be read; only their hash is kept.
    """
    refusal = answer.refusal
    return {
        "form": FORM,
        "program": circumstances.program,
        "issued_at": circumstances.issued_at,
        "settings": circumstances.settings,
        "scope": hash_of(sorted(scope)),
        "question": _sound(answer.question),
        "language": answer.language,
        "status": answer.status.value,
        "confidence": answer.confidence,
        "doubtful": answer.doubtful,
        "degraded": list(answer.degraded),
        "refusal": None
        if refusal is None
        else {"code": refusal.code.value, "missing_terms": [*map(_sound, refusal.missing_terms)]},
        "sentences": [
            {
                "text": sentence.text,
                "kind": sentence.kind.value,
                "citations": [_cited(c, content_hashes) for c in sentence.citations],
            }
            for sentence in answer.sentences
        ],
        "evidence": [
            {"id": s.id, "sha256": _hash(s.citation.quote), **_place(s.citation, content_hashes)}
            for s in evidence.sentences
        ],
        "model": None if drafted is None else _drafted(drafted),
    }


def _place(citation: Citation, content_hashes: Mapping[str, str]) -> Receipt:
    return {
        "document_id": citation.document_id,
        "version": citation.version,
        "content_hash": content_hashes[citation.document_id],
        "start": citation.start,
        "end": citation.end,
    }


def _cited(citation: Citation, content_hashes: Mapping[str, str]) -> Receipt:
    told = {
        "name": _sound(citation.name),
        "title": _sound(citation.title),
        "collection": citation.collection,
        "page": citation.page,
        "quote": citation.quote,
    }
    return _place(citation, content_hashes) | told


def _drafted(drafted: Drafted) -> Receipt:
    """The model's part: its words only as hashes, because nothing but proven sentences goes out."""
    draft = drafted.draft
    return {
        "name": drafted.model,
        "host": drafted.host,
        "gate": drafted.gate.value,
        "draft": None if draft is None else _draft_hash(draft),
        "claims": [
            {
                "sha256": _hash(judged.claim.text),
                "cites": [*map(_sound, judged.claim.cites)],
                "verdict": judged.outcome.value,
                "reasons": [reason.code.value for reason in judged.reasons],
            }
            for judged in drafted.claims
        ],
    }


def _draft_hash(draft: Draft) -> str:
    told = [[_sound(c.text), [*map(_sound, c.cites)], _sound(c.quote)] for c in draft.claims]
    return hash_of({"claims": told, "unanswered": draft.unanswered})


def _sound(text: str) -> str:
    """As Unicode: what a terminal or a file system gave may hold halves of characters."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def signed_bytes(receipt: Receipt) -> bytes:
    """What the signature is made over: all but the signature itself."""
    bare = {key: value for key, value in receipt.items() if key != SIGNATURE}
    return (_PURPOSE + canonical_json(bare)).encode("utf-8")


def file_of(receipt: Receipt) -> str:
    """A signed receipt as it is kept in a file."""
    return canonical_json(receipt)


def read_receipt(content: bytes) -> tuple[Receipt, bool]:
    """Take a file apart: the receipt, and whether it is written exactly as we write it.

    Raises UnreadableReceipt.
    """
    try:
        receipt = json.loads(content.decode("utf-8"))
        exact = canonical_json(receipt).encode("utf-8") == content
    except (ValueError, RecursionError) as error:
        raise UnreadableReceipt("The file is no JSON.") from error
    if not isinstance(receipt, dict) or receipt.get("form") != FORM:
        raise UnreadableReceipt(f"The file is no receipt of form {FORM}.")
    cited_places(receipt)
    if not isinstance(receipt.get(SIGNATURE), str):
        raise UnreadableReceipt("The receipt bears no signature.")
    return receipt, exact


def cited_places(receipt: Receipt) -> tuple[CitedPlace, ...]:
    """The places it cites, each once. Raises UnreadableReceipt."""
    try:
        cited = [c for sentence in receipt["sentences"] for c in sentence["citations"]]
        places = (
            CitedPlace(
                str(c["document_id"]),
                str(c["name"]),
                int(c["version"]),
                str(c["content_hash"]),
                int(c["start"]),
                int(c["end"]),
                str(c["quote"]),
            )
            for c in cited
        )
        return tuple(dict.fromkeys(places))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise UnreadableReceipt("The receipt lacks parts.") from error


def compare(
    place: CitedPlace, document: Document | None, then: VersionText | None, now: VersionText | None
) -> PlaceState:
    """What became of a place.

    document: as it is now; None if there is none. then: text of the version cited, if one of that
    number and content is kept. now: text of the current version.
    """
    if document is None or now is None:
        return PlaceState.GONE
    same_bytes = document.content_hash == place.content_hash
    if then is not None and then.text[place.start : place.end] != place.quote:
        return PlaceState.ALTERED
    stands = place.quote in now.text or bool(find_quote(place.quote, now.text))
    if same_bytes:  # read again, or the source came back to what it was
        return PlaceState.SAME if stands else PlaceState.CHANGED
    return PlaceState.MOVED if stands else PlaceState.CHANGED
