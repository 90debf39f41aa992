"""Questions and results in a few words, for tables."""

from fundstelle.core.metrics.answering import judge
from fundstelle.core.metrics.results import Judged, Place, Quote, Result
from fundstelle.core.questionset import EvaluationQuestion, Gold

TEXT = "Der Turm ist 40 Meter hoch. Er steht am Fluss."
GOLD = Gold(True, (("40 Meter", 13),), ("turm",))
NO_ANSWER = Gold(False)


def quote(start: int = 0, end: int = 27, document: str = "turm") -> Quote:
    return Quote(document, start, end, TEXT[start:end])


def place(document: str, start: int = 0, end: int = 46) -> Place:
    return Place(document, start, end)


def judged(gold: Gold, result: Result, name: str = "q") -> Judged:
    return judge(
        EvaluationQuestion(name, "Wie hoch ist der Turm?", "dev", None, gold), gold, result
    )


def right(confidence: float = 0.9, *, doubtful: bool = False, name: str = "q") -> Judged:
    result = Result("extractive", confidence, quotes=(quote(),), doubtful=doubtful)
    return judged(GOLD, result, name)


def wrong(confidence: float = 0.9, *, doubtful: bool = False, name: str = "q") -> Judged:
    """An answer to a question that has none."""
    result = Result("extractive", confidence, quotes=(quote(),), doubtful=doubtful)
    return judged(NO_ANSWER, result, name)


def refused(confidence: float = 0.1, *, answerable: bool = False, name: str = "q") -> Judged:
    return judged(GOLD if answerable else NO_ANSWER, Result("refused", confidence), name)
