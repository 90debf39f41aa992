"""Whom "Er", "Sie" or "Es" at the start of a sentence stands for, where that is certain.

Only in German, where articles and verbs tell: the sentence before begins with one noun and its
article, both sentences are about one thing, and no other noun there could be meant.
"""

from dataclasses import replace

from fundstelle.core.claims.pieces import Piece, Pieces, pieces_of
from fundstelle.core.claims.statements import verb_of

_PRONOUNS = {"der": "er", "die": "sie", "eine": "sie", "das": "es"}
# Cases of other nouns in the sentence before that the pronoun cannot stand for.
_OTHERS = {"er": frozenset("er"), "sie": frozenset("mns"), "es": frozenset("r")}
_ONE = frozenset({"ist", "wird", "hat", "kann", "muss", "darf", "soll", "war", "wurde"})


def named(statement: Pieces, before: str) -> Pieces | None:
    """The statement with the subject of the sentence before instead of its pronoun, if certain."""
    pronoun = _PRONOUNS.get(before.split(" ", 1)[0].lower(), "")
    if len(statement) < 2 or not pronoun or statement[0].key != pronoun:  # noqa: PLR2004
        return None
    there = pieces_of(before, "de")
    verb = verb_of(there, "de")
    subject, rest = there[:verb], there[verb + 1 :]
    if not verb or not (_is_one(there[verb]) and _is_one(statement[1])):
        return None
    sure = all(piece.sort in {"name", "word"} and not piece.case for piece in subject[1:])
    others = [piece for piece in rest if piece.sort == "name" or piece.case]
    if not sure or any(piece.case not in _OTHERS[pronoun] or not piece.case for piece in others):
        return None
    return (replace(subject[0], stop=""), *subject[1:], *statement[1:])


def _is_one(verb: Piece) -> bool:
    """Whether a finite verb says that one acts, not several."""
    return verb.text in _ONE if verb.sort == "verb" else verb.text.endswith("t")
