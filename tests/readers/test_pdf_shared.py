"""The PDF reader on files from real life, where they are at hand."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from fundstelle.adapters.readers.pdf import read_pdf
from fundstelle.core.errors import UnreadableFile
from tests.readers.test_pdf import assert_sound

BESIDE = Path(__file__).resolve().parents[3] / "shared"
SHARED = Path(os.environ.get("FUNDSTELLE_SHARED", BESIDE))
CASES = SHARED / "cases" / "cases_dev.jsonl"
FILES = SHARED / "data" / "files" / "manifest.json"
MISSING = "the shared folder with cases and files is not at hand"


def _cases() -> list[Any]:
    if not CASES.is_file():
        return []
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    reading = [c for c in cases if c["id"].startswith("R-PDF-") and c["action"] == "ingest"]
    return [pytest.param(case, id=case["id"]) for case in reading]


def _files() -> list[Any]:
    if not FILES.is_file():
        return []
    files = [f for f in json.loads(FILES.read_text(encoding="utf-8")) if f["format"] == "pdf"]
    return [pytest.param(file, id=file["file"]) for file in files]


def folded(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.skipif(not CASES.is_file(), reason=MISSING)
@pytest.mark.parametrize("case", _cases())
def test_a_case_from_real_life_is_read(case: dict[str, Any]) -> None:
    expected = case["expected"]
    content = (CASES.parent / "inputs" / case["inputs"][0]).read_bytes()
    if expected["import"] != "ok":
        with pytest.raises(UnreadableFile) as caught:
            read_pdf(content, case["inputs"][0])
        said = caught.value.fault.reason["de"] + caught.value.fault.remedy["de"]
        assert any(word in said for word in expected["message_any"])
        return

    reading = read_pdf(content, case["inputs"][0])

    assert_sound(reading)
    text = folded(reading.text)
    assert [words for words in expected.get("text_all", []) if words not in text] == []
    assert [words for words in expected.get("text_none", []) if words in text] == []
    rows = reading.text.splitlines()
    for row in expected.get("text_rows", []):
        assert any(all(cell in line for cell in row) for line in rows)


STATES = {"encrypted": "encrypted", "needs_ocr": "no_text"}


@pytest.mark.skipif(not FILES.is_file(), reason=MISSING)
@pytest.mark.parametrize("file", _files())
def test_a_file_from_real_life_is_read(file: dict[str, Any]) -> None:
    content = (FILES.parent / file["file"]).read_bytes()
    if file["expect"] in STATES:
        with pytest.raises(UnreadableFile) as caught:
            read_pdf(content, file["file"])
        assert caught.value.code == STATES[file["expect"]]
        return

    reading = read_pdf(content, file["file"])

    assert_sound(reading)
    text = folded(reading.text)
    assert [words for words in file["must"] + file["must_hard"] if words not in text] == []
