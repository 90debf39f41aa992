"""Tables that go on over a page end: the header stands once and is known to all of their rows."""

from fundstelle.adapters.readers.pdf.shapes import Passage
from fundstelle.core.documents import BlockKind


def continued_tables(passages: list[Passage]) -> list[Passage]:
    """Drop headers that a page repeats; give rows on later pages the header of the first."""
    done: list[Passage] = []
    first_header: dict[int, Passage] = {}  # by id of what looked like a header on a later page
    bare: set[int] = set()  # rows of a part without a header of its own
    repeated: list[Passage] = []  # kept alive, for their ids must stay theirs
    for passage in passages:
        last = done[-1] if done else None
        if passage.kind == BlockKind.ROW and passage.header is not None:
            passage.header = first_header.get(id(passage.header), passage.header)
        elif last is not None and last.header is not None and _same_table(last, passage, bare):
            if passage.text == last.header.text:
                first_header[id(passage)] = last.header
                repeated.append(passage)
                continue
            if not passage.bold:
                first_header[id(passage)] = passage.header = last.header
                bare.add(id(passage))
        done.append(passage)
    return done


def _same_table(last: Passage, passage: Passage, bare: set[int]) -> bool:
    row = passage.kind == BlockKind.ROW and len(passage.cells) == len(last.cells)
    return row and (passage.page > last.page or id(last) in bare)
