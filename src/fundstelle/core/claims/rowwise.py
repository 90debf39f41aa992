"""The closed world of `strict` for table rows: a claim says what the row is about, a column and
what its cell says, and nothing else.
"""

import re
from collections.abc import Iterator, Sequence

from fundstelle.core.claims.cells import NO, YES
from fundstelle.core.claims.marks import Mark
from fundstelle.core.claims.piece_words import GLUE
from fundstelle.core.claims.pieces import Pieces, pieces_of
from fundstelle.core.claims.reasons import Source
from fundstelle.core.claims.words import read
from fundstelle.core.terms import Language

_SEPARATORS = re.compile(r"\s*[;|\t]\s*")
_UNIT = re.compile(r"\s*\(([^()]{1,12})\)\s*$")  # Preis (Euro)
_RATE = re.compile(r"\s+((?:im|je|pro|per) \w+)$")  # Grundpreis im Monat
_AMOUNT = re.compile(r"[\d.,]*\d (?:Euro|EUR|€|Cent|euros?)")
_FIGURE = re.compile(r"[\d.,]*\d")
_LIMITS = frozenset({Mark.ONLY, Mark.IF, Mark.EXCEPT, Mark.ON_REQUEST, Mark.WITHOUT, Mark.NOT})
_DENIALS = frozenset({"nicht", "kein", "not", "no"})
_PRICE = pieces_of("Preis", "de")[0].key  # what a thing "kostet"
_NO_CELL = frozenset({"", "-", "–", "—"})


def says_a_cell(said: Pieces, source: Source, language: Language) -> bool:
    """Whether the claim is the row's label, one header and the cell under it, with small words.

    A cell beside it that limits ("nur im Außendienst", "on request") may not stay unsaid.
    """
    cells = _SEPARATORS.split(source.text)
    header = _header(source, len(cells))
    if not header:
        return False
    limited = [
        n
        for n, cell in enumerate(cells)
        if cell.casefold() not in YES | NO and _LIMITS & read(cell, language).kinds
    ]
    label = _keys(pieces_of(cells[0], language))
    for place in range(1, len(cells)):
        if cells[place] in _NO_CELL:
            continue
        rest = _without(_keys(said), label)
        for other in limited:
            if other != place and rest is not None:
                rest = _without(rest, _keys(pieces_of(cells[other], language)))
        for column, cell in _readings(header[place], cells[place]):
            left = None if rest is None else _without_cell(rest, cell, language)
            if left is not None and _is_header(left, column, header[0], language):
                return True
    return False


def _readings(column: str, cell: str) -> Iterator[tuple[str, str]]:
    """A header and its cell, and once more with what the header says of every figure under it."""
    column, cell = _with_unit(column, cell)
    yield column, cell
    rate = _RATE.search(column)
    if rate and _AMOUNT.fullmatch(cell):
        yield column[: rate.start()], f"{cell} {rate[1]}"


def _without_cell(keys: list[str], cell: str, language: Language) -> list[str] | None:
    """The keys without those of the cell. "ja" is said by no denial, "nein" by one."""
    denials = [key for key in keys if key in _DENIALS]
    if cell.casefold() in YES:
        return None if denials else keys
    if cell.casefold() in NO and len(denials) == 1:
        return [key for key in keys if key not in _DENIALS]
    return _without(keys, _keys(pieces_of(cell, language)))


def _header(source: Source, many: int) -> list[str]:
    """The cells of the line beside the row that has as many as the row."""
    lines = (_SEPARATORS.split(line) for line in source.beside.split("\n"))
    return next((cells for cells in lines if len(cells) == many), [])


def _with_unit(column: str, cell: str) -> tuple[str, str]:
    """The unit of a header belongs to the figures under it: "Preis (Euro)", "12,50"."""
    unit = _UNIT.search(column)
    if unit and _FIGURE.fullmatch(cell):
        return column[: unit.start()], f"{cell} {unit[1]}"
    return column, cell


def _keys(pieces: Pieces) -> list[str]:
    return [piece.key for piece in pieces]


def _without(keys: Sequence[str], block: Sequence[str]) -> list[str] | None:
    """The keys without the one stretch that is the block; None if it is not there once."""
    found = [
        place
        for place in range(len(keys) - len(block) + 1)
        if list(keys[place : place + len(block)]) == list(block)
    ]
    if len(found) != 1 or not block:
        return None
    return [*keys[: found[0]], "|", *keys[found[0] + len(block) :]]


def _is_header(rest: list[str], column: str, first: str, language: Language) -> bool:
    """Whether what is left names the column whole, perhaps the first column, and nothing else."""
    wanted = [key for key in _keys(pieces_of(column, language)) if key not in GLUE[language]]
    costs = _PRICE if _PRICE in wanted else "kostet"
    left = [costs if key == "kostet" else key for key in rest if key != "|"]
    for key in wanted:
        if key not in left:
            return False
        left.remove(key)
    allowed = GLUE[language] | set(_keys(pieces_of(f"{column} {first}", language)))
    return all(key in allowed for key in left)
