"""Fundstelle itself, on the same terms: one collection per tenant, texts from a question set."""

from collections.abc import Sequence
from pathlib import Path

from bench.peers.peer import LARGE, SMALL, Document, Measured, Passage
from fundstelle.adapters.models.choice import MADE_BY
from fundstelle.bootstrap import Application
from fundstelle.config import Settings
from fundstelle.core.access import Scope
from fundstelle.core.documents import Document as Stored
from fundstelle.core.questionset import EvaluationDocument, QuestionSet
from fundstelle.services.engines import Engines
from fundstelle.services.ingest import Report


class Fundstelle:
    modes = ("search", "ask")

    def __init__(self, folder: Path, embedder: Measured) -> None:
        self._app = Application(Settings(data=folder), Engines(lambda _: embedder, MADE_BY))
        self._tenants = {name: self._app.library().collection(name).id for name in (SMALL, LARGE)}
        self._documents: dict[str, Stored] = {}
        self._remember()

    def _scope(self, tenant: str | None = None) -> Scope:
        every = self._tenants.values()
        return Scope(frozenset([self._tenants[tenant]] if tenant else every))

    def _remember(self) -> None:
        with self._app.store.reading(self._scope()) as view:
            self._documents = {each.id: each for each in view.documents()}

    def add(self, documents: Sequence[Document]) -> dict[str, int]:
        for tenant, collection in self._tenants.items():
            own = tuple(
                EvaluationDocument(each.id, each.title, each.text)
                for each in documents
                if each.tenant == tenant
            )
            source, use_case = self._app.corpus(QuestionSet(own, ())), self._app.ingest()
            walk = use_case.walk(source)
            for _ in use_case.run(source, walk, collection, Report(), remove=False):
                pass
        embed, report = self._app.embed(), Report()
        for _ in embed(report) if embed else ():
            pass
        if report.embedder_fault:
            raise RuntimeError(report.embedder_fault)
        self._remember()
        return {name: self._chunks(name) for name in self._tenants}

    def _chunks(self, tenant: str) -> int:
        with self._app.store.reading(self._scope(tenant)) as view:
            return view.statistics().chunks

    def search(
        self, question: str, mode: str, limit: int, tenant: str | None = None
    ) -> list[Passage]:
        scope = self._scope(tenant)
        if mode == "search":
            hits = self._app.search()(question, scope, limit=limit)
            return [self._passage(each.citation.document_id) for each in hits]
        found = self._app.ask().reasoned(question, scope).found  # every sentence is proven
        return [self._passage(each.document_id) for each in found.chunks[:limit]]

    def _passage(self, document_id: str) -> Passage:
        stored = self._documents[document_id]
        tenants = {collection: name for name, collection in self._tenants.items()}
        return Passage(stored.source_uri, tenants[stored.collection_id])

    def delete(self, doc: str) -> None:
        found = next(each for each in self._documents.values() if each.source_uri == doc)
        self._app.library().remove(found)

    def close(self) -> None:
        self._app.close()


def opened(folder: Path, embedder: Measured, *, alike: bool) -> Fundstelle:  # noqa: ARG001
    """alike: no difference, this is our cut."""
    return Fundstelle(folder, embedder)
