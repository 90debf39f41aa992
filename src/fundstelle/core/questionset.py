"""A question set to measure on: documents, questions, and what a right answer would be."""

import hashlib
import json
from dataclasses import astuple, dataclass


@dataclass(frozen=True, slots=True)
class EvaluationDocument:
    """One document of the set; text is as given, spans of results refer to it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Gold:
    """What a right answer to a question is.

    spans: (text, start) of each gold answer, in code points of the given text of the first of
    documents; () if the set names no wording. documents: ids of those that hold an answer.
    whole_lines: the texts are whole lines, and a part of one is enough.
    """

    answerable: bool
    spans: tuple[tuple[str, int], ...] = ()
    documents: tuple[str, ...] = ()
    whole_lines: bool = False


@dataclass(frozen=True, slots=True)
class EvaluationQuestion:
    """within: ids of the only documents that may be used in closed mode; None: all.

    gold: None if the set does not say what is right; the question is asked and not measured.
    leak_risk: the set warns that its answer may stand elsewhere too; asked and not measured.
    """

    id: str
    question: str
    split: str
    within: tuple[str, ...] | None
    gold: Gold | None = None
    leak_risk: bool = False


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Documents and questions, in the order of the files."""

    documents: tuple[EvaluationDocument, ...]
    questions: tuple[EvaluationQuestion, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of all documents and questions: another one means that other data was measured.

        Of the content, not of the files: neither their place nor their form counts.
        """
        hashed = hashlib.sha256()
        documents, questions = map(astuple, self.documents), map(astuple, self.questions)
        for part in (*documents, *questions):
            hashed.update(json.dumps(part).encode() + b"\n")
        return hashed.hexdigest()
