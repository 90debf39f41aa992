"""Haystack: pipelines over its in-memory document store, saved to disk by its own save_to_disk.

Its default cut is DocumentSplitter: 200 words, no overlap.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from haystack import Document as Passages
from haystack import Pipeline, component
from haystack.components.joiners import DocumentJoiner
from haystack.components.preprocessors import DocumentSplitter, RecursiveDocumentSplitter
from haystack.components.retrievers.in_memory import (
    InMemoryBM25Retriever,
    InMemoryEmbeddingRetriever,
)
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore

from bench.peers.peer import LONGEST, OVERLAP, Document, Measured, Passage


@component
class PassageEmbedder:
    def __init__(self, embedder: Measured) -> None:
        self._embedder = embedder

    @component.output_types(documents=list[Passages])
    def run(self, documents: list[Passages]) -> dict[str, Any]:
        vectors = self._embedder.passages([each.content for each in documents])
        pairs = zip(documents, vectors, strict=True)
        return {"documents": [replace(each, embedding=vector.tolist()) for each, vector in pairs]}


@component
class QuestionEmbedder:
    def __init__(self, embedder: Measured) -> None:
        self._embedder = embedder

    @component.output_types(embedding=list[float])
    def run(self, text: str) -> dict[str, Any]:
        return {"embedding": self._embedder.questions([text])[0].tolist()}


class Haystack:
    modes = ("vector", "hybrid")

    def __init__(self, folder: Path, embedder: Measured, *, alike: bool) -> None:
        self._file, self._embedder, self._alike = folder / "store.json", embedder, alike
        if self._file.exists():
            self._store = InMemoryDocumentStore.load_from_disk(str(self._file))
        else:
            self._store = InMemoryDocumentStore()
        self._vector, self._hybrid = Pipeline(), Pipeline()
        for pipeline in (self._vector, self._hybrid):
            pipeline.add_component("embedder", QuestionEmbedder(embedder))
            pipeline.add_component("vector", InMemoryEmbeddingRetriever(self._store))
            pipeline.connect("embedder.embedding", "vector.query_embedding")
        self._hybrid.add_component("bm25", InMemoryBM25Retriever(self._store))
        self._hybrid.add_component("joiner", DocumentJoiner(join_mode="reciprocal_rank_fusion"))
        self._hybrid.connect("vector", "joiner")
        self._hybrid.connect("bm25", "joiner")

    def add(self, documents: Sequence[Document]) -> dict[str, int]:
        if self._alike:
            splitter = RecursiveDocumentSplitter(
                split_length=LONGEST,
                split_overlap=OVERLAP,
                split_unit="char",
                separators=["\n\n", r"\. ", "\n", " "],  # "sentence" would download a model
            )
        else:
            splitter = DocumentSplitter()
        pipeline = Pipeline()
        pipeline.add_component("splitter", splitter)
        pipeline.add_component("embedder", PassageEmbedder(self._embedder))
        pipeline.add_component("writer", DocumentWriter(self._store))
        pipeline.connect("splitter", "embedder")
        pipeline.connect("embedder", "writer")
        given = [
            Passages(
                content=f"{each.title}\n{each.text}" if each.title else each.text,
                meta={"doc": each.id, "tenant": each.tenant},
            )
            for each in documents
        ]
        pipeline.run({"splitter": {"documents": given}})
        return dict(Counter(each.meta["tenant"] for each in self._store.filter_documents()))

    def search(
        self, question: str, mode: str, limit: int, tenant: str | None = None
    ) -> list[Passage]:
        only = {"field": "meta.tenant", "operator": "==", "value": tenant} if tenant else None
        asked: dict[str, dict[str, Any]] = {
            "embedder": {"text": question},
            "vector": {"top_k": limit, "filters": only},
        }
        if mode == "vector":
            found = self._vector.run(asked)["vector"]["documents"]
        else:
            asked["bm25"] = {"query": question, "top_k": limit, "filters": only}
            asked["joiner"] = {"top_k": limit}
            found = self._hybrid.run(asked)["joiner"]["documents"]
        return [Passage(each.meta["doc"], each.meta["tenant"]) for each in found]

    def delete(self, doc: str) -> None:
        self._store.delete_by_filter({"field": "meta.doc", "operator": "==", "value": doc})

    def close(self) -> None:
        self._file.parent.mkdir(exist_ok=True)
        self._store.save_to_disk(str(self._file))


def opened(folder: Path, embedder: Measured, *, alike: bool) -> Haystack:
    return Haystack(folder, embedder, alike=alike)
