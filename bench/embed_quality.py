"""How well do embedders find? python bench/embed_quality.py SET [NAME...]

Whole documents as passages, answerable dev questions; by cosine alone, and by cosine plus
0.15 x the share of the question's weight (stems, by rarity) that stands in the document.
"""

import json
import sys
from math import log, log2
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.embed import OPENERS  # noqa: E402
from fundstelle.core.embedding import Vectors  # noqa: E402
from fundstelle.core.terms import language_of, stem, words_in  # noqa: E402

WEIGHT = 0.15


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def stems(text: str) -> set[str]:
    return set(stem(words_in(text), language_of(text)))


def coverage(questions: list[str], documents: list[str]) -> Vectors:
    """[question, document]: share of the question's weight that stands in the document."""
    held = [stems(text) for text in documents]
    result = np.zeros((len(questions), len(documents)), np.float32)
    for place, question in enumerate(questions):
        asked = {word: sum(word in each for each in held) for word in stems(question)}
        weights = {word: log((len(held) + 1) / (n + 0.5)) for word, n in asked.items()}
        for other, each in enumerate(held):
            found = sum(weight for word, weight in weights.items() if word in each)
            result[place, other] = found / (sum(weights.values()) or 1)
    return result


def quality(scores: Vectors, gold: list[int]) -> dict[str, float]:
    own = scores[np.arange(len(gold)), gold]
    ranks = (scores > own[:, None]).sum(axis=1)
    return {
        "hit@1": round(float((ranks == 0).mean()) * 100, 1),
        "hit@5": round(float((ranks < 5).mean()) * 100, 1),
        "ndcg@10": round(float(np.mean([1 / log2(r + 2) if r < 10 else 0 for r in ranks])), 4),
    }


def main(folder: Path, names: list[str]) -> None:
    pointer = folder / "CORPUS"
    corpus = folder / (pointer.read_text("utf-8").strip() if pointer.exists() else "corpus.jsonl")
    documents = {str(row["id"]): str(row["text"]) for row in rows(corpus)}
    asked = [
        row
        for row in rows(folder / "queries.jsonl")
        if row["split"] == "dev" and row["answerable"] and row["doc_id"] in documents
    ]
    questions, places = [str(row["question"]) for row in asked], list(documents)
    gold = [places.index(str(row["doc_id"])) for row in asked]
    texts = list(documents.values())
    covered = coverage(questions, texts)
    for name in names:
        embedder = OPENERS[name]()
        cosines = embedder.questions(questions) @ embedder.passages(texts).T
        facts = {"set": folder.name, "embedder": name, "questions": len(questions)}
        print(json.dumps({**facts, "cosine": quality(cosines, gold)}))
        joined = quality(cosines + WEIGHT * covered, gold)
        print(json.dumps({**facts, f"with {WEIGHT} coverage": joined}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(OPENERS))
