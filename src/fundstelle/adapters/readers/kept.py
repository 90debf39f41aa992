"""What stays of the lines of a Markdown block, as spans of the source."""

from fundstelle.adapters.readers.inline import inline_cuts
from fundstelle.core.documents import Span

Piece = tuple[int, int, str]
"""(start, end, what to add instead): a span that stays, or something added."""


def kept(text: str, lines: list[Span], references: frozenset[str] | None) -> list[Piece]:
    """Spans of the source that stay, in order, and line ends or blanks to add; [] if only marks.

    lines: spans of the block's lines, without their margins. references: defined link names; None
    for code, where nothing is a mark.
    """
    if not lines:
        return []
    joined = "\n".join([text[start:end] for start, end in lines])
    cuts = inline_cuts(joined, references) if references is not None else []
    whole = (lines[0][0], lines[-1][1], "")
    if not cuts and references is not None and whole[1] - whole[0] == len(joined):
        return [whole] if joined else []  # one stretch of the source, as most paragraphs are
    stays: list[Piece] = []
    at = 0
    for start, end, instead in cuts:
        if start > at:
            stays.append((at, start, ""))
        if instead:
            stays.append((start, start, instead))
        at = max(at, end)
    if at < len(joined):
        stays.append((at, len(joined), ""))
    return _on_lines(_trimmed(joined, stays, code=references is None), lines, text)


def _trimmed(joined: str, stays: list[Piece], *, code: bool) -> list[Piece]:
    """Without blanks at both ends; code keeps its first indent."""
    while stays and not _shown(joined, stays[0]):
        del stays[0]
    while stays and not _shown(joined, stays[-1]):
        stays.pop()
    if not stays:
        return []
    low, high, instead = stays[0]
    if not instead:
        first = joined[low:high]
        skipped = len(first) - len(first.lstrip("\n" if code else None))
        stays[0] = (low + skipped, high, "")
    low, high, instead = stays[-1]
    if not instead:
        stays[-1] = (low, low + len(joined[low:high].rstrip()), "")
    return stays


def _shown(joined: str, piece: Piece) -> bool:
    low, high, instead = piece
    return bool((instead or joined[low:high]).strip())


def _on_lines(stays: list[Piece], lines: list[Span], text: str) -> list[Piece]:
    """Move spans of the joined lines to where the lines stand in the source."""
    if len(lines) == 1:
        shift = lines[0][0]
        return [(low + shift, high + shift, instead) for low, high, instead in stays]
    pieces: list[Piece] = []
    at, begin = 0, 0  # number of the line, and where it begins in the joined text
    for first, high, instead in stays:
        low = first
        if instead:
            pieces.append((0, 0, instead))
            continue
        while low < high:
            start, end = lines[at]
            if low < begin + end - start:
                stop = min(high, begin + end - start)
                pieces.append((start + low - begin, start + stop - begin, ""))
                low = stop
            elif low == begin + end - start:
                pieces += _line_end(text, end, lines[at + 1][0])
                low += 1
            else:
                begin += end - start + 1
                at += 1
    return pieces


def _line_end(text: str, end: int, start: int) -> list[Piece]:
    """What stands between two lines that end and start there: a line end, or a comment's place."""
    gap = text[end:start]
    if "\n" not in gap:
        return [(0, 0, " ")] if gap[0].isspace() or gap[-1].isspace() else []
    return [(start - 1, start, "")] if gap[-1] == "\n" else [(0, 0, "\n")]
