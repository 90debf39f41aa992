"""Fit gate 1 for words. Usage: python bench/fit_gate.py DATA SET[:closed]... [--data FOLDER]

For every dev question of the sets: features of the evidence, and whether it can be answered.
Fits a logistic model (each set and each class weighs the same), cross-validated over five folds by
question id, and prints one JSON line: coefficients, threshold, and per set AUROC and the refusal
recall at 5 % false refusals, beside two controls (question length alone; best chunk's score alone).
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.confidence import GATES, strength
from fundstelle.core.questions import read_question
from fundstelle.services.evaluate import collection_for
from fundstelle.services.ingest import Report

Floats = npt.NDArray[np.float64]
FALSE_REFUSALS = 0.05


def collect(folder: Path, data: Path, *, closed: bool) -> tuple[list[str], Floats, Floats]:
    """ids, features [question, feature] and labels (1 answerable) of the dev questions."""
    with application(Settings(data=data)) as outer:
        questions = outer.question_set(folder)
        home = data / "evaluation" / outer.corpus_key(questions)
    rows = [json.loads(line) for line in (folder / "queries.jsonl").open(encoding="utf-8")]
    label = {row["id"]: float(row["answerable"]) for row in rows if not row.get("leak_risk")}
    ids, found, labels = [], [], []
    with application(Settings(data=home)) as app:
        collection = collection_for(app.store)
        use_case, source = app.ingest(), app.corpus(questions)
        walk = use_case.walk(source)
        list(use_case.run(source, walk, collection.id, Report(), remove=True))
        list(app.fill_vectors())
        ask = app.ask()
        with app.store.reading(Scope(frozenset([collection.id]))) as view:
            by_uri = {document.source_uri: document.id for document in view.documents()}
            for question in questions.questions:
                if question.split != "dev" or question.id not in label:
                    continue
                within = [by_uri[u] for u in question.within or () if u in by_uri]
                asked = read_question(question.question)
                seen = ask.weigh(view, asked, within if closed else None)
                gate = GATES.of(seen.embedder)
                strong = strength(asked, seen.evidence, seen.rated, gate)
                near = [r.near for r in seen.rated if r.near is not None]
                alone = max(near, default=0.0) if near else max(seen.found.scores, default=0.0)
                ids.append(question.id)
                found.append([strong, alone, float(len(asked.words))])
                labels.append(label[question.id])
    return ids, np.array(found), np.array(labels)


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


def refusal_recall(values: Floats, y: Floats) -> float:
    """Share of unanswerable questions below the 5 % quantile of the answerable."""
    threshold = np.sort(values[y == 1])[int(FALSE_REFUSALS * (y == 1).sum())]
    return float((values[y == 0] < threshold).mean())


def auroc(values: Floats, y: Floats) -> float:
    """Area under the ROC curve, ties count half."""
    pos, neg = values[y == 1][:, None], values[y == 0]
    return float((pos > neg).mean() + 0.5 * (pos == neg).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--data", type=Path, default=Path("fundstelle-data"))
    options = parser.parse_args()
    blocks = {}
    for name in options.sets:
        folder, _, mode = name.partition(":")
        blocks[name] = collect(options.root / folder, options.data, closed=mode == "closed")
        print(name, blocks[name][1].shape, file=sys.stderr)
    ids = [f"{name}/{i}" for name, block in blocks.items() for i in block[0]]
    x = np.concatenate([block[1] for block in blocks.values()])
    y = np.concatenate([block[2] for block in blocks.values()])
    group = np.array([name for name, block in blocks.items() for _ in block[0]])
    weight = np.zeros(len(y))
    for name in blocks:
        for label in (0.0, 1.0):
            here = (group == name) & (y == label)
            weight[here] = 1000 / max(1, here.sum())
    use = x[:, :1]
    fold = np.array([int(hashlib.sha256(i.encode()).hexdigest(), 16) % 5 for i in ids])
    held = np.zeros(len(y))
    for part in range(5):
        beta = fit(use[fold != part], y[fold != part], weight[fold != part])
        held[fold == part] = (
            np.column_stack([np.ones((fold == part).sum()), use[fold == part]]) @ beta
        )
    beta = fit(use, y, weight)
    logit = np.column_stack([np.ones(len(use)), use]) @ beta
    confidence = 1 / (1 + np.exp(-logit))
    quantiles = {n: float(np.quantile(confidence[(group == n) & (y == 1)], 0.05)) for n in blocks}
    table = {
        name: {
            "n": int((group == name).sum()),
            "auroc": round(auroc(held[group == name], y[group == name]), 3),
            "rr5": round(refusal_recall(held[group == name], y[group == name]), 3),
            "rr5_alone": round(refusal_recall(x[group == name, 1], y[group == name]), 3),
            "rr5_question_length": round(
                refusal_recall(-x[group == name, -1], y[group == name]), 3
            ),
            "quantile5": round(quantiles[name], 4),
        }
        for name in blocks
        if len(set(y[group == name])) > 1
    }
    print(
        json.dumps(
            {"what": "fit_gate", "coefficients": [round(float(b), 3) for b in beta], "sets": table}
        )
    )


if __name__ == "__main__":
    main()
