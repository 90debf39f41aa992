"""`eval`: figures in the terminal, as JSON, as a page; floors; what is said when it cannot run."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fundstelle.delivery.cli.exit_codes import CANNOT, DONE, NOT_ALL, USAGE
from tests.delivery.command import Done, fundstelle

TOWER = "Der Turm am Fluss ist vierzig Meter hoch."
BATH = "Das Bad öffnet um sieben. Frühstück reicht man dort neun Gästen."
TEXTS = {"turm": TOWER, "tor": "Das Tor ist zwei Meter breit.", "bad": BATH}
QUESTIONS: list[dict[str, Any]] = [
    {
        "question": "Wie hoch ist der Turm?",
        "doc_id": "turm",
        "answer": "vierzig",
        "answer_start": 22,
    },
    {"question": "Wie breit ist das Tor?", "doc_id": "tor", "answer": "zwei", "answer_start": 12},
    {
        "question": "Wann öffnet das Bad?",
        "doc_id": "bad",
        "answer": "neun",
        "answer_start": BATH.index("neun"),
    },
    {"question": "Welche Farbe hat der Flugplatz in Quito?", "answerable": False},
]


@pytest.fixture(autouse=True)
def _words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "none")


def write_set(folder: Path, questions: list[dict[str, Any]] = QUESTIONS) -> Path:
    folder.mkdir()
    corpus = [json.dumps({"id": key, "text": text}) for key, text in TEXTS.items()]
    queries = [
        json.dumps({"id": f"q{n}", "split": "dev", "answerable": True} | question)
        for n, question in enumerate(questions)
    ]
    (folder / "corpus.jsonl").write_text("\n".join(corpus), "utf-8")
    (folder / "queries.jsonl").write_text("\n".join(queries), "utf-8")
    return folder


@pytest.fixture
def given_set(tmp_path: Path) -> Path:
    return write_set(tmp_path / "fragen")


def evaluate(folder: Path, *options: str | Path, **variables: str) -> Done:
    return fundstelle("eval", folder, "--data", folder.parent / "data", *options, **variables)


def printed(text: str) -> dict[str, float]:
    """Figures of a terminal: name -> value."""
    found = re.findall(r"^  (\S+) +(\d+(?:[.,]\d+)?)(?:\u00a0ms)?(?:  | *$)", text, re.MULTILINE)
    return {name: float(value.replace(",", ".")) for name, value in found}


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_same_numbers_are_printed_and_written(given_set: Path, language: str) -> None:
    run, told = given_set / "run.jsonl", given_set / "run.json"

    done = evaluate(given_set, "--run", run, "--json", told, FUNDSTELLE_LANG=language)

    assert done.code == DONE, done.messages
    written = json.loads(told.read_text("utf-8"))
    assert printed(done.text) == written["metrics"]
    assert written["metrics"]["hit@1"] == 1.0
    assert written["metrics"]["correct_rate_on_answerable"] == 0.6667
    assert written["metrics"]["refusal_recall"] == 1.0
    assert written["metrics"]["grounding_violations"] == 0
    assert run.read_text("utf-8").count('"doubtful": ') == len(QUESTIONS)


def test_json_says_what_was_measured_with_what(given_set: Path) -> None:
    told = given_set / "run.json"

    evaluate(given_set, "--split", "dev", "--mode", "closed", "--run", "/dev/null", "--json", told)

    written = json.loads(told.read_text("utf-8"))
    named = written["set"]
    assert (named["name"], named["split"], named["mode"]) == ("fragen", "dev", "closed")
    assert re.fullmatch(r"[0-9a-f]{64}", named["sha256"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT.*", written["date"])
    assert written["questions"]["asked"] == len(QUESTIONS)
    assert written["settings"]["embedder"] == "none"
    assert {"vectors", "gate", "terms", "chunks", "reader"} == set(written["fingerprints"])
    assert str(given_set.parent) not in told.read_text("utf-8")
    assert "Turm" not in told.read_text("utf-8")


def test_another_threshold_is_another_gate(given_set: Path) -> None:
    told = given_set / "run.json"

    def gate(**settings: str) -> str:
        evaluate(given_set, "--run", "/dev/null", "--json", told, **settings)
        fingerprint: str = json.loads(told.read_text("utf-8"))["fingerprints"]["gate"]
        return fingerprint

    assert gate() == gate()
    assert gate(FUNDSTELLE_GATE_THRESHOLD="0.9") != gate()


def test_figures_go_where_the_run_does_not(given_set: Path) -> None:
    done = evaluate(given_set)

    assert [json.loads(line)["id"] for line in done.text.splitlines()] == ["q0", "q1", "q2", "q3"]
    assert printed(done.messages)["hit@1"] == 1.0


FLOORS = [
    (["hit@1=1"], DONE, ""),
    (["hit@1=1", "correct_rate_on_answerable=0.7"], NOT_ALL, "correct_rate_on_answerable"),
    (["false_refusal_rate=0"], DONE, ""),  # what should be small has a ceiling
    (["latency_max_ms=0"], NOT_ALL, "latency_max_ms"),
    (["span@1=0.5", "hit@1=1.1"], NOT_ALL, "hit@1"),
    (["hit@0=1"], USAGE, "hit@10"),
    (["hit@1"], USAGE, "hit@1"),
    (["hit@1=viel"], USAGE, "viel"),
    (["hit@1=nan"], USAGE, "nan"),
]


@pytest.mark.parametrize(
    ("floors", "code", "named"), FLOORS, ids=[" ".join(f) for f, _, _ in FLOORS]
)
def test_a_missed_floor_is_named_and_ends_with_1(
    floors: list[str], code: int, named: str, given_set: Path
) -> None:
    options = [word for floor in floors for word in ("--floor", floor)]

    done = evaluate(given_set, "--run", "/dev/null", *options)

    assert done.code == code
    assert named in done.messages
    assert (code == USAGE) is not (given_set.parent / "data").exists()


def test_a_floor_of_what_cannot_be_measured_is_missed(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "fragen", QUESTIONS[:1])

    done = evaluate(folder, "--run", "/dev/null", "--floor", "refusal_recall=0.1")

    assert done.code == NOT_ALL
    assert "refusal_recall" in done.messages


def test_a_set_without_gold_is_asked_and_not_judged(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "fragen", [{"question": "Wie hoch?", "answerable": None}])

    done = evaluate(folder, "--run", "/dev/null", "--report", tmp_path / "r.html")

    assert done.code == DONE, done.messages
    assert set(printed(done.text)) == {"latency_p50_ms", "latency_p95_ms", "latency_max_ms"}
    assert "does not say what is right" in done.text
    assert "does not say what is right" in (tmp_path / "r.html").read_text("utf-8")


def empty_folder(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def empty(folder: Path, name: str) -> None:
    (folder / name).write_text("\n", "utf-8")


def _twice(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines, lines[0]]), "utf-8")


def _changed(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "no files": (empty_folder, "corpus.jsonl"),
    "no document": (lambda folder: empty(folder, "corpus.jsonl"), "holds no document"),
    "no question": (lambda folder: empty(folder, "queries.jsonl"), "holds no question"),
    "no JSON": (lambda folder: (folder / "queries.jsonl").write_text("{", "utf-8"), "line 1"),
    "a document twice": (
        lambda folder: _twice(folder / "corpus.jsonl"),
        "'turm' more than once",
    ),
    "a question twice": (lambda folder: _twice(folder / "queries.jsonl"), "'q0' more than once"),
    "gold elsewhere": (
        lambda folder: _changed(folder / "queries.jsonl", "vierzig", "achtzig"),
        "does not stand at 22",
    ),
    "no queries": (
        lambda folder: (folder / "queries.jsonl").rename(folder / "fragen.jsonl"),
        "queries.jsonl",
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_set_that_cannot_be_read_is_named_and_nothing_is_left(how: str, given_set: Path) -> None:
    break_it, words = BROKEN[how]
    break_it(given_set)
    out = given_set.parent

    done = evaluate(given_set, "--run", out / "a", "--json", out / "b", "--report", out / "c")

    assert done.code == CANNOT
    assert words in done.messages
    assert sorted(path.name for path in out.iterdir()) == ["fragen"]


def test_an_empty_split_says_which_there_are(given_set: Path) -> None:
    done = evaluate(given_set, "--split", "heldout")

    assert done.code == CANNOT
    assert "'heldout'" in done.messages
    assert "dev: 4" in done.messages


GOLD_FIELDS = [
    ("answerable", "yes"),
    ("answer", 7),
    ("answer_start", -1),
    ("answer_start", True),
    ("answers", [["a", "b"]]),
    ("answers", ["a"]),
    ("gold_ids", "turm"),
    ("doc_id", ["turm"]),
    ("leak_risk", 1),
]


@pytest.mark.parametrize(("name", "value"), GOLD_FIELDS)
def test_odd_gold_is_named_with_file_line_and_field(
    name: str, value: object, tmp_path: Path
) -> None:
    folder = write_set(tmp_path / "fragen", [QUESTIONS[0], QUESTIONS[1] | {name: value}])

    done = evaluate(folder)

    assert done.code == CANNOT
    assert "queries.jsonl, line 2" in done.messages.replace("\n", " ")
    assert name in done.messages


@pytest.mark.parametrize("option", ["--json", "--report"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_asked(
    option: str, given_set: Path
) -> None:
    for wrong in (given_set, given_set / "nicht" / "da"):
        done = evaluate(given_set, option, wrong)

        assert done.code == CANNOT
        assert done.data == b""
        assert not (given_set.parent / "data").exists()


def test_two_outputs_in_one_file_are_refused(given_set: Path) -> None:
    same = given_set.parent / "out"

    done = evaluate(given_set, "--run", same, "--report", same)

    assert done.code == USAGE
    assert not same.exists()


def test_figures_of_less_than_was_set_do_not_pass_for_the_whole(
    given_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = given_set / "run.json"
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "hashing")
    whole = evaluate(given_set, "--run", "/dev/null", "--json", told)
    with_vectors = json.loads(told.read_text("utf-8"))["fingerprints"]["vectors"]
    (home,) = (given_set.parent / "data" / "evaluation").iterdir()
    with closing(sqlite3.connect(home / "fundstelle.db")) as db, db:  # made by a version to come
        db.execute(
            "UPDATE vector_sets SET digest = 'x', fingerprint = name || ':x:' || size || ':'"
        )

    less = evaluate(given_set, "--run", "/dev/null", "--json", told)

    assert (whole.code, with_vectors[:10]) == (DONE, "hashing-v1")
    assert less.code == NOT_ALL
    assert "4 x embedder_down" in less.messages
    assert json.loads(told.read_text("utf-8"))["fingerprints"]["vectors"] == "none"
