"""Sentences meant for a language model are marked, orders to people are not."""

import pytest

from fundstelle.core.instructions import talking, talks_to_model
from tests.core.injections import FURTHER_FOR_MODELS, MEANT_FOR_MODELS, MEANT_FOR_PEOPLE


@pytest.mark.parametrize("sentences", MEANT_FOR_MODELS.values(), ids=MEANT_FOR_MODELS.keys())
def test_orders_to_a_model_are_marked(sentences: tuple[str, ...]) -> None:
    wanted = tuple(sentence.startswith("›") for sentence in sentences)

    assert talking([sentence.removeprefix("›") for sentence in sentences]) == wanted


@pytest.mark.parametrize("sentence", FURTHER_FOR_MODELS)
def test_further_orders_to_a_model_are_marked(sentence: str) -> None:
    assert talks_to_model(sentence)


def test_there_are_enough_of_them() -> None:
    assert len(MEANT_FOR_MODELS) >= 60


@pytest.mark.parametrize("sentence", MEANT_FOR_PEOPLE)
def test_orders_to_people_are_not_marked(sentence: str) -> None:
    assert not talks_to_model(sentence)


def test_orders_to_people_in_a_row_are_not_marked() -> None:
    assert not any(talking(MEANT_FOR_PEOPLE))
