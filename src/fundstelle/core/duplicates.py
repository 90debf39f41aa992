"""Near duplicates among hits: one text once, and of two states of one text the newer one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

from fundstelle.core.terms import fold_word

SAME_TEXT = 0.9  # Jaccard similarity of the words from which two chunks say the same
SAME_SERIES = 0.7  # ... and, digits left out, from which one is another state of the other
YEAR = re.compile(r"(?:19|20)\d\d")
DATE = re.compile(
    r"\b(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d)\b|\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b"
)
DIGITS = re.compile(r"\d+")
# What tells states of one document apart in its name: a year, or v2, Version_2. A serial number
# does not: Rechnung_1001 and Rechnung_1002 are two documents.
STATE = re.compile(r"(?:19|20)\d\d(?!\d)|(?<![a-z])v(?:ersion)?[ _.-]?\d+")


@dataclass(frozen=True, slots=True)
class Copy:
    """What is compared. imported_at: ISO 8601, later is newer."""

    document_id: str
    name: str
    title: str
    text: str
    imported_at: str


@dataclass(frozen=True)
class _Seen:
    copy: Copy
    words: frozenset[str]
    series: str

    @cached_property
    def names(self) -> str:
        return f"{self.copy.name} {self.copy.title}".casefold()

    @cached_property
    def age(self) -> tuple[str, str, str]:
        """Needed of few, and dates are slow to find."""
        return _age(self.copy)


def fold_copies(copies: Sequence[Copy], asked: frozenset[str] = frozenset()) -> list[int]:
    """Return places of the copies to keep, in ranking order.

    copies: in ranking order. A copy is left out if a better one says the same; of two states of
    one document (names equal but for the year or version) the newer stays, at the better place of
    the two. asked: words of the question; a copy that holds one of them which the better one lacks
    is neither the same nor outdated, and stays.
    """
    looks = [_look(copy) for copy in copies]
    rivals = _rivals(looks)
    kept: list[int] = []
    for place, this in enumerate(looks):
        near = rivals[place]
        rival = next(
            (p for p in kept if p in near and (near[p] or _another_state(looks[p], this))), None
        )
        if rival is None:
            kept.append(place)
        elif _replaces(this, looks[rival], asked):
            kept[kept.index(rival)] = place
        elif not _states(this, looks[rival]) and _told_apart(this, looks[rival], asked):
            kept.append(place)
    return kept


def _rivals(looks: Sequence[_Seen]) -> list[dict[int, bool]]:
    """For each place the earlier ones with the same text (True) or of the same series (False)."""
    same = _same_text([look.words for look in looks])
    number: dict[str, int] = {}
    series = np.array([number.setdefault(look.series, len(number)) for look in looks], np.int64)
    rivals: list[dict[int, bool]] = [{} for _ in looks]
    for place, other in np.argwhere(np.tril(same | (series[:, None] == series), -1)).tolist():
        rivals[place][other] = bool(same[place, other])
    return rivals


def _look(copy: Copy) -> _Seen:
    words = frozenset(copy.text.casefold().split())
    series, found = STATE.subn("#", copy.name.casefold())
    return _Seen(copy, words, series if found else copy.document_id)


def _same_text(texts: Sequence[frozenset[str]]) -> npt.NDArray[np.bool_]:
    """Return for each pair of texts whether their words are alike from SAME_TEXT on.

    All pairs at once, a bit per word: fifty texts are a thousand pairs.
    """
    sizes = np.array([len(words) for words in texts], np.int64)
    number = {word: place for place, word in enumerate(frozenset().union(*texts))}
    holds = np.zeros((len(texts), len(number) // 64 * 64 + 64), bool)
    numbers = np.fromiter(map(number.__getitem__, chain.from_iterable(texts)), np.int64)
    holds[np.repeat(np.arange(len(texts)), sizes), numbers] = True
    bits = np.packbits(holds, axis=1).view(np.uint64)
    shared = np.bitwise_count(bits[:, None] & bits[None]).sum(axis=2, dtype=np.int64)
    union = sizes[:, None] + sizes - shared
    alike = np.divide(shared, union, out=np.ones(union.shape), where=union > 0)
    same: npt.NDArray[np.bool_] = alike >= SAME_TEXT
    pairs = np.argwhere(np.tril(same, -1)).tolist()
    told = {place: _numbers(texts[place]) for place in {*chain.from_iterable(pairs)}}
    for left, right in pairs:
        if told[left] != told[right]:
            same[left, right] = same[right, left] = False  # other numbers, another text
    return same


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if DIGITS.search(word))


def _another_state(left: _Seen, right: _Seen) -> bool:
    return _states(left, right) and _similarity(_plain(left), _plain(right)) >= SAME_SERIES


def _plain(seen: _Seen) -> frozenset[str]:
    return seen.words - _numbers(seen.words)


def _states(left: _Seen, right: _Seen) -> bool:
    """Two documents that are named alike and say of which day or year they are."""
    if left.series != right.series or left.copy.document_id == right.copy.document_id:
        return False
    dated = any(left.age[:2]) and any(right.age[:2])
    return dated and left.age[:2] != right.age[:2]


def _replaces(this: _Seen, other: _Seen, asked: frozenset[str]) -> bool:
    if not _states(this, other):
        return False
    wanted = [
        (_year(seen) in asked, _told_apart(seen, rival, asked))
        for seen, rival in ((this, other), (other, this))
    ]
    if wanted[0] != wanted[1]:
        return wanted[0] > wanted[1]
    return this.age > other.age


def _year(seen: _Seen) -> str:
    """Of which year a state says it is: a newer one may name the year it replaces."""
    return seen.age[0] or seen.age[1][:4]


def _told_apart(seen: _Seen, rival: _Seen, asked: frozenset[str]) -> bool:
    return any(_holds(seen, word) and not _holds(rival, word) for word in asked)


def _holds(seen: _Seen, word: str) -> bool:
    return any(word in fold_word(piece) for piece in (seen.names, *seen.words))


def _similarity(left: frozenset[str], right: frozenset[str]) -> float:
    """Jaccard similarity; of two empty sets 1."""
    shared = len(left & right)
    union = len(left) + len(right) - shared
    return shared / union if union else 1.0


def _age(copy: Copy) -> tuple[str, str, str]:
    """Comparable: year in the name or title, latest date in the text, time of import."""
    years = YEAR.findall(f"{copy.name} {copy.title}")
    dates = [
        f"{y or year}-{(m or month).zfill(2)}-{(d or day).zfill(2)}"
        for day, month, year, y, m, d in DATE.findall(copy.text)
    ]
    return (max(years, default=""), max(dates, default=""), copy.imported_at)
