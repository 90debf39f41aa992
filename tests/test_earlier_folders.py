"""A data folder that an earlier version of the whole program made opens, and answers as it did.

Each zip was made by the program of that time, over three of the demo documents, with the words that
it printed: `ingest`, then `ask --json` and `search --json` for every question, by words alone; a
folder that has vectors holds what was said with them, too.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.delivery.command import fundstelle

FOLDERS = sorted((Path(__file__).parent / "contracts" / "folders").glob("issue-*.zip"))


WITH_MEANING = "answers-with-meaning.json"
Said = list[dict[str, Any]]


@pytest.fixture(params=FOLDERS, ids=lambda path: path.stem)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    with zipfile.ZipFile(request.param) as made:
        made.extractall(tmp_path)
    return tmp_path


def said(folder: Path, name: str = "answers.json") -> Said:
    found: Said = json.loads((folder / name).read_text(encoding="utf-8"))
    return found


CITED = ("name", "version", "start", "end", "quote")


def cited(answer: dict[str, Any]) -> list[Any]:
    """Each sentence with its places."""
    return [
        [shown["text"], *([place[key] for key in CITED] for place in shown["citations"])]
        for shown in answer["sentences"]
    ]


def says_the_same(data: Path, before: Said) -> None:
    for expected in before:
        question = expected["question"]
        answer = fundstelle("ask", question, "--json", "--data", data).json
        (hit,) = fundstelle("search", question, "--json", "--limit", "1", "--data", data).json[
            "hits"
        ]

        assert [answer["status"], cited(answer)] == [expected["status"], expected["sentences"]]
        assert [hit[k] for k in ("name", "start", "end", "text")] == expected["first_hit"]
        assert answer["degraded"] == []
    assert len({expected["status"] for expected in before}) == 2


def test_questions_by_words_are_answered_as_before(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "none")

    says_the_same(folder / "data", said(folder))


def test_vectors_of_an_earlier_folder_answer_as_before(folder: Path) -> None:
    if (folder / WITH_MEANING).exists():
        says_the_same(folder / "data", said(folder, WITH_MEANING))
    else:
        question = said(folder)[0]["question"]
        answer = fundstelle("ask", question, "--json", "--data", folder / "data").json
        assert answer["degraded"] == ["vectors_pending"]


def test_the_next_import_leaves_no_chunk_without_vector(folder: Path) -> None:
    data, question = folder / "data", said(folder)[0]["question"]
    (folder / "neu.md").write_text("# Neu\n\nDer Fahrstuhl hält im dritten Stock.", "utf-8")

    fundstelle("ingest", folder / "neu.md", "--collection", "Haus", "--data", data)
    after = fundstelle("ask", question, "--json", "--data", data).json
    found = fundstelle("stats", "--json", "--data", data).json

    assert after["degraded"] == []
    assert found["vectors"] == found["chunks"]


def test_an_earlier_folder_takes_users_and_shows_each_their_own(folder: Path) -> None:
    data, before = folder / "data", said(folder)
    for words in (
        ("users", "add", "Anna"),
        ("users", "add", "Ben"),
        ("groups", "add", "Stab"),
        ("groups", "add-user", "Stab", "Anna"),
        ("grants", "add", "Stab", "Haus", "--right", "read"),
    ):
        done = fundstelle(*words, "--data", data)
        assert done.code == 0, done.messages

    answers = {
        user: fundstelle("ask", before[0]["question"], "--as", user, "--json", "--data", data).json
        for user in ("Anna", "Ben")
    }

    assert answers["Anna"]["status"] == before[0]["status"]
    assert answers["Ben"]["refusal"]["code"] == "no_readable_collection"
    assert len(list((data / "backups").glob("format-*.db"))) == 1
