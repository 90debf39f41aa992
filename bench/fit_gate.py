"""Fit gate 1. Usage: python -m bench.fit_gate ROOT SET[:closed]... [--data FOLDER] [--to FOLDER]

For every dev question of the sets, and of small corpora cut out of the open ones (3, 10 and 40
documents, a few chunks to some hundred): how strong the evidence is, and whether the question can
be answered. Fits confidence = logistic(intercept + slope x strength), every set with equal weight
and its own share of unanswerable questions, and cross-validates it over five folds by question.

Prints one JSON line: coefficients, digest of the data, per set AUROC, refusal recall at 5 and 10 %
false refusals, ECE out of fold, false refusals and refusal recall at the shipped thresholds, and
beside them the controls: words alone, the best sentence's nearness alone, and the length of the
question, which knows nothing of any evidence. --to: writes the same there, with a diagram.
"""

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.material import indexed
from bench.reliability import diagram
from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.confidence import Gate, strength
from fundstelle.core.gates import GATES
from fundstelle.core.metrics.calibration import Forecast, expected_error, reliability
from fundstelle.core.metrics.refusal import auroc, recall_at
from fundstelle.core.questions import read_question
from fundstelle.core.questionset import EvaluationQuestion, Gold, QuestionSet

Floats = npt.NDArray[np.float64]
FOLDS = 5
SMALL = ((3, 3), (10, 3), (40, 1))  # documents, how many corpora of this size
FEATURES = ("strength", "words", "nearest", "question_length")


@dataclass(frozen=True)
class Block:
    """x: [question, feature], y: 1 answerable. gate: the one whose strength it is."""

    ids: list[str]
    x: Floats
    y: Floats
    gate: Gate
    chunks: int


def collect(questions: QuestionSet, data: Path, *, closed: bool) -> Block:
    """Ask every judged question of the set."""
    with application(Settings(data=data)) as outer:
        home = data / "evaluation" / outer.corpus_key(questions)
    ids, found, labels = [], [], []
    with application(Settings(data=home)) as app:
        scope = indexed(app, questions)
        ask, gate = app.ask(), GATES.words
        with app.store.reading(scope) as view:
            by_uri = {document.source_uri: document.id for document in view.documents()}
            for question in judged(questions):
                within = [by_uri[u] for u in question.within or () if u in by_uri]
                asked = read_question(question.question)
                seen = ask.weigh(view, asked, within if closed else None)
                gate = GATES.of(seen.embedder)
                strong = strength(asked, seen.evidence, seen.rated, gate)
                words = strength(asked, seen.evidence, seen.rated, GATES.words)
                nearest = max((r.near for r in seen.rated if r.near is not None), default=0.0)
                ids.append(question.id)
                found.append([strong, words, nearest, -float(len(question.question))])
                labels.append(float(question.gold is not None and question.gold.answerable))
            chunks = view.statistics().chunks
    return Block(ids, np.array(found), np.array(labels), gate, chunks)


def judged(questions: QuestionSet) -> Iterator[EvaluationQuestion]:
    """Dev questions of which it is known whether they can be answered."""
    for question in questions.questions:
        if question.split == "dev" and question.gold and not question.leak_risk:
            yield question


def small(name: str, questions: QuestionSet) -> Iterator[tuple[str, QuestionSet]]:
    """Corpora of a few documents: who asks about the others is to be refused."""
    chance = random.Random(name)
    asked = [q for q in judged(questions) if q.gold and q.gold.answerable and q.gold.documents]
    for size, times in SMALL:
        for number in range(times):
            documents = chance.sample(questions.documents, size)
            there = {document.id for document in documents}
            inside = [q for q in asked if q.gold and there & {*q.gold.documents}]
            outside = [_unanswerable(q) for q in asked if q not in inside]
            chance.shuffle(outside)
            chosen = (*inside, *outside[: max(30, len(inside))])
            yield f"{name}-{size}-{number}", QuestionSet(tuple(documents), chosen)


def _unanswerable(question: EvaluationQuestion) -> EvaluationQuestion:
    return replace(question, gold=Gold(answerable=False))


def fit(x: Floats, y: Floats, weight: Floats, ridge: float = 1e-3) -> Floats:
    """Weighted logistic regression by Newton's method; returns intercept and coefficients."""
    design = np.column_stack([np.ones(len(x)), x])
    beta = np.zeros(design.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-design @ beta))
        gradient = design.T @ (weight * (y - p)) - ridge * beta
        hessian = (design * (weight * p * (1 - p))[:, None]).T @ design
        step = np.linalg.solve(hessian + ridge * np.eye(len(beta)), gradient)
        beta += step
        if np.abs(step).max() < 1e-9:
            break
    return beta


def logistic(beta: Floats, x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-(beta[0] + x @ beta[1:]))))


def ece(p: Floats, y: Floats) -> float:
    return round(expected_error(reliability(forecasts(p, y))), 3)


def forecasts(p: Floats, y: Floats) -> list[Forecast]:
    return [(float(a), bool(b)) for a, b in zip(p, y, strict=True)]


def row(block: Block, out_of_fold: Floats) -> dict[str, Any]:
    """The figures of one set."""
    y, gate = block.y, block.gate
    shipped = logistic(np.array([gate.intercept, gate.slope]), block.x[:, :1])
    yes, no = shipped[y == 1], shipped[y == 0]
    facts: dict[str, Any] = {"answerable": len(yes), "unanswerable": len(no)}
    facts["chunks"] = block.chunks
    if len(yes):
        facts["false_refusals"] = round(float((yes < gate.refuse_below).mean()), 3)
        facts["answerable_doubtful"] = round(
            float(((yes >= gate.refuse_below) & (yes < gate.doubt_below)).mean()), 3
        )
    if len(no):
        facts["refused"] = round(float((no < gate.refuse_below).mean()), 3)
        facts["refused_or_doubtful"] = round(float((no < gate.doubt_below).mean()), 3)
    if not (len(yes) and len(no)):
        return facts
    for place, name in enumerate(FEATURES):
        here = block.x[:, place]
        facts[name] = {
            "auroc": round(auroc(list(here[y == 1]), list(here[y == 0])), 3),
            "rr5": round(recall_at(list(here[y == 1]), list(here[y == 0]), share=0.05), 3),
            "rr10": round(recall_at(list(here[y == 1]), list(here[y == 0]), share=0.1), 3),
        }
    return facts | {"ece": ece(out_of_fold, y), "ece_shipped": ece(shipped, y)}


def cross_validated(blocks: dict[str, Block], fitted: list[str]) -> dict[str, Floats]:
    """Confidence of every question by coefficients that never saw it."""
    fold = {
        name: np.array([int(hashlib.sha256(i.encode()).hexdigest(), 16) % FOLDS for i in b.ids])
        for name, b in blocks.items()
    }
    held = {name: np.zeros(len(block.y)) for name, block in blocks.items()}
    for part in range(FOLDS):
        x = np.concatenate([blocks[n].x[fold[n] != part, :1] for n in fitted])
        y = np.concatenate([blocks[n].y[fold[n] != part] for n in fitted])
        weight = [np.full((fold[n] != part).sum(), 1000 / len(blocks[n].y)) for n in fitted]
        beta = fit(x, y, np.concatenate(weight))
        for name, block in blocks.items():
            here = fold[name] == part
            held[name][here] = logistic(beta, block.x[here, :1])
    return held


def fit_all(blocks: dict[str, Block], fitted: list[str]) -> Floats:
    """The coefficients to ship."""
    x = np.concatenate([blocks[n].x[:, :1] for n in fitted])
    y = np.concatenate([blocks[n].y for n in fitted])
    return fit(
        x, y, np.concatenate([np.full(len(blocks[n].y), 1000 / len(blocks[n].y)) for n in fitted])
    )


def tabled(
    blocks: dict[str, Block], held: dict[str, Floats], together: dict[str, list[str]]
) -> dict[str, dict[str, Any]]:
    """The figures of every set, and of some together with one threshold."""
    table = {name: row(block, held[name]) for name, block in blocks.items()}
    for name, sets in together.items():
        of_all = np.concatenate([held[n] for n in sets])
        table[f"{name} together"] = row(pooled([blocks[n] for n in sets]), of_all)
    return table


def pooled(blocks: list[Block]) -> Block:
    return Block(
        [i for b in blocks for i in b.ids],
        np.concatenate([b.x for b in blocks]),
        np.concatenate([b.y for b in blocks]),
        blocks[0].gate,
        sum(b.chunks for b in blocks),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("sets", nargs="+", help="the first --fitted of them decide")
    parser.add_argument("--fitted", type=int, default=5)
    parser.add_argument("--near", type=int, default=3, help="of these, how many are near misses")
    parser.add_argument("--data", type=Path, default=Path("fundstelle-data"))
    parser.add_argument("--to", type=Path)
    options = parser.parse_args()
    blocks, digests = {}, []
    for name in options.sets:
        folder, _, mode = name.partition(":")
        with application(Settings(data=options.data)) as app:
            questions = app.question_set(options.root / folder)
        digests.append(f"{name} {questions.digest}")
        blocks[name] = collect(questions, options.data, closed=mode == "closed")
        print(name, blocks[name].x.shape, file=sys.stderr)
        if not mode and len(questions.documents) < 1000:
            parts = [collect(s, options.data, closed=False) for _, s in small(folder, questions)]
            blocks[f"{folder}, 3 to 40 documents"] = pooled(parts)
    fitted = options.sets[: options.fitted]
    held = cross_validated(blocks, fitted)
    near = fitted[: options.near]
    facts = {
        "what": "fit_gate",
        "fitted_on": fitted,
        "data_sha256": hashlib.sha256("\n".join(digests).encode()).hexdigest(),
        "intercept_and_slope": [round(float(b), 3) for b in fit_all(blocks, fitted)],
        "sets": tabled(blocks, held, {"near misses": near, "fitted sets": fitted}),
    }
    print(json.dumps(facts))
    if options.to:
        options.to.mkdir(parents=True, exist_ok=True)
        (options.to / "fit.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
        drawn = {
            "near misses": reliability(_pairs(blocks, held, near)),
            "article missing": reliability(_pairs(blocks, held, fitted[options.near :])),
        }
        (options.to / "reliability.svg").write_text(diagram(drawn), encoding="utf-8")


def _pairs(blocks: dict[str, Block], held: dict[str, Floats], names: list[str]) -> list[Forecast]:
    return [pair for n in names for pair in forecasts(held[n], blocks[n].y)]


if __name__ == "__main__":
    main()
