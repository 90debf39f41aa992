"""The vectors of one collection in memory, as they were at each generation since they were loaded.

Nothing is ever moved under the eyes of a reader: new vectors go behind the others, removed ones
are marked with the generation that removed them, and a stretch that is thinned out is replaced by
a new one. So a question scans without a lock, while a later generation is already written.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from fundstelle.adapters.stores.vector_arena import Arena, Stored, stored
from fundstelle.core.terms import Language

STRETCH = 32_768  # vectors kept together: growing or thinning copies one stretch, never the block
FIRST = 64
LANGUAGES = get_args(Language)
THINNED = 0.25  # share of removed vectors from which a stretch is replaced
GENERATIONS_KNOWN = 64  # of one block, for questions that began before the last change
NEVER = np.iinfo(np.int64).max

Keys = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.float32]
Codes = npt.NDArray[np.int8]


class Rows(NamedTuple):
    """Vectors with what they belong to, by key. documents: their integer keys.

    languages: of the documents, as places in LANGUAGES.
    """

    keys: Keys
    documents: Keys
    chunk_ids: list[str]
    document_ids: list[str]
    languages: Codes
    matrix: Matrix

    def part(self, start: int, end: int) -> "Rows":
        """Return the rows from start to end."""
        return Rows(
            self.keys[start:end],
            self.documents[start:end],
            self.chunk_ids[start:end],
            self.document_ids[start:end],
            self.languages[start:end],
            self.matrix[start:end],
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """What one reader sees of a stretch. alive: None if all its vectors are there for him.

    languages: as in Rows.
    """

    stored: Stored
    documents: Keys
    chunk_ids: Sequence[str]
    document_ids: Sequence[str]
    languages: Codes
    alive: npt.NDArray[np.bool_] | None = None

    @property
    def matrix(self) -> Matrix:
        """The vectors."""
        return self.stored.matrix

    def only(self, rows: npt.NDArray[np.intp]) -> "Piece":
        """Return some rows as a piece of their own."""
        places = rows.tolist()
        return Piece(
            Stored(self.matrix[rows], 0),
            self.documents[rows],
            [self.chunk_ids[i] for i in places],
            [self.document_ids[i] for i in places],
            self.languages[rows],
            None if self.alive is None else self.alive[rows],
        )


class Stretch:
    """Up to STRETCH vectors, by key. The matrix of rows must be from the arena."""

    def __init__(self, rows: Rows, generation: int, arena: Arena) -> None:
        self._arena = arena
        self.count, self.dead = len(rows.keys), 0
        self._keys, self._documents, self._matrix = rows.keys, rows.documents, rows.matrix
        self._chunk_ids, self._document_ids = rows.chunk_ids, rows.document_ids
        self._languages = rows.languages
        self._born = np.full(self.count, generation, np.int64)
        self._died = np.full(self.count, NEVER, np.int64)

    @property
    def alive_rows(self) -> Rows:
        """What has not been removed, with a matrix of its own."""
        rows = np.flatnonzero(self._died[: self.count] == NEVER)
        matrix = self._arena.matrix(len(rows), self._matrix.shape[1])
        matrix[:] = self._matrix[rows]
        places = rows.tolist()
        return Rows(
            self._keys[rows],
            self._documents[rows],
            [self._chunk_ids[i] for i in places],
            [self._document_ids[i] for i in places],
            self._languages[rows],
            matrix,
        )

    def add(self, rows: Rows, generation: int) -> None:
        """Append; the caller sees to it that the stretch stays within STRETCH."""
        end = self.count + len(rows.keys)
        if end > len(self._keys):
            self._grow(min(STRETCH, max(FIRST, end, 2 * self.count)))
        new = slice(self.count, end)
        self._keys[new], self._documents[new] = rows.keys, rows.documents
        self._matrix[new], self._languages[new] = rows.matrix, rows.languages
        self._born[new], self._died[new] = generation, NEVER
        self._chunk_ids.extend(rows.chunk_ids)
        self._document_ids.extend(rows.document_ids)
        self.count = end

    def bury(self, gone: Keys, generation: int) -> None:
        """Mark vectors as removed. gone: keys, in order; those of other stretches are left out."""
        places = np.searchsorted(self._keys[: self.count], gone)
        inside = places < self.count
        places, gone = places[inside], gone[inside]
        places = places[self._keys[places] == gone]
        places = places[self._died[places] == NEVER]
        self._died[places] = generation
        self.dead += len(places)

    def piece(self, generation: int) -> Piece:
        """What a reader of this generation sees."""
        n = self.count
        born, died = self._born[:n], self._died[:n]
        alive = (born <= generation) & (died > generation)
        return Piece(
            stored(self._matrix[:n]),
            self._documents[:n],
            self._chunk_ids,
            self._document_ids,
            self._languages[:n],
            None if alive.all() else alive,
        )

    def _grow(self, capacity: int) -> None:
        """Copy into larger arrays; readers keep the old ones."""
        self._keys = _longer(self._keys, self.count, capacity)
        self._documents = _longer(self._documents, self.count, capacity)
        matrix = self._arena.matrix(capacity, self._matrix.shape[1])
        matrix[: self.count] = self._matrix[: self.count]
        self._matrix = matrix
        languages = np.empty(capacity, np.int8)
        languages[: self.count] = self._languages[: self.count]
        self._languages = languages
        self._born = _longer(self._born, self.count, capacity)
        self._died = _longer(self._died, self.count, capacity)


def _longer(array: Keys, used: int, capacity: int) -> Keys:
    longer = np.empty(capacity, np.int64)
    longer[:used] = array[:used]
    return longer


class Block:
    """All vectors of one collection in one set. Every method is called under one lock."""

    def __init__(self, generation: int, stretches: Sequence[Rows], arena: Arena) -> None:
        self._arena = arena
        self.generation = generation
        self._known = deque([generation], maxlen=GENERATIONS_KNOWN)
        self._stretches = [Stretch(rows, generation, arena) for rows in stretches]
        self.last_key = max((int(rows.keys[-1]) for rows in stretches), default=0)

    def pieces(self, generation: int) -> tuple[Piece, ...] | None:
        """What a reader of a generation sees; None if the block was never at that generation.

        It was not at those it skipped: changes of several generations bear the last one's number.
        """
        if generation not in self._known:
            return None
        return tuple(stretch.piece(generation) for stretch in self._stretches)

    def advance(self, generation: int, gone: Keys, added: Sequence[Rows]) -> None:
        """Bring the block to a later generation. gone: keys of removed vectors, in order."""
        for stretch in self._stretches:
            stretch.bury(gone, generation)
        for rows in added:
            self._add(rows, generation)
        self.generation = generation
        self._known.append(generation)
        self._thin_out()

    def _add(self, rows: Rows, generation: int) -> None:
        for start, end in self._places(len(rows.keys)):
            part = rows.part(start, end)
            if self._stretches and self._stretches[-1].count < STRETCH:
                self._stretches[-1].add(part, generation)
            else:
                self._stretches.append(Stretch(part, generation, self._arena))
        self.last_key = int(rows.keys[-1])

    def _places(self, new: int) -> list[tuple[int, int]]:
        """Cut new rows so that the first part fills the last stretch."""
        room = STRETCH - self._stretches[-1].count if self._stretches else 0
        cuts = sorted({0, *range(min(room, new), new, STRETCH), new})
        return list(pairwise(cuts))

    def _thin_out(self) -> None:
        """Replace thinned stretches; readers of earlier generations then find nothing here."""
        for place, stretch in enumerate(self._stretches):
            if stretch.dead > THINNED * stretch.count:
                self._stretches[place] = Stretch(stretch.alive_rows, self.generation, self._arena)
                self._known = deque([self.generation], maxlen=GENERATIONS_KNOWN)
        self._stretches = [stretch for stretch in self._stretches if stretch.count]
