"""A question set to measure on: documents, questions, and one result line per question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EvaluationDocument:
    """One document of the set; text is as given, spans of results refer to it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class EvaluationQuestion:
    """within: ids of the only documents that may be used in closed mode; None: all."""

    id: str
    question: str
    split: str
    within: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Documents and questions, in the order of the files."""

    documents: tuple[EvaluationDocument, ...]
    questions: tuple[EvaluationQuestion, ...]
