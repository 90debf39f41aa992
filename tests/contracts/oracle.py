"""The same store in plain Python: slow, short, and easy to be sure of."""

import copy
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from fundstelle.core.access import Collection, Scope
from fundstelle.core.chunk_words import words_of_chunk
from fundstelle.core.documents import (
    Chunk,
    Prepared,
)
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import NameTaken, NotFound
from fundstelle.core.nearness import Pending, VectorSet
from fundstelle.ports import Coverage, Known
from tests.contracts.oracle_audit import OracleAuditLog
from tests.contracts.oracle_contents import Contents, Held
from tests.contracts.oracle_credentials import OracleCredentials
from tests.contracts.oracle_directory import OracleDirectory
from tests.contracts.oracle_view import OracleView, by_name, chunks_in

KEEP_VERSIONS = 5


class OracleUpkeep:
    """Changes by whole dictionaries."""

    def __init__(self, contents: Contents) -> None:
        self._all = contents
        self._originals: dict[str, bytes] = {}

    def collections(self) -> tuple[Collection, ...]:
        return by_name(self._all.names, self._all.people.owners)

    def add_collection(self, name: str) -> Collection:
        self._check_free(name, "")
        number = 0
        while (key := sha256(f"{number} {name}".encode()).hexdigest()[:16]) in self._all.names:
            number += 1
        self._all.names[key] = name
        return Collection(key, name)

    def rename_collection(self, collection_id: str, name: str) -> None:
        if collection_id not in self._all.names:
            raise NotFound
        self._check_free(name, collection_id)
        self._all.names[collection_id] = name

    def remove_collection(self, collection_id: str) -> None:
        if self._all.names.pop(collection_id, None) is None:
            raise NotFound
        self._all.people.forget(collection_id)
        for p in self._current():
            if p.collection_id == collection_id:
                self.remove(p.document_id)

    def known(self, collection_id: str) -> dict[str, Known]:
        return {
            p.source_uri: Known(p.document_id, p.content_hash, p.read_by, held.number)
            for held in self._all.documents.values()
            if (p := held.current).collection_id == collection_id
        }

    def same_content(self, collection_id: str, content_hash: str) -> tuple[str, ...]:
        sought = (collection_id, content_hash)
        same = [
            p.document_id for p in self._current() if (p.collection_id, p.content_hash) == sought
        ]
        return tuple(sorted(same))

    def replace(self, prepared: Prepared) -> int:
        if prepared.collection_id not in self._all.names:
            raise NotFound
        held = self._all.documents.pop(prepared.document_id, Held(0, [], ()))
        self._all.sets.change(chunks_in(held), prepared.chunks)
        number = held.number + 1
        versions = [(number, prepared), *held.versions][:KEEP_VERSIONS]
        self._all.documents[prepared.document_id] = Held(number, versions, prepared.words)
        self._originals[prepared.content_hash] = prepared.original
        return number

    def remove(self, document_id: str) -> None:
        held = self._all.documents.pop(document_id, None)
        if held is None:
            raise NotFound
        self._all.sets.change(chunks_in(held), ())

    def original(self, document_id: str) -> bytes | None:
        held = self._all.documents.get(document_id)
        return (held.current.original or None) if held else None

    def coverage(self) -> list[Coverage]:
        rows = []
        for p in self._current():
            covered = {place for c in p.chunks for place in range(c.start, c.end)}
            chars, name = len(p.reading.text), self._all.names[p.collection_id]
            counts = (chars, len(p.chunks), len(covered))
            embedded = len(self._all.sets.held([chunk.id for chunk in p.chunks]))
            rows.append(Coverage(p.document_id, p.name, name, *counts, embedded))
        return sorted(rows, key=lambda row: (row.collection, row.name, row.document_id))

    def rebuild_words(self) -> int:
        for held in self._all.documents.values():
            p = held.current
            title = p.reading.title or p.name
            held.words = tuple(words_of_chunk(c, title=title, name=p.name) for c in p.chunks)
        return sum(len(held.words) for held in self._all.documents.values())

    def current_set(self) -> Fingerprint | None:
        return self._all.sets.current

    def vector_sets(self) -> list[VectorSet]:
        return self._all.sets.every([chunk.id for chunk in self._every_chunk()])

    def begin_set(self, fingerprint: Fingerprint) -> None:
        self._all.sets.begin(fingerprint)

    def backlog(self, fingerprint_key: str, *, limit: int) -> list[Pending]:
        return self._all.sets.backlog(fingerprint_key, self._every_chunk())[:limit]

    def add_vectors(
        self,
        fingerprint: Fingerprint,
        embedded: Sequence[Pending],
        vectors: npt.NDArray[np.float32],
    ) -> int:
        return self._all.sets.add(fingerprint, embedded, vectors, self._every_chunk())

    def switch_set(self, fingerprint_key: str) -> None:
        self._all.sets.switch(fingerprint_key, self._every_chunk())

    def drop_sets_except(self, fingerprint_key: str) -> None:
        self._all.sets.drop_except(fingerprint_key)

    def mend_vectors(self) -> int:
        sets = self._all.sets
        return sum(len(sets.backlog(key, self._every_chunk())) for key in sets.vectors)

    def optimize(self) -> None:
        pass

    def problems(self) -> list[str]:
        return []

    def _current(self) -> list[Prepared]:
        return [held.current for held in self._all.documents.values()]

    def _every_chunk(self) -> list[Chunk]:
        """In order of import: a new version of a document goes to the end."""
        return [chunk for held in self._all.documents.values() for chunk in chunks_in(held)]

    def _check_free(self, name: str, collection_id: str) -> None:
        for key, taken in self._all.names.items():
            if _same(taken) == _same(name) and key != collection_id:
                raise NameTaken


class OracleStore:
    """Store in memory."""

    def __init__(self) -> None:
        self.contents = Contents()
        self._upkeep = OracleUpkeep(self.contents)
        self._directory = OracleDirectory(self.contents.people, self.contents.names)
        self._audit = OracleAuditLog(self.contents.audit)
        self._credentials = OracleCredentials(
            self._directory.users,
            lambda: frozenset(one.id for one in self._directory.collections()),
        )

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[OracleView]:
        yield OracleView(copy.deepcopy(self.contents), scope)

    @contextmanager
    def together(self) -> Iterator[None]:
        before = copy.deepcopy(self.contents)
        try:
            yield
        except BaseException:
            self.contents.become(before)
            raise

    @property
    def audit(self) -> OracleAuditLog:
        return self._audit

    @property
    def upkeep(self) -> OracleUpkeep:
        return self._upkeep

    @property
    def directory(self) -> OracleDirectory:
        return self._directory

    @property
    def credentials(self) -> OracleCredentials:
        return self._credentials


def _same(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())
