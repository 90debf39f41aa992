"""A claim that repeats its source nearly word for word: what differs is known, word by word.

Other rules ask whether a word of the claim stands somewhere in the source. In a copy it has to
stand at its place: two figures exchanged, "nicht" put into the other half, müssen for können.
A veto only; claims in other words are not looked at.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from fundstelle.core.claims.clauses import Value, code_of, values_in
from fundstelle.core.claims.content import short_for, stands
from fundstelle.core.claims.facts import facts_of
from fundstelle.core.claims.marks import FORCES, Mark
from fundstelle.core.claims.negation import says_only_otherwise
from fundstelle.core.claims.reasons import Reason, ReasonCode, Strictness
from fundstelle.core.claims.synonyms import said_otherwise
from fundstelle.core.claims.words import Word, read
from fundstelle.core.terms import Language

LEAST_SAME, LEAST_SHARE = 3, 0.65  # words of the claim that stand in the source in this order
_TOKEN = re.compile(r"\w+(?:[.,:/’'-]\w+)*|[%€$£§±°]")
_DIGITS = re.compile(r"\d+")
_OPPOSITE = (
    *({"über", "unter"}, {"vor", "nach"}, {"mit", "ohne"}, {"over", "under"}),
    *({"above", "below"}, {"before", "after"}, {"with", "without"}),
)
_LISTED = frozenset({"und", "oder", "sowie", "and", "or"})
_CODE = re.compile(r"[A-Z]+[\w-]*\d\w*")  # IPv6
_DENIED_INSIDE = re.compile(r"\b[Uu]n\w{3}|\b(?:in|im|ir|dis)\w{4}")
_SHORT = 2  # words left out within a sentence; more may be another statement
_STATEMENT = 3  # words that are more than a subject's name

_GROUPS: tuple[tuple[frozenset[Mark], ReasonCode], ...] = (
    (frozenset({Mark.NOT, Mark.FORBIDDEN, Mark.WITHOUT, Mark.FREE}), ReasonCode.NEGATION),
    (frozenset({Mark.ALL, Mark.ALWAYS, Mark.BOTH}), ReasonCode.QUANTIFIER),
    (frozenset({Mark.MOST}), ReasonCode.QUANTIFIER),
    (frozenset({Mark.SOME}), ReasonCode.QUANTIFIER),
    (frozenset({Mark.RARE}), ReasonCode.QUANTIFIER),
    (frozenset({Mark.ONLY}), ReasonCode.QUANTIFIER),
    (frozenset({Mark.LEAST}), ReasonCode.COMPARISON),
    (frozenset({Mark.MOST_AT, Mark.WITHIN, Mark.UNTIL}), ReasonCode.COMPARISON),
    (frozenset({Mark.IF, Mark.ON_REQUEST, Mark.EXCEPT}), ReasonCode.CONDITION),
    (frozenset({Mark.HEDGE, Mark.ABOUT}), ReasonCode.HEDGE),
    (frozenset({Mark.REPORT}), ReasonCode.ATTRIBUTION),
    (frozenset({Mark.CAUSE}), ReasonCode.CAUSE),
)
_CODES = {Mark.EXCEPT: ReasonCode.EXCEPTION}
_STRICT_ADDED = frozenset({Mark.UNTIL, Mark.FREE})
_NO_MARK_DROPPED = frozenset(
    {Mark.UNTIL, Mark.ALL, Mark.ALWAYS, Mark.BOTH, Mark.REPORT, Mark.CAUSE}
)
_BOUNDARIES = frozenset({Mark.IF, Mark.EXCEPT, Mark.ON_REQUEST})
# Words of one mark that say more or less; only neighbours on the list mean nearly the same.
_MUCH = {
    "de": ("viel zahlreich", "einig manch mehrer einzeln", "wenig"),
    "en": ("many numerous", "some several certain various", "few"),
}
_OFTEN = {
    "de": ("oft haeufig", "manchmal gelegentlich mitunter zeitweise bisweilen", "selten"),
    "en": ("often frequently", "sometimes occasionally", "rarely seldom"),
}


@dataclass(frozen=True, slots=True)
class _Change:
    """A stretch of the source and what the claim has instead; "" for nothing. Spans in the texts.

    left_out: words of the source. last: nothing of the source follows.
    """

    there: tuple[int, int]
    said: tuple[int, int]
    source: str
    claim: str
    left_out: int
    last: bool


def copy_faults(
    claim: str, source: str, strictness: Strictness, language: Language
) -> tuple[Reason, ...]:
    """What a copy of the source changes; () for a claim that is no copy or changes nothing."""
    turned = tuple(_exchanged(claim, source))
    changes = _changes(claim, source)
    if turned or not changes or says_only_otherwise(read(claim, language), read(source, language)):
        return turned
    strict = strictness is Strictness.STRICT
    found = [*_figures(claim, source, changes, language), *_marks(changes, strict, language)]
    found += [*_words(changes, strict, language), *_appended(changes, source, language)]
    return tuple(dict.fromkeys(found))


def _changes(claim: str, source: str) -> list[_Change]:
    mine, theirs = list(_TOKEN.finditer(claim)), list(_TOKEN.finditer(source))
    if len(mine) < LEAST_SAME:
        return []
    matcher = SequenceMatcher(
        None, [t[0].casefold() for t in theirs], [t[0].casefold() for t in mine], autojunk=False
    )
    codes = matcher.get_opcodes()
    same = sum(j2 - j1 for tag, _, _, j1, j2 in codes if tag == "equal")
    if same < LEAST_SAME or (same < LEAST_SHARE * len(mine) and same < len(theirs)):
        return []
    changes = []
    for tag, i1, i2, j1, j2 in codes:
        if tag != "equal":
            there, said = _span(theirs, i1, i2), _span(mine, j1, j2)
            pieces = source[slice(*there)], claim[slice(*said)]
            changes.append(_Change(there, said, *pieces, i2 - i1, i2 == len(theirs)))
    return changes


def _span(tokens: list[re.Match[str]], first: int, last: int) -> tuple[int, int]:
    return (tokens[first].start(), tokens[last - 1].end()) if first < last else (0, 0)


def _figures(
    claim: str, source: str, changes: list[_Change], language: Language
) -> Iterator[Reason]:
    """Figures of the source, but not at their place."""
    mine = values_in(facts_of(claim, language))
    theirs = values_in(facts_of(source, language))
    places = [(c, _within(mine, c.said), _within(theirs, c.there)) for c in changes]
    for change, said, there in places:
        digits = [_DIGITS.findall(piece) for piece in (change.claim, change.source)]
        if not all(digits) or _plain(digits[0]) == _plain(digits[1]):
            continue
        if not said or not there:
            if max(map(len, digits)) == 1:
                yield Reason(ReasonCode.NUMBER, change.claim)
            continue
        keys = {value.key for value in there}
        astray = [value for value in said if value.key not in keys]
        kinds = {value.kind for value in there}
        back = any(keys & {v.key for v in s} for c, s, _ in places if c is not change)
        turned = not astray and len(said) == len(there) and _keys(said) != _keys(there)
        bare = change.claim.isdigit() and change.source.isdigit()  # Apollo 16, Apollo 2022
        if turned or (astray and (bare or back or kinds & {value.kind for value in astray})):
            yield Reason(code_of((astray or said)[0]), change.claim)


def _keys(values: list[Value]) -> list[object]:
    return [value.key for value in values]


def _exchanged(claim: str, source: str) -> Iterator[Reason]:
    """The same words, but figures or names in each other's place, if they are not just listed."""
    mine, theirs = (_TOKEN.findall(text) for text in (claim, source))
    plain = [[token.casefold() for token in tokens] for tokens in (mine, theirs)]
    if plain[0] == plain[1] or sorted(plain[0]) != sorted(plain[1]):
        return
    differing = [n for n, (a, b) in enumerate(zip(*plain, strict=True)) if a != b]
    pairs = [(mine[n][0], theirs[n][0]) for n in differing]
    if all(a.isdigit() and b.isdigit() for a, b in pairs):
        yield Reason(ReasonCode.NUMBER, mine[differing[0]])
    elif all(a.isupper() and b.isupper() for a, b in pairs):
        between = plain[0][differing[0] + 1 : differing[-1]]
        if not between or not _LISTED.issuperset(between):
            yield Reason(ReasonCode.ROLE, mine[differing[0]])


def _appended(changes: list[_Change], source: str, language: Language) -> Iterator[Reason]:
    """A statement added to the whole source sentence, with words that stand only beside it."""
    if len(changes) != 1 or changes[0].source:
        return
    there = read(source, language)
    new = [w for w in read(changes[0].claim, language).words if w.found and not stands(w, there)]
    if len(new) >= _STATEMENT:
        yield Reason(ReasonCode.CONTENT, new[0].text)


def _plain(digits: list[str]) -> str:
    return "".join(digits).lstrip("0")


def _within(values: list[Value], span: tuple[int, int]) -> list[Value]:
    return [value for value in values if value.start < span[1] and span[0] < value.end]


def _marks(changes: list[_Change], strict: bool, language: Language) -> Iterator[Reason]:
    """Small words that turn the meaning, put in or left out. Both sides of all changes count: a
    word that only moved is no fault.
    """
    added = {m: c.claim for c in changes for m in read(c.claim, language).kinds}
    dropped = {m: c.source for c in changes for m in _dropped(c, language)}
    gone = {m for c in changes for m in read(c.source, language).kinds}
    for group, code in _GROUPS:
        for mark in group & added.keys():
            if not group & gone and (strict or mark not in _STRICT_ADDED):
                yield Reason(_CODES.get(mark, code), added[mark])
        for mark in (group - _NO_MARK_DROPPED) & dropped.keys():
            if not group & added.keys() and not _un(changes):
                yield Reason(_CODES.get(mark, code), dropped[mark])
    for change in changes:
        said = read(change.claim, language).kinds & FORCES
        there = read(change.source, language).kinds & FORCES
        if said and there and not said & there:
            yield Reason(ReasonCode.MODALITY, change.claim)
        if {change.claim.casefold(), change.source.casefold()} in _OPPOSITE:
            yield Reason(ReasonCode.OPPOSITE, change.claim)


def _dropped(change: _Change, language: Language) -> frozenset[Mark]:
    """Marks lost for good: of a word or two, or a condition at the end of the sentence."""
    there = read(change.source, language)
    if change.claim or change.left_out <= _SHORT:
        return there.kinds
    return frozenset(
        mark
        for mark, start, end in there.marks
        if not start and (end == len(there.words) or (change.last and mark in _BOUNDARIES))
    )


def _un(changes: list[_Change]) -> bool:
    """Whether a denial went into a word: nicht gültig, ungültig."""
    return any(_DENIED_INSIDE.search(c.claim) for c in changes)


def _words(changes: list[_Change], strict: bool, language: Language) -> Iterator[Reason]:
    """Another word of substance in place of one; in balanced only names and what was exchanged."""
    pairs = [pair for change in changes for pair in _pairs(change, language)]
    for mine, theirs in pairs:
        for levels in (_MUCH, _OFTEN):
            one, other = _level(mine, levels[language]), _level(theirs, levels[language])
            if one and other and one != other:
                yield Reason(ReasonCode.QUANTIFIER, mine.text)
        exchanged = any(a.root == theirs.root and b.root == mine.root for a, b in pairs)
        if exchanged and mine.root != theirs.root and _names(mine) and _names(theirs):
            yield Reason(ReasonCode.ROLE, mine.text)
        elif _another(mine, theirs, language, strict=strict):
            yield Reason(ReasonCode.NAME, mine.text)


def _pairs(change: _Change, language: Language) -> Iterator[tuple[Word, Word]]:
    mine, theirs = read(change.claim, language).words, read(change.source, language).words
    if len(mine) == len(theirs) <= _SHORT:
        yield from zip(mine, theirs, strict=True)


def _level(word: Word, levels: tuple[str, ...]) -> int:
    return next(
        (n for n, words in enumerate(levels, 1) if word.folded.startswith(tuple(words.split()))), 0
    )


def _names(word: Word) -> bool:
    """Whether a word names something, a unit or a part number too."""
    return word.found or (len(word.text) > 2 and word.text[0].isupper())  # noqa: PLR2004


def _another(mine: Word, theirs: Word, language: Language, *, strict: bool) -> bool:
    """Whether one noun stands for another. Strict: in English any word of substance."""
    if mine.root == theirs.root or mine.number:
        return False
    large = mine.text[0].isupper() and theirs.text[0].isupper()
    code = _CODE.fullmatch(theirs.text) is not None
    told = mine.substance and (theirs.substance or code)
    if not (large if language == "de" or not strict else told):
        return False
    if not (mine.found and (theirs.found or code)):
        return False
    if short_for(mine, theirs) or short_for(theirs, mine):
        return False
    short, long = sorted((mine.folded, theirs.folded), key=len)
    return short not in long and not said_otherwise(mine.root, frozenset({theirs.root}), language)
