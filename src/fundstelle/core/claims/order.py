"""The orders of words in which a statement says the same.

German: one constituent goes before the finite verb, what stood there goes right behind it; a
clause with "wenn" or "wer" goes from front to end or back. English: a clause with "if" does, and
what core.claims.english_order allows. Two nouns
without prepositions keep their order unless an article tells the case of one; a phrase that stands
behind a noun stays there, because it may belong to it; a particle keeps the word behind it.
Everything else would be another sentence.
"""

# ruff: noqa: SIM905 - lists of words read better as prose

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from fundstelle.core.claims.english_order import phrases_moved
from fundstelle.core.claims.piece_words import FREE_WORDS, TIME_NAMES
from fundstelle.core.claims.pieces import Piece, Pieces
from fundstelle.core.terms import Language

_TELLING = frozenset("rnms")
_PARTICLES = frozenset(
    """nur auch nicht erst schon noch selbst bereits mindestens hochstens rund genau fast kaum bis
    immer stets only also not even just at least about exactly""".split()
)
_OPENING = {
    "de": frozenset("wenn solange sobald soweit".split()),
    "en": frozenset({"if", "unless", "when", "until", "once", "as soon as"}),
}
# These begin clauses too, but what a denial beside them denies depends on their place.
_REASONS = {
    "de": frozenset("weil bevor nachdem damit obwohl".split()),
    "en": frozenset("because although before after".split()),
}
_DENIALS = frozenset("nicht kein nie niemand not no never none".split())
_CLAUSE_SUBJECTS = frozenset("i you he she it we they".split())
_OF_CHANGE = ("begrenz", "beschrank", "erhoh", "senk", "gesenk", "verlanger", "verkurz", "reduzier")
_SCOPE = frozenset(
    "nur erst auch selbst besonders immer only even also except just weil because".split()
)
_NOT_VERBS = frozenset(
    "meist sonst jetzt fast erst selbst nicht oft statt samt seit mit laut dort sofort".split()
)
_JOINING = frozenset({"und", "oder", "and", "or", "weder", "noch"})
_WHEN = frozenset({"an", "seit", "um"})
_UNTIL = _WHEN | {"bis"}
_TIMES = ("date", "clock ", "year")
_LONGEST = 14  # pieces of a constituent that moves


@lru_cache(maxsize=4096)
def orders_of(statement: Pieces, language: Language) -> tuple[Pieces, ...]:
    """The statement itself first, then all other orders that say the same."""
    found: dict[Pieces, None] = {}
    for order in (statement, *_times_moved(statement, language)):
        found[order] = None
        for moved in (_clauses_moved, _turned, _who_moved):
            found.update(dict.fromkeys(moved(order, language)))
    if language == "en":
        found.update(dict.fromkeys(phrases_moved(statement)))
    for order in tuple(found):
        found.update(dict.fromkeys(_times_moved(order, language)))
    return tuple(found)


def _times_moved(pieces: Pieces, language: Language) -> Iterator[Pieces]:
    """German: a date or a time of day goes to another place behind the finite verb."""
    if language != "de" or any(piece.stop for piece in pieces[1:]):
        return
    times = [n for n, piece in enumerate(pieces) if piece.key.startswith(_TIMES)]
    verb = next((n for n, piece in enumerate(pieces) if is_finite(piece)), -1)
    for start in (place - 1 for place in times if place > 1):
        when, value = pieces[start], pieces[start + 1]
        timed = when.key in _WHEN and value.key.startswith(_TIMES)
        if verb < 0 or not timed or pieces[start - 1].sort in {"name", "preposition"}:
            continue
        if pieces[start - 1].key in _PARTICLES or pieces[start + 2 : start + 3] == ():
            continue
        rest = (*pieces[:start], *pieces[start + 2 :])
        for place in range(verb + 1, len(rest) + 1):
            before = rest[place - 1]
            # "die Karten für den Kurs am Montag" would tell of the course
            at_noun = before.sort == "name" and when.key != "seit"
            if at_noun and any(piece.sort == "preposition" for piece in rest[verb + 1 : place]):
                continue
            if before.sort != "preposition" and before.key not in _PARTICLES | _JOINING:
                yield (*rest[:place], when, value, *rest[place:])


def _clauses_moved(pieces: Pieces, language: Language) -> Iterator[Pieces]:
    """The clause with "wenn" or "if" from the front to the end, and back."""
    stops = [place for place, piece in enumerate(pieces) if piece.stop == ","]
    opening = _OPENING[language]
    if not any(piece.key in _DENIALS for piece in pieces):
        opening |= _REASONS[language]
    if len(stops) == 1 and _opens(pieces, 0, opening):
        clause, rest = pieces[: stops[0]], pieces[stops[0] :]
        mains = [rest] if language == "en" else _verb_second(rest)
        yield from (main + clause for main in mains)
    last = next((n for n in reversed(range(len(pieces))) if _opens(pieces, n, opening)), 0)
    main, clause = pieces[:last], pieces[last:]
    inner_stops = any(piece.stop for piece in (*main[1:], *clause[1:]))
    if not last or inner_stops or _SCOPE & {piece.key for piece in main}:
        return
    if language == "en":
        yield clause + main
    elif clause[0].stop:
        for order in (main, *_turned(main, language)):
            for verb in _verbs(order):
                yield (*clause, order[verb], *order[:verb], *order[verb + 1 :])


def _opens(pieces: Pieces, place: int, opening: frozenset[str]) -> bool:
    """Whether a clause begins here; "before" and "after" begin one if its subject follows."""
    if pieces[place].key not in opening:
        return False
    following = pieces[place + 1 : place + 2]
    return pieces[place].key not in {"before", "after"} or (
        bool(following) and following[0].key in _CLAUSE_SUBJECTS
    )


def _who_moved(pieces: Pieces, language: Language) -> Iterator[Pieces]:
    """German: the clause with "wer", which is the subject, from the front to the end, and back."""
    stops = [place for place, piece in enumerate(pieces) if piece.stop]
    if language != "de" or len(stops) != 1 or pieces[stops[0]].stop != ",":
        return
    first, second = pieces[: stops[0]], pieces[stops[0] :]
    if _SCOPE & {piece.key for piece in pieces}:
        return
    if first[0].key == "wer" and is_finite(second[0]):
        for start, end in _constituents((replace(second[0], stop=""), *second[1:]), 0, loose=False):
            rest = (*second[1:start], *second[end:])
            yield (*second[start:end], second[0], *rest, *first)
    if second[0].key == "wer":
        for verb in _verbs(first):
            yield (*second, first[verb], *first[:verb], *first[verb + 1 :])


def _verb_second(rest: Pieces) -> Iterator[Pieces]:
    """Verb, constituent, rest -> constituent, verb, rest."""
    if rest and is_finite(rest[0]):
        for end in range(2, min(len(rest), _LONGEST) + 1):
            if _cut(rest, end, loose=True):
                yield (*rest[1:end], rest[0], *rest[end:])


def _turned(pieces: Pieces, language: Language) -> Iterator[Pieces]:
    """German: another constituent before the finite verb."""
    if language != "de":
        return
    if pieces and is_finite(pieces[0]):
        for order in _verb_second(pieces):
            yield order
            if not is_finite(order[0]):
                yield from _turned(order, language)
        return
    for verb in _verbs(pieces):
        front = pieces[:verb]
        for start, end in _constituents(pieces, verb, loose=_has_preposition(front)):
            moved, between = pieces[start:end], pieces[verb + 1 : start]
            if _keeps_nouns(front, between, moved):
                yield (*moved, pieces[verb], *front, *between, *pieces[end:])


def behind_a_frame(statement: Pieces, language: Language) -> Iterator[Pieces]:
    """German, behind a frame: "Demnach endet die Frist am 3. Mai"."""
    for order in orders_of(statement, language) if language == "de" else ():
        for verb in _verbs(order):
            yield (order[verb], *order[:verb], *order[verb + 1 :])


def _verbs(pieces: Pieces) -> Iterator[int]:
    """Places behind the first that may hold the finite verb; what stands before is one part."""
    for verb in range(1, len(pieces)):
        if pieces[verb].stop:
            return
        if is_finite(pieces[verb]):
            yield verb
        if pieces[verb].sort == "verb":
            return


def _constituents(pieces: Pieces, verb: int, *, loose: bool) -> Iterator[tuple[int, int]]:
    """[start, end) of what may go to the front, in the first clause behind the verb."""
    for start in range(verb + 1, len(pieces)):
        if pieces[start].stop or pieces[start].key in _JOINING:
            return
        if not _may_begin(pieces, start, verb):
            continue
        for end in range(start + 1, min(len(pieces), start + _LONGEST) + 1):
            if end > start + 1 and pieces[end - 1].stop:
                break
            if _cut(pieces, end, loose=loose and start == verb + 1):
                yield start, end


def is_finite(piece: Piece) -> bool:
    """Whether a piece may be the finite verb of a German main clause."""
    if piece.sort in {"verb", "voiced"}:
        return True
    return (
        piece.sort == "word"
        and not piece.case
        and piece.key not in _NOT_VERBS
        and piece.text.endswith(("t", "en", "te", "ten", "e"))
    )


def _may_begin(pieces: Pieces, start: int, verb: int) -> bool:
    """Whether a constituent that may go to the front begins here."""
    first, before = pieces[start], pieces[start - 1]
    if before.sort == "preposition" or (before.key in _PARTICLES and start > verb + 1):
        return False
    if first.key in {"nicht", "nie"} or first.key in _JOINING:
        return False
    if start == verb + 1 or first.key in FREE_WORDS:
        return True
    if before.sort in {"word", "name"} and before.key not in FREE_WORDS:
        return first.case in {"n", "m", "e", "x"} and first.sort != "preposition"
    return before.sort in {"value", "small"} or before.key in FREE_WORDS


def _cut(pieces: Pieces, end: int, *, loose: bool = False) -> bool:
    """Whether a constituent may end here: what follows does not belong to its last word.

    loose: it is the subject behind verb and phrase; the phrase behind it may be the verb's.
    """
    last = pieces[end - 1]
    if last.sort == "preposition" or last.key in _PARTICLES | _JOINING:
        return False
    if end == len(pieces):
        return True
    following = pieces[end]
    if following.key in _JOINING or (following.stop and following.key not in _OPENING["de"]):
        return False
    if following.sort == "preposition" and last.key not in FREE_WORDS:
        return loose or _stays_apart(last, pieces[end : end + 2]) or _says_how_far(pieces, end)
    if following.sort == "name" and not following.case:
        # one name ("Abteilung Einkauf"), or an adjective and its noun
        return last.sort == "small" and not last.case
    return following.case not in {"r", "s"} or last.key in FREE_WORDS


def _stays_apart(last: Piece, phrase: Pieces) -> bool:
    """Whether a phrase does not belong to the word before it: one of the two says when."""
    if last.key in TIME_NAMES or last.sort in {"value", "small"}:
        return True
    return phrase[0].key in _UNTIL and phrase[-1].key.startswith(_TIMES)


def _says_how_far(pieces: Pieces, place: int) -> bool:
    """Whether "auf" or "um" and a figure belong to the verb at the end: "auf 9 Euro begrenzt"."""
    last, figure = pieces[-1], pieces[place + 1 : place + 2]
    return (
        pieces[place].key in {"auf", "um"}
        and bool(figure)
        and figure[0].sort == "value"
        and last.sort == "word"
        and last.key.startswith(_OF_CHANGE)
        and not pieces[place - 1].key.endswith("ung")
    )


def _keeps_nouns(front: Pieces, between: Pieces, moved: Pieces) -> bool:
    """Whether nouns without prepositions keep their order, or an article tells the case of one."""
    if _has_preposition(moved) or moved[0].key in FREE_WORDS:
        return True
    if moved[0].case in _TELLING or _is_adverbial(moved) or _is_measure(moved):
        return True
    bare_front = not _has_preposition(front) and front[0].key not in FREE_WORDS
    if bare_front and front[0].case not in _TELLING:
        return False
    return not any(piece.sort == "name" or piece.case for piece in between)


def _is_adverbial(moved: Pieces) -> bool:
    """Whether no noun stands before the first preposition: "getrennt vom Vermögen"."""
    names = (piece.sort == "name" or bool(piece.case) for piece in moved)
    ahead = next((n for n, piece in enumerate(moved) if piece.sort == "preposition"), 0)
    return ahead > 0 and not any(list(names)[:ahead])


def _is_measure(moved: Pieces) -> bool:
    """Whether a constituent is an amount with its unit and names nothing ("etwa 2 Stunden")."""
    return moved[-1].sort == "value" and not any(
        piece.sort == "name" or piece.key.startswith("number") for piece in moved
    )


def _has_preposition(pieces: Pieces) -> bool:
    """Whether a constituent begins with a preposition, a particle before it or not."""
    head = [piece for piece in pieces if piece.key not in _PARTICLES or piece.sort == "preposition"]
    return bool(head) and head[0].sort == "preposition"
