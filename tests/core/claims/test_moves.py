"""What `strict` lets differ, move by move: a true claim each, and the lie that lies next to it.

moves.txt holds the rows: the source, "+" what it says in other words (nothing: the source itself),
"-" what it does not say.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.claims.check import faults
from fundstelle.core.claims.reasons import Source, Strictness
from fundstelle.core.terms import language_of

_LINES = Path(__file__).with_name("moves.txt").read_text("utf8").splitlines()
TOLD = [line for line in _LINES if line and not line.startswith("#")]
ROWS = list(zip(TOLD[::3], TOLD[1::3], TOLD[2::3], strict=True))
TRUE = [(source, claim[1:].strip() or source) for source, claim, _ in ROWS]
LIES = [(source, lie[1:].strip()) for source, _, lie in ROWS]


def passes(claim: str, source: str) -> bool:
    told = language_of(f"{claim} {source}")
    return not faults(claim, Source(source), strictness=Strictness.STRICT, language=told)


@pytest.mark.parametrize(("source", "claim"), TRUE)
def test_what_the_source_says_in_other_words_passes(source: str, claim: str) -> None:
    assert passes(claim, source)


@pytest.mark.parametrize(("source", "claim"), LIES)
def test_the_lie_next_to_it_does_not(source: str, claim: str) -> None:
    assert not passes(claim, source)


def test_every_row_has_a_true_claim_and_a_lie() -> None:
    assert all(one.startswith("+") and lie.startswith("-") for _, one, lie in ROWS)


WORDS = """wenn wer ist wird fährt zahlt nicht und oder , ; : es Zinsen die der in auf 5 Euro 2023
am Montag gesenkt erlaubt sagt dass weil vom before we is closed on Sundays and the which""".split()  # noqa: SIM905


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.lists(st.sampled_from(WORDS), max_size=14))
def test_any_row_of_words_is_judged(one: list[str], other: list[str]) -> None:
    for language in ("de", "en"):
        faults(
            " ".join(one),
            Source(" ".join(other)),
            strictness=Strictness.STRICT,
            language=language,
        )
