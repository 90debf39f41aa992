"""One document that somebody hands over: brought in, and made findable by meaning at once."""

from dataclasses import dataclass

from fundstelle.core.errors import UnreadableFile
from fundstelle.ports import Source
from fundstelle.services.embed import Embed
from fundstelle.services.ingest import Ingest, ItemResult, Report, State


@dataclass(frozen=True, slots=True)
class Received:
    """embedder_fault: why it is found by words only, "" if nothing is wrong."""

    item: ItemResult
    embedder_fault: str = ""


@dataclass(frozen=True, slots=True)
class Receive:
    """Bring in a source of one document. embed: None searches by words only."""

    ingest: Ingest
    embed: Embed | None

    def __call__(self, source: Source, collection_id: str) -> Received:
        """Raises UnreadableFile; nothing is changed then."""
        report = Report()
        walk = self.ingest.walk(source)
        (item,) = self.ingest.run(source, walk, collection_id, report, remove=False)
        if item.state in (State.FAILED, State.SKIPPED):
            raise UnreadableFile(item.code, detail=item.detail)
        for _ in self.embed(report) if self.embed else ():
            pass
        return Received(item, report.embedder_fault)
