"""One member of a list that gives a figure each: "zu 68 % aus Wind, zu 32 % aus Kohle".

Sure only where all members have one shape: the same preposition first, one figure of the same kind,
nothing but nouns and adjectives besides. A member is then a statement with what stands before the
list.
"""

from collections.abc import Iterator

from fundstelle.core.claims.pieces import Piece, Pieces

# Members behind these do not overlap; "bis 5 kg 4 Euro, bis 10 kg 6 Euro" do.
_APART = frozenset({"zu", "in", "fur", "bei", "an", "for", "on", "at"})
_AND = frozenset({"und", "and"})
_DENIALS = frozenset({"nicht", "kein", "nie", "not", "no", "never"})  # of one member or of all?


def one_of_a_list(pieces: Pieces) -> Iterator[Pieces]:
    """Every member with what stands before the list; nothing if there is no such list."""
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
