"""Ask the demo questions and count: the measurement behind the floors."""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from fundstelle.core.answers import Answer
from fundstelle.delivery.python import KnowledgeBase

QUESTIONS = Path(__file__).parent / "demo_questions.jsonl"


@dataclass(frozen=True)
class Question:
    """answer: text that must be shown; "" if the question must be refused."""

    id: str
    question: str
    kind: str
    document: str
    answer: str


def questions() -> list[Question]:
    """All demo questions."""
    rows = map(json.loads, QUESTIONS.read_text(encoding="utf-8").splitlines())
    return [
        Question(r["id"], r["question"], r["kind"], r["document"] or "", r["answer"] or "")
        for r in rows
    ]


def correct(question: Question, answer: Answer) -> bool:
    """Shown: the expected text from the expected document; or refused, if that is expected."""
    if not question.answer:
        return answer.refusal is not None
    shown = [c for sentence in answer.sentences for c in sentence.citations]
    text = _plain(" ".join(f"{c.quote} {c.header or ''}" for c in shown))
    return _plain(question.answer) in text and question.document in {c.name for c in shown}


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def measure(kb: KnowledgeBase) -> dict[str, float]:
    """Shares of questions: correct per kind and over all answerable, refused of the near misses,
    right document in the first place."""
    right: defaultdict[str, list[bool]] = defaultdict(list)
    first: list[bool] = []
    for question in questions():
        answer = kb.ask(question.question)
        right[question.kind].append(correct(question, answer))
        if question.answer:
            hits = kb.search(question.question, limit=1)
            first.append(bool(hits) and hits[0].citation.name == question.document)
    answerable = [ok for kind, oks in right.items() if kind != "near_miss" for ok in oks]
    return {
        "hit@1": _share(first),
        "correct": _share(answerable),
        **{f"correct {kind}": _share(oks) for kind, oks in sorted(right.items())},
    }


def _share(values: list[bool]) -> float:
    return round(sum(values) / len(values), 4)
