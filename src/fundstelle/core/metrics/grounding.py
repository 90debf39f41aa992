"""Is everything that was shown really there? Five rules over every answer shown.

G1 an answer without a quote. G2 a quote of an unknown document, or in closed mode of one outside
the question's own. G3 a quote that is empty or not the text at its place. G4 a number or date of
the answer that stands in no quote. G5 a name of the answer that stands neither in a quote nor in
the question. G5 is reported only; the others must not occur at all.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fundstelle.core.metrics.figures import Figure
from fundstelle.core.metrics.results import Judged, Quote
from fundstelle.core.metrics.wording import names, numbers, numbers_with_parts, plain

RULES = ("G1", "G2", "G3", "G4", "G5")
MUST_NOT_OCCUR = RULES[:4]


@dataclass(frozen=True, slots=True)
class Violation:
    """detail: the document, text, number or name that breaks the rule."""

    question_id: str
    rule: str
    detail: str


def violations(
    judged: Sequence[Judged], texts: Mapping[str, str], *, closed: bool
) -> list[Violation]:
    """Every violation, in the order of questions and rules. texts: document id -> given text."""
    return [
        Violation(j.question.id, rule, detail)
        for j in judged
        if j.result.shown
        for rule, detail in _of(j, texts, closed=closed)
    ]


def _of(judged: Judged, texts: Mapping[str, str], *, closed: bool) -> Iterator[tuple[str, str]]:
    question, result = judged.question, judged.result
    allowed = question.within if closed and question.within is not None else None
    if not result.quotes:
        yield "G1", ""
    for quote in result.quotes:
        if quote.document not in texts or (allowed is not None and quote.document not in allowed):
            yield "G2", quote.document
        elif not _stands(quote, texts[quote.document]):
            yield "G3", quote.text
    quoted = " ".join(quote.text for quote in result.quotes)
    held = numbers_with_parts(quoted)
    yield from (("G4", number) for number in numbers(result.answer) if number not in held)
    known = (plain(quoted), plain(question.question))
    for name in sorted(names(result.answer)):
        if not any(plain(name) in text for text in known):
            yield "G5", name


def _stands(quote: Quote, text: str) -> bool:
    return bool(quote.text) and text[quote.start : quote.end] == quote.text


def counts(found: Sequence[Violation]) -> dict[str, int]:
    """How often each rule is broken, all rules named."""
    counted = Counter(violation.rule for violation in found)
    return {rule: counted[rule] for rule in RULES}


def grounding(found: Sequence[Violation], answers: int) -> Figure:
    """How many violations must not have occurred. answers: how many were looked at."""
    return Figure.plain(sum(v.rule in MUST_NOT_OCCUR for v in found), answers)
