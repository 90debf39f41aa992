"""Near duplicates among hits: one text once, and of two states of one text the newer one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

SAME_TEXT = 0.9  # Jaccard similarity of the words from which two chunks say the same
SAME_SERIES = 0.7  # ... and, digits left out, from which one is another state of the other
YEAR = re.compile(r"(?:19|20)\d\d")
DATE = re.compile(
    r"\b(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d)\b|\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b"
)
DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Copy:
    """What is compared. order: place in the ranking; imported_at: ISO 8601, later is newer."""

    document_id: str
    name: str
    title: str
    text: str
    imported_at: str


@dataclass(frozen=True)
class _Seen:
    copy: Copy
    words: frozenset[str]
    names: str
    series: str

    @cached_property
    def age(self) -> tuple[str, str, str]:
        """Needed of few, and dates are slow to find."""
        return _age(self.copy)


def fold_copies(copies: Sequence[Copy], asked: frozenset[str] = frozenset()) -> list[int]:
    """Return places of the copies to keep, in ranking order.

    copies: in ranking order. A copy is left out if a better one says the same; of two states of
    one document (names equal but for digits) the newer stays, at the better place of the two,
    unless a number of the question (asked) stands only in the older one.
    """
    kept: list[int] = []
    seen: dict[int, _Seen] = {}
    for place, copy in enumerate(copies):
        this = _look(copy)
        rival = next((p for p in kept if _alike(seen[p], this)), None)
        if rival is None:
            kept.append(place)
            seen[place] = this
        elif _replaces(this, seen[rival], asked):
            kept[kept.index(rival)] = place
            seen[place] = this
    return kept


def _look(copy: Copy) -> _Seen:
    words = frozenset(copy.text.casefold().split())
    names = f"{copy.name} {copy.title}".casefold()
    series = DIGITS.sub("#", copy.name.casefold())
    return _Seen(copy, words, names, series)


def _alike(left: _Seen, right: _Seen) -> bool:
    if _similar(left.words, right.words, SAME_TEXT):
        return True
    return _states(left, right) and _similar(_plain(left), _plain(right), SAME_SERIES)


def _plain(seen: _Seen) -> frozenset[str]:
    return frozenset(word for word in seen.words if not DIGITS.search(word))


def _states(left: _Seen, right: _Seen) -> bool:
    """Two documents that are named alike and say of which day or year they are."""
    if left.series != right.series or left.copy.document_id == right.copy.document_id:
        return False
    dated = any(left.age[:2]) and any(right.age[:2])
    return dated and left.age[:2] != right.age[:2]


def _replaces(this: _Seen, other: _Seen, asked: frozenset[str]) -> bool:
    if not _states(this, other):
        return False
    if any(_holds(other, word) and not _holds(this, word) for word in asked):
        return False
    return this.age > other.age


def _holds(seen: _Seen, word: str) -> bool:
    return word in seen.names or any(word in piece for piece in seen.words)


def _similar(left: frozenset[str], right: frozenset[str], least: float) -> bool:
    """Whether the Jaccard similarity is at least so high. Two empty sets are the same."""
    fewer, more = sorted((len(left), len(right)))
    if fewer < (least - 1e-9) * more:
        return False  # too different in length, whatever they share
    shared = len(left & right)
    union = fewer + more - shared
    return not union or shared / union >= least


def _age(copy: Copy) -> tuple[str, str, str]:
    """Comparable: year in the name or title, latest date in the text, time of import."""
    years = YEAR.findall(f"{copy.name} {copy.title}")
    dates = [
        f"{y or year}-{(m or month).zfill(2)}-{(d or day).zfill(2)}"
        for day, month, year, y, m, d in DATE.findall(copy.text)
    ]
    return (max(years, default=""), max(dates, default=""), copy.imported_at)
