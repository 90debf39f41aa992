"""Running heads, feet and page numbers: what stands at the same place on most pages."""

import re
from collections import Counter
from dataclasses import dataclass

from fundstelle.adapters.readers.pdf.shapes import Segment
from fundstelle.adapters.readers.pdf.tables import joined, levels

ZONE = 0.2  # share of the page height at either end in which heads and feet stand
ROWS = 4  # looked at from either end
SHIFT = 8.0  # points a head may move from page to page
DIGITS = re.compile(r"\d+")
FEW_PAGES = 3
MOST = 0.6  # share of the pages


@dataclass(slots=True)
class _Edge:
    """One of the outermost rows of a page. apart: clearly more white to the text than a line."""

    key: str
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
    edges = [_edges(page, height) for page, height in zip(pages, heights, strict=True)]
    counts = Counter(key for tops, feet in edges for key in {e.key for e in tops + feet})
    found: dict[str, tuple[int, Segment]] = {}
    places: dict[str, list[float]] = {}
    for tops, feet in edges:
        for edge in tops + feet:
            places.setdefault(edge.key, []).append(edge.y)
    kept = []
    for number, (page, sides) in enumerate(zip(pages, edges, strict=True)):
        gone: set[int] = set()
        for side in sides:
            for edge in _running_rows(side, counts, places, len(pages)):
                gone |= {id(part) for part in edge.parts}
                found[edge.key] = (number, joined(edge.parts, float("inf"))[0])
        kept.append([s for s in page if id(s) not in gone])
    return kept, _once(found, len(pages) - 1)


def _edges(page: list[Segment], height: float) -> tuple[list[_Edge], list[_Edge]]:
    tops = [s for s in page if s.y1 < ZONE * height]
    feet = [s for s in page if s.y0 > (1 - ZONE) * height]
    rows = levels(tops)
    below = levels(feet)[::-1]
    return _side(rows, "top"), _side(below, "foot")


def _side(rows: list[list[Segment]], side: str) -> list[_Edge]:
    done = []
    for index, row in enumerate(rows[:ROWS]):
        text = " ".join(s.text for s in row)
        top, bottom = min(s.y0 for s in row), max(s.y1 for s in row)
        apart = True
        if index + 1 < len(rows):
            inner = rows[index + 1]
            gap = max(min(s.y0 for s in inner) - bottom, top - max(s.y1 for s in inner))
            apart = gap > 0.8 * row[0].size
        done.append(_Edge(f"{side} {DIGITS.sub('#', text)}", top, row, apart))
    return done


def _running_rows(
    side: list[_Edge], counts: Counter[str], places: dict[str, list[float]], pages: int
) -> list[_Edge]:
    """The outermost rows that repeat, as far as the white that parts them from the text.

    Without that white only the outermost counts: a text may repeat its first line, a table its
    header, and neither may lose it.
    """
    rows: list[_Edge] = []
    for edge in side:
        if not _repeats(edge, counts, places, pages):
            break
        rows.append(edge)
    while len(rows) > 1 and not rows[-1].apart:
        rows.pop()
    if rows and not rows[-1].apart and counts[rows[0].key] < MOST * pages:
        return []
    return rows


def _repeats(edge: _Edge, counts: Counter[str], places: dict[str, list[float]], pages: int) -> bool:
    near = sum(abs(y - edge.y) < SHIFT for y in places[edge.key])
    if pages <= FEW_PAGES:
        return near >= 2 and counts[edge.key] == near  # noqa: PLR2004 - repeated at all
    # Fewer than half of the pages: heads that change with the chapter stand apart from the text.
    return near >= pages / 2 or (near >= FEW_PAGES and edge.apart)


def _once(found: dict[str, tuple[int, Segment]], last: int) -> list[Segment]:
    kept = []
    for number, segment in found.values():
        if not any(char.isalpha() for char in segment.text):
            continue  # a bare page number says nothing: the page is known
        if number != last:
            segment.boxes = segment.boxes * 0
        kept.append(segment)
    return kept
