"""How long something may take, as one value that travels through everything that waits."""

from collections.abc import Callable


class Deadline:
    """An instant by which an answer is due. Whoever gave it may also call it off, in any thread.

    clock: seconds that only grow, like time.monotonic.
    """

    __slots__ = ("_called_off", "_clock", "ends_at")

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        """seconds: from now on."""
        self._clock = clock
        self._called_off = False
        self.ends_at = clock() + seconds

    @property
    def remaining(self) -> float:
        """Seconds that are left, 0.0 if none are, or if it was cancelled."""
        return 0.0 if self._called_off else max(0.0, self.ends_at - self._clock())

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return self._called_off

    def cancel(self) -> None:
        """Call it off: whatever waits under this deadline ends within a tenth of a second."""
        self._called_off = True

    def within(self, seconds: float) -> "Deadline":
        """A part of this deadline: due in so many seconds, or with the whole if that is earlier."""
        return _Part(self, min(seconds, self.remaining), self._clock)


class _Part(Deadline):
    """Cancelled with the whole it belongs to."""

    __slots__ = ("_whole",)

    def __init__(self, whole: Deadline, seconds: float, clock: Callable[[], float]) -> None:
        super().__init__(seconds, clock)
        self._whole = whole

    @property
    def remaining(self) -> float:
        return 0.0 if self.cancelled else super().remaining

    @property
    def cancelled(self) -> bool:
        return super().cancelled or self._whole.cancelled
