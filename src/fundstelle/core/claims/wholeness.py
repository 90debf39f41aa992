"""The closed world of `strict`: a claim says one statement of its source, whole and nothing else.

No list of forbidden changes: a claim passes only if it is one of the sentences that the statement
can be turned into without changing what it says (core.claims.order). Whatever else may be true is
shown in the words of the source.
"""

from collections.abc import Iterator
from functools import lru_cache

from fundstelle.core.claims.naming import named
from fundstelle.core.claims.order import behind_a_frame, orders_of
from fundstelle.core.claims.pieces import Piece, Pieces, alike, pieces_of
from fundstelle.core.claims.reasons import Reason, ReasonCode, Source
from fundstelle.core.claims.rowwise import says_a_cell
from fundstelle.core.claims.sayings import actives_of, duties_of, sure_subject, verb_key
from fundstelle.core.claims.statements import lead_cut, statements_of
from fundstelle.core.claims.turns import turns_of
from fundstelle.core.terms import Language

_UNDER = frozenset({"nach", "gemass", "laut", "under"})
_NAMED = 3  # words that are named of what is missing


def says_a_statement(
    claim: str, source: Source, language: Language, *, framed: bool = False
) -> bool:
    """Whether the claim is one of the statements of its source, said in the same words.

    framed: a frame stood before it ("Demnach"), behind which German puts the verb.
    """
    said = lead_cut(pieces_of(claim, language), language)
    if source.is_row:
        return says_a_cell(said, source, language)
    bare = _without_place(said, source, language)
    said, framed = bare, framed or bare != said
    statements = _statements(source, language)
    if any(_says(said, one, language) for one in statements):
        return True
    return framed and any(
        _same(said, order, language)
        for one in statements
        for order in behind_a_frame(one, language)
    )


def _statements(source: Source, language: Language) -> tuple[Pieces, ...]:
    """Statements of the source, without headings above it that the reader left in its text, with
    the name that its pronoun stands for where that is certain.
    """
    lines, headings = source.text.split("\n"), set(source.beside.split("\n"))
    while len(lines) > 1 and (lines[0] in headings or lines[0] == lines[1]):
        del lines[0]
    found = statements_of("\n".join(lines), language)
    if language == "de" and source.before:
        found += tuple(one for each in found if (one := named(each, source.before)) is not None)
    return found


def _without_place(said: Pieces, source: Source, language: Language) -> Pieces:
    """The claim without "nach § 3 Abs. 4", if the source sentence is numbered so."""
    if len(said) > 2 and said[0].key in _UNDER and said[1].key.startswith("place"):  # noqa: PLR2004
        numbered = pieces_of(source.text, language)[:1]
        if numbered and numbered[0].key == said[1].key:
            return said[2:]
    return said


def wholeness_faults(claim: str, source: Source, language: Language) -> list[Reason]:
    """What tells the claim from the statement that is nearest to it; never []."""
    said = lead_cut(pieces_of(claim, language), language)
    nearest = max(
        _statements(source, language),
        key=lambda one: _common(said, one) * 2 - len(one),
        default=(),  # an empty source
    )
    return list(_differences(said, nearest))


def _says(said: Pieces, statement: Pieces, language: Language) -> bool:
    """Whether a claim is the statement, in the same words, another voice or as a duty."""
    if _in_some_order(said, statement, language):
        return True
    others = (*actives_of(statement, language), *duties_of(statement, language))
    if language == "de":
        others += turns_of(statement)
    if any(_in_some_order(said, other, language) for other in others):
        return True
    if language == "de" and not sure_subject(statement):
        return False
    return any(_same(statement, active, language) for active in actives_of(said, language))


def _in_some_order(said: Pieces, statement: Pieces, language: Language) -> bool:
    if len(said) != len(statement):
        return False
    turned = any(piece.sort == "voiced" for piece in statement)  # a verb that may have got "ge"
    if not turned and _beginnings(said) != _beginnings(statement):
        return False
    return any(_same(said, order, language) for order in orders_of(statement, language))


@lru_cache(maxsize=4096)
def _beginnings(pieces: Pieces) -> list[str]:
    """How its words begin, whatever their order: cheaper to compare than all orders."""
    return sorted(piece.key[0] for piece in pieces)


def _same(said: Pieces, order: Pieces, language: Language) -> bool:
    return len(said) == len(order) and all(
        verb_key(mine, language) == theirs.key if theirs.sort == "voiced" else alike(mine, theirs)
        for mine, theirs in zip(said, order, strict=True)
    )


def _common(said: Pieces, statement: Pieces) -> int:
    there = {piece.key for piece in statement}
    return sum(piece.key in there for piece in said)


def _differences(said: Pieces, statement: Pieces) -> Iterator[Reason]:
    """What was left out, what was added; if neither, that the order is another."""
    missing, new = _not_in(statement, said), _not_in(said, statement)
    for piece in missing[:_NAMED]:
        yield Reason(ReasonCode.OMISSION, piece.text)
    for piece in new[:_NAMED]:
        yield Reason(ReasonCode.ADDITION, piece.text)
    if not missing and not new:
        yield Reason(ReasonCode.ORDER)


def _not_in(some: Pieces, others: Pieces) -> list[Piece]:
    left = [piece.key for piece in others]
    missing = []
    for piece in some:
        if piece.key in left:
            left.remove(piece.key)
        else:
            missing.append(piece)
    return missing
