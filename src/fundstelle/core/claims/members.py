"""One member of a list, where the sentence says the same of each alone.

"zu 68 % aus Wind, zu 32 % aus Kohle": all members have one shape, the same preposition first, one
figure of the same kind, nothing but nouns and adjectives besides. "Hunde und Katzen sind verboten":
the predicate is one of those that are said of each, never of all together.
"""

# ruff: noqa: SIM905 - lists of words read better as prose

from collections.abc import Iterator
from dataclasses import replace

from fundstelle.core.claims.pieces import Piece, Pieces

# Members behind these do not overlap; "bis 5 kg 4 Euro, bis 10 kg 6 Euro" do.
_APART = frozenset({"zu", "in", "fur", "bei", "an", "for", "on", "at"})
_AND = frozenset({"und", "and"})
_DENIALS = frozenset({"nicht", "kein", "nie", "not", "no", "never"})  # of one member or of all?
_OF_EACH = frozenset(
    """erlaubt verboten kostenlo kostenpflichtig arbeitsfrei erforder nötig notig notwend gebraucht
    benotigt geoffn geschloss verfugbar unterstutzt ausgenommen ausgeschloss
    allowed forbidden free required needed closed available supported included excluded exempt
    """.split()
)
_VERBS = frozenset({"is", "ist", "wird", "was", "war", "wurde"})
_BETWEEN = frozenset("nicht no longer not mehr weiterhin still".split())


def one_of_a_list(pieces: Pieces) -> Iterator[Pieces]:
    """Every member in the sentence without the others; nothing if there is no such list."""
    yield from _one_subject(pieces)
    yield from _one_behind(pieces)
    yield from _one_figure(pieces)


def _one_subject(pieces: Pieces) -> Iterator[Pieces]:
    """ "A, B und C sind erlaubt": members of one noun each, with a number or an article or not."""
    verb = next((n for n, piece in enumerate(pieces) if piece.key in _VERBS), 0)
    between = pieces[verb + 1 : -1]
    if not verb or pieces[-1].key not in _OF_EACH or any(p.stop for p in pieces[verb:]):
        return
    if any(piece.key not in _BETWEEN for piece in between):
        return
    members: list[list[Piece]] = [[]]
    for piece in pieces[:verb]:
        if piece.key in _AND or piece.stop == ",":
            members.append([])
        if piece.key not in _AND:
            members[-1].append(piece)
    if len(members) > 1 and all(_is_one_noun(member) for member in members):
        yield from ((*member, *pieces[verb:]) for member in members)


def _is_one_noun(member: list[Piece]) -> bool:
    nouns = [piece.sort in {"name", "word"} for piece in member]
    number = len(member) == 2 and member[1].key.startswith("number")  # noqa: PLR2004
    return nouns == [True] or (number and nouns[0])


def _one_behind(pieces: Pieces) -> Iterator[Pieces]:
    """German: "Gebraucht werden die Karte und der Name": every member has its own article."""
    if len(pieces) < 4 or pieces[0].key not in _OF_EACH or pieces[1].key not in _VERBS:  # noqa: PLR2004
        return
    members: list[list[Piece]] = [[]]
    for place, piece in enumerate(pieces[2:], 2):
        joined = piece.stop == "," or pieces[place - 1].key in _AND
        noun = any(following.sort == "name" for following in pieces[place : place + 2])
        known = piece.case in {"e", "x"} or (
            piece.case == "r" and all(inner.case != "r" for inner in members[-1][1:])
        )
        if joined and members[-1] and not (noun and known):
            members[-1] += [pieces[place - 1]] if pieces[place - 1].key in _AND else []
            members[-1].append(piece)
        elif joined and members[-1]:
            members.append([piece])
        elif piece.key not in _AND:
            members[-1].append(piece)
    if len(members) > 1 and all(member[0].case for member in members):
        yield from ((*pieces[:2], replace(member[0], stop=""), *member[1:]) for member in members)


def _one_figure(pieces: Pieces) -> Iterator[Pieces]:
    if any(piece.key in _DENIALS for piece in pieces):
        return
    for start in range(2, len(pieces) - 5):
        if pieces[start].key not in _APART or any(piece.stop for piece in pieces[1 : start + 1]):
            continue
        members = _members(pieces[start:])
        if len(members) > 1 and len({_shape(member) for member in members}) == 1:
            head = pieces[:start]
            if _shape(members[0]) and any(piece.sort in {"verb", "word"} for piece in head):
                yield from ((*head, *member) for member in members)
                return


def _members(pieces: Pieces) -> list[Pieces]:
    """What commas and the last "und" part, if each part begins like the first."""
    members: list[list[Piece]] = [[]]
    for place, piece in enumerate(pieces):
        joined = place > 0 and pieces[place - 1].key in _AND
        if piece.key == pieces[0].key and place and (piece.stop == "," or joined):
            members.append([])
        elif piece.key in _AND and pieces[place + 1 : place + 2]:
            continue
        members[-1].append(piece)
    return [tuple(member) for member in members]


def _shape(member: Pieces) -> tuple[str, ...]:
    """Prepositions, the kind of the figure and "noun" for words; () if anything else is there."""
    shape: list[str] = []
    for place, piece in enumerate(member):
        if piece.sort == "preposition":
            shape.append(piece.key)
        elif piece.sort == "value":
            shape.append(f"figure {piece.key.split()[0]}")
        elif piece.sort in {"name", "word"} and not (place and piece.stop):
            shape.extend(["noun"] if shape[-1:] != ["noun"] else [])
        else:
            return ()
    figures = [part for part in shape if part.startswith("figure")]
    return tuple(shape) if len(figures) == 1 and "noun" in shape else ()
