"""Finding: places in the ranking, counted by hand."""

from math import log2

import pytest

from fundstelle.core.metrics.retrieval import hit, ndcg, reciprocal_rank, relevance, retrieval
from fundstelle.core.questionset import Gold
from tests.core.metrics.made import GOLD, NO_ANSWER, place

TWO = Gold(True, (), ("a", "b"))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("a", [True]),
        ("xaxa", [False, True]),  # a document counts once, by its first chunk
        ("", []),
        ("xyzuvwrstqa", [False] * 10),  # the eleventh document is too late
        ("xxxxxxxxxxa", [False, True]),  # the eleventh chunk may be the second document
    ],
)
def test_a_document_counts_once_and_among_the_first_ten(found: str, expected: list[bool]) -> None:
    assert relevance(Gold(True, (), ("a",)), [place(name) for name in found]) == expected


@pytest.mark.parametrize(
    ("relevant", "gold", "hit_1", "hit_5", "reciprocal", "gain"),
    [
        ([True], 1, 1, 1, 1, 1),
        ([False, True], 1, 0, 1, 1 / 2, 1 / log2(3)),
        ([False] * 5 + [True], 1, 0, 0, 1 / 6, 1 / log2(7)),
        ([False], 1, 0, 0, 0, 0),
        ([], 1, 0, 0, 0, 0),
        ([True, False, True], 2, 1, 1, 1, (1 + 1 / 2) / (1 + 1 / log2(3))),
        ([True] * 10, 20, 1, 1, 1, 1),  # ten places cannot hold twenty
    ],
)
def test_formulas(
    relevant: list[bool], gold: int, hit_1: int, hit_5: int, reciprocal: float, gain: float
) -> None:
    assert hit(relevant, 1) == hit_1
    assert hit(relevant, 5) == hit_5
    assert reciprocal_rank(relevant) == pytest.approx(reciprocal)
    assert ndcg(relevant, gold) == pytest.approx(gain)


SPANS = [
    ([place("turm", 0, 27)], 1),
    ([place("turm", 13, 21)], 1),
    ([place("turm", 14, 40)], 0),  # begins within the answer
    ([place("turm", 0, 20)], 0),  # ends within it
    ([place("tor", 0, 46)], 0),  # the right place of another document
    ([place("tor"), place("turm")], 0),  # second
]


@pytest.mark.parametrize(("ranking", "first"), SPANS)
def test_a_span_must_be_covered_whole(ranking: list[object], first: int) -> None:
    figures = retrieval([(GOLD, ranking)])  # type: ignore[list-item]

    assert figures["span@1"].value == first


def test_only_answerable_questions_with_known_documents_are_measured() -> None:
    assert retrieval([(NO_ANSWER, [place("turm")]), (Gold(True), [place("turm")])]) == {}
    figures = retrieval([(NO_ANSWER, []), (TWO, [place("b"), place("x")])])
    assert figures["recall@10"].value == 0.5
    assert figures["hit@1"].n == 1
    assert "span@1" not in figures
