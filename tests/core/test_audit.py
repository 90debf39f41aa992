"""The chain of the audit log: whatever is done to written rows is found, and only ids fit in."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.audit import ACTIONS, Entry, Row, Verdict, sealed, verify

A, B = "a" * 32, "b" * 32
IDS = st.sampled_from([A, B, "0123456789abcdef"])
ENTRIES = st.builds(
    Entry,
    at=st.integers(0, 2**40),
    actor=IDS | st.just(""),
    action=st.sampled_from(sorted(ACTIONS)),
    subject=IDS | st.just(""),
    detail=st.dictionaries(st.sampled_from(["user", "right"]), IDS | st.just("read"), max_size=2),
)


def chained(entries: list[Entry]) -> list[Row]:
    rows: list[Row] = []
    for entry in entries:
        rows.append(sealed(entry, rows[-1] if rows else None))
    return rows


LOGS = st.lists(ENTRIES, min_size=1, max_size=8).map(chained)


@given(LOGS)
def test_a_log_as_it_was_written_is_intact(rows: list[Row]) -> None:
    assert verify(rows) == Verdict(len(rows), rows[-1].hash)
    assert all(verify(rows, row.hash).intact for row in rows)


def test_an_empty_log_is_intact_and_lacks_every_head() -> None:
    assert verify([]).intact
    assert verify([], "0" * 64).missing_head


OTHER: dict[str, Callable[[Row], Any]] = {
    "number": lambda row: row.number + 1,
    "at": lambda row: row.at + 1,
    "actor": lambda _: "c" * 32,
    "action": lambda row: "grant.taken" if row.action != "grant.taken" else "grant.given",
    "subject": lambda _: "d" * 32,
    "detail": lambda row: row.detail + " ",
    "hash": lambda row: row.hash[::-1] + "0",
}
NO_TEXT: list[Any] = [b"\xff", None, 1.5, "", 2**60]


@pytest.mark.parametrize("name", OTHER)
@given(rows=LOGS, data=st.data())
def test_an_edited_row_is_named(name: str, rows: list[Row], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(rows) - 1))
    edited = OTHER[name](rows[at])
    rows[at] = replace(rows[at], **{name: edited})

    assert verify(rows).broken == at + 1


@pytest.mark.parametrize("value", NO_TEXT, ids=repr)
@pytest.mark.parametrize("name", ["at", "actor", "action", "detail", "hash"])
def test_no_kind_of_value_stops_the_check(name: str, value: Any) -> None:
    entry = Entry(7, A, "grant.given", B, {"right": "read"})
    rows = chained([entry, entry])
    rows[0] = replace(rows[0], **{name: value})

    assert verify(rows).broken == 1


@given(rows=LOGS.filter(lambda rows: len(rows) > 1), data=st.data())
def test_a_removed_row_is_named_also_if_the_others_are_numbered_anew(
    rows: list[Row], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(rows) - 2))
    left = rows[:at] + rows[at + 1 :]
    renumbered = [replace(row, number=n) for n, row in enumerate(left, 1)]

    assert verify(left).broken == verify(renumbered).broken == at + 1


@given(rows=LOGS.filter(lambda rows: len(rows) > 1), seed=st.integers())
def test_another_order_is_found(rows: list[Row], seed: int) -> None:
    mixed = rows.copy()
    while mixed == rows:
        random.Random(seed).shuffle(mixed)
        seed += 1

    assert verify(mixed).broken is not None


@given(rows=LOGS, data=st.data())
def test_a_cut_end_shows_only_against_a_head_kept_elsewhere(
    rows: list[Row], data: st.DataObject
) -> None:
    left = rows[: data.draw(st.integers(0, len(rows) - 1))]

    assert verify(left).intact
    assert verify(left, rows[-1].hash).missing_head


@given(LOGS, LOGS)
def test_a_log_written_anew_lacks_the_head(rows: list[Row], others: list[Row]) -> None:
    head = rows[-1].hash
    assert verify(others, head).intact is (head in {row.hash for row in others})


NAMES = ["Anna", "Anna Berg", "wann endet die frist", "Frist_2026.pdf", "A" * 32, "ab", "0" * 65]


@pytest.mark.parametrize("name", NAMES)
def test_names_and_texts_have_no_form_in_an_entry(name: str) -> None:
    for entry in (
        {"actor": name},
        {"subject": name},
        {"action": name},
        {"detail": {"user": name}},
        {"detail": {name: "yes"}},
    ):
        fields = {"actor": A, "subject": B, "action": "grant.given", "detail": {}} | entry
        with pytest.raises(ValueError, match="is no entry of the log"):
            Entry(at=1, **fields)  # type: ignore[arg-type]
