"""Matrices that lie side by side in memory are scanned as one, and only those."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.adapters.stores.vector_arena import Arena, joined, stored

SIZE = 16


def test_neighbours_are_one_matrix() -> None:
    arena = Arena(1 << 16)
    made = [arena.matrix(rows, SIZE) for rows in (3, 4, 5)]

    assert [len(matrix) for matrix in joined(map(stored, made))] == [12]
    assert [len(m) for m in joined(map(stored, [made[0], made[2]]))] == [3, 5]


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 3)), max_size=12),
    st.sampled_from([8, 16, 20]),
    st.booleans(),
)
def test_joining_changes_no_row(parts: list[tuple[int, int]], size: int, copy: bool) -> None:
    arena = Arena(1 << 12)
    made = []
    for number, (rows, unused) in enumerate(parts):
        matrix = arena.matrix(rows + unused, size)  # room that a block has not filled yet
        matrix[:] = number
        made.append(matrix[:rows].copy() if copy else matrix[:rows])

    together = list(joined(map(stored, made)))

    expected = np.concatenate([np.empty((0, size), np.float32), *made])
    found = np.concatenate([np.empty((0, size), np.float32), *together])
    assert np.array_equal(found, expected)
