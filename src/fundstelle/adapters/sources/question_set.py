"""Question sets on disk: corpus.jsonl (or a CORPUS pointer to one) and queries.jsonl."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from fundstelle.core.errors import CannotRun, UnreadableFile
from fundstelle.core.questionset import EvaluationDocument, EvaluationQuestion, QuestionSet
from fundstelle.ports import Item, Unlisted

MARKDOWN = re.compile(r"^#{1,6} \S", re.MULTILINE)


def load(folder: Path) -> QuestionSet:
    """Read a set. Raises CannotRun with the file and line that is missing or wrong."""
    pointer = folder / "CORPUS"
    corpus = folder / pointer.read_text("utf-8").strip() if pointer.exists() else None
    path = corpus or folder / "corpus.jsonl"
    documents = tuple(
        EvaluationDocument(row["id"], row.get("title") or "", row["text"])
        for row in _rows(path, ("id", "text"))
    )
    questions = tuple(
        EvaluationQuestion(row["id"], row["question"], row.get("split", ""), _within(row))
        for row in _rows(folder / "queries.jsonl", ("id", "question"))
    )
    return QuestionSet(documents, questions)


def _within(row: dict[str, Any]) -> tuple[str, ...] | None:
    """None: all documents; an empty list: none at all."""
    ids = row.get("context_ids")
    return None if ids is None else tuple(ids)


def _rows(path: Path, needed: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8") as lines:
            for place, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                row = json.loads(line)
                if not isinstance(row, dict) or any(name not in row for name in needed):
                    raise CannotRun(f"{path}, line {place}: every row needs {', '.join(needed)}.")
                yield row
    except OSError as error:
        raise CannotRun(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise CannotRun(f"{path} holds a line that is no JSON: {error}.") from error


@dataclass(frozen=True)
class CorpusSource:
    """The documents of a question set as a source. Their ids are the uris."""

    documents: tuple[EvaluationDocument, ...]

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {document.id: document.text for document in self.documents}

    def items(self) -> Iterator[Item | Unlisted]:
        """All documents, in the set's order."""
        for document in self.documents:
            ending = "md" if MARKDOWN.search(document.text) else "txt"
            name = f"{document.title or document.id}.{ending}"
            yield Item(document.id, name, len(document.text), document.title)

    def content(self, item: Item) -> bytes:
        """The text as UTF-8. Raises UnreadableFile for a text that is no Unicode."""
        try:
            return self._texts[item.uri].encode("utf-8")
        except UnicodeEncodeError as error:
            raise UnreadableFile("garbled", detail=str(error)) from error

    def covers(self, uri: str) -> bool:  # noqa: ARG002 - the set is all there is
        """The index belongs to this set alone."""
        return True


def key_of(documents: tuple[EvaluationDocument, ...], settings: str) -> str:
    """Name of the index for these documents under these settings: 16 hexadecimal digits."""
    hashed = hashlib.sha256(settings.encode())
    for document in documents:
        hashed.update(json.dumps([document.id, document.title, document.text]).encode())
    return hashed.hexdigest()[:16]
