"""Lines of text files, as people know them: which line a place is on, and where a line ends."""

from collections.abc import Sequence
from itertools import pairwise

from fundstelle.bootstrap import Application
from fundstelle.core.access import Scope
from fundstelle.core.answers import Answer, Citation, Hit

NARROWEST = 50  # characters: nobody wraps lines shorter than that


def with_line_ends(text: str) -> str:
    """White space folded, except at a line end that somebody meant: below a heading, in a form.

    A line that was only full is one where the next word had no room.
    """
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    room = max([NARROWEST, *map(len, lines)])
    shown = "".join(lines[:1])
    for line, following in pairwise(lines):
        first_word = following.partition(" ")[0]
        meant = len(line) + 1 + len(first_word) <= room
        shown += ("\n" if meant else " ") + following
    return shown


def lines_of_answer(app: Application, answer: Answer, scope: Scope) -> dict[Citation, int]:
    """Line numbers of all places that an answer shows, as far as there are any."""
    shown = [citation for sentence in answer.sentences for citation in sentence.citations]
    shown += [pair.other for pair in answer.opposing]
    return app.library().lines(shown + _places(answer.nearest), scope)


def lines_of_hits(app: Application, hits: Sequence[Hit], scope: Scope) -> dict[Citation, int]:
    """The same for hits."""
    return app.library().lines(_places(hits), scope)


def _places(hits: Sequence[Hit]) -> list[Citation]:
    return [hit.citation for hit in hits]
