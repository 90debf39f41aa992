"""What only a process of its own shows: its exit code, its streams, and how it takes a signal."""

import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from tests.delivery.command import COMMAND, fundstelle, process

QUESTION = "Bei welchem Druck schaltet die Druckerhöhungsanlage selbsttätig ab?"


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("ask", QUESTION), 0),
        (("ask", "?"), 1),
        (("ask", QUESTION, "--collection", "Nirgends"), 2),
        (("ask", QUESTION, "--data", "nicht-da"), 3),
    ],
    ids=str,
)
def test_the_process_ends_with_the_code_and_keeps_its_streams_apart(
    arguments: tuple[str, ...], code: int
) -> None:
    done = process(*arguments)

    assert done.code == code
    assert bool(done.data) is (code < 2)
    assert bool(done.messages) is (code >= 2)


ASCII = {"PYTHONIOENCODING": "ascii"}  # as if the terminal knew nothing else


@pytest.mark.usefixtures("demo")
def test_json_is_utf_8_whatever_the_locale_says() -> None:
    done = process("ask", QUESTION, "--json", **ASCII)

    assert done.json["question"] == QUESTION
    assert "schaltet die Druckerhöhungsanlage" in done.json["sentences"][0]["text"]
    assert fundstelle("ask", QUESTION, "--json").json["sentences"] == done.json["sentences"]


@pytest.mark.usefixtures("demo")
def test_what_the_terminal_cannot_write_ends_nothing() -> None:
    done = process("ask", QUESTION, **ASCII)

    assert (done.code, done.messages) == (0, "")
    assert b"7,8 bar" in done.data


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    "arguments",
    [("documents", "list"), ("documents", "list", "--json"), ("ask", QUESTION), ("--help",)],
    ids=" ".join,
)
def test_a_reader_that_goes_away_is_no_error(arguments: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()  # before anything can have been written
        messages = running.stderr.read()

    assert (running.returncode, messages) == (0, "")


MANY = 800  # so many that the import is still running when the signal comes, on a busy machine too


@pytest.mark.usefixtures("obeying_ctrl_c")
def test_ctrl_c_stops_an_import_and_leaves_a_usable_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "none")  # vectors of so many files take minutes
    files, data = tmp_path / "files", tmp_path / "data"
    files.mkdir()
    for number in range(MANY):
        text = "\n\n".join(f"Der Schrank {number}-{n} steht im Flur." for n in range(80))
        (files / f"{number:03}.txt").write_text(text, encoding="utf-8")

    with subprocess.Popen(
        [COMMAND, "ingest", files, "--collection", "Haus", "--data", data],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        while sum(1 for _ in (data / "originals").rglob("*")) < 5:
            assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the children too
        out, err = running.communicate()

    assert running.returncode == 130
    assert (out, err.decode()) == (b"", "fundstelle: Stopped.\n")
    assert fundstelle("doctor", "--data", data).code == 0
    kept = fundstelle("stats", "--json", "--data", data).json["documents"]
    assert 0 < kept < MANY
    again = fundstelle("ingest", files, "--collection", "Haus", "--json", "--data", data)
    assert (again.code, again.json["counts"]) == (0, {"new": MANY - kept, "unchanged": kept})


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("arguments", ["ask ?", "documents list", "documents list --json", "stats"])
@pytest.mark.parametrize(("where", "code"), [("/dev/full", {3}), ("&-", {0, 1})])
def test_a_standard_output_that_takes_nothing_ends_in_words(
    arguments: str, where: str, code: set[int]
) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{COMMAND} {arguments} >{where}"], capture_output=True, text=True, check=False
    )

    assert done.returncode in code
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert bool(done.stderr) is (where == "/dev/full")


@pytest.mark.parametrize("kib", [0, 8, 40, 100])
def test_a_full_disk_ends_an_import_in_words(kib: int, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Der Schrank steht im Flur.\n" * 40000, encoding="utf-8")
    limit = kib * 1024

    done = subprocess.run(
        [COMMAND, "ingest", "a.txt", "--collection", "X", "--data", "data"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )

    assert (done.returncode, "Traceback" in done.stderr) == (3, False), done.stderr
    assert done.stderr.startswith("fundstelle: The ")
