"""A claim that takes its subject from one clause of the source and its statement from another.

Also what narrows a noun in the source ("Kinder unter zwölf Jahren") and is missing in the claim.
"""

from collections.abc import Iterator

from fundstelle.core.claims.reach import STOPS, Stands, clause_end, tells
from fundstelle.core.claims.reasons import Reason, ReasonCode
from fundstelle.core.claims.words import Reading, Word

_LEAST = 2  # words of substance that make a clause
_ALONE = 4  # English: as many make one without a verb that is known
_DEPENDENT = frozenset(
    """
    der die das dem den deren dessen welche welcher welches dass wenn falls sofern soweit ob wo wer
    weil da damit indem nachdem bevor bis sobald solange um who whom which that whose if unless
    when because since where although as
    """.split()  # noqa: SIM905
)
_ARTICLES = frozenset({"der", "die", "das", "dem", "den"})
_NARROWING = frozenset("mit ohne unter ueber with without under over aged".split())  # noqa: SIM905
_NEAR = 4
_SAID_OF_IT = 3
_RELATIVE = frozenset({"der", "die", "das", "dem", "den", "denen", "deren", "welche", "welcher"})


def mixing_faults(claim: Reading, source: Reading, stands: Stands) -> Iterator[Reason]:
    """Two clauses are touched, and one of them by less than half of its words."""
    clauses = [words for words in _clauses(source) if _is_statement(words, source)]
    if len(clauses) > 1:
        shared = _last_verb(source)
        clauses = [tuple(w for w in words if w is not shared) for words in clauses]
        touched = [words for words in clauses if _own(words, clauses, stands)]
        for words in touched if len(touched) > 1 else []:
            told = [word for word in words if tells(word)]
            if sum(map(stands, told)) * 2 <= len(told):
                yield Reason(ReasonCode.ROLE, _own(words, clauses, stands)[0].text)
                break
    yield from _widened(claim, source, stands)
    yield from _without_its_clause(source, stands)


def _last_verb(source: Reading) -> Word | None:
    """The participle that ends a German sentence: all its clauses may share it."""
    words = [word for word in source.words if word.text[0].isalnum()]
    last = words[-1] if words and source.language == "de" else None
    return last if last is not None and last.text[0].islower() else None


def _clauses(source: Reading) -> list[tuple[Word, ...]]:
    """Stretches between stops; one that begins with a verb shares the subject before it."""
    found: list[list[Word]] = [[]]
    for place, word in enumerate(source.words):
        if word.text not in STOPS:
            found[-1].append(word)
        elif found[-1] and not _begins_with_verb(source, place + 1):
            found.append([])
    return [tuple(words) for words in found if words]


def _begins_with_verb(source: Reading, place: int) -> bool:
    following = source.words[place : place + 1]
    return bool(following) and (
        following[0].text[0].islower() and (following[0].substance or following[0].light)
    )


def _is_statement(words: tuple[Word, ...], source: Reading) -> bool:
    """Whether a stretch between stops says something by itself: no list item, no side clause."""
    told = [word for word in words if word.substance]
    if len(told) < _LEAST or (words[0] is not source.words[0] and _depends(words)):
        return False
    verb = any(word.light for word in words)
    if source.language == "de":
        return verb or any(word.text[0].islower() for word in told)
    return verb or len(told) >= _ALONE


def _depends(words: tuple[Word, ...]) -> bool:
    """Whether a conjunction or a relative pronoun begins; "die Türen" begins with an article."""
    if words[0].folded not in _DEPENDENT:
        return False
    article = words[0].folded in _ARTICLES and len(words) > _LEAST
    return not (article and any(word.text[0].isupper() for word in words[1:3]))


def _own(words: tuple[Word, ...], clauses: list[tuple[Word, ...]], stands: Stands) -> list[Word]:
    """Words of the clause that the claim uses and no other clause has."""
    others = {word.root for clause in clauses if clause is not words for word in clause}
    return [w for w in words if tells(w) and w.root not in others and stands(w)]


def _widened(claim: Reading, source: Reading, stands: Stands) -> Iterator[Reason]:
    """A noun of the claim without the "mit …" or "unter …" right behind it in the source."""
    words = source.words
    all_counted = sum(w.number for w in claim.words) >= sum(w.number for w in words)
    for place, word in enumerate(words[:-2]):
        if words[place + 1].folded not in _NARROWING or not word.substance or not stands(word):
            continue
        if source.language == "de" and not word.text[0].isupper():
            continue
        behind = next((w for w in words[place + 2 : place + 2 + _NEAR] if tells(w)), None)
        if behind is None or (behind.number and all_counted):
            continue  # the same number in other words is for core.claims.values
        if not stands(behind):
            yield Reason(ReasonCode.CONDITION, behind.text)
            return


def _without_its_clause(source: Reading, stands: Stands) -> Iterator[Reason]:
    """A noun of the claim without most of what "who …" or ", die …" says of it in the source."""
    words = source.words
    for place, word in enumerate(words):
        start = _relative(source, place)
        if not start or not word.substance or not stands(word):
            continue
        clause = [w for w in words[start : clause_end(source, start)] if tells(w)][:_SAID_OF_IT]
        if sum(map(stands, clause)) * 2 < len(clause):
            yield Reason(ReasonCode.CONDITION, words[start].text)
            return


def _relative(source: Reading, place: int) -> int:
    """Where behind a noun its relative clause begins; 0 if there is none."""
    following = [word.folded for word in source.words[place + 1 : place + 3]]
    if source.language == "en":
        return place + 2 if following[:1] and following[0] in {"who", "whose"} else 0
    noun = source.words[place].text[0].isupper()
    if not noun or len(following) < _LEAST or following[0] != "," or following[1] not in _RELATIVE:
        return 0
    return place + 3 if _depends(source.words[place + 2 :]) else 0
