"""Ask the demo questions and count: the measurement behind the floors.

To look at all figures and at what went wrong: `python -m tests.evaluation.measure [words|meaning]`.
"""

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path

from fundstelle.bootstrap import Application
from fundstelle.config import Settings
from fundstelle.core.answers import Answer, Hit
from fundstelle.delivery.demo import COLLECTIONS
from fundstelle.delivery.python import KnowledgeBase

QUESTIONS = Path(__file__).parent / "demo_questions.jsonl"
DEMO = Path(__file__).parents[2] / "src" / "fundstelle" / "delivery" / "demo"
FIRST_PART = "first"
FIELDS = ("id", "question", "language", "kind", "document", "answer", "part", "miss")
MODES = {"words": "none", "meaning": "bundled"}
"""How questions are asked -> the embedder: without one Fundstelle must stay good, too."""

DEPTH = 10  # places of a ranking that count


@dataclass(frozen=True)
class Question:
    """answer: text that must be shown; "" if the question must be refused.

    part: questions added together. A part is never added to, so that its floors keep their meaning.
    miss: how a near miss misses ("" for others): detail, thing, neighbour, year, place, number.
    """

    id: str
    question: str
    language: str
    kind: str
    document: str
    answer: str
    part: str
    miss: str


@dataclass(frozen=True)
class Outcome:
    """What a question got. hits: of a search for it, best first."""

    question: Question
    answer: Answer
    hits: tuple[Hit, ...]

    @property
    def correct(self) -> bool:
        """Shown: the expected text from the expected document; or refused, if that is expected."""
        wanted = self.question
        if not wanted.answer:
            return self.answer.refusal is not None
        shown = [c for sentence in self.answer.sentences for c in sentence.citations]
        text = folded(" ".join(f"{c.quote} {c.header or ''}" for c in shown))
        return folded(wanted.answer) in text and wanted.document in {c.name for c in shown}

    @property
    def sure(self) -> bool:
        """Shown without the warning that it may not answer the question."""
        return self.answer.refusal is None and not self.answer.doubtful

    @property
    def gain(self) -> float:
        """NDCG with one right place: 1 / log2(1 + rank) of the first hit that holds the answer."""
        for rank, hit in enumerate(self.hits[:DEPTH], start=1):
            place = hit.citation
            held = folded(f"{place.header or ''} {place.quote}")
            if place.name == self.question.document and folded(self.question.answer) in held:
                return 1 / log2(1 + rank)
        return 0.0


def folded(text: str) -> str:
    """Case and white space do not count."""
    return " ".join(text.casefold().split())


def questions() -> list[Question]:
    """All demo questions."""
    return [_question(json.loads(line)) for line in _lines()]


def _lines() -> list[str]:
    return QUESTIONS.read_text(encoding="utf-8").splitlines()


def _question(row: dict[str, str | None]) -> Question:
    texts = {name: row.get(name) or "" for name in FIELDS}
    return Question(**{**texts, "part": texts["part"] or FIRST_PART})


def parts() -> list[str]:
    """Names of the parts, in the order of the file."""
    return list(dict.fromkeys(question.part for question in questions()))


def digest(part: str) -> str:
    """SHA-256 of a part's lines: shows whether its questions are still the same."""
    pairs = zip(_lines(), questions(), strict=True)
    text = "".join(f"{line}\n" for line, question in pairs if question.part == part)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def ask_all(mode: str) -> list[Outcome]:
    """Ask and search every question over the demo documents, in a folder of its own.

    Raises RuntimeError if an answer came about in another way than the mode says.
    """
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.read(data=Path(folder), embedder=MODES[mode])
        with KnowledgeBase(Application(settings)) as kb:
            for name, collection in COLLECTIONS.items():
                kb.ingest([DEMO / name], collection)
            outcomes = [
                Outcome(q, kb.ask(q.question), kb.search(q.question, limit=DEPTH))
                for q in questions()
            ]
    if degraded := {code for outcome in outcomes for code in outcome.answer.degraded}:
        raise RuntimeError(f"Not measured as {mode}: {', '.join(sorted(degraded))}.")
    return outcomes


def figures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Shares of questions, 0 to 1; higher is better in all of them.

    correct: of the answerable; sure: the same, and shown without doubt; correct KIND: of a kind,
    for near misses and questions out of scope the refused ones; not sure KIND: refused or doubtful.
    hit@1: right document in the first place. ndcg@10: see Outcome.gain.
    """
    kinds = sorted({o.question.kind for o in outcomes})
    answerable = [o for o in outcomes if o.question.answer]
    found = {
        "hit@1": _share(
            bool(o.hits) and o.hits[0].citation.name == o.question.document for o in answerable
        ),
        "ndcg@10": _share(o.gain for o in answerable),
        "correct": _share(o.correct for o in answerable),
        "sure": _share(o.correct and o.sure for o in answerable),
    }
    for kind in kinds:
        of_kind = [o for o in outcomes if o.question.kind == kind]
        found[f"correct {kind}"] = _share(o.correct for o in of_kind)
        if not any(o.question.answer for o in of_kind):
            found[f"not sure {kind}"] = _share(not o.sure for o in of_kind)
    return found


def by_part(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """The figures of each part."""
    return {
        part: figures([o for o in outcomes if o.question.part == part])
        for part in dict.fromkeys(o.question.part for o in outcomes)
    }


def _share(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 4)


def main() -> None:
    """Print the figures of each part and of the whole, then every question that went wrong."""
    outcomes = ask_all(sys.argv[1] if len(sys.argv) > 1 else "meaning")
    figures_of = by_part(outcomes) | {"whole": figures(outcomes)}
    wrong = [o for o in outcomes if not o.correct]
    lines = [json.dumps(figures_of, indent=2)]
    lines += [
        f"{o.question.id} {o.question.kind} {o.question.miss or '-'} {o.answer.confidence:.2f} "
        f"{'sure' if o.sure else 'doubtful' if o.answer.doubtful else 'refused'} {o.gain:.2f} "
        f"{o.question.question}"
        for o in wrong
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
