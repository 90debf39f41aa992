"""Other sentences that say the same as a statement, by grammar alone.

"wird vom Boten gebracht" and "der Bote bringt"; "ist zu melden" and "muss gemeldet werden". Each
turns one statement into another; order and endings are judged elsewhere.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from fundstelle.core.claims.light import STRONG_FORMS
from fundstelle.core.claims.order import orders_of
from fundstelle.core.claims.pieces import Piece, Pieces
from fundstelle.core.claims.words import root_of
from fundstelle.core.terms import Language, fold_word

_AGENTS = frozenset({"von", "durch"})
# The case an article shows for the one who acts and for what is acted on, passive to active.
_ACTS = {"m": ("r", "e"), "r": ("e",), "n": ("e", "", "r"), "x": ("x",), "": ("", "e")}
_ACTS_THROUGH = {"n": ("r",), "e": ("e",), "x": ("x",), "": ("",)}  # durch den Vermieter
_ACTED_ON = {"r": "n", "e": "e", "x": "n", "": ""}
_DESCRIBING = frozenset({"of", "from", "without", "von", "aus", "ohne"})
# "ist zu finden" says that one can, not that one must.
_CAN_BE = frozenset("find erkenn seh erreich erwart hoer versteh".split())  # noqa: SIM905
_MODALS = frozenset({"muss", "kann", "darf", "soll", "sollte"})
_TAILS = frozenset({"weil", "wenn", "damit", "sobald", "solange", "soweit"})
_LEAST = 4  # pieces of a sentence in the passive
_DENIALS = frozenset({"nicht", "kein", "nie", "niemand"})
_PARTICLES = "ab an auf aus bei ein fest mit nach vor weg zu zuruck zusammen".split()  # noqa: SIM905


def verb_key(piece: Piece, language: Language) -> str:
    """A verb by root and time: "present", "past", or "" where the form tells none."""
    folded = fold_word(piece.text)
    past = folded.endswith(("te", "ten") if language == "de" else "ed")
    if language == "en":
        past = past or folded in STRONG_FORMS["en"]
    return f"{root_of(folded, language)} {'past' if past else 'present'}"


def _root(piece: Piece, language: Language) -> str:
    return root_of(fold_word(piece.text), language)


@lru_cache(maxsize=4096)
def actives_of(pieces: Pieces, language: Language) -> tuple[Pieces, ...]:
    """The active sentences of one in the passive that names who acts; () if it is none.

    A clause behind the last comma stays where it is, if it is a reason, a condition or an order.
    """
    agents = _AGENTS if language == "de" else {"by"}
    if not any(piece.key in agents for piece in pieces):
        return ()
    end = next((n for n, piece in enumerate(pieces) if n and piece.stop), len(pieces))
    core, tail = pieces[:end], pieces[end:]
    if len(core) < _LEAST or (tail and not _may_stay(tail)):
        return ()
    if language == "en":
        actives = dict.fromkeys(_english_actives(core))
    else:
        orders = orders_of(core, language)
        actives = dict.fromkeys(active for order in orders for active in _german_actives(order))
    return tuple((*active, *tail) for active in actives)


def _may_stay(tail: Pieces) -> bool:
    if any(piece.stop for piece in tail[1:]):
        return False
    return tail[0].key in _TAILS or any(piece.key == "zu" for piece in tail[-2:])


def _german_actives(pieces: Pieces) -> Iterator[Pieces]:
    """Acted on, "wird", more, "von" who acts, more, participle -> who acts, verb, the others."""
    verb = next((n for n, piece in enumerate(pieces) if piece.sort == "verb"), 0)
    agents = [n for n, piece in enumerate(pieces) if piece.key in _AGENTS and n > verb]
    if not verb or not agents or pieces[0].sort == "preposition":
        return
    subject, finite, rest = pieces[:verb], pieces[verb], pieces[verb + 1 :]
    modal = finite.key in _MODALS and rest[-1].key == "wird"
    if not modal and finite.key not in {"wird", "wurde"}:
        return
    rest = rest[:-1] if modal else rest
    turned = replace(subject[0], case=_ACTED_ON.get(subject[0].case, "?")), *subject[1:]
    for actor, others in _with_actor(rest[:-1], agents, verb + 1):
        for body in ((*turned, *others), (*others, *turned)):
            if modal:
                done = Piece(rest[-1].text, f"{_root(rest[-1], 'de')} present", "voiced")
                yield (*actor, finite, *body, done)
                continue
            if finite.key == "wurde":  # hat beauftragt, beauftragte
                yield (*actor, Piece("hat", "hat", "verb"), *body, rest[-1])
            time = "present" if finite.key == "wird" else "past"
            for put, particle in _active_verbs(rest[-1], time):
                yield (*actor, put, *body, *particle)


def _with_actor(rest: Pieces, agents: list[int], before: int) -> Iterator[tuple[Pieces, Pieces]]:
    """Who acts, as the subject of an active sentence, and what else stands there."""
    for start in (place - before for place in agents):
        acts = _ACTS if rest[start : start + 1] and rest[start].key == "von" else _ACTS_THROUGH
        for end in range(start + 2, len(rest) + 1):
            actor = rest[start + 1 : end]
            if actor[-1].sort == "name" and not _belongs(rest[end : end + 1]):
                for case in acts.get(actor[0].case, ()):
                    yield (replace(actor[0], case=case), *actor[1:]), rest[:start] + rest[end:]


def _belongs(following: Pieces) -> bool:
    """Whether what follows a noun describes it: a genitive, "of", "ohne"."""
    return bool(following) and (following[0].key in _DESCRIBING or following[0].case in {"r", "s"})


def _active_verbs(participle: Piece, time: str) -> Iterator[tuple[Piece, Pieces]]:
    """The verb, alone or with its particle at the end of the sentence (weist ... ab)."""
    root = _root(participle, "de")
    yield Piece(participle.text, f"{root} {time}", "voiced"), ()
    for particle in _PARTICLES:
        if participle.key.startswith(particle + "ge"):
            bare = root_of(fold_word(participle.text[len(particle) :]), "de")
            yield (
                Piece(participle.text, f"{bare} {time}", "voiced"),
                (Piece(particle, particle, "preposition"),),
            )


def _english_actives(pieces: Pieces) -> Iterator[Pieces]:
    """Acted on, "is" or "must be", participle, more, "by" who acts -> who acts, verb, ..."""
    for verb in range(1, len(pieces) - 3):
        if pieces[verb].sort != "verb":
            continue
        modal: Pieces = ()
        place, time = verb + 1, "past" if pieces[verb].key == "was" else "present"
        if pieces[place].key == "be":
            modal, place = (pieces[verb],), place + 1
        elif pieces[verb].key not in {"is", "was"}:
            return
        participle = pieces[place]
        for start in range(place + 1, len(pieces) - 1):
            if pieces[start].key != "by":
                continue
            voiced = Piece(participle.text, f"{_root(participle, 'en')} {time}", "voiced")
            before = pieces[place + 1 : start]
            for end in range(start + 2, len(pieces) + 1):
                if _belongs(pieces[end : end + 1]):
                    continue
                yield (
                    *pieces[start + 1 : end],
                    *modal,
                    voiced,
                    *pieces[:verb],
                    *before,
                    *pieces[end:],
                )
        return


def sure_subject(statement: Pieces) -> bool:
    """Whether articles tell who acts in an active German sentence: "der" before, "den" behind."""
    return statement[0].case == "r" or any(
        piece.case == "n" and before.sort in {"word", "verb"}
        for before, piece in pairwise(statement)
    )


@lru_cache(maxsize=4096)
def duties_of(pieces: Pieces, language: Language) -> tuple[Pieces, ...]:
    """ "ist ... zu melden" -> "muss ... gemeldet werden"; with a denial "darf nicht"."""
    if language != "de" or len(pieces) < 4:  # noqa: PLR2004
        return ()
    place = next((n for n, piece in enumerate(pieces) if piece.key == "ist"), None)
    last = pieces[-1]
    apart = pieces[-2].key == "zu"
    inner = any(last.key.startswith(particle + "zu") for particle in _PARTICLES)
    if place is None or _root(last, "de") in _CAN_BE or last.sort != "word" or not (apart or inner):
        return ()
    denied = any(piece.key in _DENIALS for piece in pieces)
    must = replace(pieces[place], key="darf" if denied else "muss")
    done = Piece(last.text, f"{_root(last, 'de')} present", "voiced")
    body = pieces[place + 1 : -2 if apart else -1]
    return ((*pieces[:place], must, *body, done, Piece("werden", "wird", "verb")),)
