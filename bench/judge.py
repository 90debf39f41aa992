"""What does a judge add to code? Two questions, one measurement each.

Usage: python -m bench.judge claims DIR --to FILE [--many 150]
       python -m bench.judge questions SET --to FILE [--many 100] [--closed]

claims: right and wrong claims in equal parts, kind by kind, judged by the chat model of the
settings; what it would take away from what gate 2 accepts. questions: dev questions of the set in
the doubtful band of gate 1, judged over the sentences that are shown without a model; how many
unanswerable questions are refused while at most 5 % of the answerable ones are. Appends one JSON
line per judgement to FILE and goes on where it was stopped. Prints one JSON line.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.material import SEED, indexed
from bench.real_model import lines_of, sample
from fundstelle.bootstrap import Application, application
from fundstelle.config import Settings
from fundstelle.core.choosing import choose
from fundstelle.core.claims.claimset import SUPPORTED, GivenClaim
from fundstelle.core.claims.reasons import Source, Strictness
from fundstelle.core.errors import CannotRun, ModelTimeout, ModelUnusable
from fundstelle.core.metrics.refusal import recall_at
from fundstelle.core.questionset import QuestionSet
from fundstelle.core.terms import language_of
from fundstelle.services.assess import Assess, Assessed
from fundstelle.services.consult import sources_of
from fundstelle.services.evaluate_claims import judge as gate_2
from fundstelle.services.judge import ChatJudge

SHARE = 0.05  # of answerable questions that may be refused
WAYS = ("judge", "strict", "strict+judge", "balanced", "balanced+judge")
Row = dict[str, Any]


def chosen(claims: Iterable[GivenClaim], many: int) -> list[GivenClaim]:
    """Half right, half wrong, of each kind in turn; a larger sample holds a smaller one."""
    halves = []
    rows = list(claims)
    random.Random(SEED).shuffle(rows)
    for right in (True, False):
        kinds: dict[str, list[GivenClaim]] = {}
        for each in rows:
            if each.label and (each.label == SUPPORTED) is right:
                kinds.setdefault(each.kind, []).append(each)
        turns = zip_longest(*(kinds[kind] for kind in sorted(kinds)))
        halves.append([each for turn in turns for each in turn if each is not None])
    return [each for pair in zip(*halves, strict=False) for each in pair][:many]


def ruled(ask: Callable[[], bool]) -> Row:
    """What the judge says, null for nothing usable, and how long it took."""
    started = perf_counter()
    try:
        said: bool | None = ask()
    except (ModelUnusable, ModelTimeout):
        said = None
    return {"said": said, "seconds": round(perf_counter() - started, 2)}


def judged_claim(judge: ChatJudge, given: GivenClaim, timeout_s: float) -> Row:
    """One claim before all its quotes together: code sees them sentence by sentence."""
    source = Source("\n".join(given.quotes))
    language = language_of(" ".join((given.claim, *given.quotes)))
    deadline = judge.models.deadline(timeout_s)
    row: Row = {"right": given.label == SUPPORTED, "kind": given.kind}
    return row | ruled(
        lambda: judge.carries(given.claim, source, language=language, deadline=deadline)
    )


def accepts(row: Row, way: str) -> bool:
    """Whether everybody named in the way lets the claim pass: "balanced+judge"."""
    return all(
        row["said"] is not False if each == "judge" else row[each] for each in way.split("+")
    )


def claim_figures(rows: Sequence[Row]) -> Row:
    """Shares of wrong claims accepted and right ones rejected, with and without the judge."""
    right = [row for row in rows if row["right"]]
    wrong = [row for row in rows if not row["right"]]
    let_pass = {w: sum(accepts(row, w) for row in wrong) for w in WAYS}
    kept_out = {w: sum(not accepts(row, w) for row in right) for w in WAYS}
    return {
        "right": len(right),
        "wrong": len(wrong),
        "unusable": sum(row["said"] is None for row in rows),
        "wrong_accepted": {w: _share(n, len(wrong)) for w, n in let_pass.items()},
        "right_rejected": {w: _share(n, len(right)) for w, n in kept_out.items()},
        "judge_mistaken_by_kind": _by_kind(rows),
        "seconds": median(row["seconds"] for row in rows) if rows else None,
    }


def _by_kind(rows: Sequence[Row]) -> dict[str, str]:
    """Of each kind: so many judged wrongly, of so many."""
    total = Counter((row["right"], row["kind"]) for row in rows)
    mistaken = Counter(
        (row["right"], row["kind"]) for row in rows if (row["said"] is not False) != row["right"]
    )
    return {
        f"{'right' if right else 'wrong'} {kind}": f"{mistaken[right, kind]}/{many}"
        for (right, kind), many in sorted(total.items())
    }


def assessed(app: Application, questions: QuestionSet, *, closed: bool) -> dict[str, Assessed]:
    """What gate 1 says of every dev question of which it is known what is right, by id."""
    scope, ask = indexed(app, questions), app.ask()
    assess, found = Assess(ask.gates, ask.weigh), {}
    with app.store.reading(scope) as view:
        by_uri = {document.source_uri: document.id for document in view.documents()}
        for question in sample(questions, len(questions.questions)):
            within = [by_uri[uri] for uri in question.within or () if uri in by_uri]
            within_closed = within if closed else None
            found[question.id] = assess(view, question.question, within=within_closed)
    return found


def judged_question(judge: ChatJudge, each: Assessed, timeout_s: float) -> Row:
    """One question with the sentences that are shown for it."""
    sources = sources_of(each, choose(each.seen.rated, ()))
    deadline = judge.models.deadline(timeout_s)
    return ruled(lambda: judge.answers(each.question, sources, deadline=deadline))


def question_figures(
    questions: QuestionSet, found: dict[str, Assessed], rows: Sequence[Row]
) -> Row:
    """Refusals by confidence alone, and with what the judge refused below everything else; over
    all questions, those in the band without the ones not judged.

    threshold_instead: unanswerable questions refused by confidence alone, with a threshold so high
    that it costs as many answerable ones as the judge does.
    """
    said = {row["id"]: row["said"] for row in rows}
    kept = {k: v for k, v in found.items() if not v.in_doubt or k in said}
    answerable = {q.id: bool(q.gold and q.gold.answerable) for q in questions.questions}
    sure = {k: v.sure - (v.refusal is not None) for k, v in kept.items()}
    judged = {k: value - (said.get(k) is False) for k, value in sure.items()}
    figures: Row = {"questions": len(kept), "in_doubt": sum(v.in_doubt for v in found.values())}
    figures |= {"judged": len(said), "unusable": sum(s is None for s in said.values())}
    figures |= {"before": _refusals(sure, answerable), "after": _refusals(judged, answerable)}
    known, _ = _parted(judged, answerable)
    cost = sum(value < 0 for value in known) / max(len(known), 1)
    figures["threshold_instead"] = round(recall_at(*_parted(sure, answerable), share=cost), 3)
    for name, right in (("vetoed_answerable", True), ("vetoed_unanswerable", False)):
        band = [key for key in said if answerable[key] is right]
        figures[name] = f"{sum(said[key] is False for key in band)}/{len(band)}"
    figures["seconds"] = median(row["seconds"] for row in rows) if rows else None
    return figures


def _parted(sure: dict[str, float], answerable: dict[str, bool]) -> tuple[list[float], list[float]]:
    """Of the answerable questions, of the others."""
    known = [value for key, value in sure.items() if answerable[key]]
    return known, [value for key, value in sure.items() if not answerable[key]]


def _refusals(sure: dict[str, float], answerable: dict[str, bool]) -> Row:
    """sure: below 0 is refused."""
    known, unknown = _parted(sure, answerable)
    return {
        f"refusal_recall@{SHARE}": round(recall_at(known, unknown, share=SHARE), 3),
        "refused_unanswerable": _share(sum(value < 0 for value in unknown), len(unknown)),
        "refused_answerable": _share(sum(value < 0 for value in known), len(known)),
    }


def _share(part: int, whole: int) -> float:
    return round(part / max(whole, 1), 3)


def added(rows: list[Row], left: Sequence[str], one: Callable[[str], Row], file: Path) -> list[Row]:
    """The rows with those of the ids that have none yet, each in the file before the next."""
    there = {row["id"] for row in rows}
    for key in left:
        if key not in there:
            rows.append({"id": key} | one(key))
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(rows[-1], ensure_ascii=False) + "\n")
    wanted = set(left)
    return [row for row in rows if row["id"] in wanted]


def on_claims(app: Application, options: argparse.Namespace) -> Row:
    """Judge a sample of claims."""
    given = {c.id: c for c in chosen(app.claim_set(options.set), options.many)}
    head = {"claims": options.set.name, "chat_model": app.settings.chat_model}
    judge = ChatJudge(app.chat_models)

    def one(key: str) -> Row:
        return judged_claim(judge, given[key], app.settings.model_timeout_s)

    rows = added(lines_of(options.to, head), list(given), one, options.to)
    return head | claim_figures([row | _by_code(given[row["id"]]) for row in rows])


def _by_code(given: GivenClaim) -> Row:
    """What gate 2 says now: its rules change, and what the judge said stays."""
    return {name.value: gate_2(given, name).accepted for name in Strictness}


def on_questions(app: Application, options: argparse.Namespace) -> Row:
    """Judge a sample of the doubtful band."""
    questions = app.question_set(options.set)
    head = {"set": questions.digest, "closed": options.closed, "embedder": app.settings.embedder}
    head |= {"chat_model": app.settings.chat_model}
    settings = app.settings
    home = settings.data / "evaluation" / app.corpus_key(questions)
    with application(settings.model_copy(update={"data": home})) as inner:
        found = assessed(inner, questions, closed=options.closed)
        judge = ChatJudge(inner.chat_models)

        def one(key: str) -> Row:
            return judged_question(judge, found[key], settings.model_timeout_s)

        band = [key for key, each in found.items() if each.in_doubt][: options.many]
        rows = added(lines_of(options.to, head), band, one, options.to)
    return head | question_figures(questions, found, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["claims", "questions"])
    parser.add_argument("set", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--many", type=int, default=150)
    parser.add_argument("--data", type=Path, default=Path("fundstelle-data"))
    parser.add_argument("--closed", action="store_true")
    options = parser.parse_args()
    settings = Settings(data=options.data)
    if settings.chat_model == "none":
        raise CannotRun("FUNDSTELLE_CHAT_MODEL names no model.")
    with application(settings) as app:
        figures = (on_claims if options.what == "claims" else on_questions)(app, options)
    sys.stdout.write(json.dumps(figures, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
