"""Vectors for chunks that have none yet: the second, resumable step of an import."""

from collections.abc import Iterator
from dataclasses import dataclass

from fundstelle.core.access import Scope
from fundstelle.core.errors import CannotRun, EmbedderUnavailable, NotFound, WrongUsage
from fundstelle.core.nearness import Pending
from fundstelle.ports import Embedder, Store
from fundstelle.services.engines import Engines
from fundstelle.services.ingest import EmbedderNote, Report

BATCH = 32  # chunks per transaction: about half a second, all that a kill can cost
OVERTAKEN = "Another program has changed the embedder of this folder meanwhile. Nothing is lost."


def embedded_text(pending: Pending) -> str:
    """What is embedded of a chunk: title and headings, the table header, the text."""
    return "\n".join(part for part in (pending.heading, pending.header, pending.text) if part)


def fill(store: Store, embedder: Embedder) -> Iterator[int]:
    """Embed what is missing in the embedder's set; yields how many chunks each step did.

    What was yielded is stored. Ends when nothing is missing, or when the set is gone because
    another program changed the embedder. Raises EmbedderUnavailable.
    """
    upkeep, fingerprint = store.upkeep, embedder.fingerprint
    while pending := upkeep.backlog(fingerprint.key, limit=BATCH):
        vectors = embedder.passages([embedded_text(each) for each in pending])
        try:
            upkeep.add_vectors(fingerprint, pending, vectors)
        except NotFound:
            return
        yield len(pending)


@dataclass(frozen=True, slots=True)
class Embed:
    """Complete the vectors that answer questions.

    wanted: name of the embedder for a folder without vectors. Once there are some, their maker
    goes on, whatever is wanted: vectors of two embedders cannot be compared. insisted: somebody
    set `wanted`, and is told where it does not count.
    """

    store: Store
    engines: Engines
    wanted: str
    insisted: bool = False

    def missing(self) -> int:
        """Chunks without a vector."""
        every = Scope(frozenset(one.id for one in self.store.upkeep.collections()))
        with self.store.reading(every) as view:
            state = view.vectors()
            return view.statistics().chunks if state.fingerprint_key is None else state.missing

    def __call__(self, report: Report) -> Iterator[int]:
        """Embed what is missing; yields how many chunks each step did.

        Opens no embedder if nothing is missing. What an embedder cannot do, and which one was
        taken instead of another, goes into the report; words stay searchable.
        """
        try:
            while self.missing():  # again, if the embedder was changed by another program meanwhile
                yield from fill(self.store, self._maker(report))
        except EmbedderUnavailable as error:
            report.embedder_fault = str(error)
        self._tell(report)

    def _maker(self, report: Report) -> Embedder:
        """The one that made the current set; begins a set if there is none."""
        upkeep = self.store.upkeep
        if current := upkeep.current_set():
            return self.engines.maker(current.key)
        chosen = self.engines.choose(self.wanted)
        upkeep.begin_set(chosen.embedder.fingerprint)
        if chosen.passed_over:
            why = " ".join(chosen.passed_over)
            report.embedder_note = EmbedderNote("embedder_instead", chosen.name, self.wanted, why)
        current = upkeep.current_set()  # another program may have begun one in the same moment
        return self.engines.maker(current.key) if current else chosen.embedder

    def _tell(self, report: Report) -> None:
        current = self.store.upkeep.current_set()
        if current is None or not self.insisted or report.embedder_note:
            return
        maker = self.engines.name_of(current.key)
        if maker != self.wanted:
            report.embedder_note = EmbedderNote("embedder_kept", maker, self.wanted)


@dataclass(frozen=True, slots=True)
class ChangeEmbedder:
    """Make all vectors anew beside the old ones, which answer until the new ones are complete."""

    store: Store
    embedder: Embedder

    def begin(self) -> int:
        """Begin the set, or find it where an earlier try left it; chunks still to embed."""
        fingerprint = self.embedder.fingerprint
        self.store.upkeep.begin_set(fingerprint)
        sets = self.store.upkeep.vector_sets()
        return sum(each.missing for each in sets if each.fingerprint == fingerprint)

    def __call__(self) -> Iterator[int]:
        """Embed, switch, remove the old vectors; yields how many chunks each step did.

        Every question is answered from one set, the old or the new one. Killed at any moment, it
        goes on where it was with the next call. Raises EmbedderUnavailable; CannotRun if another
        program changes the embedder of the same folder.
        """
        upkeep, key = self.store.upkeep, self.embedder.fingerprint.key
        switched = False
        while not switched:
            yield from fill(self.store, self.embedder)
            try:
                upkeep.switch_set(key)
                switched = True
            except WrongUsage:  # documents came after the last batch: those too, then
                continue
            except NotFound as error:
                raise CannotRun(OVERTAKEN) from error
        try:
            upkeep.drop_sets_except(key)
        except (NotFound, WrongUsage) as error:
            raise CannotRun(OVERTAKEN) from error
