"""A text made from another one by leaving out: with the exact map from the new to the old."""

from fundstelle.core.text import Offsets

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


def map_back(runs: list[Run], given: Offsets, *, old_length: int) -> Offsets:
    """The map from the new text to what the old text itself was made from.

    runs: new -> old. given: old -> first, in the form of core.text; so is the result, new -> first.
    """
    pairs: list[tuple[int, int]] = []
    new_end = first_end = 0
    for new, first, length in _through(runs, _runs(given, old_length)):
        if new - first != new_end - first_end:
            pairs += ((new_end, first_end), (new, first))
        new_end, first_end = new + length, first + length
    return tuple(pairs)


def _runs(given: Offsets, length: int) -> list[Run]:
    """The stretches in step that a map leaves."""
    edges = [(0, 0), *given, (length, length)]
    starts, ends = edges[0::2], edges[1::2]
    return [
        (new, first, new_end - new)
        for (new, first), (new_end, _) in zip(starts, ends, strict=True)
        if new_end > new
    ]


def _through(runs: list[Run], onward: list[Run]) -> list[Run]:
    """Follow two maps one after the other; both in order."""
    found: list[Run] = []
    at = 0
    for new, old, length in runs:
        end = old + length
        while at < len(onward) and onward[at][0] + onward[at][2] <= old:
            at += 1
        step = at
        while step < len(onward) and onward[step][0] < end:
            mid, first, size = onward[step]
            low, high = max(old, mid), min(end, mid + size)
            found.append((new + low - old, first + low - mid, high - low))
            step += 1
    return found
