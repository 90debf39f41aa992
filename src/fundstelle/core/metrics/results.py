"""One line of a run file: what the system found and said for one question."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fundstelle.core.questionset import EvaluationQuestion, Gold

SHOWN = frozenset({"answered", "extractive"})


@dataclass(frozen=True, slots=True)
class Place:
    """A retrieved chunk, in code points of the given text."""

    document: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Quote:
    """A cited place and the text that is said to stand there."""

    document: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """ranking: best first. status: "answered", "extractive", "refused" or "error".

    confidence: higher is more willing to answer, also when refused.
    stages_ms: stage -> milliseconds; {} if unknown.
    """

    status: str
    confidence: float
    ranking: tuple[Place, ...] = ()
    answer: str = ""
    quotes: tuple[Quote, ...] = ()
    doubtful: bool = False
    latency_ms: float | None = None
    stages_ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def shown(self) -> bool:
        """Whether the person got an answer."""
        return self.status in SHOWN

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Result":
        """Read a row of a run file. Raises KeyError for a place without document or span."""
        status = row.get("status") or "error"
        confidence = row.get("confidence")
        if confidence is None:
            confidence = 1.0 if status in SHOWN else -1.0
        return cls(
            status,
            float(confidence),
            tuple(Place(p["doc"], p["start"], p["end"]) for p in row.get("ranking") or ()),
            row.get("answer") or "",
            tuple(
                Quote(q["doc"], q["start"], q["end"], q["text"]) for q in row.get("quotes") or ()
            ),
            bool(row.get("doubtful")),
            row.get("latency_ms"),
            row.get("timings_ms") or {},
        )


MISSING = Result("error", -1.0)
"""Stands for a question that the run has no line for: it counts as failed."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A question with its result. correct: an answer was shown, and it is right."""

    question: EvaluationQuestion
    gold: Gold
    result: Result
    correct: bool
