"""`fundstelle bench`: three benchmarks, where their questions come from, what they print."""

from pathlib import Path
from typing import Any

import pytest

from tests.delivery.command import Done, fundstelle

DONE, USAGE, CANNOT = 0, 2, 3
PARTS = ["ask", "retrieve", "retrieve-lexical"]
KEYS = (
    "benchmark questions repeats outcomes doubtful documents chunks embedder degraded "
    "first new again questions_from"
)
JSONL = '{"id": "a", "question": "Was kostet Strom?"}\n\n{"id": "b", "question": "Welche Frist?"}\n'


def bench(*arguments: str | Path) -> Done:
    return fundstelle("bench", *arguments, "--repeats", "2")


def measured(*arguments: str | Path) -> Any:
    done = bench(*arguments, "--json")
    assert done.code == DONE, done.messages
    return done.json


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("part", PARTS)
def test_each_benchmark_has_the_keys_of_the_documents(part: str) -> None:
    found = measured(part, "Welche Frist gilt in der Probezeit?", "Wie viele Zitterspinnen?")

    assert " ".join(found) == KEYS
    assert (found["benchmark"], found["questions"], found["repeats"]) == (part, 2, 2)
    assert sum(found["outcomes"].values()) == 2
    assert [found[block]["runs"] for block in ("first", "new", "again")] == [1, 1, 2]
    assert all(set(spread) == {"p50", "p95", "max"} for spread in found["again"]["ms"].values())
    assert (found["embedder"] is None) is (part == "retrieve-lexical")
    assert found["questions_from"] == "arguments"


@pytest.mark.usefixtures("demo")
def test_without_questions_they_are_made_from_the_scope_and_that_is_said() -> None:
    every, one = bench("retrieve-lexical"), bench("ask", "--collection", "Technik", "--json")

    assert every.code == one.code == DONE
    assert "10 made from headings" in every.messages
    assert "10 made from headings" in one.messages
    assert one.json["questions_from"] == "documents"
    assert one.json["documents"] == 6
    assert one.json["chunks"] < measured("ask", "Frist")["chunks"]


@pytest.mark.usefixtures("demo")
def test_without_a_word_to_search_there_is_no_evidence_as_in_an_answer() -> None:
    assert measured("retrieve", "wie was wo")["outcomes"] == {"no_evidence": 1}


FILES = [
    ("fragen.txt", "Was kostet Strom?\n\n  Welche Frist gilt?  \r\nWer?", 3),
    ("fragen.txt", "\ufeffWas kostet Strom?", 1),
    ("queries.jsonl", JSONL, 2),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(("name", "content", "many"), FILES)
def test_questions_of_a_file(name: str, content: str, many: int, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content.encode("utf-8"))

    found = measured("retrieve-lexical", "--questions", tmp_path / name)

    assert (found["questions"], found["questions_from"]) == (many, "file")


WRONG = [
    (["ask", "Frist", "--collection", "Nirgends"], USAGE, "'Nirgends'"),
    (["ask", "--questions", "nicht-da.txt"], USAGE, "nicht-da.txt"),
    (["ask", "--questions", "leer.txt"], USAGE, "no question"),
    (["ask", "Frist", "--questions", "gut.txt"], USAGE, "not both"),
    (["ask", "--questions", "falsch.jsonl"], CANNOT, "line 1"),
    (["ask", "--questions", "latin.txt"], CANNOT, "latin.txt cannot be read as questions"),
    (["ask", "--questions", "bild.png"], CANNOT, "Give text in UTF-8 with one question"),
    (["ask", "Frist", "--repeats", "0"], USAGE, "--repeats"),
    (["answer", "Frist"], USAGE, "answer"),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(("arguments", "code", "word"), WRONG, ids=lambda value: str(value)[:40])
def test_what_cannot_be_measured_is_named(
    arguments: list[str], code: int, word: str, tmp_path: Path
) -> None:
    for name, content in (
        ("leer.txt", b" \n"),
        ("gut.txt", b"Frist"),
        ("falsch.jsonl", b'{"id": "a"}'),
        ("bild.png", b"\x89PNG\r\n\x1a\n\x00"),
        ("latin.txt", "Gebühr".encode("latin-1")),
    ):
        (tmp_path / name).write_bytes(content)

    done = fundstelle("bench", *arguments)

    assert (done.code, done.data) == (code, b""), done.messages
    assert word in " ".join(done.messages.split())


def test_an_index_without_text_is_no_benchmark(tmp_path: Path) -> None:
    data = tmp_path / "data"
    fundstelle("collections", "add", "Leer", "--data", data)

    for part in PARTS:
        done = bench(part, "Frist", "--data", data)
        assert (done.code, done.data) == (CANNOT, b"")
        assert "fundstelle ingest" in done.messages
        assert bench(part, "--data", data).code == CANNOT
        assert bench(part, "Frist", "--data", tmp_path / "keine").code == CANNOT


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("lang", "words"),
    [("de", ("weitere Durchgänge: 2", "abgelehnt 1")), ("en", ("further rounds: 2", "refused 1"))],
)
def test_people_read_a_table_in_their_language(lang: str, words: tuple[str, ...]) -> None:
    questions = ("Welche Frist gilt für eine Kündigung in der Probezeit?", "?!")

    done = fundstelle("bench", "ask", *questions, "--repeats", "2", FUNDSTELLE_LANG=lang)

    assert done.code == DONE
    assert all(word in done.text for word in (*words, "embed", "gates", "total", "cpu", "p95"))
    assert done.messages == ""
