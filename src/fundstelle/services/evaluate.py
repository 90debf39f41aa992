"""Ask every question of a set and write down what came out, one row per question."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from fundstelle.core.access import Collection, Scope
from fundstelle.core.answers import Citation
from fundstelle.core.documents import Document
from fundstelle.core.questionset import EvaluationQuestion, QuestionSet
from fundstelle.core.text import to_given
from fundstelle.ports import Store
from fundstelle.services.ask import Ask, Reasoned

COLLECTION = "evaluation"
Row = dict[str, Any]


def collection_for(store: Store) -> Collection:
    """The one collection of an evaluation index, made if it is missing."""
    existing = store.upkeep.collections()
    return existing[0] if existing else store.upkeep.add_collection(COLLECTION)


@dataclass
class _Corpus:
    """Maps documents and spans of the store to ids and spans of the set."""

    store: Store
    scope: Scope
    texts: dict[str, str]
    documents: dict[str, Document]
    _given: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def place(self, document_id: str, start: int, end: int) -> Row:
        """{doc, start, end} in code points of the given text."""
        if document_id not in self._given:
            with self.store.reading(self.scope) as view:
                version = view.version_text(document_id)
            self._given[document_id] = version.given if version else ()
        first, last = to_given(self._given[document_id], start, end)
        return {"doc": self.documents[document_id].source_uri, "start": first, "end": last}

    def quote(self, citation: Citation) -> Row:
        """The place with its text, cut from the given text."""
        row = self.place(citation.document_id, citation.start, citation.end)
        return {**row, "text": self.texts[row["doc"]][row["start"] : row["end"]]}


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Run a question set over an index that holds its documents."""

    store: Store
    ask: Ask

    def __call__(
        self, questions: QuestionSet, split: str, *, closed: bool
    ) -> Iterator[tuple[EvaluationQuestion, Row]]:
        """Yield each question of the split with its row in the form of a run file.

        split: "dev", "heldout" or "all". closed: only a question's own documents may be used.
        """
        scope = Scope(frozenset(c.id for c in self.store.upkeep.collections()))
        with self.store.reading(scope) as view:
            documents = {document.id: document for document in view.documents()}
        by_uri = {document.source_uri: document.id for document in documents.values()}
        texts = {document.id: document.text for document in questions.documents}
        corpus = _Corpus(self.store, scope, texts, documents)
        for question in questions.questions:
            if split not in ("all", question.split):
                continue
            within = None
            if closed and question.within is not None:
                within = [by_uri[uri] for uri in question.within if uri in by_uri]
            started = perf_counter()
            reasoned = self.ask.reasoned(question.question, scope, within=within)
            spent = (perf_counter() - started) * 1000
            yield question, _row(question.id, reasoned, corpus, spent)


def _row(question_id: str, reasoned: Reasoned, corpus: _Corpus, spent: float) -> Row:
    answer, found = reasoned.answer, reasoned.found
    places = zip(found.chunks, found.scores, strict=True)
    cited = [citation for shown in answer.sentences for citation in shown.citations]
    return {
        "id": question_id,
        "ranking": [
            {**corpus.place(chunk.document_id, chunk.start, chunk.end), "score": value}
            for chunk, value in places
        ],
        "status": answer.status.value,
        "confidence": answer.confidence,
        "answer": " ".join(shown.text for shown in answer.sentences),
        "quotes": [corpus.quote(citation) for citation in cited],
        "doubtful": answer.doubtful,
        "degraded": list(answer.degraded),
        "claims": dict(Counter(judged.outcome.value for judged in reasoned.claims)),
        "latency_ms": round(spent, 2),
        "timings_ms": answer.timings_ms,
    }
