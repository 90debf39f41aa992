"""txtai: one Embeddings database with content and its hybrid index.

It has no splitter of its own in the base package: by default a whole document is one row. Where all
cut alike: at the last blank before 700 characters. Vectors come from an external function, which is
told question from passage by txtai's instructions.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from txtai import Embeddings

from bench.peers.peer import LONGEST, OVERLAP, Document, Floats, Measured, Passage

QUESTION, PASSAGE = "question: ", "passage: "
COLUMNS = "SELECT id, doc, tenant, score FROM txtai"


def cut(text: str) -> list[str]:
    """Return pieces of at most 700 characters, overlapping by about 150, cut at blanks."""
    pieces, start = [], 0
    while start + LONGEST < len(text):
        end = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        end = end if end > 0 else start + LONGEST
        pieces.append(text[start:end])
        start = max(text.rfind(" ", start, end - OVERLAP) + 1, start + LONGEST // 4)
    return [*pieces, text[start:]]


class Txtai:
    modes = ("vector", "hybrid")

    def __init__(self, folder: Path, embedder: Measured, *, alike: bool) -> None:
        self._folder, self._alike = str(folder), alike

        def transform(texts: list[str]) -> Floats:
            if texts[0].startswith(QUESTION):
                return embedder.questions([each.removeprefix(QUESTION) for each in texts])
            return embedder.passages([each.removeprefix(PASSAGE) for each in texts])

        self._embeddings = Embeddings(
            method="external",
            transform=transform,
            instructions={"query": QUESTION, "data": PASSAGE},
            content=True,
            hybrid=True,
        )
        if (folder / "documents").exists():
            # The function is no part of what is saved: given again.
            self._embeddings.load(self._folder, config={"transform": transform})

    def add(self, documents: Sequence[Document]) -> dict[str, int]:
        rows = []
        for each in documents:
            text = f"{each.title}\n{each.text}" if each.title else each.text
            for place, piece in enumerate(cut(text) if self._alike else [text]):
                row = {"text": piece, "doc": each.id, "tenant": each.tenant}
                rows.append((f"{each.id}-{place}", row, None))
        self._embeddings.index(rows)
        return dict(Counter(row["tenant"] for _, row, _ in rows))

    def search(
        self, question: str, mode: str, limit: int, tenant: str | None = None
    ) -> list[Passage]:
        weights = 1.0 if mode == "vector" else None  # of the vectors; None: its default, 0.5
        asked: dict[str, Any] = {"question": question}
        sql = f"{COLUMNS} WHERE similar(:question)"
        if tenant:
            asked["tenant"] = tenant
            sql += " AND tenant = :tenant"
        found = self._embeddings.search(sql, limit, weights=weights, parameters=asked)
        return [Passage(each["doc"], each["tenant"]) for each in found]

    def delete(self, doc: str) -> None:
        sql = f"{COLUMNS} WHERE doc = :doc"
        rows = self._embeddings.search(sql, 1000, parameters={"doc": doc})
        self._embeddings.delete([each["id"] for each in rows])

    def close(self) -> None:
        self._embeddings.save(self._folder)
        self._embeddings.close()


def opened(folder: Path, embedder: Measured, *, alike: bool) -> Txtai:
    return Txtai(folder, embedder, alike=alike)
