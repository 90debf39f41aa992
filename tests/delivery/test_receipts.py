"""`ask --receipt` and `verify` as people use them."""

import json
import os
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


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(
    "content",
    [None, b"", b"no json", b"{}", b"[" * 100_000, b" " * (17 << 20), "folder"],
    ids=["missing", "empty", "no json", "other json", "deep", "huge", "folder"],
)
@pytest.mark.usefixtures("data")
def test_what_is_no_receipt_ends_with_three(
    tmp_path: Path, content: bytes | str | None, lang: str
) -> None:
    fundstelle("ask", QUESTION, "--receipt", tmp_path / "beleg.json")
    file = tmp_path / "etwas.json"
    if isinstance(content, str):
        file.mkdir()
    elif content is not None:
        file.write_bytes(content)

    done = fundstelle("verify", file, FUNDSTELLE_LANG=lang)

    assert (done.code, done.data) == (3, b"")
    assert "etwas.json" in done.messages
    assert {"de": "Nennen Sie|Prüfen Sie", "en": "Name the|Check its"}[lang].split("|")[
        not isinstance(content, bytes)
    ] in done.messages


@pytest.mark.usefixtures("data")
def test_a_receipt_of_another_folder_says_so(tmp_path: Path, filled: Path) -> None:
    here, there = tmp_path / "hier.json", tmp_path / "dort.json"
    other = tmp_path / "other"
    shutil.copytree(filled, other)
    fundstelle("ask", QUESTION, "--receipt", here)
    fundstelle("ask", QUESTION, "--receipt", there, "--data", other)

    done = fundstelle("verify", there)

    assert (done.code, "--data" in done.text) == (1, True)
    assert fundstelle("verify", there, "--data", other).code == 0


UNWRITABLE = [
    ("nicht/da/beleg.json", "Legen Sie ihn an", "Make it"),
    ("datei.txt/beleg.json", "Legen Sie ihn an", "Make it"),
    ("ordner", "Nennen Sie eine Datei", "Name a file"),
    ("datei.txt", "Nennen Sie eine andere Datei", "Name another file"),
    ("zu/beleg.json", "schreiben dürfen", "may write to"),
]


@pytest.mark.parametrize(("name", "de", "en"), UNWRITABLE)
@pytest.mark.usefixtures("data")
def test_a_receipt_that_cannot_be_written_stops_before_the_question(
    tmp_path: Path, name: str, de: str, en: str
) -> None:
    (tmp_path / "ordner").mkdir()
    (tmp_path / "datei.txt").write_text("Ein früherer Beleg.")
    (tmp_path / "zu").mkdir(mode=0o500)
    if name.startswith("zu/") and os.access(tmp_path / "zu", os.W_OK):
        pytest.skip("whoever runs this may write everywhere")

    for lang, remedy in (("de", de), ("en", en)):
        done = fundstelle("ask", QUESTION, "--receipt", tmp_path / name, FUNDSTELLE_LANG=lang)
        assert (done.code, done.data) == (3, b"")
        assert remedy in done.messages
    assert (tmp_path / "datei.txt").read_text() == "Ein früherer Beleg."


ANLAGE = "# Anlage\n\nDer Druck der Pumpe beträgt 12 bar. Die Pumpe steht im Keller.\n"
CHANGES = [
    ("changed", ANLAGE.replace("12", "14"), "the sentence no longer stands in it"),
    ("moved", "# Vorwort\n\nNeu.\n\n" + ANLAGE, "the sentence still stands in it"),
]


@pytest.mark.parametrize(("state", "text", "told"), CHANGES)
@pytest.mark.usefixtures("data")
def test_a_changed_source_brought_in_again_is_reported(
    tmp_path: Path, state: str, text: str, told: str
) -> None:
    source, receipt = tmp_path / "anlage.md", tmp_path / "beleg.json"
    source.write_text(ANLAGE)
    fundstelle("ingest", source, "--collection", "technik")
    asked = ("ask", "Wie hoch ist der Druck der Pumpe?", "--collection", "technik")
    assert fundstelle(*asked, "--receipt", receipt).code == 0
    assert fundstelle("verify", receipt).code == 0

    source.write_text(text)
    fundstelle("ingest", source, "--collection", "technik")
    done = fundstelle("verify", receipt)

    assert done.code == 1
    assert f"anlage.md v1: document changed; {told}" in done.text or told in done.text
    found = fundstelle("verify", receipt, "--json").json
    assert (found["state"], found["places"][0]["state"]) == ("source_changed", state)


@pytest.mark.usefixtures("data")
def test_a_collection_that_is_closed_takes_its_places_along(tmp_path: Path) -> None:
    source, receipt = tmp_path / "anlage.md", tmp_path / "beleg.json"
    source.write_text(ANLAGE)
    fundstelle("ingest", source, "--collection", "technik")
    fundstelle("ask", "Wie hoch ist der Druck der Pumpe?", "--receipt", receipt)
    assert cited_name(receipt) == "anlage.md"

    fundstelle("collections", "remove", "technik", "--with-documents")
    done = fundstelle("verify", receipt, "--json")

    assert done.code == 1
    assert {place["state"] for place in done.json["places"]} == {"gone"}


@pytest.mark.usefixtures("demo")
def test_a_folder_that_never_issued_one_says_so(tmp_path: Path) -> None:
    file = tmp_path / "beleg.json"
    file.write_bytes(b'{"form":1,"sentences":[],"signature":""}')

    done = fundstelle("verify", file)

    assert done.code == 3
    assert "never issued" in done.messages
