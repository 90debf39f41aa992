"""English: a phrase with a preposition goes from the end to the front, or back.

Only where it can belong to nothing but the verb: at the end it stands behind a participle ("is
closed on Sundays"), an adverb ("free of charge within a month") or a time ("at 9 pm on weekdays").
"pairs guests with a host from town" stays as it is.
"""

# ruff: noqa: SIM905 - lists of words read better as prose

from collections.abc import Iterator

from fundstelle.core.claims.light import STRONG_FORMS
from fundstelle.core.claims.pieces import Piece, Pieces
from fundstelle.core.terms import fold_word

_ADVERBS = frozenset(
    {"free of charge", "in writing", "out of service"}
    | set("immediately automatically electronically separately together online live".split())
)
_AND = frozenset({"and", "or", "to"})
_BE = frozenset({"is", "was", "be", "been"})
_SCOPE = frozenset(
    """only even also just except not no never all each every any both either neither least most
    that which who whom whose what where how if unless when while because""".split()
)
_TIMES = ("date", "clock ", "year")
_DAYS = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december weekday weekend""".split()
)


def phrases_moved(pieces: Pieces) -> Iterator[Pieces]:
    """Orders with the last phrase before the sentence or the first behind it."""
    stops = [place for place, piece in enumerate(pieces) if place and piece.stop]
    if _SCOPE & {piece.key for piece in pieces} or len(stops) > 1:
        return
    if not stops:
        yield from _to_the_front(pieces)
    if pieces[0].sort == "preposition" and all(pieces[place].stop == "," for place in stops):
        end = stops[0] if stops else _end_of_times(pieces, 0)
        if 1 < end < len(pieces):
            yield from _to_the_back(pieces[:end], pieces[end:])


def _to_the_front(pieces: Pieces) -> Iterator[Pieces]:
    for start in range(2, len(pieces) - 1):
        if pieces[start].sort != "preposition" or not _belongs_to_verb(pieces, start):
            continue
        yield (*pieces[start:], *pieces[:start])
        end = _end_of_times(pieces, start)
        if start < end < len(pieces) and pieces[end].key not in _AND:
            yield (*pieces[start:end], *pieces[:start], *pieces[end:])


def _to_the_back(phrase: Pieces, rest: Pieces) -> Iterator[Pieces]:
    for place in range(2, len(rest) + 1):
        if _belongs_to_verb(rest, place) and all(map(_is_preposition, rest[place : place + 1])):
            yield (*rest[:place], *phrase, *rest[place:])


def _is_preposition(piece: Piece) -> bool:
    return piece.sort == "preposition" and piece.key != "of"


def _belongs_to_verb(pieces: Pieces, place: int) -> bool:
    """Whether a phrase at this place can belong to the verb only."""
    before = pieces[place - 1]
    if before.key in _ADVERBS or _says_when(before):
        return True
    return (
        place > 2  # noqa: PLR2004
        and pieces[place - 2].key in _BE
        and before.sort == "word"
        and (before.text.endswith("ed") or fold_word(before.text) in STRONG_FORMS["en"])
    )


def _end_of_times(pieces: Pieces, start: int) -> int:
    """Where prepositions with nothing but times and days behind them end."""
    end = start
    while end + 1 < len(pieces) and pieces[end].sort == "preposition":
        if not _says_when(pieces[end + 1]):
            break
        end += 2
    return end


def _says_when(piece: Piece) -> bool:
    """A day, a date or a time of day; how long something takes ("15 minutes") is none."""
    lasts = piece.key.startswith("clock ") and len(piece.key.split()) > 2  # noqa: PLR2004
    return piece.key in _DAYS or (piece.key.startswith(_TIMES) and not lasts)
