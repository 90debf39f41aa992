"""LangChain with Chroma: a vector store, BM25Retriever and EnsembleRetriever as documented.

Its cut: RecursiveCharacterTextSplitter with the 1,000 / 200 characters of its tutorial (the class
itself would take 4,000 / 200). hybrid-de: BM25 with a preprocess_func of ours (lower case, words,
German stems), as BM25Retriever only splits at blanks.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import chromadb
import Stemmer
from langchain_chroma import Chroma
from langchain_classic.retrievers import EnsembleRetriever
from langchain_community.retrievers import BM25Retriever
from langchain_core.documents import Document as Given
from langchain_core.embeddings import Embeddings
from langchain_text_splitters import RecursiveCharacterTextSplitter

from bench.peers.peer import LONGEST, OVERLAP, Document, Measured, Passage

WORD = re.compile(r"\w+")
STEMMER = Stemmer.Stemmer("german")
TUTORIAL = (1000, 200)


class Wrapped(Embeddings):
    def __init__(self, measured: Measured) -> None:
        self._measured = measured

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = self._measured.passages(texts).tolist()
        return vectors

    def embed_query(self, text: str) -> list[float]:
        vector: list[float] = self._measured.questions([text])[0].tolist()
        return vector


def german(text: str) -> list[str]:
    stems: list[str] = STEMMER.stemWords(WORD.findall(text.lower()))
    return stems


class LangChain:
    modes = ("vector", "hybrid", "hybrid-de")

    def __init__(self, folder: Path, embedder: Measured, *, alike: bool) -> None:
        self._size, self._overlap = (LONGEST, OVERLAP) if alike else TUTORIAL
        self._client = chromadb.PersistentClient(str(folder))
        self._store = Chroma("documents", Wrapped(embedder), client=self._client)
        self._bm25: dict[str, Any] = {}

    def add(self, documents: Sequence[Document]) -> dict[str, int]:
        splitter = RecursiveCharacterTextSplitter(
            chunk_size=self._size, chunk_overlap=self._overlap, add_start_index=True
        )
        given = [
            Given(
                page_content=f"{each.title}\n{each.text}" if each.title else each.text,
                metadata={"doc": each.id, "tenant": each.tenant},
            )
            for each in documents
        ]
        chunks = splitter.split_documents(given)
        self._store.add_documents(chunks)
        return dict(Counter(each.metadata["tenant"] for each in chunks))

    def _words(self, mode: str) -> Any:
        """BM25 is stored nowhere by this library: rebuilt from all texts after each start."""
        if mode not in self._bm25:
            every = self._store.get()
            pairs = zip(every["documents"], every["metadatas"], strict=True)
            chunks = [Given(page_content=text, metadata=meta) for text, meta in pairs]
            more = {"preprocess_func": german} if mode == "hybrid-de" else {}
            self._bm25[mode] = BM25Retriever.from_documents(chunks, **more)
        return self._bm25[mode]

    def search(
        self, question: str, mode: str, limit: int, tenant: str | None = None
    ) -> list[Passage]:
        only = {"filter": {"tenant": tenant}} if tenant else {}
        if mode == "vector":
            found = self._store.similarity_search(question, k=limit, **only)
        else:
            words = self._words(mode)
            words.k = limit
            vector = self._store.as_retriever(search_kwargs={"k": limit, **only})
            both = EnsembleRetriever(retrievers=[words, vector], weights=[0.5, 0.5])
            found = both.invoke(question)[:limit]
        return [Passage(each.metadata["doc"], each.metadata["tenant"]) for each in found]

    def delete(self, doc: str) -> None:
        self._store.delete(self._store.get(where={"doc": doc})["ids"])
        self._bm25.clear()

    def close(self) -> None:
        self._client.close()


def opened(folder: Path, embedder: Measured, *, alike: bool) -> LangChain:
    return LangChain(folder, embedder, alike=alike)
