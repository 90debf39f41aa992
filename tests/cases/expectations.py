"""What each key of `expected` means here: a function that says what is wrong, "" if nothing is."""

import unicodedata
from collections.abc import Callable
from typing import Any

from fundstelle.core.answers import Answer, Citation, Status
from fundstelle.core.documents import Span, VersionText
from fundstelle.core.faults import FAULTS
from fundstelle.delivery.wording import say
from fundstelle.services.ingest import ItemResult, State
from tests.cases.desk import Outcome

# Said of parts that later issues bring, or checked elsewhere.
ELSEWHERE = {
    "http": "no server yet",
    "link_opens": "no pages yet",
    "progress": "tests of the command line",
    "cancellable": "tests of killed imports",
    "other_requests_ok": "no server yet",
    "max_memory_mb": "bench/",
    "match_folded": "implied by answer_all over the folded text",
    "note": "words for people",
    "why2": "words for people",
    "take": "read with each_of_file",
    "each_of_file": "where the questions come from",
    "or_text_all": "read with import",
}
STORED = {State.NEW, State.CHANGED, State.UNCHANGED, State.DUPLICATE}

Check = Callable[[Outcome, Any], str]


def folded(text: str) -> str:
    """NFC with white space folded."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def whole_text(outcome: Outcome) -> str:
    return "\n".join(text.text for text in outcome.texts)


def messages(items: tuple[ItemResult, ...]) -> str:
    """Everything a person is told about an import, German and English."""
    told = []
    for item in items:
        fault = FAULTS.get(item.code)
        if fault:
            words = [*fault.reason.values(), *fault.remedy.values()]
            told.append(f"{item.name}: {' '.join(words)} {item.detail}")
        if item.pages_without_text:
            pages = item.pages_without_text
            told += [f"{item.name}: {say('pages_without_text', 'de', pages=pages)}"]
    return "\n".join(told)


def citations(outcome: Outcome) -> list[Citation]:
    return [c for _, a in outcome.answers for shown in a.sentences for c in shown.citations]


def shown(answer: Answer) -> str:
    """Answer text and quotes."""
    quotes = [c.quote for sentence in answer.sentences for c in sentence.citations]
    return folded(" ".join([*(sentence.text for sentence in answer.sentences), *quotes]))


def _sources(outcome: Outcome) -> list[str]:
    return [source.name for _, answer in outcome.answers for source in answer.sources]


def _lacking(text: str, wanted: list[str]) -> str:
    missing = [words for words in wanted if folded(words) not in text]
    return f"{missing} not in {text[:600]!r}" if missing else ""


def _import(outcome: Outcome, wanted: str) -> str:
    stored = [item for item in outcome.items if item.state in STORED]
    refused = [item for item in outcome.items if item.code]
    warned = [item for item in outcome.items if item.pages_without_text]
    allowed = {
        "ok": stored and not refused,
        "reject": refused and not stored and not outcome.documents,
        "partial": stored and refused,
        "warn_or_ocr": refused or warned,
    }
    allowed["ok_or_reject"] = allowed["ok"] or allowed["reject"]
    allowed["ok_or_partial"] = allowed["ok"] or allowed["partial"]
    said = [(item.name, item.state.value, item.code) for item in outcome.items]
    return "" if allowed[wanted] else f"not {wanted}: {said}"


def _message_any(outcome: Outcome, wanted: list[str]) -> str:
    said = messages(outcome.items)
    return "" if any(word in said for word in wanted) else f"none of {wanted} in {said!r}"


def _text_all(outcome: Outcome, wanted: list[str]) -> str:
    return _lacking(folded(whole_text(outcome)), wanted)


def _text_none(outcome: Outcome, unwanted: list[str]) -> str:
    raw = whole_text(outcome)
    text = folded(raw)
    found = [w for w in unwanted if w in raw or (folded(w) and folded(w) in text)]
    return f"{found} in {text[:600]!r}" if found else ""


def _text_any(outcome: Outcome, wanted: list[str]) -> str:
    text = folded(whole_text(outcome))
    return "" if any(folded(words) in text for words in wanted) else f"none of {wanted}"


def _text_count(outcome: Outcome, wanted: dict[str, int]) -> str:
    text = folded(whole_text(outcome))
    counted = {words: text.count(folded(words)) for words in wanted}
    return "" if counted == wanted else f"counted {counted}"


def _order(outcome: Outcome, wanted: list[str]) -> str:
    text = folded(whole_text(outcome))
    places = [text.find(folded(words)) for words in wanted]
    return "" if -1 not in places and places == sorted(places) else f"{wanted} at {places}"


def _rows_of(text: VersionText) -> list[str]:
    def cut(span: Span) -> str:
        return text.text[slice(*span)]

    rows = [
        cut((block.start, block.end)) + (f" {cut(block.header)}" if block.header else "")
        for block in text.blocks
    ]
    return [folded(row) for row in [*rows, *text.text.split("\n")]]


def _apart(rows: list[str], wanted: list[list[str]]) -> str:
    missing = [row for row in wanted if not any(all(folded(c) in r for c in row) for r in rows)]
    return f"{missing} not together" if missing else ""


def _text_rows(outcome: Outcome, wanted: list[list[str]]) -> str:
    return _apart([row for text in outcome.texts for row in _rows_of(text)], wanted)


def _answer_rows(outcome: Outcome, wanted: list[list[str]]) -> str:
    return _apart([folded(f"{c.quote} {c.header or ''}") for c in citations(outcome)], wanted)


def _status(outcome: Outcome, allowed: list[str]) -> str:
    wrong = [a.status for _, a in outcome.answers if a.status.value.upper() not in allowed]
    refusals = [answer.refusal for _, answer in outcome.answers]
    return f"{wrong} {refusals}" if wrong else ""


def _answer_all(outcome: Outcome, wanted: list[str]) -> str:
    return _lacking(" ".join(shown(answer) for _, answer in outcome.answers), wanted)


def _answer_none(outcome: Outcome, unwanted: list[str]) -> str:
    text = " ".join(shown(answer) for _, answer in outcome.answers)
    found = [words for words in unwanted if folded(words) in text]
    return f"{found} in {text!r}" if found else ""


def _answer_any_if_any(outcome: Outcome, wanted: list[str]) -> str:
    texts = [shown(answer) for _, answer in outcome.answers if answer.sentences]
    return "" if all(any(w in text for w in wanted) for text in texts) else f"none in {texts}"


def _source(outcome: Outcome, name: str) -> str:
    return "" if name in _sources(outcome) else f"sources are {_sources(outcome)}"


def _source_first(outcome: Outcome, name: str) -> str:
    return "" if _sources(outcome)[:1] == [name] else f"sources are {_sources(outcome)}"


def _source_none(outcome: Outcome, unwanted: str | list[str]) -> str:
    names = {unwanted} if isinstance(unwanted, str) else set(unwanted)
    return f"{names} shown" if names & set(_sources(outcome)) else ""


def _source_if_any(outcome: Outcome, name: str) -> str:
    return _source(outcome, name) if _sources(outcome) else ""


def _page(outcome: Outcome, number: int) -> str:
    pages = [citation.page for citation in citations(outcome)]
    return "" if pages[:1] == [number] else f"pages are {pages}"


def _heading(outcome: Outcome, wanted: str) -> str:
    headings = [citation.heading for citation in citations(outcome)]
    return "" if any(wanted in (h or "") for h in headings) else f"headings are {headings}"


def _heading_none(outcome: Outcome, unwanted: list[str]) -> str:
    headings = " ".join(citation.heading or "" for citation in citations(outcome))
    return f"headings are {headings}" if any(word in headings for word in unwanted) else ""


def _documents(outcome: Outcome, number: int) -> str:
    names = [document.name for document in outcome.documents]
    return "" if len(names) == number else f"documents are {names}"


def _find_by_name(outcome: Outcome, name: str) -> str:
    names = [document.name for document in outcome.documents]
    return "" if name in names else f"documents are {names}"


def _indexed(outcome: Outcome, names: list[str]) -> str:
    found = sorted(document.name for document in outcome.documents)
    return "" if found == sorted(names) else f"documents are {found}"


def _same_passage_max(outcome: Outcome, most: int) -> str:
    spans = [(c.document_id, c.start, c.end) for c in citations(outcome)]
    overlapping = [
        sum(other == document and first < end and start < last for other, first, last in spans)
        for document, start, end in spans
    ]
    return "" if max(overlapping, default=0) <= most else f"shown twice: {spans}"


def verbatim(outcome: Outcome) -> str:
    """Every quote is the text at its place, and every sentence is its quote."""
    texts = {text.document_id: text.text for text in outcome.texts}
    wrong = [c for c in citations(outcome) if texts[c.document_id][c.start : c.end] != c.quote]
    sentences = [sentence for _, answer in outcome.answers for sentence in answer.sentences]
    loose = [s.text for s in sentences if s.text not in {c.quote for c in s.citations}]
    return f"not verbatim: {wrong} {loose}" if wrong or loose else ""


def _verbatim(outcome: Outcome, wanted: bool) -> str:
    assert wanted
    return verbatim(outcome)


def _max_seconds(outcome: Outcome, seconds: float) -> str:
    return "" if outcome.seconds <= seconds else f"took {outcome.seconds:.1f} s"


def _contains_word_then_source(outcome: Outcome, wanted: dict[str, str]) -> str:
    missed = [
        question
        for question, answer in outcome.answers
        for word, name in wanted.items()
        if word in question and name not in [source.name for source in answer.sources]
    ]
    return f"source missing for {missed}" if missed else ""


def _either(outcome: Outcome, choice: dict[str, str]) -> str:
    if any(item.code for item in outcome.items):
        return ""  # refused by name, which the caller checks
    has = choice.get("answer_has") or choice["text_has"]
    seen = whole_text(outcome) + " ".join(shown(answer) for _, answer in outcome.answers)
    return "" if has in seen else f"{has} missing, and not refused"


CHECKS: dict[str, Check] = {
    "import": _import,
    "message_any": _message_any,
    "text_all": _text_all,
    "text_none": _text_none,
    "text_any": _text_any,
    "text_any2": _text_any,
    "text_count": _text_count,
    "text_rows": _text_rows,
    "order": _order,
    "status": _status,
    "answer_all": _answer_all,
    "answer_none": _answer_none,
    "answer_rows": _answer_rows,
    "answer_any_if_any": _answer_any_if_any,
    "source": _source,
    "source_first": _source_first,
    "source_none": _source_none,
    "source_if_any": _source_if_any,
    "page": _page,
    "heading": _heading,
    "heading_none": _heading_none,
    "documents": _documents,
    "find_by_name": _find_by_name,
    "indexed": _indexed,
    "same_passage_max": _same_passage_max,
    "quote_verbatim": _verbatim,
    "highlight_equals_quote": _verbatim,
    "max_seconds": _max_seconds,
    "contains_word_then_source": _contains_word_then_source,
    "either": _either,
}


def wrong(outcome: Outcome, expected: dict[str, Any]) -> list[str]:
    """What an outcome misses, one line per key. A key that nobody knows is a KeyError."""
    keys = [key for key in expected if key not in ELSEWHERE and key != "same_chunk_ids"]
    said = {key: CHECKS[key](outcome, expected[key]) for key in keys}
    refused = [a.refusal for _, a in outcome.answers if a.status is Status.REFUSED]
    found = [f"{key}: {words}" for key, words in said.items() if words]
    found += [words for words in [verbatim(outcome)] if words]
    return [*found, f"refused: {refused}"] if found and refused else found
