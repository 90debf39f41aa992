"""The figures are those of the sets' own scorer: for runs made up to break rules, and a real one.

Needs ../shared/data, which holds the sets and the scorer; without it these tests are skipped.
"""

import importlib.util
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from fundstelle.adapters.sources.question_set import load
from fundstelle.core.metrics.figures import Figure
from fundstelle.core.metrics.grounding import counts
from fundstelle.core.metrics.results import Result
from fundstelle.core.metrics.summary import Metrics, measure
from fundstelle.core.questionset import EvaluationDocument, EvaluationQuestion, QuestionSet
from tests.delivery.command import fundstelle

BESIDE = Path(__file__).resolve().parents[3] / "shared"
DATA = Path(os.environ.get("FUNDSTELLE_SHARED") or BESIDE) / "data"
needs_sets = pytest.mark.skipif(
    not (DATA / "score.py").exists(), reason="../shared/data with the scorer is not at hand"
)
SETS = [("xquad-de-holdout-A", False), ("omos-de", True), ("nomiracl-de", True), ("de-real", False)]
NAMES = {
    "retrieval": (
        *("hit@1", "hit@5", "hit@10", "recall@10", "mrr@10", "ndcg@10"),
        *("span@1", "span@5", "span@10"),
    ),
    "answering": (
        "correct_rate_on_answerable",
        "answered_precision",
        "false_refusal_rate",
        "refusal_recall",
        "token_f1_on_answered",
    ),
    "risk_coverage": ("aurc", "e_aurc", "cov@0.95", "cov@0.99", "cov@1"),
}
SAID = ["40 Euro am 1.5.2021", "Konrad Zuse", "das BGB", "35 000,50", ""]


def scorer() -> Any:
    spec = importlib.util.spec_from_file_location("scorer", DATA / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made_up(given: QuestionSet, seed: int) -> list[dict[str, Any]]:
    """A row for most questions: right, wrong, refused, failed, with true and with broken quotes."""
    chance = random.Random(seed)
    texts = {document.id: document for document in given.documents}
    return [
        _row(q, given.documents, texts, chance) for q in given.questions if chance.random() < 0.95
    ]


def _row(
    question: EvaluationQuestion,
    documents: tuple[EvaluationDocument, ...],
    texts: dict[str, EvaluationDocument],
    chance: random.Random,
) -> dict[str, Any]:
    own = list(question.gold.documents) if question.gold else []
    drawn = [chance.choice(documents) for _ in range(chance.randint(0, 12))]
    found = [*drawn, *(texts[name] for name in own), *drawn[:2]]
    chance.shuffle(found)
    places = [_place(document, question, chance) for document in found]
    quotes = []
    for place in places[: chance.randint(0, 3)]:
        text = texts[place["doc"]].text[place["start"] : place["end"]]
        quotes.append({**place, "text": text if chance.random() < 0.85 else text + "x"})
    if chance.random() < 0.1:
        quotes.append({"doc": "nirgends", "start": 0, "end": 1, "text": "x"})
    return {
        "id": question.id,
        "ranking": places,
        "status": chance.choice(["answered", "extractive", "extractive", "refused", "error"]),
        "confidence": round(chance.random(), 2),
        "answer": " ".join([*(quote["text"] for quote in quotes[:1]), chance.choice(SAID)]),
        "quotes": quotes,
        "doubtful": chance.random() < 0.3,
        "latency_ms": chance.random() * 100,
    }


def _place(
    document: EvaluationDocument, question: EvaluationQuestion, chance: random.Random
) -> dict[str, Any]:
    """Somewhere in a document; in a gold document mostly around an answer, or half of it."""
    start = chance.randrange(max(1, len(document.text)))
    end = min(len(document.text), start + chance.randint(1, 300))
    spans = question.gold.spans if question.gold else ()
    if spans and document.id in question.gold.documents and chance.random() < 0.7:  # type: ignore[union-attr]
        text, at = chance.choice(spans)
        start = max(0, at - chance.randint(-2, 40))
        end = at + len(text) + chance.randint(-2, 40)
    return {"doc": document.id, "start": start, "end": max(start + 1, end), "score": 1.0}


def measured(folder: Path, rows: list[dict[str, Any]], *, closed: bool) -> Metrics:
    given = load(folder)
    results = {row["id"]: Result.of(row) for row in rows}
    texts = {document.id: document.text for document in given.documents}
    return measure(given.questions, results, texts, closed=closed)


def differences(ours: Metrics, theirs: dict[str, Any]) -> dict[str, tuple[object, object]]:
    """Figures that differ, by name: (ours, theirs). An interval is part of a figure."""
    wanted: dict[str, Any] = {}
    for part, names in NAMES.items():
        wanted |= {name: theirs.get(part, {}).get(name) for name in names}
    curve = theirs.get("refusal_curve", {})
    wanted["auroc"] = curve.get("auroc")
    for key, value in curve.get("refusal_recall_at", {}).items():
        wanted[f"refusal_recall@{key.removeprefix('frr<=')}"] = value
    wanted["grounding_violations"] = theirs["grounding"]["gate_total"]
    wanted |= {f"latency_{name}_ms": v for name, v in theirs["latency_ms"].items()}
    pairs = {name: (_plain(ours.figures.get(name), v), v) for name, v in wanted.items()}
    pairs["rules"] = (counts(ours.violations), theirs["grounding"]["violations"])
    pairs["questions"] = (ours.counts["measured"], theirs["queries"])
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _plain(figure: Figure | None, wanted: Any) -> object:
    if figure is None:
        return None
    if isinstance(wanted, dict):
        return {"mean": figure.value, "lo": figure.low, "hi": figure.high, "n": figure.n}
    return figure.value


@needs_sets
@pytest.mark.parametrize(("name", "closed"), SETS, ids=[name for name, _ in SETS])
def test_made_up_runs_get_the_scorers_figures(name: str, closed: bool, tmp_path: Path) -> None:
    rows = made_up(load(DATA / name), seed=3)
    run = tmp_path / "run.jsonl"
    run.write_text("\n".join(map(json.dumps, rows)), "utf-8")

    theirs = scorer().score(str(DATA / name), str(run), closed=closed)

    assert differences(measured(DATA / name, rows, closed=closed), theirs) == {}
    broken = theirs["grounding"]["violations"]
    assert sum(n > 0 for n in broken.values()) >= 4, "the run was made up to break rules"


@needs_sets
def test_a_real_run_gets_the_scorers_figures(tmp_path: Path) -> None:
    folder, run, report = DATA / "de-versions-v1", tmp_path / "run.jsonl", tmp_path / "run.json"
    options = ("--run", run, "--json", report, "--data", tmp_path / "data")

    done = fundstelle("eval", folder, *options, FUNDSTELLE_EMBEDDER="none")

    assert done.code == 0, done.messages
    theirs = scorer().score(str(folder), str(run))
    rows = [json.loads(line) for line in run.read_text("utf-8").splitlines()]
    ours = measured(folder, rows, closed=False)
    assert differences(ours, theirs) == {}
    told = json.loads(report.read_text("utf-8"))
    assert told["metrics"] == {name: figure.value for name, figure in ours.figures.items()}
    assert all("doubtful" in row for row in rows)
