"""Index the documents of a question set, ask its questions, and say what they were asked of."""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.progress import Progress

from fundstelle.bootstrap import Application, application
from fundstelle.config import Settings
from fundstelle.core.chunking import CHUNKS_FINGERPRINT
from fundstelle.core.confidence import Gates
from fundstelle.core.errors import CannotRun
from fundstelle.core.gates import GATE_VERSION
from fundstelle.core.metrics.results import Result
from fundstelle.core.metrics.summary import Metrics, measure
from fundstelle.core.questionset import QuestionSet
from fundstelle.core.terms import TERMS_FINGERPRINT
from fundstelle.delivery.cli.imports import fill_vectors, progress_bar
from fundstelle.delivery.cli.options import language_of, scope_for
from fundstelle.delivery.cli.output import stderr
from fundstelle.delivery.report.facts import Facts
from fundstelle.delivery.wording import Lang
from fundstelle.services.evaluate import collection_for
from fundstelle.services.ingest import Report

# Those that decide what comes out. Folders of this machine and secrets have no place in a report.
TOLD = (
    *("embedder", "fusion", "gate_threshold", "judge", "chunk_chars", "overlap_chars"),
    *("candidates", "evidence_chunks", "chunks_per_document"),
)


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What an evaluation found, and what it was made with.

    degraded: code -> answers that did without something that was wanted.
    """

    facts: Facts
    metrics: Metrics
    lang: Lang
    degraded: Counter[str]


def run_evaluation(
    settings: Settings,
    folder: Path,
    *,
    split: str,
    closed: bool,
    write: Callable[[dict[str, Any]], object],
) -> Evaluated:
    """Index the set, ask its questions, give each row to write as it comes, and measure.

    Raises CannotRun if the set cannot be read or has no question of the split.
    """
    with application(settings) as outer:
        questions = outer.question_set(folder)
        _check_split(questions, split)
        home = settings.data / "evaluation" / outer.corpus_key(questions)
    with application(settings.model_copy(update={"data": home})) as app, progress_bar() as bar:
        _index(app, questions, bar)
        asked = [q for q in questions.questions if split in ("all", q.split)]
        task = bar.add_task("Asking", total=len(asked))
        results: dict[str, Result] = {}
        degraded: Counter[str] = Counter()
        for question, row in app.evaluate()(questions, split, closed=closed):
            write(row)
            results[question.id] = Result.of(row)
            degraded.update(row["degraded"])
            bar.advance(task)
        by_words = app.settings.embedder == "none" or degraded["embedder_down"] > 0
        facts = _facts(app, questions, folder, split, closed=closed, by_words=by_words)
        texts = {document.id: document.text for document in questions.documents}
        return Evaluated(
            facts, measure(asked, results, texts, closed=closed), language_of(app), degraded
        )


def _check_split(questions: QuestionSet, split: str) -> None:
    there = Counter(question.split for question in questions.questions)
    if split != "all" and split not in there:
        known = ", ".join(f"{name or 'none'}: {n}" for name, n in sorted(there.items()))
        raise CannotRun(f"The set has no question of the split {split!r} (it has {known}).")


def _index(app: Application, questions: QuestionSet, bar: Progress) -> None:
    """Bring in what is new or changed, and make the vectors that are missing."""
    collection = collection_for(app.store)
    use_case, source = app.ingest(), app.corpus(questions)
    walk = use_case.walk(source)
    task = bar.add_task("Indexing", total=len(walk.items))
    report = Report()
    for _ in use_case.run(source, walk, collection.id, report, remove=True):
        bar.advance(task)
    fill_vectors(app, bar, language_of(app), report)
    for item in report.items:
        if item.code:
            stderr().print(f"{item.uri}: {item.code}", markup=False)


def _facts(
    app: Application,
    questions: QuestionSet,
    folder: Path,
    split: str,
    *,
    closed: bool,
    by_words: bool,
) -> Facts:
    """by_words: vectors took no part, at least for some answers."""
    with app.store.reading(scope_for(app, None)) as view:
        vectors = None if by_words else view.vectors().fingerprint_key
    return Facts(
        set_name=folder.resolve().name,
        digest=questions.digest,
        documents=len(questions.documents),
        split=split,
        mode="closed" if closed else "open",
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        program=f"fundstelle {version('fundstelle')}",
        settings={name: getattr(app.settings, name) for name in TOLD},
        fingerprints={
            "vectors": vectors or "none",
            "gate": _gate_key(app.ask().gates),
            "terms": TERMS_FINGERPRINT,
            "chunks": CHUNKS_FINGERPRINT,
            "reader": app.reader.fingerprint,
        },
    )


def _gate_key(gates: Gates) -> str:
    """Version and digest: other weights or thresholds are another gate."""
    weights = repr((gates.words, sorted(gates.meaning.items())))
    return f"{GATE_VERSION}:{hashlib.sha256(weights.encode()).hexdigest()[:16]}"
