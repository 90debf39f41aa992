"""Gate 2 alone: judge each claim of a set against its quotes, one row per claim."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from fundstelle.core.claims.check import faults
from fundstelle.core.claims.claimset import GivenClaim, Judged
from fundstelle.core.claims.pronouns import refers_back
from fundstelle.core.claims.reasons import Reason, ReasonCode, Source, Strictness
from fundstelle.core.documents import Block, BlockKind
from fundstelle.core.sentences import sentences_of
from fundstelle.core.terms import language_of

_SEPARATOR = re.compile(r"[;\t|]")
_LABEL = re.compile(r"^((?:[A-ZÄÖÜ§][^.:;!?]{0,60}):|(?:Article|Section) [\d().]+)\s")


def sources_of(quotes: Sequence[str]) -> list[Source]:
    """The sentences and table rows of the quotes, each with the label or header it stands under."""
    return [source for quote in quotes for source in _of_quote(quote)]


def _of_quote(quote: str) -> Iterator[Source]:
    lines = quote.split("\n")
    if len(lines) > 1 and all(len(_SEPARATOR.split(line)) > 1 for line in lines):
        for line in lines[1:]:
            yield Source(line, beside=lines[0], is_row=True)
        return
    block = Block(BlockKind.PARAGRAPH, 0, len(quote))
    label = before = ""
    for sentence in sentences_of(quote, [block]):
        text = quote[sentence.start : sentence.end]
        found = _LABEL.match(text)
        label = found[1] if found else label
        named = before if refers_back(text) else ""
        yield Source(text, beside="" if found else label, before=named)
        before = text


def judge(given: GivenClaim, strictness: Strictness) -> Judged:
    """Accepted if any one sentence or row carries the claim; else the fewest reasons against it."""
    language = language_of(" ".join((given.claim, *given.quotes)))
    least: tuple[Reason, ...] = (Reason(ReasonCode.SOURCE),)
    for place, source in enumerate(sources_of(given.quotes)):
        found = faults(given.claim, source, strictness=strictness, language=language)
        if not found:
            return Judged(given, ())
        if not place or len(found) < len(least):
            least = found
    return Judged(given, least)


def row_of(judged: Judged) -> dict[str, Any]:
    """The line of a run file."""
    return {
        "id": judged.given.id,
        "accepted": judged.accepted,
        "reasons": [{"code": r.code.value, "detail": r.detail} for r in judged.reasons],
    }
