"""Running heads, feet and page numbers: what stands at the same place on most pages."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain, takewhile

from fundstelle.adapters.readers.pdf.levels import joined, levels
from fundstelle.adapters.readers.pdf.shapes import Segment

ZONE = 0.2  # share of the page height at either end in which heads and feet stand
ROWS = 4  # looked at from either end
SHIFT = 8.0  # points a head may move from page to page
DIGITS = re.compile(r"\d+")
FEW_PAGES = 3
APART = 0.8  # of the character size
MOST = 0.6  # share of the pages


@dataclass(slots=True)
class _Edge:
    """One of the outermost rows of a page.

    key: its words, digits left out; numbers: its numbers. y: its top, in points.
    apart: clearly more white to the text than between lines.
    """

    key: str
    numbers: tuple[int, ...]
    page: int
    y: float
    parts: list[Segment]
    apart: bool


def without_running(
    pages: list[list[Segment]], heights: list[float]
) -> tuple[list[list[Segment]], list[Segment]]:
    """Segments of each page without heads and feet, and these once each.

    One that stands on the last page keeps its boxes, any other has none (all zero), because what
    is set once at the end belongs to the last page.
    """
    numbered = enumerate(zip(pages, heights, strict=True))
    sides = [_sides(rows, height, page) for page, (rows, height) in numbered]
    kin: dict[str, list[_Edge]] = {}
    for edge in chain.from_iterable(chain.from_iterable(sides)):
        kin.setdefault(edge.key, []).append(edge)
    heads = {id(edge) for edges in kin.values() for edge in _repeated(edges, len(pages))}
    taken = [
        _leaving_text(page, [_running_rows(side, heads, kin, len(pages)) for side in both])
        for page, both in zip(pages, sides, strict=True)
    ]
    emptied = [
        bool(page) and _takes_all(page, rows) for page, rows in zip(pages, taken, strict=True)
    ]
    if sum(emptied) > MOST * len(pages):  # pages of one line each, all alike: that is the text
        taken = [[] if all_of_it else rows for all_of_it, rows in zip(emptied, taken, strict=True)]
    found: dict[str, tuple[int, Segment]] = {}
    gone: set[int] = set()
    for edge in chain.from_iterable(taken):
        gone |= {id(part) for part in edge.parts}
        found[edge.key] = (edge.page, joined(edge.parts, float("inf"))[0])
    kept = [[s for s in page if id(s) not in gone] for page in pages]
    return kept, _once(found, len(pages) - 1)


def _takes_all(page: list[Segment], rows: list[_Edge]) -> bool:
    return sum(len(edge.parts) for edge in rows) >= len(page)


def _leaving_text(page: list[Segment], sides: list[list[_Edge]]) -> list[_Edge]:
    """The running rows of both sides; where nothing else would stay, only the outermost ones.

    On forms and test sheets the text itself repeats, but for its numbers.
    """
    rows = list(chain.from_iterable(sides))
    if not _takes_all(page, rows):
        return rows
    return [edge for side in sides for edge in _as_far_as_white(side)]


def _as_far_as_white(rows: list[_Edge]) -> list[_Edge]:
    first = next((place for place, edge in enumerate(rows, start=1) if edge.apart), 0)
    return rows[:first]


def _sides(page: list[Segment], height: float, number: int) -> tuple[list[_Edge], list[_Edge]]:
    """The outermost rows at the top, from above, and at the foot, from below."""
    tops = levels([s for s in page if s.y1 < ZONE * height])
    feet = levels([s for s in page if s.y0 > (1 - ZONE) * height])[::-1]
    return _side(tops, "top", number), _side(feet, "foot", number)


def _side(rows: list[list[Segment]], side: str, page: int) -> list[_Edge]:
    done = []
    for index, row in enumerate(rows[:ROWS]):
        text = " ".join(s.text for s in row)
        top, bottom = min(s.y0 for s in row), max(s.y1 for s in row)
        apart = True
        if index + 1 < len(rows):
            inner = rows[index + 1]
            gap = max(min(s.y0 for s in inner) - bottom, top - max(s.y1 for s in inner))
            apart = gap > APART * row[0].size
        numbers = tuple(int(number[:9]) for number in DIGITS.findall(text))
        key = f"{side} {DIGITS.sub('#', text)}"
        done.append(_Edge(key, numbers, page, top, row, apart))
    return done


def _repeated(edges: list[_Edge], pages: int) -> list[_Edge]:
    """Of the rows with the same words, those that are a running head or foot."""
    middle = sorted(edge.y for edge in edges)[len(edges) // 2]
    level = [edge for edge in edges if abs(edge.y - middle) < SHIFT]
    same = _in_step(level)
    count = len({edge.page for edge in same})
    if pages <= FEW_PAGES:
        return same if count > 1 else []
    if len({edge.page for edge in level}) >= pages / 2:
        return level
    # On fewer pages: heads that change with the chapter stand apart from the text.
    return [edge for edge in same if edge.apart] if count >= FEW_PAGES else []


def _in_step(edges: list[_Edge]) -> list[_Edge]:
    """Those whose numbers are the same or count with the pages; "2 Rules", "4 Rules" do not."""
    for slot in range(len(edges[0].numbers)):
        fixed = Counter(edge.numbers[slot] for edge in edges).most_common(1)[0]
        counting = Counter(edge.numbers[slot] - edge.page for edge in edges).most_common(1)[0]
        if fixed[1] > counting[1]:
            edges = [edge for edge in edges if edge.numbers[slot] == fixed[0]]
        else:
            edges = [edge for edge in edges if edge.numbers[slot] - edge.page == counting[0]]
    return edges


def _running_rows(
    side: list[_Edge], heads: set[int], kin: dict[str, list[_Edge]], pages: int
) -> list[_Edge]:
    """The outermost rows that repeat, as far as the white that parts them from the text.

    Without that white only the outermost counts: a text may repeat its first line, a table its
    header, and neither may lose it.
    """
    rows = list(takewhile(lambda edge: id(edge) in heads, side))
    while len(rows) > 1 and not rows[-1].apart:
        rows.pop()
    if rows and not rows[-1].apart and len(kin[rows[0].key]) < MOST * pages:
        return []
    return rows


def _once(found: dict[str, tuple[int, Segment]], last: int) -> list[Segment]:
    kept = []
    for number, segment in found.values():
        if not any(char.isalpha() for char in segment.text):
            continue  # a bare page number says nothing: the page is known
        if number != last:
            segment.boxes = segment.boxes * 0
        kept.append(segment)
    return kept
