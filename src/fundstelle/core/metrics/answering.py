"""Was the answer right, and were the right questions refused?"""

from collections.abc import Sequence

from fundstelle.core.metrics.figures import Figure, mean
from fundstelle.core.metrics.results import Judged, Quote, Result
from fundstelle.core.metrics.wording import plain, token_f1
from fundstelle.core.questionset import EvaluationQuestion, Gold

HALF = 0.5


def judge(question: EvaluationQuestion, gold: Gold, result: Result) -> Judged:
    """Say whether the answer is right: shown, on an answerable question, and

    - a gold answer stands, but for case, marks and blanks, in the answer or in one of its quotes
      (whole lines: a quote covers half of a gold line, or lies by half within one), and
    - a quote is of a gold document, if the set names any.

    A set without gold answers can only be judged by the documents.
    """
    right = (
        result.shown
        and gold.answerable
        and (not gold.spans or _says(gold, result))
        and (not gold.documents or any(q.document in gold.documents for q in result.quotes))
    )
    return Judged(question, gold, result, right)


def _says(gold: Gold, result: Result) -> bool:
    if gold.whole_lines:
        return any(_shares_a_line(gold, quote) for quote in result.quotes)
    said = plain(" ".join([result.answer, *(quote.text for quote in result.quotes)]))
    return any(plain(text) in said for text, _ in gold.spans)


def _shares_a_line(gold: Gold, quote: Quote) -> bool:
    """Whether quote and a gold line share half of the shorter of the two."""
    return quote.document in gold.documents and any(
        min(quote.end, start + len(line)) - max(quote.start, start)
        >= HALF * min(quote.end - quote.start, len(line))
        for line, start in gold.spans
    )


def answering(judged: Sequence[Judged]) -> dict[str, Figure]:
    """Rates of right answers and of refusals, by name; those without a question are left out.

    correct_rate_on_answerable = right / answerable; answered_precision = right / shown, where an
    answer to an unanswerable question is wrong; false_refusal_rate = refused / answerable;
    refusal_recall = refused / unanswerable. An error is neither answered nor refused.
    """
    answerable = [j for j in judged if j.gold.answerable]
    unanswerable = [j for j in judged if not j.gold.answerable]
    shown = [j for j in judged if j.result.shown]
    words = [
        max(token_f1(j.result.answer, text) for text, _ in j.gold.spans)
        for j in answerable
        if j.result.shown and j.gold.spans
    ]
    figures = {
        "correct_rate_on_answerable": [float(j.correct) for j in answerable],
        "token_f1_on_answered": words,
        "false_refusal_rate": [_refused(j) for j in answerable],
        "refusal_recall": [_refused(j) for j in unanswerable],
    }
    found = {name: mean(values) for name, values in figures.items() if values}
    if shown:
        right = sum(j.correct for j in shown)
        found["answered_precision"] = Figure.plain(right / len(shown), len(shown))
    return found


def _refused(judged: Judged) -> float:
    return float(judged.result.status == "refused")


def worst_answers(judged: Sequence[Judged], limit: int) -> list[Judged]:
    """Shown and wrong, the most confident first."""
    wrong = [j for j in judged if j.result.shown and not j.correct]
    return sorted(wrong, key=lambda j: (-j.result.confidence, j.question.id))[:limit]


def false_refusals(judged: Sequence[Judged], limit: int) -> list[Judged]:
    """Answerable and refused, the least confident first: the furthest from being answered."""
    refused = [j for j in judged if j.gold.answerable and j.result.status == "refused"]
    return sorted(refused, key=lambda j: (j.result.confidence, j.question.id))[:limit]
