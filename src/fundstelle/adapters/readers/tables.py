"""CSV and TSV: one row, one line; the row that names the columns is kept as their header."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator

from fundstelle.adapters.readers.composing import Composer, looks_like_header, tidy
from fundstelle.core.documents import CELLS, BlockKind, Reading
from fundstelle.core.text import clean

_SEPARATORS = ";\t|,"  # in this order where nothing else decides: German numbers contain commas
_NAMED = re.compile(r'"?sep=([;,\t|])"?\s*\n', re.IGNORECASE)
_SAMPLE_LINES = 60
_LONGEST_CELL_LINES = 40  # a cell with more line ends than this is a quote that nobody closed
_DIGIT = re.compile(r"\d")
_CELL_BREAK = re.compile(r"\s*\n\s*")


def read_table(text: str, name: str) -> Reading:  # noqa: ARG001 - all readers are called alike
    """Read decoded text of a CSV or TSV file."""
    text = clean(text)
    named = _NAMED.match(text)
    if named:
        text = text[named.end() :]
    separator = named[1] if named else _separator(text)
    rows = list(_rows(text, separator, quoted=True))
    if any(line.count("\n") > _LONGEST_CELL_LINES for line in rows_with_breaks(rows)):
        rows = list(_rows(text, separator, quoted=False))
    composer = Composer()
    for table, has_names in _tables(_groups(rows)):
        _compose(composer, table, named=has_names)
    return composer.reading("csv")


def rows_with_breaks(rows: list[list[str]]) -> Iterator[str]:
    """Rows, joined, that hold a line end."""
    for row in rows:
        line = "".join(row)
        if "\n" in line:
            yield line


def _rows(text: str, separator: str, *, quoted: bool) -> Iterator[list[str]]:
    csv.field_size_limit(1 << 31)
    return csv.reader(
        io.StringIO(text, newline=""),
        delimiter=separator,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        skipinitialspace=True,
    )


def _separator(text: str) -> str:
    """The character that cuts the first lines most evenly into the most cells."""
    lines = text[: 1 << 16].split("\n")[:_SAMPLE_LINES]
    sample = "\n".join(lines if len(lines) < _SAMPLE_LINES else lines[:-1])

    def evenness(separator: str) -> tuple[float, int]:
        counts = Counter(len(row) for row in _rows(sample, separator, quoted=True) if row)
        counts.pop(1, None) if len(counts) > 1 else None
        if not counts:
            return 0.0, 0
        cells, rows = max(counts.items(), key=lambda item: (item[1], item[0]))
        return (0.0, 0) if cells == 1 else (rows / max(1, sum(counts.values())), cells)

    best = max(_SEPARATORS, key=evenness)
    return best if evenness(best)[1] else ";"


def _groups(rows: list[list[str]]) -> list[list[list[str]]]:
    """Rows with something in them, parted where a line of the file is blank."""
    groups: list[list[list[str]]] = [[]]
    for row in rows:
        if any(row):
            groups[-1].append(row)
        elif len(row) <= 1 and groups[-1]:
            groups.append([])
    return [group for group in groups if group]


def _tables(groups: list[list[list[str]]]) -> Iterator[tuple[list[list[str]], bool]]:
    """(rows of one table, whether its first row may name the columns): groups put together.

    Most blank lines part rows of one table; one before a row of names begins another table.
    """
    table: list[list[str]] = []
    named = True
    titles: list[list[str]] = []
    for group in groups:
        rows = [row for row in group if sum(map(bool, row)) > 1]
        if not rows:  # a title, or a table of one column
            titles += group
            continue
        sure = _names_columns(rows, table)
        if table and sure is not False:
            yield table, named
            table, named = [], bool(sure)
        table += [*titles, *group]
        titles = []
    yield table + titles, named


def _names_columns(rows: list[list[str]], above: list[list[str]]) -> bool | None:
    """Whether the first row names other columns than those above; None if words cannot tell.

    Sure are: another number of columns, numbers under a word, a word under nothing but numbers.
    """
    head = [[tidy(cell) for cell in row] for row in rows[:5]]
    names = head[0]
    if not looks_like_header(head) or any(len(row) != len(names) for row in head):
        return False
    before = [row for row in above[:_SAMPLE_LINES] if sum(map(bool, row)) > 1]
    if before and len(names) != len(before[0]):
        return True
    words = [at for at, name in enumerate(names) if name and not _DIGIT.search(name)]
    under = any(_all_numbers(head[1:], at) for at in words)
    sure = under or any(_all_numbers(before[1:], at) for at in words)
    return True if sure else None


def _all_numbers(rows: list[list[str]], column: int) -> bool:
    cells = [row[column] for row in rows if column < len(row) and row[column].strip()]
    return bool(cells) and all(_DIGIT.search(cell) for cell in cells)


def _compose(composer: Composer, rows: list[list[str]], *, named: bool) -> None:
    width = Counter(len(row) for row in rows[:1000]).most_common(1)[0][0] if rows else 0
    first = 0
    # Exports put a title above the table: lines with one cell where the table has more.
    while first < len(rows) - 1 and width > 1 and sum(map(bool, rows[first])) == 1 and first < 10:  # noqa: PLR2004
        composer.add(BlockKind.PARAGRAPH, tidy(CELLS.join(filter(None, rows[first]))))
        first += 1
    head = [[tidy(cell) for cell in row] for row in rows[first : first + 5]]
    header = None
    if named and looks_like_header(head):
        header = composer.add(BlockKind.ROW, _line(rows[first]))
    for row in rows[first + 1 if header else first :]:
        composer.add(BlockKind.ROW, _line(row), header=header)


def _line(row: list[str]) -> str:
    line = CELLS.join([cell.strip(" \t\n") for cell in row])
    return (_CELL_BREAK.sub(" ", line) if "\n" in line else line).rstrip(" |").lstrip(" ")
