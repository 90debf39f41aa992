"""One slip of the pen is forgiven, two are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.spelling import one_slip

WORD = st.text("abcdeü", min_size=2, max_size=12)

SLIPS = [
    ("kuendigungsfrist", "kuendigungfrist"),
    ("jaren", "jahren"),
    ("frsit", "frist"),
    ("frist", "frost"),
    ("haus", "haus"),
]
OTHERS = [("frist", "fahrt"), ("haus", "maus1"), ("abcd", "badc"), ("ab", "abcd"), ("abc", "cba")]


@pytest.mark.parametrize(("left", "right"), SLIPS)
def test_one_slip_is_seen(left: str, right: str) -> None:
    assert one_slip(left, right)
    assert one_slip(right, left)


@pytest.mark.parametrize(("left", "right"), OTHERS)
def test_two_slips_make_another_word(left: str, right: str) -> None:
    assert not one_slip(left, right)


@given(WORD, st.data())
def test_every_single_edit_is_one_slip(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcdeü"))
    edits = [
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place:],
        word[:place] + letter + word[place + 1 :],
        word[:place] + word[place : place + 2][::-1] + word[place + 2 :],
    ]
    assert all(one_slip(word, edit) and one_slip(edit, word) for edit in edits)


@given(WORD, WORD)
def test_the_answer_is_that_of_the_definition(left: str, right: str) -> None:
    assert one_slip(left, right) == (_distance(left, right) <= 1)


def _distance(a: str, b: str) -> int:
    """Optimal string alignment distance, by the book."""
    rows = [[i + j if i * j == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            rows[i][j] = min(
                rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])
            )
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]
