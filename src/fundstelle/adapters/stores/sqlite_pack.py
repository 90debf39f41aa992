"""How the word counts of a chunk lie in one database cell; for everything else see version_pack."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

COUNTS = np.dtype([("id", "<u4"), ("text", "u1"), ("beside", "u1")])
"""One word of one chunk: vocabulary id, times in the text, times beside it (at most 255)."""

MOST = 255


def pack_counts(
    words: Sequence[tuple[dict[str, int], dict[str, int]]], ids: dict[str, int]
) -> list[npt.NDArray[np.void]]:
    """Return one COUNTS array per chunk, by vocabulary id.

    words: per chunk how often each word stands in its text and beside it. ids: of all of them.
    One pass for the whole document: chunk and id share one integer that is sorted.
    """
    text = _column([text for text, _ in words], ids)
    beside = _column([beside for _, beside in words], ids)
    key = np.concatenate([text.key, beside.key])
    if not len(key):
        return [np.empty(0, COUNTS) for _ in words]
    order = np.argsort(key)
    key = key[order]
    starts = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))  # a word in both: once
    packed = np.empty(len(starts), COUNTS)
    packed["id"] = key[starts] & 0xFFFFFFFF
    times = np.concatenate([text.times, np.zeros_like(beside.key)])[order]
    packed["text"] = np.minimum(np.add.reduceat(times, starts), MOST)
    times = np.concatenate([np.zeros_like(text.key), beside.times])[order]
    packed["beside"] = np.minimum(np.add.reduceat(times, starts), MOST)
    ends = np.searchsorted(key[starts] >> 32, np.arange(len(words) + 1)).tolist()
    return [packed[ends[i] : ends[i + 1]] for i in range(len(words))]


class _Column(NamedTuple):
    """key: chunk << 32 | vocabulary id."""

    key: npt.NDArray[np.int64]
    times: npt.NDArray[np.int64]


def _column(counts: Sequence[dict[str, int]], ids: dict[str, int]) -> _Column:
    sizes = [len(count) for count in counts]
    total = sum(sizes)
    found = np.fromiter(map(ids.__getitem__, chain.from_iterable(counts)), np.int64, total)
    times = np.fromiter(chain.from_iterable(count.values() for count in counts), np.int64, total)
    return _Column(np.repeat(np.arange(len(counts)), sizes) << 32 | found, times)
