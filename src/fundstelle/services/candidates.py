"""The chunks worth a closer look, scored by words, or by words and meaning."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fundstelle.core.embedding import Fingerprint
from fundstelle.core.expansion import Concept
from fundstelle.core.fusion import fuse, fuse_ranks, places, scale_of
from fundstelle.core.ranking import Scores, counted_words, score, sought_words
from fundstelle.ports import Candidates, Statistics, View

SEEK_BUDGET = 9_000  # chunks in which the sought words may stand together: bounds the search


@dataclass(frozen=True, slots=True)
class Meaning:
    """A question's vector and who made it.

    raised: what is added to cosines, by language of the document. by_rank: fuse by places instead
    of by scores.
    """

    vector: npt.NDArray[np.float32]
    fingerprint: Fingerprint
    raised: Mapping[str, float]
    by_rank: bool = False


@dataclass(frozen=True, slots=True)
class Scored:
    """Chunks with their scores, 0 to 1, and their places by words and by meaning.

    ids: sorted, so that equal scores have a fixed order. Places count from 1; 0 means that the
    chunk is not in that ranking.
    """

    ids: tuple[str, ...]
    scores: Scores
    by_words: npt.NDArray[np.int64]
    by_meaning: npt.NDArray[np.int64]


def candidates(
    view: View,
    concepts: Sequence[Concept],
    statistics: Statistics,
    *,
    limit: int,
    within: Collection[str] | None,
    meaning: Meaning | None,
) -> Scored:
    """The best `limit` chunks by words, and as many by meaning if there is a vector, scored."""
    counted = counted_words(concepts)
    sought = sought_words(concepts, view.holding(counted), SEEK_BUDGET)
    found = [view.match(sought, counted, limit=limit, within=within)] if sought else []
    if meaning:
        near = view.nearest(
            meaning.vector,
            meaning.fingerprint.key,
            limit=limit,
            within=within,
            raised=meaning.raised,
        )
        known = set(found[0].chunk_ids) if found else set()
        found.append(view.counts([i for i in near.chunk_ids if i not in known], counted))
    joined = [chunk_id for part in found for chunk_id in part.chunk_ids]
    order = sorted(range(len(joined)), key=joined.__getitem__)
    ids = tuple(joined[place] for place in order)
    words = _by_words(concepts, found, statistics)[order]
    if meaning is None:
        return Scored(ids, words, places(words), np.zeros(len(ids), np.int64))
    cosines = view.cosines(ids, meaning.vector, meaning.fingerprint.key, raised=meaning.raised)
    merged = (
        fuse_ranks(words, cosines)
        if meaning.by_rank
        else fuse(words, cosines, scale_of(meaning.fingerprint))
    )
    return Scored(
        ids, merged, places(words), places(np.nan_to_num(np.asarray(cosines, np.float64), nan=0.0))
    )


def _by_words(
    concepts: Sequence[Concept], found: Sequence[Candidates], statistics: Statistics
) -> Scores:
    mean_length = max(1.0, statistics.words / max(1, statistics.chunks))
    parts: list[Scores] = [score(concepts, f.text, f.beside, f.lengths, mean_length) for f in found]
    return np.concatenate(parts) if parts else np.zeros(0)
