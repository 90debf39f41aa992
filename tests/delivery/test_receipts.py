"""`ask --receipt` and `verify` as people use them."""

import json
import shutil
from pathlib import Path

import pytest

from tests.delivery.command import fundstelle

QUESTION = "Bei welchem Druck schaltet die Druckerhöhungsanlage selbsttätig ab?"


@pytest.fixture
def data(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the demo's data folder that a test may change."""
    folder = tmp_path / "data"
    shutil.copytree(filled, folder)
    monkeypatch.setenv("FUNDSTELLE_DATA", str(folder))
    return folder


def cited_name(receipt: Path) -> str:
    name: str = json.loads(receipt.read_bytes())["sentences"][0]["citations"][0]["name"]
    return name


@pytest.mark.usefixtures("data")
def test_a_receipt_is_written_and_found_intact(tmp_path: Path) -> None:
    receipt = tmp_path / "beleg.json"

    asked = fundstelle("ask", QUESTION, "--receipt", receipt, "--json")
    checked = fundstelle("verify", receipt)

    assert asked.code == 0
    assert asked.json["receipt"] == json.loads(receipt.read_bytes())
    assert (checked.code, "Intact" in checked.text) == (0, True)
    assert fundstelle("verify", receipt, "--json").json["state"] == "intact"
    assert "Unverändert" in fundstelle("verify", receipt, FUNDSTELLE_LANG="de").text


def test_nothing_is_kept_and_no_key_is_made_without_a_receipt(data: Path) -> None:
    before = sorted(path.name for path in data.iterdir())

    assert fundstelle("ask", QUESTION, "--json").json["receipt"] is None
    assert sorted(path.name for path in data.iterdir()) == before


@pytest.mark.usefixtures("data")
def test_a_changed_receipt_and_a_missing_source_end_with_one(tmp_path: Path) -> None:
    receipt, changed = tmp_path / "beleg.json", tmp_path / "falsch.json"
    fundstelle("ask", QUESTION, "--receipt", receipt)
    changed.write_bytes(
        receipt.read_bytes().replace(b'"status":"extractive"', b'"status":"answered"')
    )

    tampered = fundstelle("verify", changed)
    name = cited_name(receipt)
    fundstelle("documents", "remove", name)
    gone = fundstelle("verify", receipt)

    assert (tampered.code, "changed" in tampered.text) == (1, True)
    assert gone.code == 1
    assert f"{name} v1: the document is gone" in gone.text


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("content", [None, b"", b"no json", b"{}"])
def test_what_is_no_receipt_ends_with_three(tmp_path: Path, content: bytes | None) -> None:
    fundstelle("ask", QUESTION, "--receipt", tmp_path / "beleg.json")
    file = tmp_path / "etwas.json"
    if content is not None:
        file.write_bytes(content)

    done = fundstelle("verify", file)

    assert (done.code, done.data) == (3, b"")
    assert "etwas.json" in done.messages


@pytest.mark.usefixtures("data")
def test_a_receipt_that_cannot_be_written_stops_before_the_question(tmp_path: Path) -> None:
    done = fundstelle("ask", QUESTION, "--receipt", tmp_path / "nicht" / "da" / "beleg.json")

    assert (done.code, done.data) == (3, b"")
    assert "receipt" in done.messages


@pytest.mark.usefixtures("demo")
def test_a_folder_that_never_issued_one_says_so(tmp_path: Path) -> None:
    file = tmp_path / "beleg.json"
    file.write_bytes(b'{"form":1,"sentences":[],"signature":""}')

    done = fundstelle("verify", file)

    assert done.code == 3
    assert "never issued" in done.messages
