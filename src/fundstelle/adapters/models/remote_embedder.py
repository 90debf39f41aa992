"""Vectors from a server: what it takes to be as dependable as an embedder inside the program."""

import re
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from fundstelle.core.deadlines import Deadline
from fundstelle.core.embedding import Fingerprint, Vectors, embeddable, unit
from fundstelle.core.errors import EmbedderUnavailable, ModelUnavailable, ServerUnavailable
from fundstelle.core.model_names import in_fingerprint

TEXTS_PER_CALL = 16
NOTHING = "."  # servers give no vector for an empty text
CANARY = "Die Kündigungsfrist beträgt vier Wochen zum Monatsende."
MEND = "Restart or update that server."
SAME = 0.999  # cosine of a text with itself: another machine rounds differently, no model does
LEAST_CHARS = 32  # pieces below that are not cut again
INSTRUCTED = (
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: "
)
REPRESENT = "Represent this sentence for searching relevant passages: "
# The first that is part of a model's name decides; from the cards of the models.
PREFIXES: tuple[tuple[str, str, str], ...] = (
    ("nomic-embed-text", "search_query: ", "search_document: "),
    ("e5-mistral", INSTRUCTED, ""),
    ("e5-large-instruct", INSTRUCTED, ""),
    ("qwen3-embedding", INSTRUCTED, ""),
    ("embeddinggemma", "task: search result | query: ", "title: none | text: "),
    ("snowflake-arctic-embed2", "query: ", ""),
    ("snowflake-arctic-embed-l-v2", "query: ", ""),
    ("snowflake-arctic-embed", REPRESENT, ""),
    ("mxbai-embed-large", REPRESENT, ""),
    ("bge-m3", "", ""),
    ("bge-", REPRESENT, ""),
    ("e5", "query: ", "passage: "),
)


class Refused(Exception):
    """The server works, and does not want these very texts. str: its words."""


class Vectorizer(Protocol):
    """One call of a server."""

    def __call__(self, texts: Sequence[str], deadline: Deadline) -> list[list[float]]:
        """As many vectors as texts. Raises Refused, ServerUnavailable, ModelUnavailable."""
        ...


def prefixes_of(model: str) -> tuple[str, str]:
    """What a model wants before a question and before a passage."""
    name = model.casefold()
    for part, question, passage in PREFIXES:
        if re.search(rf"(?<![a-z0-9]){re.escape(part)}", name):
            return question, passage
    return "", ""


class RemoteEmbedder:
    """An Embedder on a server. The same text gives the same vector, or an error."""

    def __init__(
        self,
        name: str,
        vectors_of: Vectorizer,
        *,
        digest: str,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """name: as in the setting. digest: of the weights, "" if the server tells none.

        seconds: for one call. Calls the server. Raises EmbedderUnavailable.
        """
        self._name, self._vectors_of, self._seconds, self._clock = name, vectors_of, seconds, clock
        self._question, self._passage = prefixes_of(name.partition(":")[2])
        self.size = 0
        self._canary = self._alive()
        self.size = len(self._canary)
        prefix = f"{self._question}|{self._passage}" if self._question or self._passage else ""
        self.fingerprint = Fingerprint(
            in_fingerprint(name), digest or f"size{self.size}", self.size, prefix
        )

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts, self._question, kept=False)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Also looks whether the server still has the same model: these vectors are kept."""
        return self._embed(texts, self._passage, kept=True)

    def _embed(self, texts: Sequence[str], prefix: str, *, kept: bool) -> Vectors:
        """kept: whether the vectors are stored; then each call embeds the canary too."""
        made = [np.empty((0, self.size), np.float32)]
        for at in range(0, len(texts), TEXTS_PER_CALL):
            some = [_clean(text) for text in texts[at : at + TEXTS_PER_CALL]]
            try:
                found = self._called([*(prefix + text for text in some), *[CANARY] * kept])
            except Refused:
                self._alive()
                found = self._one_by_one(some, prefix, kept=kept)
            for canary in found[len(some) :]:
                self._check_model(canary)
            made.append(found[: len(some)])
        return np.concatenate(made)

    def _alive(self) -> Vectors:
        """Return the vector of a plain sentence. Raises EmbedderUnavailable if there is none."""
        try:
            found: Vectors = self._called([CANARY])[0]
        except Refused as error:
            raise EmbedderUnavailable(f"{self._name} makes no vectors: {error}. {MEND}") from error
        if self.size:
            self._check_model(found)
        return found

    def _check_model(self, canary: Vectors) -> None:
        if float(canary @ self._canary) < SAME:
            raise EmbedderUnavailable(
                f"{self._name} gives other vectors than before: its server has another model "
                "under this name now. Put the old one back, or start again and make all vectors "
                f"anew with `fundstelle rebuild --embedder {self._name}`."
            )

    def _one_by_one(self, texts: Sequence[str], prefix: str, *, kept: bool) -> Vectors:
        """Find the text that is refused; only for that one pieces have to do.

        Where no piece of a passage is taken either, its vector points away from all sentences: it
        is found by its words, and does not keep all others from getting a vector.
        """
        rows = [self._row(text, prefix) for text in texts]
        if not kept and any(row is None for row in rows):
            raise EmbedderUnavailable(f"{self._name} makes no vector of this question.")
        return unit([-self._canary if row is None else row for row in rows], self.size)

    def _row(self, text: str, prefix: str) -> Vectors | None:
        """The vector of a text, or the mean of its pieces by length; None if each is refused.

        Servers refuse what is too long for the model, and fail over single texts (a NaN within).
        """
        try:
            row: Vectors = self._called([prefix + text])[0]
        except Refused:
            middle = len(text) // 2
        else:
            return row
        if middle < LEAST_CHARS:
            return None
        cut = text.rfind(" ", LEAST_CHARS, middle) + 1 or middle
        halves = [(half, self._row(half, prefix)) for half in (text[:cut], text[cut:])]
        there = [row * np.float32(len(half)) for half, row in halves if row is not None]
        if not there:
            return None
        mean: Vectors = unit([np.sum(there, axis=0)], self.size)[0]
        return mean

    def _called(self, texts: Sequence[str]) -> Vectors:
        """One call. Raises Refused, and EmbedderUnavailable for all other faults of the server."""
        try:
            rows = self._vectors_of(texts, Deadline(self._seconds, self._clock))
            made = [np.asarray(row, np.float32) for row in rows]
        except (ServerUnavailable, ModelUnavailable) as error:
            raise EmbedderUnavailable(f"{self._name}: {error}") from error
        except (TypeError, ValueError) as error:
            raise EmbedderUnavailable(self._wrong("something else than numbers")) from error
        if any(row.ndim != 1 for row in made):
            raise EmbedderUnavailable(self._wrong("something else than numbers"))
        if len(made) != len(texts):  # some lose texts of a call, and none that come alone
            raise Refused(f"it gave {len(made)} of {len(texts)} vectors")
        self._check_sizes({row.size for row in made})
        if not all(np.isfinite(row).all() and row.any() for row in made):
            raise Refused("the vector it gave has no length")
        return unit(made, made[0].size)

    def _wrong(self, gave: str) -> str:
        return f"{self._name} gave {gave}. {MEND}"

    def _check_sizes(self, sizes: set[int]) -> None:
        expected = {self.size} if self.size else sizes
        if sizes != expected or len(sizes) != 1:
            told = ", ".join(str(size) for size in sorted(sizes))
            raise EmbedderUnavailable(
                f"{self._name} gave vectors of {told} numbers instead of {self.size}. If its model "
                "was changed, start again and make all vectors anew with "
                f"`fundstelle rebuild --embedder {self._name}`."
            )


def _clean(text: str) -> str:
    clean = embeddable(text)
    return clean if clean.strip() else NOTHING
