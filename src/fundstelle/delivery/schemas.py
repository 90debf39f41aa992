"""The JSON objects of the public contract, used by every way in. Names are chosen only here."""

from dataclasses import asdict
from typing import Any

from fundstelle.core.answers import (
    Answer,
    Citation,
    Dropped,
    Hit,
    Opposition,
    Refusal,
    ShownSentence,
    Status,
)
from fundstelle.core.documents import Document
from fundstelle.core.faults import FAULTS
from fundstelle.delivery.reasons import reason_words
from fundstelle.delivery.wording import REFUSALS, Lang, say
from fundstelle.services.ingest import ItemResult, Report
from fundstelle.services.measure import Measured, Times
from fundstelle.services.receipt import Checked

Json = dict[str, Any]


def place_url(citation: Citation) -> str:
    """Address of a place on the pages: /documents/ID?version=3#2:1041-1103 (page first, if any)."""
    page = f"{citation.page}:" if citation.page else ""
    span = f"{citation.start}-{citation.end}"
    return f"/documents/{citation.document_id}?version={citation.version}#{page}{span}"


def citation_json(citation: Citation) -> Json:
    """One proven place."""
    return {
        "document_id": citation.document_id,
        "title": citation.title,
        "name": citation.name,
        "collection": citation.collection,
        "version": citation.version,
        "page": citation.page,
        "heading": citation.heading,
        "header": citation.header,
        "start": citation.start,
        "end": citation.end,
        "quote": citation.quote,
        "url": place_url(citation),
    }


def sentence_json(sentence: ShownSentence) -> Json:
    """One proven sentence with its places."""
    citations = [citation_json(citation) for citation in sentence.citations]
    return {"text": sentence.text, "kind": sentence.kind.value, "citations": citations}


def hit_json(hit: Hit) -> Json:
    """One retrieved chunk, or for `nearest` one sentence of it."""
    place = hit.citation
    return {
        "document_id": place.document_id,
        "title": place.title,
        "name": place.name,
        "collection": place.collection,
        "chunk_id": hit.chunk_id,
        "index": hit.index,
        "page": place.page,
        "heading": place.heading,
        "header": place.header,
        "start": place.start,
        "end": place.end,
        "text": place.quote,
        "score": hit.score,
        "lexical_rank": hit.lexical_rank,
        "vector_rank": hit.vector_rank,
    }


def _refusal_json(refusal: Refusal | None) -> Json | None:
    if refusal is None:
        return None
    return {
        "code": refusal.code.value,
        "reason": dict(REFUSALS[refusal.code].reason),
        "missing_terms": list(refusal.missing_terms),
    }


def _dropped_json(dropped: Dropped) -> Json:
    reasons = [
        {
            "code": reason.code.value,
            "de": reason_words(reason, "de"),
            "en": reason_words(reason, "en"),
        }
        for reason in dropped.reasons
    ]
    return {"text": dropped.text, "reasons": reasons}


def _opposition_json(pair: Opposition) -> Json:
    """Both places, each with the time at which its document was imported."""
    places = zip(("shown", "other"), (pair.shown, pair.other), pair.dates, strict=True)
    told = {side: citation_json(place) | {"imported_at": day} for side, place, day in places}
    return {"kind": pair.kind.value, **told}


def answer_json(answer: Answer, receipt: Json | None = None) -> Json:
    """The answer object of `ask --json` and `POST /api/v1/ask`. receipt: only if asked for."""
    timings = {"embed": 0, "search": 0, "draft": 0, "gates": 0} | answer.timings_ms
    return {
        "status": answer.status.value,
        "question": answer.question,
        "language": answer.language,
        "sentences": [sentence_json(sentence) for sentence in answer.sentences],
        "opposing": [_opposition_json(pair) for pair in answer.opposing],
        "unfounded": list(answer.unfounded),
        "dropped": [_dropped_json(dropped) for dropped in answer.dropped],
        "sources": [
            {
                "document_id": source.document_id,
                "title": source.title,
                "name": source.name,
                "collection": source.collection,
                "score": source.score,
            }
            for source in answer.sources
        ],
        "refusal": _refusal_json(answer.refusal),
        "nearest": [hit_json(hit) for hit in answer.nearest],
        "confidence": answer.confidence,
        "doubtful": answer.doubtful,
        "generated": answer.status is Status.ANSWERED,
        "model": answer.model,
        "model_host": answer.model_host,
        "degraded": list(answer.degraded),
        "carried_terms": [],
        "receipt": receipt,
        "timings_ms": timings,
    }


def checked_json(checked: Checked) -> Json:
    """The object of `verify --json`."""
    return {
        "state": checked.state.value,
        "question": checked.receipt.get("question"),
        "issued_at": checked.receipt.get("issued_at"),
        "program": checked.receipt.get("program"),
        "model": checked.receipt.get("model"),
        "other_key": checked.other_key,
        "places": [
            {
                "document_id": place.document_id,
                "name": place.name,
                "version": place.version,
                "start": place.start,
                "end": place.end,
                "quote": place.quote,
                "state": state.value,
            }
            for place, state in checked.places
        ],
    }


def item_json(item: ItemResult, lang: Lang) -> Json:
    """What happened to one item of an import."""
    fault = FAULTS.get(item.code)
    found: Json = {
        "path": item.uri,
        "name": item.name,
        "document_id": item.document_id,
        "state": item.state.value,
        "chunks": item.chunks,
        "pages_without_text": list(item.pages_without_text),
        "code": item.code or None,
        "reason": fault.reason[lang] if fault else None,
        "remedy": fault.remedy[lang] if fault else None,
    }
    return found


def report_json(report: Report, lang: Lang) -> Json:
    """The object of `ingest --json`."""
    items = [item_json(item, lang) for item in report.items]
    found: Json = {"items": items, "counts": report.counts, "withheld": list(report.withheld)}
    if report.embedder_fault:
        found["embedder"] = report.embedder_fault
    if note := report.embedder_note:
        found["embedder_note"] = say(note.code, lang, **asdict(note))
    return found


def document_json(document: Document, vectors: int) -> Json:
    """One document without its text. vectors: chunks that have one."""
    return {
        "document_id": document.id,
        "name": document.name,
        "title": document.title,
        "collection": document.collection,
        "source_uri": document.source_uri,
        "source_url": document.source_url,
        "original_path": document.original_path,
        "content_hash": document.content_hash,
        "imported_at": document.imported_at,
        "version": document.version,
        "document_type": document.document_type,
        "language": document.language,
        "pages": document.pages,
        "chunks": document.chunks,
        "vectors": vectors,
        "state": "indexed",
    }


def measured_json(measured: Measured) -> Json:
    """The object of `bench --json`. Times in milliseconds."""
    return {
        "benchmark": measured.part.value,
        "questions": measured.questions,
        "repeats": measured.repeats,
        "outcomes": measured.outcomes,
        "doubtful": measured.doubtful,
        "documents": measured.documents,
        "chunks": measured.chunks,
        "embedder": measured.embedder,
        "degraded": list(measured.degraded),
        "first": _times_json(measured.first),
        "new": _times_json(measured.new),
        "again": _times_json(measured.again),
    }


def _times_json(times: Times | None) -> Json | None:
    if times is None:
        return None
    stages = {
        stage: {"p50": round(s.p50, 2), "p95": round(s.p95, 2), "max": round(s.highest, 2)}
        for stage, s in times.ms.items()
    }
    return {"runs": times.runs, "ms": stages}
