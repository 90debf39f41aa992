"""What do both gates cost? Usage: python -m bench.gates SET [--questions 150] [--data FOLDER]

For dev questions of a set the evidence (nine chunks) is searched once. Then gate 1 looks for
sentences that talk to a model, rates every sentence and decides; gate 2 checks six claims about the
best sentences, three of them true in a frame, three lies of other kinds. Searching and embedding
are not counted. Prints one JSON line: CPU milliseconds, median and 95th percentile: empty (all
that is kept, words too, is forgotten before each question), new (a running program that meets the
sentences for the first time) and again (the same once more).
"""

import argparse
import gc
import json
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from statistics import quantiles
from time import process_time

from bench.lies import lies_about
from bench.material import indexed
from bench.mutations import REWORDINGS
from bench.truths import of_evidence
from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.confidence import Gate, confidence, refuse, strength
from fundstelle.core.drafts import Claim, Draft
from fundstelle.core.grounding import ground
from fundstelle.core.marked_evidence import marked
from fundstelle.core.questions import Question, read_question
from fundstelle.core.selection import rate
from fundstelle.services.weigh import Weighed

CLAIMS = 6
SEED = 20261201


@dataclass(frozen=True)
class Case:
    """One question with its evidence and what a model says about it."""

    question: Question
    seen: Weighed
    gate: Gate
    draft: Draft

    def first(self) -> None:
        """Gate 1, without embedding."""
        marked(self.seen.evidence)
        rate(self.question, self.seen.found.concepts, self.seen.evidence)
        strong = strength(self.question, self.seen.evidence, self.seen.rated, self.gate)
        sure = confidence(strong, self.gate)
        concepts = self.seen.found.concepts
        refuse(self.question, concepts, self.seen.rated, sure, self.gate.refuse_below)

    def second(self) -> None:
        """Gate 2."""
        ground(
            self.draft,
            self.seen.evidence,
            language=self.question.language,
            strictness=Strictness.STRICT,
            marked=self.seen.marked,
        )


def draft_about(question: Question, seen: Weighed, chance: random.Random) -> Draft | None:
    """Three true sentences and three lies; None where the evidence has too little for them."""
    truths = list(of_evidence(seen.evidence, question.language))
    if not truths:
        return None
    framed = REWORDINGS["framed"]
    said = [(framed(truth, chance), truth) for truth in truths[: CLAIMS // 2]]
    lies = lies_about(seen, truths, chance)
    said += [(lie, truth) for (_, truth, lie), _ in zip(lies, range(CLAIMS // 2), strict=False)]
    claims = tuple(Claim(text, (truth.sentence.id,)) for text, truth in said if text)
    return Draft(claims) if len(claims) == CLAIMS else None


def forget() -> None:
    """Empty everything that remembers earlier sentences."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.__module__.startswith("fundstelle.core"):
            each.cache_clear()


def spent(work: Callable[[], None]) -> float:
    """CPU milliseconds."""
    started = process_time()
    work()
    return (process_time() - started) * 1000


def told(values: list[float]) -> dict[str, float]:
    cuts = quantiles(values, n=20, method="inclusive")
    return {"p50": round(cuts[9], 2), "p95": round(cuts[18], 2)}


def measured(
    cases: Sequence[Case], before: Callable[[], None] = lambda: None
) -> dict[str, dict[str, float]]:
    """Both gates for each case, one after the other."""
    spans = []
    for case in cases:
        before()
        spans.append((spent(case.first), spent(case.second)))
    return {
        "gate 1": told([one for one, _ in spans]),
        "gate 2": told([two for _, two in spans]),
        "both": told([one + two for one, two in spans]),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("set", type=Path)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    chance = random.Random(SEED)
    with tempfile.TemporaryDirectory() as made:
        settings = Settings(data=given.data or Path(made), chat_model="none")
        with application(settings) as app:
            questions = app.question_set(given.set)
            scope, ask = indexed(app, questions), app.ask()
            cases: list[Case] = []
            with app.store.reading(scope) as view:
                for each in questions.questions:
                    if each.split != "dev" or len(cases) == given.questions:
                        continue
                    question = read_question(each.question)
                    seen = ask.weigh(view, question)
                    if seen.rated and (draft := draft_about(question, seen, chance)):
                        cases.append(Case(question, seen, ask.gates.of(seen.embedder), draft))
    for case in cases[len(cases) // 2 :]:  # as if the program had run for a while
        case.first()
        case.second()
    half = cases[: len(cases) // 2]
    said = {"new": measured(half), "again": measured(half), "empty": measured(half, before=forget)}
    print(json.dumps({"questions": len(cases), "claims": CLAIMS, **said}))


if __name__ == "__main__":
    main()
