"""Question sets on disk: corpus.jsonl (or a CORPUS pointer to one) and queries.jsonl."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from fundstelle.adapters.sources.gold import gold_of
from fundstelle.core.errors import CannotRun, UnreadableFile
from fundstelle.core.questionset import EvaluationDocument, EvaluationQuestion, QuestionSet
from fundstelle.ports import Item, Unlisted

MARKDOWN = re.compile(r"^#{1,6} \S", re.MULTILINE)


def load(folder: Path) -> QuestionSet:
    """Read a set. Raises CannotRun with the file, line and field that is missing or wrong."""
    corpus, queries = _corpus(folder), folder / "queries.jsonl"
    documents = tuple(
        EvaluationDocument(row["id"], row.get("title") or "", row["text"])
        for row, _ in _rows(corpus, ("id", "text"), ("title",))
    )
    questions = tuple(
        EvaluationQuestion(
            row["id"],
            row["question"],
            row.get("split") or "",
            _within(row),
            gold_of(row, where),
            row.get("leak_risk") is True,
        )
        for row, where in _rows(queries, ("id", "question"), ("split",))
    )
    if not documents:
        raise CannotRun(f"{corpus} holds no document.")
    if not questions:
        raise CannotRun(f"{queries} holds no question.")
    _check_ids(corpus, [document.id for document in documents])
    _check_ids(queries, [question.id for question in questions])
    _check_gold(queries, documents, questions)
    return QuestionSet(documents, questions)


def _check_ids(path: Path, ids: Sequence[str]) -> None:
    """One of two things of the same name would be measured as the other."""
    twice = [name for name, n in Counter(ids).items() if n > 1]
    if twice:
        raise CannotRun(f"{path} holds the id {twice[0]!r} more than once.")


def _check_gold(
    path: Path, documents: Sequence[EvaluationDocument], questions: Sequence[EvaluationQuestion]
) -> None:
    """A gold answer that does not stand where the set says makes every figure wrong."""
    texts = {document.id: document.text for document in documents}
    for question in questions:
        gold = question.gold
        text = texts.get(gold.documents[0]) if gold and gold.documents else None
        if gold is None or text is None:  # the document is withheld on purpose, perhaps
            continue
        for answer, start in gold.spans:
            if text[start : start + len(answer)] != answer:
                raise CannotRun(
                    f"{path}: the answer of {question.id!r} does not stand at {start} in "
                    f"{gold.documents[0]!r}. Correct answer_start, or leave the answer out."
                )


def questions_in(path: Path) -> list[str]:
    """The questions of a file: "question" of each row if it ends in .jsonl, else its lines.

    Raises CannotRun for a file that cannot be read so.
    """
    try:
        if path.suffix.lower() == ".jsonl":
            return [row["question"] for row, _ in _rows(path, ("question",), ())]
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError, CannotRun) as error:
        raise CannotRun.because("no_questions", file=path, why=str(error).rstrip(".")) from error
    return [line.strip() for line in lines if line.strip()]


def _corpus(folder: Path) -> Path:
    pointer = folder / "CORPUS"
    try:
        return folder / pointer.read_text("utf-8").strip()
    except FileNotFoundError:
        return folder / "corpus.jsonl"
    except (OSError, ValueError) as error:
        raise CannotRun(f"{pointer} must be a text file with a path: {error}.") from error


def _within(row: dict[str, Any]) -> tuple[str, ...] | None:
    """None: all documents; an empty list: none at all."""
    ids = row.get("context_ids")
    return None if ids is None else tuple(ids)


def _rows(
    path: Path, needed: tuple[str, ...], optional: tuple[str, ...]
) -> Iterator[tuple[dict[str, Any], str]]:
    """Each row with the words for where it stands."""
    try:
        with path.open("rb") as lines:
            for place, line in enumerate(lines, start=1):
                if line.strip():
                    where = f"{path}, line {place}"
                    yield _row(line, where, needed, optional), where
    except (OSError, ValueError) as error:  # ValueError: no path at all
        raise CannotRun(f"{path} cannot be read ({error}).") from error


def _row(
    line: bytes, where: str, needed: tuple[str, ...], optional: tuple[str, ...]
) -> dict[str, Any]:
    try:
        row = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise CannotRun(f"{where} is no JSON: {error}.") from error
    if not isinstance(row, dict):
        raise CannotRun(f"{where}: every row needs {', '.join(needed)}.")
    for name in needed:
        if not _is_text(row.get(name), any_text=name in ("text", "question")):
            raise CannotRun(f"{where}: {name} is needed and must be text.")
    for name in optional:
        if row.get(name) is not None and not _is_text(row[name]):
            raise CannotRun(f"{where}: {name} must be text.")
    ids = row.get("context_ids")
    if ids is not None and not (isinstance(ids, list) and all(map(_is_text, ids))):
        raise CannotRun(f"{where}: context_ids must be a list of texts.")
    return row


def _is_text(value: object, *, any_text: bool = False) -> bool:
    """any_text: halves of characters too, which the reader and the questions can bear."""
    return isinstance(value, str) and (any_text or value.isprintable() or _encodes(value))


def _encodes(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


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
