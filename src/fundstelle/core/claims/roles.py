"""Who does what to whom: the same words with subject and object exchanged.

A noun's part in its sentence is told by the preposition or the article before it; where both are
silent, by order. Active and passive may change places: "der Bote bringt" and "vom Boten
gebracht".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from fundstelle.core.claims.light import STRONG_FORMS
from fundstelle.core.claims.marks import Mark
from fundstelle.core.claims.reasons import Reason, ReasonCode, Strictness
from fundstelle.core.claims.words import Reading, Root, Word
from fundstelle.core.terms import Language


def _table(**kinds: str) -> dict[str, str]:
    return {word: kind for kind, words in kinds.items() for word in words.split()}


_PREPOSITIONS: dict[Language, dict[str, str]] = {
    "de": _table(
        by="von vom durch seitens",
        to="an ans zu zum zur nach",
        with_="mit samt",
        near="fuer bei beim in im ins auf am vor ueber um als pro je per zwischen binnen "
        "innerhalb wegen aufgrund unter",
        without="ohne ausserhalb statt",
        out="aus ab",
        against="gegen",
        until="bis",
        since="seit",
    ),
    "en": _table(
        by="by",
        to="to into towards",
        with_="with",
        near="for at in on upon during over above under below within between about per as of",
        without="without outside except",
        out="from",
        against="against",
        until="until till",
        since="since",
    ),
}
# German articles by the case they can show; "ein" and "kein" show none.
_ARTICLES = _table(
    r="der einer keiner jeder dieser ihrer seiner",
    e="die das eine keine jede diese ihre seine alle",
    n="den einen keinen jeden diesen ihren seinen herrn",
    m="dem einem keinem jedem diesem ihrem seinem",
    s="des eines keines dieses ihres seines",
)
_SUBJECT = frozenset({"", "r", "e"})
# What only stands beside the source is what it speaks of: not the goal, not the opponent.
_NO_SUBJECT = frozenset(
    "auf an ans zu zum zur gegen nach to into against towards by".split()  # noqa: SIM905
)
_FAR = frozenset({"to", "out", "against", "without"})
_PASSIVE_DE = frozenset(
    "werden wird wurde wurden worden".split()  # noqa: SIM905
)
_BEING_EN = frozenset(
    "is are was were be been being get gets got".split()  # noqa: SIM905
)
_JOINING = frozenset({"and", "or", "but", "that", "which", "who", "und", "oder", "aber"})
_BEFORE_INFINITIVE = frozenset(
    "has have had need needs is are ought able allowed required wants plans".split()  # noqa: SIM905
)
_BACK = 5


@dataclass(frozen=True, slots=True)
class Part:
    """A noun's part: kind of preposition, kind of article and the preposition itself before it."""

    root: Root
    preposition: str
    article: str
    before: str
    place: int
    clause: int


@lru_cache(maxsize=4096)
def _parts(reading: Reading) -> tuple[Part, ...]:
    found, clause = [], 0
    words = reading.words
    for place, word in enumerate(words):
        if not word.text[0].isalnum():
            clause += 1
        elif not word.light and (word.noun or (word.substance and word.text[0].isupper())):
            found.append(Part(word.root, *_before(reading, place), place, clause))
    return tuple(found)


def _before(reading: Reading, place: int) -> tuple[str, str, str]:
    """(kind of preposition, kind of article, preposition) of the noun phrase ending at place."""
    prepositions, article = _PREPOSITIONS[reading.language], ""
    if reading.language == "de" and place and reading.words[place - 1].noun:
        return _before(reading, place - 1)  # "ab Mitte Mai", "vom Ratsherrn Bruns"
    for back in range(place - 1, max(0, place - _BACK) - 1, -1):
        word = reading.words[back]
        if word.folded == "to" and back and reading.words[back - 1].folded == "according":
            return "", "", ""
        if word.folded in prepositions and not _infinitive(reading, back, place):
            return prepositions[word.folded], article, word.folded
        if article in {"r", "s"} and word.noun:
            return "near", article, ""  # a genitive: "die Pflege der Hecke"
        if article or word.folded in _JOINING:
            break
        article = _article(word, reading.language)
        if not article and (
            _ends_phrase(word, reading.language) or not (word.substance or word.number)
        ):
            break
    return "", article, ""


def _article(word: Word, language: Language) -> str:
    if language == "de":
        return _ARTICLES.get(word.folded, "")
    return "e" if word.folded in {"the", "a", "an"} else ""


def _infinitive(reading: Reading, back: int, place: int) -> bool:
    """English "to" before a verb: "to obtain quotes", not "to the supplier"."""
    if reading.language != "en" or reading.words[back].folded != "to":
        return False
    if back and reading.words[back - 1].folded in _BEFORE_INFINITIVE:
        return True
    if back + 1 == place:
        return False
    following = reading.words[back + 1]
    return following.substance and following.text[0].islower()


def _ends_phrase(word: Word, language: Language) -> bool:
    if not word.text[0].isalnum():
        return True
    return (language == "de" and word.noun) or word.light


def is_passive(reading: Reading) -> bool:
    """Whether the sentence may be in the passive voice."""
    if reading.language == "de":
        return bool(_PASSIVE_DE & reading.folded)
    return any(
        one.folded in _BEING_EN
        and any(w.folded.endswith(("ed", "en")) or w.folded in STRONG_FORMS["en"] for w in after)
        for one, after in (
            (word, reading.words[place + 1 : place + 4]) for place, word in enumerate(reading.words)
        )
    )


def role_faults(
    claim: Reading, source: Reading, beside: Reading, strictness: Strictness
) -> Iterator[Reason]:
    """Nouns of both texts whose parts do not fit."""
    there: dict[Root, list[Part]] = {}
    for part in _parts(source):
        there.setdefault(part.root, []).append(part)
    voice = is_passive(claim) != is_passive(source)
    strict = strictness is Strictness.STRICT
    static = _static(claim)
    lax = voice or (not strict and static)
    frame, shared = _Frame(claim.language == "de", strict, voice, lax, static), []
    for said in _parts(claim):
        cited = there.get(said.root)
        if cited is None:
            if said.before in _NO_SUBJECT and said.root in beside.roots:
                yield Reason(ReasonCode.ROLE, claim.words[said.place].text)
            continue
        fitting = next((part for part in cited if frame.fits(said, part)), None)
        if fitting is None:
            yield Reason(ReasonCode.ROLE, claim.words[said.place].text)
            return
        shared.append((said, fitting))
    if voice and any("by" in {said.preposition, cited.preposition} for said, cited in shared):
        yield from _same_subject(claim, shared)
    if not lax:
        yield from _order(claim, source, shared)


@dataclass(frozen=True, slots=True)
class _Frame:
    """What may differ: voice: one is passive, the other not; lax: articles say nothing here."""

    german: bool
    strict: bool
    voice: bool
    lax: bool
    static: bool

    def fits(self, said: Part, cited: Part) -> bool:
        """Whether a noun may be what it is in both texts."""
        one, other = said.preposition, cited.preposition
        if one == other:
            return bool(one) or self.lax or _same_case(said.article, cited.article)
        kinds, plain = {one, other}, said if not one else cited
        if kinds == {"with_", ""}:
            return self.voice and self.german
        if "by" in kinds:
            return self._acts(kinds, said if other == "by" else cited)
        telling = plain.article in {"s", "r", "m"} or self.voice
        telling = telling or self.static
        if self.strict and self.german and "" in kinds and not telling:
            return False
        return not kinds & _FAR

    def _acts(self, kinds: set[str], plain: Part) -> bool:
        """ "vom Vermieter": the subject of the active voice, or what belongs to the Vermieter."""
        if plain.preposition:
            return not self.strict and not kinds & _FAR
        return plain.article in (_SUBJECT if self.voice else {"s", "r"})


def _static(reading: Reading) -> bool:
    """Whether a German sentence only says how something is: no verb but light ones."""
    return (
        reading.language == "de"
        and Mark.REPORT not in reading.kinds
        and not any(
            word.substance and not word.light and word.text[0].islower() for word in reading.words
        )
    )


def _same_case(one: str, other: str) -> bool:
    """der/die or der/den before one noun are two cases; without article anything goes."""
    return not one or not other or one == other


def _order(claim: Reading, source: Reading, shared: list[tuple[Part, Part]]) -> Iterator[Reason]:
    """Two nouns of one clause without preposition and telling article, in the other order."""
    plain = [
        (said, cited)
        for said, cited in shared
        if not said.preposition
        and not cited.preposition
        and {said.article, cited.article} <= _SUBJECT
        and (claim.language == "de" or (_begins(claim, said) and _begins(source, cited)))
    ]
    for (one, first), (other, second) in pairwise(plain):
        together = one.clause == other.clause and first.clause == second.clause
        told = claim.language == "de" and (_told(one, first) or _told(other, second))
        if together and first.place > second.place and not told:
            yield Reason(ReasonCode.ROLE, claim.words[other.place].text)
            return


def _same_subject(claim: Reading, shared: list[tuple[Part, Part]]) -> Iterator[Reason]:
    """The one who acts is told by "von" in the passive: then no other may stay the subject."""
    for said, cited in shared:
        plain = not said.preposition and not cited.preposition
        if plain and (said.article == cited.article == "r" or said.place <= 1 >= cited.place):
            yield Reason(ReasonCode.ROLE, claim.words[said.place].text)
            return


def _begins(reading: Reading, part: Part) -> bool:
    """English: whether a word begins a noun phrase that may be subject or object."""
    before = reading.words[part.place - 1] if part.place else None
    word = reading.words[part.place]
    return (
        before is None
        or part.article == "e"
        or word.text[0].isupper()
        or not before.text[0].isalnum()
    )


def _told(said: Part, cited: Part) -> bool:
    """Whether the articles show that the case is the same in both."""
    return said.article == cited.article == "r"
