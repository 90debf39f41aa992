"""Figures: intervals, floors, times, and what is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.metrics.figures import LOWER_IS_BETTER, NAMES, Figure, is_worse, mean
from fundstelle.core.metrics.latency import percentiles, stages
from fundstelle.core.metrics.results import Result
from fundstelle.core.metrics.summary import measure
from fundstelle.core.questionset import EvaluationDocument, EvaluationQuestion, QuestionSet
from tests.core.metrics.made import GOLD, NO_ANSWER, TEXT, place, quote


@given(values=st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_a_mean_lies_in_its_interval_and_does_not_change(values: list[float]) -> None:
    figure = mean(values)

    assert figure.low <= figure.value + 1e-3
    assert figure.value <= figure.high + 1e-3
    assert figure == mean(values)
    assert figure.n == len(values)


def test_there_is_no_mean_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing"):
        mean([])


@pytest.mark.parametrize(
    ("name", "value", "limit", "worse"),
    [
        ("hit@1", 0.8, 0.8, False),
        ("hit@1", 0.7999, 0.8, True),
        ("ece", 0.12, 0.12, False),
        ("ece", 0.13, 0.12, True),
        ("grounding_violations", 1, 0, True),
        ("latency_p95_ms", 90, 100, False),
    ],
)
def test_a_floor_of_what_should_be_small_is_a_ceiling(
    name: str, value: float, limit: float, worse: bool
) -> None:
    assert is_worse(name, value, limit) is worse
    assert set(NAMES) >= LOWER_IS_BETTER


def test_percentiles_and_stages_by_hand() -> None:
    assert percentiles([]) == {}
    assert {k: f.value for k, f in percentiles([1, 2, 3, 4, 5]).items()} == {
        "p50": 3.0,
        "p95": 4.8,
        "max": 5.0,
    }
    runs = [Result("refused", 0, stages_ms={"search": 2.0}), Result("refused", 0)]
    assert stages(runs)["search"]["p50"] == Figure(2.0, 1, 2.0, 2.0)


def question(name: str, **how: object) -> EvaluationQuestion:
    return EvaluationQuestion(name, "Wie hoch?", "dev", None, **how)  # type: ignore[arg-type]


def test_what_cannot_be_judged_is_left_out_and_what_is_missing_failed() -> None:
    questions = [
        question("good", gold=GOLD),
        question("missing", gold=GOLD),
        question("leak", gold=NO_ANSWER, leak_risk=True),
        question("silent"),
    ]
    shown = Result("extractive", 0.9, (place("turm"),), "", (quote(),), latency_ms=3.0)
    results = {"good": shown, "leak": shown, "silent": shown}

    found = measure(questions, results, {"turm": TEXT}, closed=False)

    assert found.counts == {
        "asked": 3,
        "measured": 2,
        "answerable": 2,
        "unanswerable": 0,
        "answered": 1,
        "correct": 1,
        "refused": 0,
        "errors": 1,
    }
    assert found.figures["correct_rate_on_answerable"].value == 0.5
    assert found.figures["latency_p50_ms"].n == 3
    assert [name for name in NAMES if name in found.figures] == list(found.figures)


def test_without_gold_only_times_are_measured() -> None:
    found = measure([question("q")], {"q": Result("refused", 0, latency_ms=1.0)}, {}, closed=False)

    assert set(found.figures) == {"latency_p50_ms", "latency_p95_ms", "latency_max_ms"}
    assert found.curve is None


@pytest.mark.parametrize("changed", ["text", "question", "gold", "nothing"])
def test_other_data_have_another_digest(changed: str) -> None:
    def made(text: str, asked: EvaluationQuestion) -> str:
        return QuestionSet((EvaluationDocument("turm", "", text),), (asked,)).digest

    other = {
        "text": made(TEXT + " ", question("q", gold=GOLD)),
        "question": made(TEXT, question("p", gold=GOLD)),
        "gold": made(TEXT, question("q", gold=NO_ANSWER)),
        "nothing": made(TEXT, question("q", gold=GOLD)),
    }
    assert (other[changed] == made(TEXT, question("q", gold=GOLD))) is (changed == "nothing")
