"""A data folder that an earlier version of the whole program made opens, and answers as it did.

Each zip was made by the program of that time, over three of the demo documents, with the words that
it printed: `ingest`, then `ask --json` and `search --json` for every question.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.delivery.command import fundstelle

FOLDERS = sorted((Path(__file__).parent / "contracts" / "folders").glob("issue-*.zip"))


@pytest.fixture(params=FOLDERS, ids=lambda path: path.stem)
def folder(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, list[dict[str, Any]]]:
    with zipfile.ZipFile(request.param) as made:
        made.extractall(tmp_path)
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "none")
    said = json.loads((tmp_path / "answers.json").read_text(encoding="utf-8"))
    return tmp_path / "data", said


CITED = ("name", "version", "start", "end", "quote")


def cited(answer: dict[str, Any]) -> list[Any]:
    """Each sentence with its places."""
    return [
        [shown["text"], *([place[key] for key in CITED] for place in shown["citations"])]
        for shown in answer["sentences"]
    ]


def test_questions_by_words_are_answered_as_before(
    folder: tuple[Path, list[dict[str, Any]]],
) -> None:
    data, before = folder

    for expected in before:
        question = expected["question"]
        answer = fundstelle("ask", question, "--json", "--data", data).json
        (hit,) = fundstelle("search", question, "--json", "--limit", "1", "--data", data).json[
            "hits"
        ]

        assert [answer["status"], cited(answer)] == [expected["status"], expected["sentences"]]
        assert [hit[k] for k in ("name", "start", "end", "text")] == expected["first_hit"]
    assert len({expected["status"] for expected in before}) == 2


def test_an_earlier_folder_gets_vectors_with_the_next_import(
    folder: tuple[Path, list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    data, before = folder
    monkeypatch.delenv("FUNDSTELLE_EMBEDDER")
    (tmp_path / "neu.md").write_text("# Neu\n\nDer Fahrstuhl hält im dritten Stock.", "utf-8")

    pending = fundstelle("ask", before[0]["question"], "--json", "--data", data).json
    fundstelle("ingest", tmp_path / "neu.md", "--collection", "Haus", "--data", data)
    after = fundstelle("ask", before[0]["question"], "--json", "--data", data).json
    found = fundstelle("stats", "--json", "--data", data).json

    assert pending["degraded"] == ["vectors_pending"]
    assert after["degraded"] == []
    assert found["vectors"] == found["chunks"]
