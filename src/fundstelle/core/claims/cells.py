"""Cells of a table row: a claim about a column must say what its cell says."""

import re
from collections.abc import Iterator

from fundstelle.core.claims.content import stands
from fundstelle.core.claims.marks import DENYING_OR_WITHOUT
from fundstelle.core.claims.reasons import Reason, ReasonCode, Source
from fundstelle.core.claims.values import value_faults
from fundstelle.core.claims.words import Reading, read
from fundstelle.core.terms import Language

_SEPARATORS = re.compile(r"[;|\t]")
YES = frozenset({"ja", "yes", "x", "✓", "✔", "wahr", "true", "vorhanden", "inklusive", "included"})
NO = frozenset({"nein", "no", "-", "–", "—", "✗", "✘", "falsch", "false", "keine", "none", "kein"})
_NUMBER = re.compile(r"[^\w\s]?\d[\d.,]*(?:\s?\D*)?$")


def row_faults(said: str, claim: Reading, source: Source, language: Language) -> Iterator[Reason]:
    """A claim that names a column must say what its cell says: deny where it has "no", not where
    it has "yes", and give its number if it gives any.
    """
    columns, cells = _SEPARATORS.split(source.beside), _SEPARATORS.split(source.text)
    if not source.is_row or len(columns) != len(cells):
        return
    denies = bool(DENYING_OR_WITHOUT & claim.kinds)
    counts = any(word.number for word in claim.words)
    for column, cell in zip(columns, map(str.strip, cells), strict=True):
        named = read(column.strip(), language)
        if not named.substance or not all(stands(word, claim) for word in named.substance):
            continue
        value = cell.casefold()
        if value in YES | NO and denies != (value in NO):
            yield Reason(ReasonCode.NEGATION, column.strip())
        elif counts and _NUMBER.match(cell) and value_faults(cell.lstrip("-–"), Source(said)):
            yield Reason(ReasonCode.NUMBER, column.strip())


def has_answers(source: Source) -> bool:
    """Whether the row answers its columns with yes and no."""
    cells = {cell.strip().casefold() for cell in _SEPARATORS.split(source.text)}
    return bool(cells & (YES | NO))
