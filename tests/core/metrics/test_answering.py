"""Right answers and refusals, judged by hand; the doubtful ones counted twice."""

import pytest

from fundstelle.core.metrics.answering import answering, false_refusals, worst_answers
from fundstelle.core.metrics.doubt import doubt, doubtful_mix
from fundstelle.core.metrics.results import Quote, Result
from fundstelle.core.questionset import Gold
from tests.core.metrics.made import GOLD, NO_ANSWER, judged, quote, refused, right, wrong

LINES = Gold(True, (("0123456789", 100),), ("turm",), whole_lines=True)
ELSEWHERE = Quote("tor", 0, 8, "40 Meter")


def line(start: int, end: int, document: str = "turm") -> Quote:
    return Quote(document, start, end, "x" * (end - start))


@pytest.mark.parametrize(
    ("gold", "result", "right"),
    [
        (GOLD, Result("extractive", 1, quotes=(quote(),)), True),
        (GOLD, Result("answered", 1, answer="40\u00a0METER!", quotes=(quote(28, 46),)), True),
        (GOLD, Result("extractive", 1, quotes=(quote(28, 46),)), False),
        (GOLD, Result("extractive", 1, quotes=(ELSEWHERE,)), False),
        (GOLD, Result("extractive", 1, answer="40 Meter"), False),  # from nowhere
        (GOLD, Result("refused", 1, answer="40 Meter", quotes=(quote(),)), False),
        (GOLD, Result("error", 1, quotes=(quote(),)), False),
        (NO_ANSWER, Result("extractive", 1, quotes=(quote(),)), False),
        (Gold(True, (), ("turm",)), Result("extractive", 1, quotes=(quote(28, 46),)), True),
        (Gold(True, (), ("tor",)), Result("extractive", 1, quotes=(quote(),)), False),
        (Gold(True), Result("extractive", 1), True),  # the set names neither words nor documents
        (LINES, Result("extractive", 1, quotes=(line(105, 200),)), True),  # half of the line
        (LINES, Result("extractive", 1, quotes=(line(106, 200),)), False),
        (LINES, Result("extractive", 1, quotes=(line(98, 102),)), True),  # half of the quote
        (LINES, Result("extractive", 1, quotes=(line(105, 200, "tor"),)), False),
    ],
)
def test_right_is_shown_with_the_gold_words_from_a_gold_document(
    gold: Gold, result: Result, right: bool
) -> None:
    assert judged(gold, result).correct is right


def test_rates_by_hand() -> None:
    run = [right(), right(), refused(answerable=True), wrong(), refused(), refused()]
    run += [judged(GOLD, Result("error", -1.0))]

    figures = {name: figure.value for name, figure in answering(run).items()}

    assert figures["correct_rate_on_answerable"] == 0.5
    assert figures["answered_precision"] == 0.6667
    assert figures["false_refusal_rate"] == 0.25
    assert figures["refusal_recall"] == 0.6667


def test_what_no_question_stands_for_is_not_reported() -> None:
    assert answering([]) == {}
    assert set(answering([refused()])) == {"refusal_recall"}
    assert doubt([refused()]).keys() == {"refusal_recall_doubtful_refused"}


def test_doubtful_answers_are_counted_as_answers_and_as_refusals() -> None:
    unsure = judged(GOLD, Result("extractive", 0.4, quotes=(quote(28, 46),), doubtful=True))
    run = [right(), right(0.5, doubtful=True), unsure, wrong(0.5, doubtful=True), refused()]

    mix = doubtful_mix(run)
    assert (mix.shown, mix.doubtful, mix.answerable, mix.correct, mix.unanswerable) == (
        4,
        3,
        2,
        1,
        1,
    )
    as_answered = {name: figure.value for name, figure in answering(run).items()}
    as_refused = {name: figure.value for name, figure in doubt(run).items()}
    assert as_answered["answered_precision"] == 0.5
    assert as_answered["refusal_recall"] == 0.5
    assert as_refused == {
        "doubtful_share": 0.75,
        "correct_rate_doubtful_refused": 0.3333,
        "answered_precision_doubtful_refused": 1.0,
        "false_refusal_rate_doubtful_refused": 0.6667,
        "refusal_recall_doubtful_refused": 1.0,
    }


def test_an_error_is_no_refusal_whatever_its_doubt() -> None:
    failed = judged(NO_ANSWER, Result("error", 0.4, doubtful=True))

    assert doubt([failed])["refusal_recall_doubtful_refused"].value == 0


def test_the_worst_are_the_surest_mistakes() -> None:
    run = [wrong(0.5, name="a"), wrong(0.9, name="b"), right(0.99), refused(0.2, answerable=True)]
    run += [refused(0.1, answerable=True, name="c"), refused(0.0), wrong(0.9, name="d")]

    assert [j.question.id for j in worst_answers(run, 2)] == ["b", "d"]
    assert [j.result.confidence for j in false_refusals(run, 5)] == [0.1, 0.2]
