"""A table row: does the claim give a value to the column it stands in?"""

from collections.abc import Iterator

from fundstelle.core.claims.clauses import Value, code_of, words_of
from fundstelle.core.claims.reasons import Reason, Source
from fundstelle.core.documents import CELLS


def row_faults(
    claim: str, claimed: list[Value], given: list[Value], source: Source
) -> Iterator[Reason]:
    """A value under one column that the claim gives to another column of the same kind."""
    header = _header(source)
    if not header:
        return
    said = words_of(claim)
    columns = [words_of(cell) for cell in header]
    for mine in claimed:
        own = {
            _column(source.text, one) for one in given if one.key == mine.key and _alike(one, mine)
        }
        rivals = {
            _column(source.text, one) for one in given if one.key != mine.key and _alike(one, mine)
        }
        if not own or max(own | rivals) >= len(columns):
            continue
        named = any(_named(columns[place], said) for place in own)
        others = (rivals - own) if not named else set()
        if any(_named(columns[place], said) for place in others):
            yield Reason(code_of(mine), mine.written)


def _alike(one: Value, mine: Value) -> bool:
    kinds = {one.kind, mine.kind}
    return "identifier" not in kinds and (len(kinds) == 1 or "number" in kinds)


def _named(column: frozenset[str], said: frozenset[str]) -> bool:
    return bool(column & said)


def _column(text: str, value: Value) -> int:
    return text.count(CELLS, 0, value.start)


def _header(source: Source) -> list[str]:
    """Cells of the table header: the line of what stands beside that has as many as the row."""
    many = source.text.count(CELLS)
    for line in source.beside.split("\n"):
        if line.count(CELLS) >= many:
            return line.split(CELLS)
    return []
