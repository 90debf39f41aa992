"""Words that must also stand in a sentence are looked for first: no sign may be lost by that."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundstelle.core.instruction_marks import MARKS
from fundstelle.core.instruction_orders import ORDERS
from fundstelle.core.instruction_signs import SIGNS, Sign

NEEDING = [sign for sign in (*SIGNS, *ORDERS, *MARKS) if sign.also]


@pytest.mark.parametrize("sign", NEEDING, ids=lambda sign: sign.words[0])
@settings(max_examples=60)
@given(st.data())
def test_every_text_that_a_sign_finds_holds_what_must_also_stand_in_it(
    sign: Sign, data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(sign.pattern))
    begun = [f"(?<![^\\W\\d_]){re.escape(w)}" if w.isalpha() else re.escape(w) for w in sign.also]
    assert re.search("|".join(begun), text)
