"""Tables with merged cells: each row says everything that stands in it, also from above."""

from fundstelle.adapters.readers.composing import looks_like_header

Cell = tuple[str, int, int]
"""(text, rows it spans, columns it spans)"""

_MOST_COLUMNS = 500


class Grid:
    """Collects rows. A cell merged downwards stands in each of its rows, as a reader sees it."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self._marked = 0
        self._hanging: dict[int, tuple[str, int]] = {}

    def row(self, cells: list[Cell], *, header: bool = False) -> None:
        """Add the cells of one row, without those that hang down from rows above."""
        line: list[str] = []
        hanging, waiting = self._hanging, list(reversed(cells))
        below: dict[int, tuple[str, int]] = {}
        while waiting or any(column >= len(line) for column in hanging):
            column = len(line)
            if column in hanging:
                text, rows = hanging.pop(column)
                line.append(text)
                if rows > 1:
                    below[column] = (text, rows - 1)
            elif waiting:
                text, rows, columns = waiting.pop()
                for at in range(columns):
                    line.append("" if at else text)
                    if rows > 1:
                        below[column + at] = ("" if at else text, rows - 1)
            else:
                line.append("")
            if len(line) > _MOST_COLUMNS:
                line.extend(text for text, _, _ in reversed(waiting))
                break
        self._hanging = below
        if not any(line):
            return
        if header and self._marked == len(self.rows):
            self._marked += 1
        self.rows.append(line)

    def headers(self) -> int:
        """How many of the first rows are the header: those marked as such, or one that looks so."""
        if self._marked:
            return self._marked if self._marked < len(self.rows) else 0
        wide = [row for row in self.rows[:6] if sum(map(bool, row)) > 1]
        if len(wide) < 2 or wide[0] is not self.rows[0]:  # noqa: PLR2004 - header and a row under it
            return 0
        return int(looks_like_header(wide) and all(wide[0]))
