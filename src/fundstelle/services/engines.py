"""Which embedder a folder gets, and which one made its vectors: each is opened once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock

from fundstelle.core.errors import EmbedderUnavailable, WrongUsage
from fundstelle.core.model_names import EMBEDDER_SERVERS, full_name, of_fingerprint
from fundstelle.ports import Embedder
from fundstelle.services.embedding_queue import EmbeddingQueue

REMEDY = "Put that right, or make new vectors with `fundstelle rebuild --embedder NAME`."


@dataclass(frozen=True, slots=True)
class Chosen:
    """The embedder for a folder that has no vectors yet.

    passed_over: why better ones were not taken, one sentence each; () if it was the one wanted.
    """

    name: str
    embedder: Embedder
    passed_over: tuple[str, ...] = ()


class Engines:
    """Embedders by name, each opened when it is first needed and then shared by everyone.

    What cannot be opened is tried again with the next call. Callable from several threads.
    """

    def __init__(self, open_engine: Callable[[str], Embedder], made_by: Mapping[str, str]) -> None:
        """made_by: name of an embedder -> the name in its fingerprint; best first."""
        self._open, self._made_by = open_engine, dict(made_by)
        self._opened: dict[str, Embedder] = {}
        self._lock = Lock()

    @property
    def names(self) -> tuple[str, ...]:
        """Every embedder that needs no server, best first."""
        return tuple(self._made_by)

    def open(self, name: str) -> Embedder:
        """The embedder of that name and no other. Raises WrongUsage, EmbedderUnavailable."""
        if not self._knows(name):
            there = ", ".join([*self.names, *(f"{server}NAME" for server in EMBEDDER_SERVERS)])
            raise WrongUsage.because("unknown_embedder", name=name, there=there)
        name = full_name(name)
        with self._lock:
            if name not in self._opened:
                self._opened[name] = EmbeddingQueue(self._open(name))
            return self._opened[name]

    def choose(self, wanted: str) -> Chosen:
        """The embedder for a new folder: the one wanted, instead of the best the next that opens.

        Only the best one, which nobody has to ask for, may be replaced: who asks for another gets
        that or an error. Raises EmbedderUnavailable.
        """
        if wanted != self.names[0]:
            return Chosen(wanted, self.open(wanted))
        passed_over: list[str] = []
        for name in self.names:
            try:
                return Chosen(name, self.open(name), tuple(passed_over))
            except EmbedderUnavailable as error:
                passed_over.append(f"{name}: {error}")
        raise EmbedderUnavailable(" ".join(passed_over))

    def name_of(self, fingerprint_key: str) -> str:
        """Who made a set of vectors, in the words of the setting; else its own name."""
        made = fingerprint_key.partition(":")[0]
        known = (name for name, its in self._made_by.items() if its == made)
        return next(known, of_fingerprint(made))

    def _knows(self, name: str) -> bool:
        return name in self._made_by or name.startswith(EMBEDDER_SERVERS)

    def maker(self, fingerprint_key: str) -> Embedder:
        """The very embedder that made a set. Raises EmbedderUnavailable, with what to do.

        Never another one: its vectors would be compared with those of the set.
        """
        name = self.name_of(fingerprint_key)
        made = f"The vectors of this folder were made by {name}"
        if not self._knows(name):
            raise EmbedderUnavailable(f"{made}, which this version does not know. {REMEDY}")
        try:
            embedder = self.open(name)
        except EmbedderUnavailable as error:
            raise EmbedderUnavailable(
                f"{made}, which cannot be opened here: {error} {REMEDY}"
            ) from error
        if embedder.fingerprint.key != fingerprint_key:
            was = fingerprint_key.split(":")[2]
            sizes = (
                "" if was == str(embedder.size) else f" ({was} numbers each, not {embedder.size})"
            )
            raise EmbedderUnavailable(
                f"{made} in another version than the one here{sizes}. {REMEDY}"
            )
        return embedder
