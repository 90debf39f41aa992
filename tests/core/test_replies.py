"""What is taken for the JSON of a reply, and what never is."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.replies import json_in

WANTED: dict[str, Any] = {"claims": [{"sentence": "Die Frist beträgt 2 Wochen.", "cites": ["S1"]}]}
TEXT = json.dumps(WANTED, ensure_ascii=False)
OTHER = '{"answer": "falsch"}'

AROUND = {
    "plain": TEXT,
    "indented": json.dumps(WANTED, indent=2),
    "mark of byte order": "\ufeff" + TEXT,
    "fence": f"```json\n{TEXT}\n```",
    "fence without name": f"```\n{TEXT}\n```",
    "fence not closed": f"```json\n{TEXT}",
    "fence in prose": f"Gern:\n```json\n{TEXT}\n```\nNoch etwas?",
    "prose before": f"Hier ist die Antwort: {TEXT}",
    "prose after": f"{TEXT}\nIch hoffe, das hilft.",
    "braces in prose": f"Der {{Nutzer}} fragt [S1] und {{}}x: {TEXT}"[0:0]
    + f"Der {{Nutzer}}: {TEXT}",
    "ids in prose": f"Nach [S1] und [1]: {TEXT}",
    "blanks before": " \n" * 500 + TEXT,
    "blanks after": TEXT + " \n\t" * 500,
    "two objects": f"{TEXT}\n{OTHER}",
    "rest of a second": f'{TEXT}\n{{"claims": [',
    "thought": f"<think>\nDer {{Nutzer}} … {OTHER}\n</think>\n{TEXT}",
    "two thoughts": f"<think>{OTHER}</think><thinking>{OTHER}</thinking>{TEXT}",
    "empty thought": f"<think></think>{TEXT}",
    "loud thought": f"<THINK>{OTHER}</Think>{TEXT}",
    "thought not opened": f"Also {OTHER} oder?\n</think>\n{TEXT}",
    "thought and fence": f"<think>x</think>```json\n{TEXT}\n```",
    "thought behind": f"{TEXT}<think>War das {OTHER}?</think>",
    "line break in a string": TEXT.replace("beträgt 2", "beträgt 2\n"),
}


@pytest.mark.parametrize("text", AROUND.values(), ids=AROUND)
def test_the_object_is_found_whatever_stands_around_it(text: str) -> None:
    found = json_in(text)

    assert json.loads(json.dumps(found).replace("\\n", "")) == WANTED


NOTHING = {
    "empty": "",
    "blanks": " \n" * 1000,
    "prose": "Die Frist beträgt zwei Wochen.",
    "number": "12",
    "text": '"zwei Wochen"',
    "null": "null",
    "cut off": TEXT[:-1],
    "cut off in a string": TEXT[:40],
    "cut off with a whole claim": '{"claims": [{"sentence": "a", "cites": ["S1"]}, {"sent',
    "endless blanks in a string": '{"answer": "' + " " * 5000,
    "cut off in a string with braces": '{"answer": "a } {}',
    "thought not closed": f"<think>Ich denke: {TEXT}",
    "thought only": f"<think>{TEXT}</think>",
    "not a number": '{"claims": [{"a": 1, "b": NaN}]}',
    "infinity": '{"a": -Infinity}',
    "single quotes": "{'claims': []}",
    "comma too many": '{"claims": [],}',
    "brackets crossed": '{"claims": [{"a": 1]}, {"b": 2}}',
    "deep": '{"a":' * 100_000,
    "deep and closed": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "huge number": '{"a": ' + "9" * 10_000 + "}",
}


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING)
def test_nothing_is_repaired_or_made_up(text: str) -> None:
    assert json_in(text) is None


def test_an_array_counts_only_if_it_is_all() -> None:
    assert json_in(' ["a", {"b": 1}] ') == ["a", {"b": 1}]
    assert json_in(f"[1] {TEXT}") == WANTED


def test_a_mark_of_thinking_inside_a_string_is_text() -> None:
    assert json_in('{"a": "Das Tag <think> und </think> …"}') == {
        "a": "Das Tag <think> und </think> …"
    }


ANY_TEXT = st.text(max_size=60)
MARKS = ["{", "}", "[", "]", '"', "\\", ":", ",", "<think>", "</think>", "```", "```json"]
OTHERS = ["NaN", "\n", "\ufeff", '{"a": 1}', "\ud800", "1e999", "null", " "]
PIECES = st.sampled_from([*MARKS, *OTHERS])
MESS = st.lists(st.one_of(PIECES, ANY_TEXT), max_size=30).map("".join)


@given(MESS)
def test_every_text_gives_an_object_an_array_or_nothing(text: str) -> None:
    found = json_in(text)

    assert found is None or isinstance(found, dict | list)


NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=8), VALUES, min_size=1, max_size=5)
PROSE = st.text(st.characters(exclude_characters='{}[]"<`', codec="utf-8"), max_size=40)


@given(value=OBJECTS, before=PROSE, after=PROSE, ascii_only=st.booleans())
def test_every_object_is_found_in_prose(
    value: dict[str, Any], before: str, after: str, *, ascii_only: bool
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    if "think" in text.casefold():
        return

    assert json_in(before + text + after) == value


@given(OBJECTS, st.data())
def test_no_part_of_an_object_that_was_cut_off_is_taken(
    value: dict[str, Any], data: st.DataObject
) -> None:
    text = json.dumps(value)
    end = data.draw(st.integers(0, len(text) - 1))

    assert json_in(text[:end]) is None
