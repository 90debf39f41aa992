"""What confidence is worth: separation, risk and coverage, calibration, counted by hand."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.metrics.calibration import calibration, expected_error, reliability
from fundstelle.core.metrics.coverage import coverage, risk_coverage
from fundstelle.core.metrics.refusal import auroc, recall_at, separation
from tests.core.metrics.made import refused, right, wrong

VALUES = st.lists(st.integers(0, 4).map(float), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("answerable", "unanswerable", "area"),
    [([2, 3], [0, 1], 1), ([0], [1], 0), ([1], [1], 0.5), ([2, 2], [1, 2, 3], 0.5)],
)
def test_auroc_by_hand(
    answerable: Sequence[float], unanswerable: Sequence[float], area: float
) -> None:
    assert auroc(answerable, unanswerable) == area


@given(answerable=VALUES, unanswerable=VALUES)
def test_auroc_is_the_share_of_pairs_in_the_right_order(
    answerable: list[float], unanswerable: list[float]
) -> None:
    pairs = [(a > u) + (a == u) / 2 for a in answerable for u in unanswerable]

    assert auroc(answerable, unanswerable) == pytest.approx(sum(pairs) / len(pairs))


@given(answerable=VALUES, unanswerable=VALUES, share=st.sampled_from([0.0, 0.05, 0.1, 0.5]))
def test_recall_at_few_false_refusals_is_the_best_that_a_threshold_reaches(
    answerable: list[float], unanswerable: list[float], share: float
) -> None:
    def below(values: list[float], threshold: float) -> float:
        return sum(value < threshold for value in values) / len(values)

    reached = [below(unanswerable, t) for t in range(7) if below(answerable, t) <= share]
    assert recall_at(answerable, unanswerable, share=share) == max(reached)


def test_separation_needs_both_kinds() -> None:
    assert separation([right(), refused(answerable=True)]) == {}
    figures = separation([right(0.9), refused(0.3, answerable=True), refused(0.2), wrong(0.5)])
    assert figures["auroc"].value == 0.75
    assert figures["refusal_recall@0.1"].value == 0.5


def test_risk_and_coverage_by_hand() -> None:
    run = [right(0.9), wrong(0.8), right(0.7, name="r"), refused(0.95, answerable=True)]

    figures = {name: figure.value for name, figure in coverage(run).items()}
    curve = risk_coverage(run)

    assert curve.curve == ((0.25, 0.0), (0.5, 0.5), (0.75, 0.3333), (1.0, 0.5))
    assert curve.best == ((0.25, 0.0), (0.5, 0.0), (0.75, 0.3333), (1.0, 0.5))
    assert list(curve.shown) == pytest.approx([0.75, 1 / 3])
    assert figures["aurc"] == round((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4, 4)
    assert figures["e_aurc"] == 0.125
    assert figures["cov@0.95"] == figures["cov@1"] == 0.3333


def test_what_was_refused_is_not_covered() -> None:
    assert coverage([refused(answerable=True)])["cov@0.95"].value == 0
    assert risk_coverage([refused(answerable=True)]).shown == (0.0, 0.0)
    assert coverage([]) == {}
    with pytest.raises(ValueError, match="without questions"):
        risk_coverage([])


def test_a_long_curve_is_thinned_and_keeps_its_ends() -> None:
    curve = risk_coverage([right(n / 1000, name=f"{n:04}") for n in range(1000)]).curve

    assert len(curve) == 200
    assert (curve[0][0], curve[-1][0]) == (0.001, 1.0)


@pytest.mark.parametrize(
    ("forecasts", "error"),
    [
        ([(1.0, True)], 0.0),
        ([(1.0, False)], 1.0),
        ([(0.75, True), (0.75, True), (0.75, True), (0.75, False)], 0.0),
        ([(0.0, True), (0.95, True)], (1.0 + 0.05) / 2),
        ([(0.11, False), (0.19, True)], 0.35),  # one bin
        ([(0.19, False), (0.21, True)], (0.19 + 0.79) / 2),  # two
        ([], 0.0),
    ],
)
def test_calibration_error_by_hand(forecasts: list[tuple[float, bool]], error: float) -> None:
    assert expected_error(reliability(forecasts)) == pytest.approx(error)


def test_every_forecast_is_in_one_bin() -> None:
    bins = reliability([(n / 20, True) for n in range(21)] + [(-1.0, False), (1.5, True)])

    assert [b.n for b in bins] == [3, 2, 2, 2, 2, 2, 2, 2, 2, 4]
    assert [(b.low, b.high) for b in (bins[0], bins[-1])] == [(0.0, 0.1), (0.9, 1.0)]


def test_calibration_reads_confidence_in_two_ways() -> None:
    run = [right(0.8), wrong(0.8), refused(0.2)]

    figures = calibration(run)

    assert figures["ece"].value == round((2 * 0.3 + 0.2) / 3, 4)  # answerable, of all three
    assert figures["ece_correct"].value == 0.3  # right, of two answers
    assert figures["ece_correct"].n == 2
