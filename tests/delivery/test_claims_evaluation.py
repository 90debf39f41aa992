"""`eval` over a folder with claims.jsonl: a row per claim, rates where labels are known."""

import json
from pathlib import Path
from typing import Any

import pytest

from fundstelle.delivery.cli.exit_codes import CANNOT, DONE, USAGE
from tests.delivery.command import Done, fundstelle

ROWS: list[dict[str, Any]] = [
    {
        "id": "a",
        "quotes": ["Das Auto wird montags kontrolliert."],
        "claim": "Montags wird das Auto kontrolliert.",
        "label": "supported",
        "kind": "order",
    },
    {
        "id": "b",
        "quotes": ["Das Auto wird montags kontrolliert."],
        "claim": "Der Wagen wird montags geprüft.",
        "label": "supported",
        "kind": "synonym",
    },
    {
        "id": "c",
        "quotes": ["The gate is closed."],
        "claim": "The gate is open.",
        "label": "contradicted",
        "kind": "opposite",
    },
]


def write_claims(folder: Path, rows: list[Any]) -> Path:
    folder.mkdir()
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return folder


def evaluate(folder: Path, *options: str | Path, **variables: str) -> Done:
    return fundstelle("eval", folder, "--data", folder.parent / "data", *options, **variables)


@pytest.mark.parametrize(("gate", "accepted"), [("strict", ["a"]), ("balanced", ["a", "b"])])
def test_each_claim_gets_a_row(tmp_path: Path, gate: str, accepted: list[str]) -> None:
    run = tmp_path / "run.jsonl"
    folder = write_claims(tmp_path / "set", ROWS)

    done = evaluate(folder, "--gate", gate, "--run", run, FUNDSTELLE_LANG="en")

    assert done.code == DONE, done.messages
    rows = [json.loads(line) for line in run.read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["a", "b", "c"]
    assert [row["id"] for row in rows if row["accepted"]] == accepted
    assert all(bool(row["reasons"]) is not row["accepted"] for row in rows)
    assert "wrong claims accepted" in done.text
    assert "0/1" in done.text


def test_rows_go_to_standard_output_and_rates_beside(tmp_path: Path) -> None:
    done = evaluate(write_claims(tmp_path / "set", ROWS), FUNDSTELLE_LANG="de")

    assert [json.loads(line)["id"] for line in done.text.splitlines()] == ["a", "b", "c"]
    assert "falsche Aussagen angenommen" in done.messages


def test_without_labels_there_are_no_rates(tmp_path: Path) -> None:
    rows = [{key: row[key] for key in ("id", "quotes", "claim")} for row in ROWS]

    done = evaluate(write_claims(tmp_path / "set", rows), FUNDSTELLE_LANG="en")

    assert done.code == DONE
    assert "wrong claims" not in done.messages


@pytest.mark.parametrize(
    "row",
    [
        [],
        {"id": "a"},
        {"id": "a", "claim": "x", "quotes": "x"},
        {"id": 1, "claim": "", "quotes": []},
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, row: Any) -> None:
    done = evaluate(write_claims(tmp_path / "set", [ROWS[0], row]))

    assert done.code == CANNOT
    assert "claims.jsonl, line 2" in done.messages


def test_options_for_questions_are_refused(tmp_path: Path) -> None:
    folder = write_claims(tmp_path / "set", ROWS)

    assert evaluate(folder, "--floor", "hit@1=0.5").code == USAGE
