"""The workplace's reading cases and files, for the formats that stand in this package.

They lie outside the repository; FUNDSTELLE_SHARED may say where.
"""

import json
import os
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from fundstelle.adapters.readers.dispatch import read_content
from fundstelle.core.documents import Reading
from fundstelle.core.errors import UnreadableFile

SHARED = Path(
    os.environ.get("FUNDSTELLE_SHARED") or Path(__file__).resolve().parents[2].parent / "shared"
)
FORMATS = {"txt", "md", "json", "jsonl", "xml", "csv", "tsv", "html", "docx"}
FOREIGN = {"doc", "xls", "xlsx", "pptx", "odt", "odp", "rtf", "epub", "eml", "mbox", "msg"}


def cases() -> list[dict[str, Any]]:
    file = SHARED / "cases/cases_dev.jsonl"
    if not file.exists():
        return []
    found = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return [
        case
        for case in found
        if case["area"] == "reading"
        and case["action"] == "ingest"
        and all(Path(name).suffix[1:] in FORMATS for name in case["inputs"])
        and not any(name.startswith(("big:", "fs:")) for name in case["inputs"])
    ]


def files(formats: set[str]) -> list[dict[str, Any]]:
    file = SHARED / "data/files/manifest.json"
    found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return [entry for entry in found if entry["format"] in formats]


def folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def rows_of(reading: Reading) -> list[str]:
    rows = [
        f"{reading.text[b.start : b.end]} {reading.text[slice(*b.header)] if b.header else ''}"
        for b in reading.blocks
    ]
    return rows + reading.text.split("\n")


needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="no ../shared beside the repository")


@needs_shared
@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_reading_case(case: dict[str, Any]) -> None:
    expected = case["expected"]
    for name in case["inputs"]:
        path = SHARED / "cases/inputs" / name
        if expected["import"] == "reject":
            with pytest.raises(UnreadableFile):
                read_content(path.name, path.read_bytes())
            continue

        reading = read_content(path.name, path.read_bytes())

        text = folded(reading.text)
        assert [part for part in expected.get("text_all", []) if folded(part) not in text] == []
        assert [part for part in expected.get("text_none", []) if part in reading.text] == []
        places = [text.find(folded(part)) for part in expected.get("order", [])]
        assert places == sorted(places)
        for row in expected.get("text_rows", []):
            assert any(all(cell in line for cell in row) for line in rows_of(reading)), row
        for part, times in expected.get("text_count", {}).items():
            assert text.count(folded(part)) == times, part


@needs_shared
@pytest.mark.parametrize("entry", files(FORMATS), ids=lambda entry: str(entry["file"]))
def test_file_of_the_collection(entry: dict[str, Any]) -> None:
    content = (SHARED / "data/files" / entry["file"]).read_bytes()
    if entry["expect"] != "text":
        with pytest.raises(UnreadableFile) as caught:
            read_content(entry["file"], content)
        assert caught.value.code == entry["expect"]
        return

    text = folded(read_content(entry["file"], content).text)

    unwanted = "should NOT be there" in entry["trouble"]
    assert [part for part in entry["must"] if part not in text] == []
    assert [part for part in entry["must_hard"] if (part in text) is unwanted] == []


@needs_shared
@pytest.mark.parametrize("entry", files(FOREIGN), ids=lambda entry: str(entry["file"]))
def test_a_foreign_format_is_named_not_read(entry: dict[str, Any]) -> None:
    content = (SHARED / "data/files" / entry["file"]).read_bytes()

    with pytest.raises(UnreadableFile) as caught:
        read_content(entry["file"], content)

    assert caught.value.code == "unsupported"
    assert caught.value.detail
