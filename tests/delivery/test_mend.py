"""Damaged vectors never stop an answer; doctor finds them, and what doctor says mends them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.delivery.command import fundstelle

DAMAGE = {
    "missing": "DELETE FROM vectors",
    "short": "UPDATE vectors SET vector = zeroblob(10) WHERE key = (SELECT min(key) FROM vectors)",
    "zeros": "UPDATE vectors SET vector = zeroblob(length(vector))",
    "not finite": "UPDATE vectors SET vector = cast(replace(hex(zeroblob(length(vector) / 4)),"
    " '00', 'ff') || substr(vector, 1, 0) AS blob)",
    "other size": "UPDATE vector_sets SET size = 100",
    "no current set": "UPDATE folder SET value = 77 WHERE name = 'vector_set'",
    "no backlog": "DELETE FROM vectors WHERE key % 2",
}
QUESTION = "Wo steht die Leiter?"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "hashing")
    (tmp_path / "files").mkdir()
    for number in range(6):
        text = f"Die Leiter {number} steht im Keller {number}."
        (tmp_path / "files" / f"{number}.txt").write_text(text, "utf-8")
    fundstelle("ingest", tmp_path / "files", "--collection", "Haus", "--data", tmp_path / "data")
    return tmp_path / "data"


@pytest.mark.parametrize("kind", DAMAGE)
def test_damaged_vectors_are_found_and_mended(folder: Path, kind: str) -> None:
    before = fundstelle("ask", QUESTION, "--json", "--data", folder).json
    with closing(sqlite3.connect(folder / "fundstelle.db")) as db, db:
        db.execute(DAMAGE[kind])

    broken = fundstelle("ask", QUESTION, "--json", "--data", folder)
    hits = fundstelle("search", QUESTION, "--json", "--data", folder).json["hits"]
    ill = fundstelle("doctor", "--data", folder)
    mended = fundstelle("rebuild", "--data", folder)
    well = fundstelle("doctor", "--data", folder)
    after = fundstelle("ask", QUESTION, "--json", "--data", folder).json

    assert broken.json["status"] == "extractive"
    assert len(hits) == 6
    assert ill.code == 1
    assert "fundstelle rebuild" in ill.text
    assert (mended.code, well.code) == (0, 0), mended.messages + well.text
    assert "6 of 6 chunks" in well.text
    assert [after["sentences"], after["confidence"]] == [before["sentences"], before["confidence"]]


def test_looking_at_a_folder_makes_no_data_folder_of_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Die Leiter steht im Keller.", "utf-8")

    done = fundstelle("doctor", "--data", tmp_path)

    assert done.code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_the_terminal_says_what_an_answer_had_to_do_without(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUNDSTELLE_LANG", "en")
    assert "without synonyms" in fundstelle("ask", QUESTION, "--data", folder).text
    with closing(sqlite3.connect(folder / "fundstelle.db")) as db, db:
        db.execute("UPDATE vectors SET vector = zeroblob(10)")
    assert "by words only" in fundstelle("ask", QUESTION, "--data", folder).text
    assert "by words only" in fundstelle("ask", "Zeppelin?", "--data", folder).text
