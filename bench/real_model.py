"""What comes of a real model? Usage: python -m bench.real_model SET --to FILE [--questions 40]

Asks a sample of a set's dev questions with the chat model of the settings and appends one JSON line
per question to FILE; started again with the same FILE it goes on where it was stopped. Prints one
JSON line of figures, then every sentence shown in the model's words above the sentence it cites: a
person reads whether one carries the other, for no program here knows. --closed: only a question's
own documents may be used. --only-print: ask nothing more.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles
from time import monotonic, perf_counter
from typing import Any

from bench.material import indexed
from fundstelle.bootstrap import Application, application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.answers import Answer, Kind
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import CannotRun
from fundstelle.core.messages import Message
from fundstelle.core.questionset import EvaluationQuestion, QuestionSet
from fundstelle.ports import ChatModel
from fundstelle.services.ask import Ask, Reasoned
from fundstelle.services.chat_models import ChatModels
from fundstelle.services.propose import DOWN

SEED = 20261130
TOLD = ("chat_model", "gate", "evidence_chunks", "embedder")  # other ones are another measurement
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Listening:
    """A chat model whose replies are kept as they came."""

    model: ChatModel
    replies: list[str]

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def host(self) -> str:
        return self.model.host

    @property
    def context_tokens(self) -> int:
        return self.model.context_tokens

    def reply(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any], deadline: Deadline
    ) -> str:
        said = self.model.reply(messages, schema=schema, deadline=deadline)
        self.replies.append(said)
        return said


def heard(app: Application) -> tuple[Ask, list[str]]:
    """The use case of the settings, and where its model's replies are kept as they come.

    Raises CannotRun without a model.
    """
    ask = app.ask()
    if ask.propose is None:
        raise CannotRun("FUNDSTELLE_CHAT_MODEL names no model.")
    replies: list[str] = []

    def opened(deadline: Deadline) -> ChatModel | None:
        model = app.chat_models.open(deadline)
        return None if model is None else Listening(model, replies)

    models = ChatModels(opened, clock=monotonic)
    return replace(ask, propose=replace(ask.propose, models=models)), replies


def sample(questions: QuestionSet, many: int) -> list[EvaluationQuestion]:
    """Dev questions of which it is known what is right; a larger sample holds a smaller one."""
    known = [q for q in questions.questions if q.split == "dev" and q.gold and not q.leak_risk]
    random.Random(SEED).shuffle(known)
    return known[:many]


def row_of(
    question: EvaluationQuestion, reasoned: Reasoned, without: Answer, replies: Sequence[str]
) -> Row:
    """All there is to know of one question. without: the answer there would be without a model."""
    answer = reasoned.answer
    return {
        "id": question.id,
        "question": question.question,
        "answerable": question.gold is not None and question.gold.answerable,
        "status": answer.status.value,
        "doubtful": answer.doubtful,
        "confidence": answer.confidence,
        "asked_model": bool(replies),
        "unanswered": reasoned.consulted.said_unanswered,
        "degraded": list(answer.degraded),
        "holds_gold": _holds_gold(question, answer),
        "without_model": without.status.value,
        "without_holds_gold": _holds_gold(question, without),
        "claims": _claims(reasoned),
        "shown": [
            {"text": s.text, "kind": s.kind.value, "quote": s.citations[0].quote}
            for s in answer.sentences
        ],
        "replies": list(replies),
    }


def _holds_gold(question: EvaluationQuestion, answer: Answer) -> bool:
    """Whether what is cited holds a wording that the set names, or is part of a whole line of it.

    Rough, and only for comparing runs: the evaluation measures this by place.
    """
    if question.gold is None:
        return False
    wanted = [_folded(text) for text, _ in question.gold.spans]
    cited = [_folded(c.quote) for shown in answer.sentences for c in shown.citations]
    part = question.gold.whole_lines
    return any(w in c or (part and c in w) for w in wanted for c in cited)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _claims(reasoned: Reasoned) -> list[Row]:
    """Each claim of the draft with what became of it, and why."""
    sources = {s.id: s.citation.quote for s in reasoned.evidence.sentences}
    return [
        {
            "text": judged.claim.text,
            "cites": list(judged.claim.cites),
            "source": sources.get(judged.claim.cites[0], "") if judged.claim.cites else "",
            "outcome": judged.outcome.value,
            "reasons": [[reason.code.value, reason.detail] for reason in judged.reasons],
        }
        for judged in reasoned.claims
    ]


def lines_of(file: Path, head: Row) -> list[Row]:
    """Rows written so far; begins the file if there is none. A line cut off by a kill goes.

    Raises CannotRun if the file was made with another head.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return []
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    first, *rows = [json.loads(line) for line in whole.splitlines()] or [head]
    if first != head:
        raise CannotRun(f"{file} was made with {first}, now it is {head}. Choose another --to.")
    return rows


def figures(rows: Sequence[Row]) -> Row:
    """Shares of the questions, and what became of the claims."""
    seconds = [row["seconds"] for row in rows if row["asked_model"]]
    claims = [claim for row in rows for claim in row["claims"]]
    reasons = Counter(
        (claim["outcome"], code) for claim in claims for code in {c for c, _ in claim["reasons"]}
    )
    many = max(len(rows), 1)
    asked = [row for row in rows if row["asked_model"]]
    return {
        "questions": len(rows),
        "status": {s: round(n / many, 3) for s, n in Counter(r["status"] for r in rows).items()},
        "asked_model": len(asked),
        "said_unanswered": sum(row["unanswered"] for row in rows),
        "unusable": sum(bool(row["degraded"]) for row in rows),
        "second_try": sum(len(row["replies"]) > 1 for row in rows),
        "holds_gold": round(sum(row["holds_gold"] for row in rows) / many, 3),
        "without_holds_gold": round(sum(row["without_holds_gold"] for row in rows) / many, 3),
        "claims": len(claims),
        "outcomes": dict(Counter(claim["outcome"] for claim in claims)),
        "reasons": {f"{outcome} {code}": n for (outcome, code), n in reasons.most_common()},
        "seconds": {"p50": _quantile(seconds, 50), "p95": _quantile(seconds, 95)},
    }


def _quantile(values: Sequence[float], percent: int) -> float | None:
    if len(values) < 2:
        return values[0] if values else None
    return round(quantiles(values, n=100, method="inclusive")[percent - 1], 1)


def readable(rows: Sequence[Row]) -> str:
    """Each sentence in the model's words with its source, for reading."""
    lines = []
    for row in rows:
        verified = [each for each in row["shown"] if each["kind"] == Kind.VERIFIED]
        lines += [f"\n{row['id']}  {row['question']}"] if verified else []
        lines += [f"  claim   {each['text']}\n  source  {each['quote']}" for each in verified]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--data", type=Path, default=Path("fundstelle-data"))
    parser.add_argument("--closed", action="store_true")
    parser.add_argument("--only-print", action="store_true")
    options = parser.parse_args()
    settings = Settings(data=options.data)
    with application(settings) as outer:
        questions = outer.question_set(options.set)
        home = options.data / "evaluation" / outer.corpus_key(questions)
    head = {"set": questions.digest, "closed": options.closed}
    head |= {name: getattr(settings, name) for name in TOLD}
    rows = lines_of(options.to, head)
    chosen = sample(questions, options.questions)
    if not options.only_print:
        there = {row["id"] for row in rows}
        left = [question for question in chosen if question.id not in there]
        with application(settings.model_copy(update={"data": home})) as app:
            indexed(app, questions)
            rows += asked(app, left, options.to, closed=options.closed)
    wanted = {question.id for question in chosen}
    rows = [row for row in rows if row["id"] in wanted]
    sys.stdout.write(json.dumps(head | figures(rows), ensure_ascii=False) + "\n")
    sys.stdout.write(readable(rows) + "\n")


def asked(
    app: Application, left: Sequence[EvaluationQuestion], file: Path, *, closed: bool
) -> list[Row]:
    """Ask these questions; each row is in the file before the next question is asked."""
    ask, replies = heard(app)
    alone = replace(ask, propose=None)
    scope = Scope(frozenset(each.id for each in app.store.upkeep.collections()))
    with app.store.reading(scope) as view:
        by_uri = {document.source_uri: document.id for document in view.documents()}
    rows = []
    for question in left:
        within = [by_uri[uri] for uri in question.within or () if uri in by_uri]
        started = perf_counter()
        replies.clear()
        reasoned = ask.reasoned(question.question, scope, within=within if closed else None)
        seconds = round(perf_counter() - started, 2)
        if DOWN in reasoned.answer.degraded and seconds < app.settings.model_timeout_s:
            raise CannotRun("The model does not answer. Start it, and this again.")
        without = alone(question.question, scope, within=within if closed else None)
        row = row_of(question, reasoned, without, replies) | {"seconds": seconds}
        rows.append(row)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    return rows


if __name__ == "__main__":
    main()
