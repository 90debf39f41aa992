"""The cases of ../shared/cases: which there are, and which the program answers for by now."""

import json
import os
from pathlib import Path
from typing import Any

BESIDE = Path(__file__).resolve().parents[3] / "shared"
FOLDER = Path(os.environ.get("FUNDSTELLE_SHARED") or BESIDE) / "cases"
MISSING = "../shared/cases is not beside the repository: the cases from real life are not tried"

AREAS = {"reading", "chunking", "retrieval", "answering"}
ACTIONS = {"ingest", "ingest_twice", "ingest_folder", "ask", "upload_and_ask"}
SCRIPTED = {"ask_with_llm_script"}  # tried in test_answering.py
LATER_ACTIONS = {
    "watch_growing": "watching a folder comes with a later issue",
}
LATER_FORMATS = {".xlsx", ".pptx", ".odt", ".rtf", ".epub", ".zip", ".eml"}

Case = dict[str, Any]


def rows() -> list[Case]:
    """All cases in the order of the file; [] without the folder."""
    file = FOLDER / "cases_dev.jsonl"
    if not file.is_file():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


def cases() -> list[Case]:
    """Those about documents and answers, of one person."""
    return [row for row in rows() if row["area"] in AREAS]


def is_made(name: str) -> bool:
    """Whether the test makes this input itself."""
    return name.startswith(("big:", "fs:"))


def later_format(case: Case) -> str:
    """The ending of an input whose format is read by a later issue, "" if there is none."""
    endings = [Path(name).suffix.lower() for name in case["inputs"]]
    return next((ending for ending in endings if ending in LATER_FORMATS), "")


def may_reject(case: Case) -> bool:
    """Whether the case allows that the file is refused by name."""
    expected = case["expected"]
    refused = "reject" in expected.get("either", {}).get("or", "")
    return refused or "reject" in expected.get("import", "")
