"""The shapes a page is made of on its way from characters to blocks.

Coordinates are points from the upper left corner of the displayed page, y downwards. A *frame* is
that page turned so that the text at hand runs from left to right.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fundstelle.core.documents import BlockKind

Boxes = NDArray[np.float32]
"""Shape (n, 4): left, top, right, bottom."""
Codes = NDArray[np.uint32]
Flags = NDArray[np.bool_]

NO_BOXES: Boxes = np.zeros((0, 4), np.float32)


@dataclass(slots=True)
class Glyphs:
    """The characters of one page (or one frame of it) without blanks, in the order drawn.

    boxes: on the displayed page; frame: the same in the frame.
    spaced: PDFium saw a blank or a line break before the character.
    bold: per character; angle: degrees, 0 to 355 in steps of 5; size: of the font in points;
    hidden: not visible to a reader.
    """

    codes: Codes
    boxes: Boxes
    frame: Boxes
    spaced: Flags
    bold: Flags
    hidden: Flags
    angle: NDArray[np.int32]
    size: NDArray[np.float32]

    def pick(self, keep: Flags) -> "Glyphs":
        """The same for some of the characters; a blank before a dropped one is lost."""
        return Glyphs(
            self.codes[keep],
            self.boxes[keep],
            self.frame[keep],
            self.spaced[keep],
            self.bold[keep],
            self.hidden[keep],
            self.angle[keep],
            self.size[keep],
        )


@dataclass(slots=True)
class Segment:
    """A stretch of one line without a wide gap: what is moved as a whole.

    boxes: one row per code point of text, on the displayed page (zero: a blank we added).
    x0, y0, x1, y1: in the frame. size: height of its characters in points.
    hyphen: the last character is a hyphen at which PDFium saw a word broken by the line end.
    spaced: PDFium saw a blank before it.
    """

    text: str
    boxes: Boxes
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool = False
    hyphen: bool = False
    spaced: bool = True


@dataclass(slots=True)
class Row:
    """One row of a table: per cell its lines."""

    cells: list[list[Segment]]
    bold: bool = False


@dataclass(slots=True)
class Table:
    """A table on a page, rows from top to bottom; box in the frame.

    header: whether the first row names the columns.
    """

    rows: list[Row]
    x0: float
    y0: float
    x1: float
    y1: float
    header: bool = False


Item = Segment | Table


@dataclass(slots=True)
class Passage:
    """A block in the making: lines in reading order, all on one page.

    full: its last line reaches the right edge of the column, so the text may go on elsewhere.
    turned: written in another direction than most of the page.
    cells: for table rows, the lines per cell (lines is then empty).
    """

    kind: BlockKind
    lines: list[Segment]
    size: float
    bold: bool = False
    full: bool = False
    page: int = 0
    level: int = 0
    turned: bool = False
    cells: list[list[Segment]] = field(default_factory=list)
    header: "Passage | None" = None
    bottom: float = 0.0

    @property
    def text(self) -> str:
        """The words of its lines, for deciding only: not yet joined as they will be shown."""
        lines = self.lines or [line for cell in self.cells for line in cell]
        return " ".join(line.text for line in lines)


@dataclass(slots=True)
class Rules:
    """What is drawn beside text: thin lines and filled areas, on the displayed page or a frame."""

    across: Boxes = field(default_factory=lambda: NO_BOXES)
    down: Boxes = field(default_factory=lambda: NO_BOXES)
    fills: Boxes = field(default_factory=lambda: NO_BOXES)


@dataclass(slots=True)
class Leaf:
    """What one page gives: its size in points, its segments and lines per frame, its notes."""

    number: int
    width: float
    height: float
    frames: list[tuple[list[Segment], Rules]] = field(default_factory=list)
    notes: list[Segment] = field(default_factory=list)
