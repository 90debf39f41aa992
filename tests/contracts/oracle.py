"""The same store in plain Python: slow, short, and easy to be sure of."""

import copy
import unicodedata
from collections import Counter
from collections.abc import Collection as Several
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from fundstelle.core.access import Collection, Scope
from fundstelle.core.chunk_words import words_of_chunk
from fundstelle.core.documents import (
    Chunk,
    Document,
    PageBoxes,
    Prepared,
    Version,
    VersionText,
)
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.errors import NameTaken, NotFound
from fundstelle.core.nearness import NOT_RAISED, Nearest, Pending, VectorSet, VectorState
from fundstelle.core.ranking import Sought
from fundstelle.core.terms import stem
from fundstelle.ports import Candidates, Coverage, Known, Statistics
from tests.contracts.oracle_audit import OracleAuditLog
from tests.contracts.oracle_contents import Contents, Held, document_of
from tests.contracts.oracle_directory import OracleDirectory
from tests.contracts.oracle_vectors import cosine, nearest

KEEP_VERSIONS = 5


class OracleView:
    """Sees a copy from which everything outside the scope was thrown away."""

    def __init__(self, contents: Contents, scope: Scope) -> None:
        self._sets = contents.sets
        self._owners = contents.people.owners
        self._names = {k: v for k, v in contents.names.items() if k in scope.collection_ids}
        self._held = {
            key: held
            for key, held in contents.documents.items()
            if held.current.collection_id in self._names
        }
        self._chunks = {
            chunk.id: (chunk, words)
            for held in self._held.values()
            for chunk, words in zip(_chunks(held), held.words, strict=True)
        }

    def collections(self) -> tuple[Collection, ...]:
        return _by_name(self._names, self._owners)

    def statistics(self) -> Statistics:
        words = sum(sum(words.text.values()) for _, words in self._chunks.values())
        return Statistics(len(self._held), len(self._chunks), words)

    def holding(self, words: Several[str]) -> dict[str, int]:
        return {word: times for word, times in self._vocabulary() if word in words}

    def inflections(self, stems: Several[str], language: str) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = {}
        for word, times in self._vocabulary():
            (stemmed,) = stem([word], "de" if language == "de" else "en")
            if stemmed in stems:
                found.setdefault(stemmed, []).append((word, times))
        return found

    def known_stems(self, stems: Several[str], language: str) -> set[str]:
        return set(self.inflections(stems, language))

    def words_starting(
        self, prefix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        found = [item for item in self._vocabulary() if item[0].startswith(prefix)]
        return _most_frequent(found, limit, chars)

    def words_ending(
        self, suffix: str, *, limit: int, chars: tuple[int, int] | None = None
    ) -> list[tuple[str, int]]:
        found = [item for item in self._vocabulary() if item[0].endswith(suffix)]
        return _most_frequent(found, limit, chars)

    def match(
        self,
        seek: Sequence[Sought],
        counted: Sequence[str],
        *,
        limit: int,
        within: Several[str] | None = None,
    ) -> Candidates:
        found: dict[str, list[str]] = {}
        for chunk, words in self._chunks.values():
            hits = sum(
                word in words.text or word in words.beside for group in seek for word in group.words
            )
            if hits and (within is None or chunk.document_id in within):
                found.setdefault(chunk.collection_id, []).append(chunk.id)
        ids = sorted(key for keys in found.values() for key in keys[:limit])
        return self.counts(ids, counted)

    def counts(self, chunk_ids: Several[str], counted: Sequence[str]) -> Candidates:
        ids = sorted(key for key in set(chunk_ids) if key in self._chunks)
        rows = [self._chunks[key] for key in ids]
        shape = (len(rows), len(counted))
        text = [min(words.text.get(word, 0), 255) for _, words in rows for word in counted]
        beside = [min(words.beside.get(word, 0), 255) for _, words in rows for word in counted]
        return Candidates(
            tuple(ids),
            tuple(chunk.document_id for chunk, _ in rows),
            np.array([sum(words.text.values()) for _, words in rows], np.int32),
            np.array(text, np.uint8).reshape(shape),
            np.array(beside, np.uint8).reshape(shape),
        )

    def nearest(
        self,
        vector: npt.NDArray[np.float32],
        fingerprint_key: str,
        *,
        limit: int,
        within: Several[str] | None = None,
        raised: Mapping[str, float] = NOT_RAISED,
    ) -> Nearest:
        owners = {
            key: chunk.document_id
            for key, (chunk, _) in self._chunks.items()
            if within is None or chunk.document_id in within
        }
        lifts = {key: raised.get(held.current.language, 0.0) for key, held in self._held.items()}
        return nearest(self._sets.vectors.get(fingerprint_key, {}), owners, vector, limit, lifts)

    def cosines(
        self,
        chunk_ids: Sequence[str],
        vector: npt.NDArray[np.float32],
        fingerprint_key: str,
        *,
        raised: Mapping[str, float] = NOT_RAISED,
    ) -> npt.NDArray[np.float32]:
        held = self._sets.vectors.get(fingerprint_key, {})
        seen = {key: held[key] for key in self._chunks if key in held}
        lifts = {
            key: raised.get(self._held[chunk.document_id].current.language, 0.0)
            for key, (chunk, _) in self._chunks.items()
        }
        known = [
            cosine(seen[key], vector) + np.float32(lifts[key]) if key in seen else np.nan
            for key in chunk_ids
        ]
        return np.array(known, np.float32)

    def vectors(self) -> VectorState:
        return self._sets.state(self._chunks)

    def vector_counts(self, document_ids: Several[str] | None = None) -> dict[str, int]:
        owners = [self._chunks[key][0].document_id for key in self._sets.held(self._chunks)]
        return {
            key: times
            for key, times in Counter(owners).items()
            if document_ids is None or key in document_ids
        }

    def chunks(self, ids: Sequence[str]) -> list[Chunk]:
        return [self._chunks[key][0] for key in ids if key in self._chunks]

    def chunks_of(self, document_id: str) -> list[Chunk]:
        return _chunks(self._held[document_id]) if document_id in self._held else []

    def documents(self, ids: Several[str] | None = None) -> list[Document]:
        found = [
            document_of(held, self._names)
            for key, held in self._held.items()
            if ids is None or key in ids
        ]
        return sorted(found, key=lambda d: (d.collection, d.name, d.id))

    def document(self, document_id: str) -> Document | None:
        held = self._held.get(document_id)
        return document_of(held, self._names) if held else None

    def versions(self, document_id: str) -> list[Version]:
        held = self._held.get(document_id)
        return [
            Version(n, p.content_hash, p.read_by, p.imported_at, len(p.reading.text))
            for n, p in (held.versions if held else ())
        ]

    def version_text(self, document_id: str, number: int | None = None) -> VersionText | None:
        version = self._version(document_id, number)
        if version is None:
            return None
        found, prepared = version
        reading = prepared.reading
        return VersionText(
            document_id,
            found,
            reading.text,
            reading.blocks,
            prepared.sentences,
            reading.pages,
            reading.given,
        )

    def boxes(self, document_id: str, number: int, page: int) -> PageBoxes | None:
        version = self._version(document_id, number)
        boxes = version[1].reading.boxes if version else ()
        return next((found for found in boxes if found.number == page), None)

    def _version(self, document_id: str, number: int | None) -> tuple[int, Prepared] | None:
        held = self._held.get(document_id)
        if held is None:
            return None
        wanted = held.number if number is None else number
        return next((version for version in held.versions if version[0] == wanted), None)

    def _vocabulary(self) -> list[tuple[str, int]]:
        chunks = [{*words.text, *words.beside} for _, words in self._chunks.values()]
        return sorted(Counter(word for words in chunks for word in words).items())


class OracleUpkeep:
    """Changes by whole dictionaries."""

    def __init__(self, contents: Contents) -> None:
        self._all = contents
        self._originals: dict[str, bytes] = {}

    def collections(self) -> tuple[Collection, ...]:
        return _by_name(self._all.names, self._all.people.owners)

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
        self._all.sets.change(_chunks(held), prepared.chunks)
        number = held.number + 1
        versions = [(number, prepared), *held.versions][:KEEP_VERSIONS]
        self._all.documents[prepared.document_id] = Held(number, versions, prepared.words)
        self._originals[prepared.content_hash] = prepared.original
        return number

    def remove(self, document_id: str) -> None:
        held = self._all.documents.pop(document_id, None)
        if held is None:
            raise NotFound
        self._all.sets.change(_chunks(held), ())

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
        return [chunk for held in self._all.documents.values() for chunk in _chunks(held)]

    def _check_free(self, name: str, collection_id: str) -> None:
        for key, taken in self._all.names.items():
            if _same(taken) == _same(name) and key != collection_id:
                raise NameTaken


class OracleStore:
    """Store in memory."""

    def __init__(self) -> None:
        self._contents = Contents()
        self._upkeep = OracleUpkeep(self._contents)
        self._directory = OracleDirectory(self._contents.people, self._contents.names)
        self._audit = OracleAuditLog(self._contents.audit)

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[OracleView]:
        yield OracleView(copy.deepcopy(self._contents), scope)

    @contextmanager
    def together(self) -> Iterator[None]:
        before = copy.deepcopy(self._contents)
        try:
            yield
        except BaseException:
            self._contents.become(before)
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


def _by_name(names: dict[str, str], owners: dict[str, str]) -> tuple[Collection, ...]:
    found = [Collection(key, name, owners.get(key, "")) for key, name in names.items()]
    return tuple(sorted(found, key=lambda c: (c.name, c.id)))


def _most_frequent(
    found: list[tuple[str, int]], limit: int, chars: tuple[int, int] | None
) -> list[tuple[str, int]]:
    least, most = chars or (0, 10_000)
    kept = [item for item in found if least <= len(item[0]) <= most]
    return sorted(kept, key=lambda item: (-item[1], item[0]))[:limit]


def _chunks(held: Held) -> list[Chunk]:
    return list(held.current.chunks) if held.versions else []


def _same(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())
