"""One value, one text, as RFC 8785 has it."""

import json
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.canonical_json import canonical_json, hash_of

# Appendix B of the RFC, as bits of the double.
NUMBERS = [
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555555", "333333333.3333333"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
]
TEXTS: list[tuple[Any, str]] = [
    ({"b": 1, "a": [True, None, "é"]}, '{"a":[true,null,"é"],"b":1}'),
    ({"\u20ac": 1, "\r": 2, "\U0001f600": 3, "\ufb33": 4}, '{"\\r":2,"€":1,"😀":3,"\ufb33":4}'),
    ('"\\\b\f\n\r\t\x1f\x7f/', '"\\"\\\\\\b\\f\\n\\r\\t\\u001f\x7f/"'),
    ((1, 0.5), "[1,0.5]"),
    ({}, "{}"),
]
NONE: list[Any] = [float("nan"), float("inf"), 2**53 + 1, {1: 2}, {"a": {3}}, "\ud800", b"x"]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    # What lies between is written as a whole number that not every program can read.
    | st.floats(-(2**53), 2**53)
    | st.floats(1e21, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=15,
)


@pytest.mark.parametrize(("bits", "text"), NUMBERS)
def test_numbers_have_their_shortest_form(bits: str, text: str) -> None:
    assert canonical_json(struct.unpack(">d", bytes.fromhex(bits))[0]) == text


@pytest.mark.parametrize(("value", "text"), TEXTS)
def test_keys_and_characters_have_one_form(value: Any, text: str) -> None:
    assert canonical_json(value) == text


@pytest.mark.parametrize("value", NONE, ids=repr)
def test_what_has_no_form_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):
        canonical_json(value)


@given(VALUES)
def test_every_value_is_read_back_and_written_alike(value: Any) -> None:
    text = canonical_json(value)

    assert json.loads(text) == value
    assert canonical_json(json.loads(text)) == text


@given(st.dictionaries(st.text(), st.integers(-9, 9), min_size=2))
def test_the_order_of_keys_never_matters(value: dict[str, int]) -> None:
    assert hash_of(dict(reversed(value.items()))) == hash_of(value)
