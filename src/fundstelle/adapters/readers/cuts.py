"""A text made from another one by leaving out: with the exact map from the new to the old."""

from collections.abc import Iterator

from fundstelle.core.documents import Span
from fundstelle.core.text import Offsets, to_given

Run = tuple[int, int, int]
"""(new offset, old offset, length) of a stretch taken over unchanged."""


class Cuts:
    """Builds the new text from stretches of the old one, in order, and little additions."""

    def __init__(self, old: str) -> None:
        self._old = old
        self._parts: list[str] = []
        self.runs: list[Run] = []
        self.length = 0

    def keep(self, start: int, end: int) -> None:
        """Take over old[start:end]."""
        if start >= end:
            return
        if self.runs:
            new, old, length = self.runs[-1]
            if old + length == start and new + length == self.length:
                self.runs[-1] = (new, old, length + end - start)
                self._parts.append(self._old[start:end])
                self.length += end - start
                return
        self.runs.append((self.length, start, end - start))
        self._parts.append(self._old[start:end])
        self.length += end - start

    def insert(self, text: str) -> None:
        """Add something the old text does not have: a blank, a line end, a mark between cells."""
        self._parts.append(text)
        self.length += len(text)

    @property
    def text(self) -> str:
        return "".join(self._parts)


def map_back(cuts: Cuts, given: Offsets, *, old_length: int) -> Offsets:
    """The map from the new text to what the old text itself was made from.

    given: old -> first, in the form of core.text; so is the result, new -> first.
    """
    pairs: list[tuple[int, int]] = []
    new_end = first_end = 0
    for new, end, first, stop in _segments(cuts.runs, given):
        if new - first != new_end - first_end:
            pairs += ((new_end, first_end), (new, first))
        if end - new != stop - first:
            pairs += ((new, first), (end, stop))
        new_end, first_end = end, stop
    if new_end < cuts.length:  # the text ends with something that was added
        pairs += ((new_end, first_end), (cuts.length, to_given(given, old_length, old_length)[1]))
    return tuple(pairs)


def _segments(runs: list[Run], given: Offsets) -> Iterator[tuple[int, int, int, int]]:
    """Follow two maps one after the other: (new start, new end, first start, first end), in order.

    Stretches that the second map changed come as one segment each, those between them in step.
    """
    starts, ends = given[0::2], given[1::2]
    at = 0
    for new, old, length in runs:
        here, stop = old, old + length
        while at < len(ends) and ends[at][0] <= old:
            at += 1
        step = at
        while step < len(starts) and starts[step][0] < stop:
            low, high = max(here, starts[step][0]), min(stop, ends[step][0])
            if low > here:
                yield _moved(new - old, here, low, to_given(given, here, low))
            yield _moved(new - old, low, high, (starts[step][1], ends[step][1]))
            here, step = high, step + 1
        if stop > here:
            yield _moved(new - old, here, stop, to_given(given, here, stop))


def _moved(shift: int, start: int, end: int, first: Span) -> tuple[int, int, int, int]:
    return start + shift, end + shift, first[0], first[1]
