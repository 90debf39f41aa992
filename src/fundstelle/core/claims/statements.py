"""What a sentence states, and what of it states something alone.

Only where that is sure: the parts between semicolons; main clauses that are joined by a comma,
"und" or "and" and have their own subject and finite verb each. Otherwise the whole sentence is one
statement.
"""

# ruff: noqa: SIM905 - lists of words read better as prose

import re
from collections.abc import Iterator
from functools import lru_cache

from fundstelle.core.claims.marks import FORCES, Mark
from fundstelle.core.claims.members import one_of_a_list
from fundstelle.core.claims.piece_words import CONTRASTS, FREE_WORDS, OPENERS
from fundstelle.core.claims.pieces import Piece, Pieces, pieces_of
from fundstelle.core.claims.words import marks_in, read
from fundstelle.core.terms import Language

# What numbers a sentence, marks an item of a list or greets: "(2)", "•", "Article 9(1)", "Hi Ann,".
_NUMBERING = re.compile(
    r"^\s*(?:[•·*–—-]\s+|\(?\d{1,2}[.)]\s+|\(\d{1,2}\)\s*|[a-z]\)\s+|"
    r"(?:Article|Section|Artikel|Abschnitt) [\d().]+:?\s+|"
    r"(?:Dear|Hi|Hello|Liebe|Sehr geehrte)\b[^,.]{1,40},\s+|"
    r"§+ ?\d+[a-z]?(?: (?:Abs|Satz|Nr)\. ?\d+)*:?\s+|TOP \d+:\s+)+"
)
_LABEL = re.compile(r"^([^.:;!?,]{1,60}):\s+(?=\S)")
_EXPLAINS = re.compile(r" \(([A-ZÄÖÜ]{2,6})\)")
_EXPLAINED = re.compile(r":\s+(?=[A-ZÄÖÜ])")
_JOIN = re.compile(r"(?:,\s+|\s+)(?:und|and|aber|but)\s+|,\s+")
# What limits the other half too, or says nothing without it.
_LIMITS = frozenset({Mark.ONLY, Mark.IF, Mark.EXCEPT, Mark.ON_REQUEST, Mark.ALSO, Mark.REPORT})
# A part behind a semicolon that limits what stands before it.
_TAKES_BACK = re.compile(
    r"^\s*(?:ausgenommen|außer|es sei denn|sofern|wenn|nur|unless|except|if|only|but|aber)\b|"
    r"\b(?:jedoch|allerdings|ausgeschlossen|entfällt|entfallen|however|instead|excluded)\b|"
    r"\bbesteh(?:t|en)\b.*\b(?:nicht|kein\w*)\b|\bkein\w*\b.*\bbesteh(?:t|en)\b|"
    r"\b(?:gilt|gelten) (?:\w+ ){0,2}nicht\b|\b(?:does|do) not apply\b",
    re.IGNORECASE,
)
# English: a clause at the end that says something further of the whole sentence. German "was" may
# be what the verb needs: "fasst zusammen, was gilt".
_FURTHER = re.compile(r", which [a-z]+s (?:it|this|them|the|a|an) [^,;:]+$")
# A clause that begins so is no main clause with its own subject.
_BOUND = frozenset(
    """wenn ob weil dass obwohl da damit sobald sofern solange soweit bevor nachdem wer was wo wie
    wobei der die das den dem dessen deren ausgenommen sondern er sie es ihn ihm dort dabei dann
    danach darin daraus daruber darum davon dazu dadurch daher deshalb so sonst als
    if unless when while whether because although though than that which who whom whose what where
    how it they them he she this these those there then so not except including""".split()
)
_FINITE_ONLY = re.compile(
    r"(?!(?:ge|be|er|ver|zer|ent|ab|an|auf|aus|ein|um|zu|vor|nicht))[a-zäöüß]{3,}t"
)
_SUBJECTS = frozenset("man wir beide einig mehrere viel all each both no we you our your".split())
_LEAST = 3  # pieces of a statement
_ALSO = frozenset({"auch", "also"})
_OF = frozenset({"of", "as"})  # a phrase with another preposition might belong to both verbs
_AN_IS = Piece("is", "is", "verb")
# English verbs that no list holds are known by the article behind them: "informs the board".
_OPEN_VERB = re.compile(r"\b[a-z]{2,}(?:s|ed)\s+(?=(?:the|an?|its|their|your|our|half|whether)\b)")


@lru_cache(maxsize=4096)
def statements_of(text: str, language: Language) -> tuple[Pieces, ...]:
    """The whole sentence first, then what states something alone."""
    text = _NUMBERING.sub("", text)
    parts = list(dict.fromkeys((text, *_parts(text, language))))
    parts += [bare for part in parts if (bare := _without_label(part, language)) is not None]
    found = [pieces_of(part, language) for part in parts]
    found += [clause for part in parts for clause in _clauses(part, language)]
    short = _in_short(text)
    found += [pieces_of(short, language)] if short else []
    return tuple(dict.fromkeys(lead_cut(pieces, language) for pieces in found if pieces))


def _parts(text: str, language: Language) -> list[str]:
    """What semicolons part, if every part has a verb, none stands under a colon before it and no
    later one limits it.
    """
    parts = text.split(";")
    if ":" in "".join(parts[:-1]) or not all(_has_verb(part, language) for part in parts):
        return []
    last = max((n for n, part in enumerate(parts) if n and _TAKES_BACK.search(part)), default=0)
    return parts[last:]


def _has_verb(part: str, language: Language) -> bool:
    return bool(open_verb(part, language)) or any(
        _may_be_verb(piece, language) for piece in pieces_of(part, language)
    )


def _may_be_verb(piece: Piece, language: Language) -> bool:
    return piece.sort == "verb" or (
        language == "de" and piece.sort == "word" and piece.text.endswith(("t", "en", "te"))
    )


def _in_short(text: str) -> str:
    """The sentence with an abbreviation for the words that it explains; "" if it explains none."""
    for found in _EXPLAINS.finditer(text):
        words = text[: found.start()].split()[-len(found[1]) :]
        if [word[0].upper() for word in words] == list(found[1]):
            return f"{text[: found.start() - len(' '.join(words))]}{found[1]}{text[found.end() :]}"
    return ""


def lead_cut(pieces: Pieces, language: Language) -> Pieces:
    """Without a word that only leads over from the sentence before.

    "Auch" goes before a noun only: "auch wenn" says more than "wenn".
    """
    if len(pieces) > 1 and pieces[0].key in OPENERS[language]:
        noun = {"name"} if language == "de" else {"name", "word"}
        if pieces[0].key not in _ALSO or pieces[1].case or pieces[1].sort in noun:
            pieces = pieces[1:]
    return tuple(piece for piece in pieces if piece.key not in CONTRASTS)


def _without_label(text: str, language: Language) -> str | None:
    """The statement without a label whose words it repeats: "Pausen: ... Pause ..."."""
    label = _LABEL.match(text)
    if label is None:
        return None
    rest = text[label.end() :]
    named = {piece.key for piece in pieces_of(label[1], language)}
    return rest if named <= {piece.key for piece in pieces_of(rest, language)} else None


def _clauses(text: str, language: Language) -> Iterator[Pieces]:
    """What of a sentence is a statement of its own."""
    explained = _EXPLAINED.search(text)
    if explained and verb_of(front := pieces_of(text[: explained.start()], language), language):
        yield front
    further = _FURTHER.search(text) if language == "en" else None
    if further and not (_LIMITS | FORCES) & read(further[0], language).kinds:
        yield pieces_of(text[: further.start()], language)
    if not _LIMITS & read(text, language).kinds:
        yield from one_of_a_list(pieces_of(text, language))
    for join in _JOIN.finditer(text):
        halves = text[: join.start()], text[join.end() :]
        if any(_LIMITS & marks_in(half, language) for half in halves):
            continue
        yield from _halves(*halves, language, comma="," in join[0])


def _halves(front: str, back: str, language: Language, *, comma: bool) -> Iterator[Pieces]:
    """What states something alone of two halves that a comma or "und" joins."""
    one = pieces_of(front, language)
    opens = not comma and open_verb(back, language, first=True)
    if not (opens or verb_of(one, language) or any(piece.sort == "value" for piece in one)):
        return  # whatever the second half is
    other = pieces_of(back, language)
    if not one or not other or any(piece.stop == ":" for piece in (*one, *other)):
        return
    verb = verb_of(one, language)
    if verb and verb_of(other, language):
        yield from (one, other)
    elif verb and not comma and _goes_on(other, language):
        yield from (one, (*one[:verb], *other))  # one subject, two verbs
    elif opens:
        verb = open_verb(front, language)
        if verb and verb_of((*one[:verb], _AN_IS, *one[verb:]), language) == verb:
            yield (*one[:verb], *other)
            if not any(p.sort == "preposition" and p.key not in _OF for p in other):
                yield one
    elif _is_parallel(one, other):
        yield one
        yield from _with_figures(one, other)


def _goes_on(pieces: Pieces, language: Language) -> bool:
    """Whether what follows "und" begins with a finite verb that can be no participle."""
    first = pieces[0]
    if len(pieces) < 2:  # noqa: PLR2004
        return False
    return first.sort == "verb" or (
        language == "de" and first.sort == "word" and _FINITE_ONLY.fullmatch(first.text) is not None
    )


def open_verb(text: str, language: Language, *, first: bool = False) -> int:
    """The place of an English verb before an article, counted in pieces; 0 if there is none.

    first: 1 if the text begins with one, 0 if not.
    """
    if language != "en":
        return 0
    if first:
        return int(_OPEN_VERB.match(text) is not None)
    found = _OPEN_VERB.search(text)
    return len(pieces_of(text[: found.start()], "en")) if found else 0


def _is_parallel(one: Pieces, other: Pieces) -> bool:
    """Whether the second half only gives another figure: "bei A 14 Euro, bei B 28 Euro"."""
    kinds = [
        [piece.key.split()[0] for piece in half if piece.sort == "value"] for half in (one, other)
    ]
    if other[0].key == "danach":  # the first half must say when itself: "In der Probezeit ..."
        return one[0].sort == "preposition" and all(kinds) and kinds[0][-1] == kinds[1][0]
    known = other[0].key in {piece.key for piece in one}
    starts = {"preposition": known, "name": not known}
    return (
        all(kinds)
        and kinds[0][-1] == kinds[1][-1]
        and other[-1].sort == "value"
        and (starts.get(other[0].sort, False) or other[0].key in FREE_WORDS)
        and any(piece.sort in {"verb", "word"} for piece in one)
        and not any(piece.sort == "verb" or piece.stop for piece in other)
    )


def _with_figures(one: Pieces, other: Pieces) -> Iterator[Pieces]:
    """The first half with the figures of the second, if the second repeats its words but them."""
    kinds = [[p.key.split()[0] for p in half if p.sort == "value"] for half in (one, other)]
    rest = iter(one)
    if kinds[0] != kinds[1] or not all(
        any(mine.key == theirs.key or (mine.sort == theirs.sort == "value") for theirs in rest)
        for mine in other
    ):
        return
    figures = iter(piece for piece in other if piece.sort == "value")
    yield tuple(next(figures) if piece.sort == "value" else piece for piece in one)


def verb_of(pieces: Pieces, language: Language) -> int:
    """The place of the finite verb of a main clause that begins with its subject; 0 if unsure."""
    if len(pieces) < _LEAST or _starts_bound(pieces[0]):
        return 0
    if any(piece.stop == "," and piece.key in _BOUND for piece in pieces[1:]):
        return 0
    for place, piece in enumerate(pieces[1:-1], 1):
        if piece.sort == "verb" or _is_verb(pieces, place, language):
            return place
        if piece.stop or piece.sort == "small":
            return 0
    return 0


def _starts_bound(first: Piece) -> bool:
    if first.sort == "small" and not first.case and first.key not in _SUBJECTS:
        return True
    return first.key in _BOUND or first.sort in {"preposition", "verb"} or first.case in {"n", "m"}


def _is_verb(pieces: Pieces, place: int, language: Language) -> bool:
    """German: a word in small letters behind a noun, or an amount, that ends as finite verbs do."""
    piece, before = pieces[place], pieces[place - 1]
    if language != "de" or piece.sort != "word" or piece.case or piece.text.startswith("ge"):
        return False
    if before.sort == "value" and not before.key.startswith(("place", "number")):
        adjective = pieces[place + 1].sort == "name" and not pieces[place + 1].case
        return piece.text.endswith("en") and "zu" not in piece.text and not adjective
    return before.sort == "name" and piece.text.endswith(("t", "en"))
