"""Gate 2: does one source sentence carry this claim? Code can veto; it never fully confirms."""

import re
from dataclasses import replace

from fundstelle.core.claims.binding import binding_faults
from fundstelle.core.claims.cells import has_answers, row_faults
from fundstelle.core.claims.conditions import condition_faults
from fundstelle.core.claims.content import content_faults, label_faults, stands
from fundstelle.core.claims.copies import copy_faults
from fundstelle.core.claims.extent import extent_faults
from fundstelle.core.claims.marks import Mark
from fundstelle.core.claims.mixing import mixing_faults
from fundstelle.core.claims.negation import negation_faults, says_only_otherwise
from fundstelle.core.claims.obligation import obligation_faults
from fundstelle.core.claims.opposites import opposite_faults, superlative_faults
from fundstelle.core.claims.places import place_faults
from fundstelle.core.claims.reasons import Reason, ReasonCode, Source, Strictness
from fundstelle.core.claims.roles import role_faults
from fundstelle.core.claims.speech import speech_faults
from fundstelle.core.claims.synonyms import said_otherwise
from fundstelle.core.claims.values import value_faults
from fundstelle.core.claims.wholeness import says_a_statement, wholeness_faults
from fundstelle.core.claims.words import Reading, Word, read
from fundstelle.core.instructions import talks_to_model
from fundstelle.core.terms import Language

CLAIMS_VERSION = "claims-3"
"""Changes whenever a claim may be judged otherwise than before."""

_BUT = re.compile(
    r",(?=\s+(?:(?:\w+\s+){0,2}(?:aber|jedoch|hingegen|dagegen)|während|but|while|whereas)\b)"
)
_OWN_SUBJECT = re.compile(r"\s*(?:aber|jedoch|während|but|while|whereas)\b")
_LIMITS = frozenset({Mark.ONLY, Mark.IF, Mark.EXCEPT, Mark.ON_REQUEST, Mark.HEDGE, Mark.FREE})
_TURNED = {ReasonCode.QUANTIFIER, ReasonCode.ROLE}
_WORD = re.compile(r"\w+|[%€$£°§<>=±]")
_FRAME = re.compile(
    r"^(?:(?:ja|nein|yes|no)\s*[,:;–—-]\s*|"
    r"(?:(?:laut|gemäß|nach) (?:den |der |dem )?(?:vorliegenden )?"
    r"(?:unterlagen?|quellen?|dokument(?:en)?|angaben|text)|den unterlagen zufolge|"
    r"soweit ersichtlich|demnach|danach gilt|"
    r"according to the (?:documents?|sources?|text)|in the documents?|"
    r"as far as (?:can be seen|the documents? shows?))"
    r"(?!\s+(?:der|des|von|vom|dieser|eine[rs]|of|by|from)\b)\s*[,:]?\s*)+",  # a speaker follows
    re.IGNORECASE,
)


def faults(
    claim: str, source: Source, *, strictness: Strictness, language: Language
) -> tuple[Reason, ...]:
    """Every reason why the source does not carry the claim; () if it passes.

    source.beside and before may name the claim's subject. A claim that is the source sentence,
    apart from case, white space and stops, passes unless the sentence talks to a model.
    """
    if same_words(claim, source.text) and not talks_to_model(source.text):
        return ()
    said = _FRAME.sub("", claim.strip()) or claim
    found = speech_faults(claim, source.text, language)
    if found:
        return tuple(found)
    if same_words(said, _FRAME.sub("", source.text)):
        return ()
    values = value_faults(said, source)
    whole = source.is_row or not values  # a row's figures may get their unit from its header
    if whole and says_a_statement(said, source, language, framed=said != claim.strip()):
        return ()
    changed = copy_faults(said, source.text, strictness, language)
    if strictness is Strictness.STRICT:
        changed = (*changed, *wholeness_faults(said, source, language))
    least: list[Reason] = []
    for part in _statements(said, source, language):
        found = _faults_against(said, part, strictness, language)
        if not found:
            return changed
        least = least or found
    return tuple(dict.fromkeys((*least, *changed)))


def _faults_against(
    said: str, source: Source, strictness: Strictness, language: Language
) -> list[Reason]:
    return [
        *value_faults(said, source),
        *binding_faults(said, source),
        *_word_faults(said, source, strictness, language),
    ]


def same_words(one: str, other: str) -> bool:
    """Whether two texts are equal up to case, white space and punctuation."""
    return _plain(one) == _plain(other)


def _plain(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _statements(said: str, source: Source, language: Language) -> list[Source]:
    """What the claim may rest on: the part between semicolons that it speaks of, and of that each
    side of a "but" that is a statement of its own.
    """
    if source.is_row:
        return [source]
    claim, pieces = read(said, language), source.text.split(";")
    text = max(pieces, key=lambda piece: _shared(claim, piece))
    sides = _BUT.split(text)
    if len(sides) < 2 or any(_narrows(read(side, language)) for side in sides):  # noqa: PLR2004
        return [replace(source, text=text)]
    shared_subject = any(not _OWN_SUBJECT.match(side) for side in sides[1:])
    parts = [text, *sides] if shared_subject else sides
    return [replace(source, text=part) for part in parts]


def _shared(claim: Reading, piece: str) -> int:
    there = read(piece, claim.language)
    return sum(stands(word, there) for word in claim.substance)


def _narrows(side: Reading) -> bool:
    """Whether a side may limit the other: it names a condition or says nothing of its own."""
    own = any(word.substance and word.text[0].islower() for word in side.words)
    return bool(_LIMITS & side.kinds) or not own


def _word_faults(
    said: str, source: Source, strictness: Strictness, language: Language
) -> list[Reason]:
    claim, cited = read(said, language), read(source.text, language)
    beside = read(f"{source.beside}\n{source.before}".strip(), language)
    balanced = strictness is Strictness.BALANCED

    def in_claim(word: Word) -> bool:
        return stands(word, claim) or (
            balanced and said_otherwise(word.root, claim.roots, language)
        )

    found = [
        *content_faults(claim, cited, beside, strictness, is_row=source.is_row),
        *label_faults(claim, cited),
        *extent_faults(claim, cited, in_claim, strictness),
        *condition_faults(claim, cited, source.text, in_claim, strictness),
        *superlative_faults(said, source.text, claim, cited),
    ]
    if source.is_row:
        found += row_faults(said, claim, source, language)
    else:
        found += role_faults(claim, cited, beside, strictness)
        found += place_faults(claim, cited)
        found += mixing_faults(claim, cited, in_claim)
    if says_only_otherwise(claim, cited):  # "nur mit" and "nicht ohne": every denial is turned
        return [reason for reason in found if reason.code not in _TURNED]
    found += obligation_faults(claim, cited, in_claim, strictness)
    if not (source.is_row and has_answers(source)):
        found += negation_faults(claim, cited, in_claim)
    found += opposite_faults(claim, cited, strictness)
    return found
