"""What the oracle shows to a scope."""

from collections import Counter
from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from fundstelle.core.access import Collection, Scope
from fundstelle.core.documents import (
    Chunk,
    Document,
    PageBoxes,
    Prepared,
    Version,
    VersionText,
)
from fundstelle.core.nearness import NOT_RAISED, Nearest, VectorState
from fundstelle.core.ranking import Sought
from fundstelle.core.terms import stem
from fundstelle.ports import Candidates, Statistics
from tests.contracts.oracle_contents import Contents, Held, document_of
from tests.contracts.oracle_vectors import cosine, nearest


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
            for chunk, words in zip(chunks_in(held), held.words, strict=True)
        }

    def collections(self) -> tuple[Collection, ...]:
        return by_name(self._names, self._owners)

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
        found = [(word[::-1], times) for word, times in self._vocabulary() if word.endswith(suffix)]
        return [(word[::-1], times) for word, times in _most_frequent(found, limit, chars)]

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
        return chunks_in(self._held[document_id]) if document_id in self._held else []

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


def by_name(names: dict[str, str], owners: dict[str, str]) -> tuple[Collection, ...]:
    found = [Collection(key, name, owners.get(key, "")) for key, name in names.items()]
    return tuple(sorted(found, key=lambda c: (c.name, c.id)))


def _most_frequent(
    found: list[tuple[str, int]], limit: int, chars: tuple[int, int] | None
) -> list[tuple[str, int]]:
    least, most = chars or (0, 10_000)
    kept = [item for item in found if least <= len(item[0]) <= most]
    return sorted(kept, key=lambda item: (-item[1], item[0]))[:limit]


def chunks_in(held: Held) -> list[Chunk]:
    return list(held.current.chunks) if held.versions else []
