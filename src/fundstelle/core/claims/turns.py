"""German sentences that say the same as a statement with another small word, by grammar alone.

"Ist das Amt zu, gilt ..." and "Wenn das Amt zu ist, gilt ..."; "Zinsen werden nicht erhoben" and
"keine Zinsen werden erhoben"; "die Wirtin sagt, dass es regnet" and "laut der Wirtin regnet es".
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from fundstelle.core.claims.order import is_finite
from fundstelle.core.claims.pieces import Piece, Pieces

_SAYS = frozenset({"sagt", "berichtet"})
_THERE_IS = frozenset("besteht bestehen entsteht entstehen erfolgt erfolgen".split())  # noqa: SIM905
_NOT_ONLY = frozenset("nur erst auch alle all mehr ganz so kein nie".split())  # noqa: SIM905
_SHORTEST = 4  # pieces of a sentence with two clauses


@lru_cache(maxsize=4096)
def turns_of(pieces: Pieces) -> tuple[Pieces, ...]:
    """All such sentences; () if the statement has none of these forms."""
    if len(pieces) < _SHORTEST:
        return ()
    forms = (_with_if, _without_if, _with_no, _according_to, _without_it)
    return tuple(turned for form in forms for turned in form(pieces))


def _two_clauses(pieces: Pieces) -> int:
    """Where the main clause begins behind the only comma; 0 if there is another stop."""
    stops = [place for place, piece in enumerate(pieces) if place and piece.stop]
    return stops[0] if len(stops) == 1 and pieces[stops[0]].stop == "," else 0


def _with_if(pieces: Pieces) -> Iterator[Pieces]:
    """Verb, clause, comma, verb: the first clause is a condition."""
    comma = _two_clauses(pieces)
    if not comma or not is_finite(pieces[0]):
        return
    main = pieces[comma:]
    if main[0].key == "so" and len(main) > 1:
        main = (replace(main[1], stop=","), *main[2:])
    if is_finite(main[0]):
        yield (Piece("wenn", "wenn", "small"), *pieces[1:comma], pieces[0], *main)


def _without_if(pieces: Pieces) -> Iterator[Pieces]:
    comma = _two_clauses(pieces)
    if comma > 2 and pieces[0].key == "wenn" and is_finite(pieces[comma - 1]):  # noqa: PLR2004
        yield (pieces[comma - 1], *pieces[1 : comma - 1], *pieces[comma:])


def _with_no(pieces: Pieces) -> Iterator[Pieces]:
    """Nouns without an article that are not ...: "keine"."""
    nots = [place for place, piece in enumerate(pieces) if piece.key == "nicht"]
    end = _two_clauses(pieces) or len(pieces)
    bare = pieces[0].sort == "name" and not pieces[0].case
    passive = pieces[1].key in {"wird", "wurde"} and nots == [end - 2]
    if bare and passive and not _NOT_ONLY & {piece.key for piece in pieces}:
        no = Piece("keine", "kein", "small", case="e")
        yield (no, *pieces[: end - 2], *pieces[end - 1 :])


def _according_to(pieces: Pieces) -> Iterator[Pieces]:
    """Somebody says that ...: what is said stays said by them."""
    comma = _two_clauses(pieces)
    if comma and pieces[comma - 1].text in _SAYS and pieces[comma].key == "dass":
        speaker, said = pieces[: comma - 1], pieces[comma + 1 :]
        named = all(piece.sort == "name" and not piece.case for piece in speaker)
        if named and speaker and len(said) > 1 and said[-1].sort == "verb":
            yield (Piece("Laut", "laut", "preposition"), *speaker, said[-1], *said[:-1])


def _without_it(pieces: Pieces) -> Iterator[Pieces]:
    """ "Es besteht ein Anspruch": "es" only holds the place; another constituent may take it."""
    noun = pieces[2].sort == "name" or pieces[2].key == "kein" or pieces[2].case in {"x", "e"}
    if pieces[0].key == "es" and pieces[1].text in _THERE_IS and noun:
        yield pieces[1:]
