"""How long do questions take? Ask them again and again, and keep what each stage took."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest
from time import perf_counter, process_time

import numpy as np

from fundstelle.core.access import Scope
from fundstelle.core.documents import Document
from fundstelle.core.errors import CannotRun, WrongUsage
from fundstelle.core.outline import BETWEEN
from fundstelle.core.questions import read_question
from fundstelle.ports import Store, View
from fundstelle.services.ask import Ask
from fundstelle.services.retrieve import retrieve

STAGES = ("embed", "search", "draft", "gates", "total", "cpu")
EVIDENCE, NO_EVIDENCE = "evidence", "no_evidence"


class Part(StrEnum):
    """How much of a question's way: the whole answer, its evidence, its evidence by words alone."""

    ASK = "ask"
    RETRIEVE = "retrieve"
    RETRIEVE_LEXICAL = "retrieve-lexical"


@dataclass(frozen=True, slots=True)
class Run:
    """One question, once. outcome: status of the answer, or whether there was evidence.

    ms: stage -> milliseconds; besides the stages "total" on the clock and "cpu" of the process
    with all its threads. Stages that were not reached are missing.
    """

    outcome: str
    doubtful: bool
    degraded: tuple[str, ...]
    ms: dict[str, float]


@dataclass(frozen=True, slots=True)
class Spread:
    """In milliseconds. Quantiles by nearest rank: each is a value that was measured."""

    p50: float
    p95: float
    highest: float


@dataclass(frozen=True, slots=True)
class Times:
    """runs: questions timed. ms: stage -> spread, over the runs that reached the stage."""

    runs: int
    ms: dict[str, Spread]


@dataclass(frozen=True, slots=True)
class Measured:
    """What came out. outcomes and doubtful count questions, not runs.

    embedder: fingerprint of the vectors that took part; None: words alone.
    first: the very first question, which opens model and index. new: each further one for the
    first time. again: all later rounds, when the sentences' vectors are remembered. None: no run.
    """

    part: Part
    questions: int
    repeats: int
    documents: int
    chunks: int
    embedder: str | None
    outcomes: dict[str, int]
    doubtful: int
    degraded: tuple[str, ...]
    first: Times
    new: Times | None
    again: Times | None


@dataclass(frozen=True, slots=True)
class Measure:
    """Time questions over what a scope shows."""

    store: Store
    ask: Ask

    def __call__(
        self, part: Part, questions: Sequence[str], scope: Scope, repeats: int
    ) -> Measured:
        """Ask all questions, then all of them again, `repeats` rounds in all.

        Raises CannotRun for an index without text, WrongUsage without a question or a round.
        """
        if not questions or repeats < 1:
            raise WrongUsage("A measurement needs at least one question and one round.")
        with self.store.reading(scope) as view:
            size, vectors = view.statistics(), view.vectors()
        if not size.chunks:
            raise _nothing_to_search()
        runs = [self._once(part, text, scope) for _ in range(repeats) for text in questions]
        once = runs[: len(questions)]
        degraded = tuple(dict.fromkeys(code for run in runs for code in run.degraded))
        meant = self._by_meaning(part) and "embedder_down" not in degraded
        return Measured(
            part=part,
            questions=len(questions),
            repeats=repeats,
            documents=size.documents,
            chunks=size.chunks,
            embedder=vectors.fingerprint_key if meant else None,
            outcomes=dict(sorted(Counter(run.outcome for run in once).items())),
            doubtful=sum(run.doubtful for run in once),
            degraded=degraded,
            first=_times(runs[:1]),
            new=_times(once[1:]) if once[1:] else None,
            again=_times(runs[len(once) :]) if repeats > 1 else None,
        )

    def _by_meaning(self, part: Part) -> bool:
        return part is not Part.RETRIEVE_LEXICAL and self.ask.understanding is not None

    def _once(self, part: Part, text: str, scope: Scope) -> Run:
        on_cpu, started = process_time(), perf_counter()
        if part is Part.ASK:
            answer = self.ask(text, scope)
            run = Run(answer.status.value, answer.doubtful, answer.degraded, {**answer.timings_ms})
        else:
            run = self._evidence(text, scope, by_meaning=self._by_meaning(part))
        run.ms["total"] = (perf_counter() - started) * 1000
        run.ms["cpu"] = (process_time() - on_cpu) * 1000
        return run

    def _evidence(self, text: str, scope: Scope, *, by_meaning: bool) -> Run:
        """The same steps as in an answer, up to the numbered sentences."""
        question = read_question(text)
        if not question.words:
            return Run(NO_EVIDENCE, doubtful=False, degraded=(), ms={})
        understanding = self.ask.understanding if by_meaning else None
        ms: dict[str, float] = {}
        with self.store.reading(scope) as view:
            started = perf_counter()
            meaning, degraded = (
                understanding.question(view, question) if understanding else (None, ())
            )
            embedded = perf_counter()
            found = retrieve(view, question, self.ask.limits, meaning=meaning)
            searched = perf_counter()
            evidence = found.evidence(self.ask.limits.evidence)
        if understanding:
            ms["embed"] = (embedded - started) * 1000
        ms["search"] = (searched - embedded) * 1000
        outcome = EVIDENCE if evidence.sentences else NO_EVIDENCE
        return Run(outcome, doubtful=False, degraded=degraded, ms=ms)

    def made_questions(self, scope: Scope, many: int = 10) -> list[str]:
        """Up to `many` texts from headings and titles, evenly over the scope's documents.

        Raises CannotRun for an index without text.
        """
        with self.store.reading(scope) as view:
            documents = view.documents()
            if not documents:
                raise _nothing_to_search()
            places = sorted({turn * len(documents) // many for turn in range(many)})
            rows = [_headed(view, documents[place]) for place in places]
        turns = chain.from_iterable(zip_longest(*rows))  # one of each document before a second
        return list(dict.fromkeys(text for text in turns if text))[:many]


def _headed(view: View, document: Document) -> Iterator[str]:
    """Each heading of a document with its title; the title alone if it has none."""
    title = document.title
    if title == document.name:
        title = title.rpartition(".")[0].replace("_", " ") or title
    paths = dict.fromkeys(chunk.heading for chunk in view.chunks_of(document.id))
    headings = [path.rpartition(BETWEEN)[2] for path in paths]
    texts = [f"{heading} {title}" for heading in headings if heading and heading != title]
    return iter(texts or [title])


def _nothing_to_search() -> CannotRun:
    return CannotRun.because("nothing_to_search")


def _times(runs: Sequence[Run]) -> Times:
    reached = [stage for stage in STAGES if any(stage in run.ms for run in runs)]
    values = {stage: [run.ms[stage] for run in runs if stage in run.ms] for stage in reached}
    return Times(len(runs), {stage: _spread(taken) for stage, taken in values.items()})


def _spread(taken: Sequence[float]) -> Spread:
    middle, high = np.quantile(taken, (0.5, 0.95), method="inverted_cdf")
    return Spread(float(middle), float(high), max(taken))
