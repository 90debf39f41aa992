"""LlamaIndex: VectorStoreIndex with its own stores, BM25Retriever, QueryFusionRetriever.

Its own cut: 1,024 tokens, 200 overlap. hybrid-de: BM25 with its German stop words and stemmer.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import Stemmer
from llama_index.core import Document as Given
from llama_index.core import StorageContext, VectorStoreIndex, load_index_from_storage
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.llms import MockLLM
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.vector_stores import ExactMatchFilter, MetadataFilters
from llama_index.retrievers.bm25 import BM25Retriever

from bench.peers.peer import LONGEST, OVERLAP, Document, Measured, Passage


class Wrapped(BaseEmbedding):
    _measured: Measured = PrivateAttr()

    def __init__(self, measured: Measured) -> None:
        super().__init__(model_name="bundled", embed_batch_size=32)
        self._measured = measured

    def _get_query_embedding(self, query: str) -> list[float]:
        vector: list[float] = self._measured.questions([query])[0].tolist()
        return vector

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = self._measured.passages(texts).tolist()
        return vectors


class LlamaIndex:
    modes = ("vector", "hybrid", "hybrid-de")

    def __init__(self, folder: Path, embedder: Measured, *, alike: bool) -> None:
        self._folder, self._alike = str(folder), alike
        self._wrapped = Wrapped(embedder)
        self._retrievers: dict[tuple[str, int, str | None], Any] = {}
        if (folder / "docstore.json").exists():
            context = StorageContext.from_defaults(persist_dir=self._folder)
            self._index = load_index_from_storage(context, embed_model=self._wrapped)

    def add(self, documents: Sequence[Document]) -> dict[str, int]:
        cut = SentenceSplitter(chunk_size=LONGEST, chunk_overlap=OVERLAP, tokenizer=list)
        given = [
            Given(
                text=f"{each.title}\n{each.text}" if each.title else each.text,
                id_=each.id,
                metadata={"tenant": each.tenant},
                excluded_embed_metadata_keys=["tenant"],
            )
            for each in documents
        ]
        self._index = VectorStoreIndex.from_documents(
            given,
            transformations=[cut if self._alike else SentenceSplitter()],
            embed_model=self._wrapped,
        )
        return dict(Counter(e.metadata["tenant"] for e in self._index.docstore.docs.values()))

    def _retriever(self, mode: str, limit: int, tenant: str | None) -> Any:
        """Made once: a BM25 retriever with a filter is an index of its own in this library."""
        if made := self._retrievers.get((mode, limit, tenant)):
            return made
        only = None
        if tenant:
            only = MetadataFilters(filters=[ExactMatchFilter(key="tenant", value=tenant)])
        made = self._index.as_retriever(similarity_top_k=limit, filters=only)
        if mode != "vector":
            german = {"language": "de", "stemmer": Stemmer.Stemmer("german")}
            words = BM25Retriever.from_defaults(
                docstore=self._index.docstore,
                similarity_top_k=limit,
                filters=only,
                **(german if mode == "hybrid-de" else {}),
            )
            made = QueryFusionRetriever(
                [made, words],
                llm=MockLLM(),
                similarity_top_k=limit,
                num_queries=1,  # no other wordings by a language model
                mode="reciprocal_rerank",
                use_async=False,
            )
        return self._retrievers.setdefault((mode, limit, tenant), made)

    def search(
        self, question: str, mode: str, limit: int, tenant: str | None = None
    ) -> list[Passage]:
        found = self._retriever(mode, limit, tenant).retrieve(question)
        return [Passage(each.node.ref_doc_id, each.node.metadata["tenant"]) for each in found]

    def delete(self, doc: str) -> None:
        self._index.delete_ref_doc(doc)

    def delete_thoroughly(self, doc: str) -> None:
        self._index.delete_ref_doc(doc, delete_from_docstore=True)

    def close(self) -> None:
        self._index.storage_context.persist(self._folder)


def opened(folder: Path, embedder: Measured, *, alike: bool) -> LlamaIndex:
    return LlamaIndex(folder, embedder, alike=alike)
