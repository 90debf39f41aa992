"""What goes wrong is told in the language of the person, with commands as they can be typed."""

import ast
import os
import re
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter

import pytest

import fundstelle as package
from fundstelle.core.errors import CannotRun, UnreadableFile
from fundstelle.core.troubles import TROUBLES
from fundstelle.delivery.telling import told
from fundstelle.delivery.wording import TEXTS, say
from tests.delivery.command import COMMAND, Done, fundstelle

ROOT = Path(__file__).parents[2]
USAGE, CANNOT = 2, 3
DATA = Path("fundstelle-data")


def fields(text: str) -> set[str]:
    return {name.partition("!")[0] for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("code", TROUBLES)
def test_both_languages_say_what_is_wrong_and_what_to_do(code: str) -> None:
    german, english = TROUBLES[code]["de"], TROUBLES[code]["en"]

    assert fields(german) <= fields(english)
    assert german != english
    assert len(re.findall(r"[.;:](?: |$)", german)) >= 1
    assert german.endswith(".")
    assert english.endswith(".")


def filled() -> None:
    Path("a.txt").write_text("Der Pförtner kommt um sechs.", encoding="utf-8")
    Path("leer.txt").write_bytes(b"")
    done = fundstelle("ingest", "a.txt", "--collection", "Haus", FUNDSTELLE_EMBEDDER="none")
    assert done.code == 0, done.messages


def newer() -> None:
    filled()
    with sqlite3.connect(DATA / "fundstelle.db") as db:
        db.execute("PRAGMA user_version = 999")
    db.close()


def damaged() -> None:
    filled()
    (DATA / "fundstelle.db").write_bytes(bytes(range(256)) * 64)


def empty() -> None:
    assert (
        "Leer: angelegt" in fundstelle("collections", "add", "Leer", FUNDSTELLE_LANG="de").messages
    )


def nothing() -> None:
    pass


MET: list[tuple[str, Callable[[], None], tuple[str, ...], int, str]] = [
    ("no data folder", nothing, ("ask", "Frist"), CANNOT, "noch keinen Datenordner"),
    ("data is a file", filled, ("ask", "Frist", "--data", "a.txt"), CANNOT, "ist eine Datei"),
    ("collection", filled, ("ask", "x", "--collection", "Nie"), USAGE, "keinen Bereich „Nie“"),
    ("document", filled, ("documents", "show", "b.txt"), USAGE, "kein Dokument „b.txt“"),
    ("version", filled, ("documents", "text", "a.txt", "--version", "9"), USAGE, "Fassung 9"),
    ("embedder", filled, ("rebuild", "--embedder", "nie"), USAGE, "Vektoren „nie“"),
    ("path", nothing, ("ingest", "nie", "--collection", "X"), USAGE, "nie gibt es nicht"),
    ("own folder", filled, ("ingest", str(DATA), "--collection", "X"), USAGE, "gehört dazu"),
    ("nameless", nothing, ("ingest", ".", "--collection", " "), USAGE, "Der Name ist leer"),
    ("taken", filled, ("collections", "add", "HAUS"), USAGE, "schon einen Bereich Haus"),
    ("not empty", filled, ("collections", "remove", "Haus"), USAGE, "--with-documents"),
    ("nothing to search", empty, ("bench", "ask"), CANNOT, "keinen Text"),
    ("newer", newer, ("ask", "Frist"), CANNOT, "das Format 999"),
    ("damaged", damaged, ("ask", "Frist"), CANNOT, "ist beschädigt"),
]


@pytest.mark.parametrize(
    ("prepare", "arguments", "code", "words"), [row[1:] for row in MET], ids=[row[0] for row in MET]
)
def test_what_people_meet_most_often_is_told_in_german(
    prepare: Callable[[], None], arguments: tuple[str, ...], code: int, words: str
) -> None:
    prepare()

    done = fundstelle(*arguments, FUNDSTELLE_LANG="de", FUNDSTELLE_EMBEDDER="none")
    english = fundstelle(*arguments, FUNDSTELLE_LANG="en", FUNDSTELLE_EMBEDDER="none")

    assert (done.code, done.data) == (code, b"")
    assert words in done.messages
    assert english.code == code
    assert english.messages != done.messages
    assert not re.search(r"\b(There is|is a|has no|cannot)\b", done.messages)


def test_an_empty_question_is_refused_in_german() -> None:
    filled()

    done = fundstelle("ask", "", FUNDSTELLE_LANG="de", FUNDSTELLE_EMBEDDER="none")

    assert "enthält kein Wort, nach dem gesucht werden kann" in done.text


def test_the_store_that_another_program_writes_is_told_in_german(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    filled()
    monkeypatch.setattr("fundstelle.adapters.stores.sqlite_connection.BUSY_TIMEOUT_S", 0.01)
    holder = sqlite3.connect(DATA / "fundstelle.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        done = fundstelle("collections", "add", "Neu", FUNDSTELLE_LANG="de")
    finally:
        holder.close()

    assert done.code == CANNOT
    assert "schreibt gerade ein anderes Programm" in done.messages


def test_a_full_disk_is_told_in_german() -> None:
    filled()
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [COMMAND, "ask", "Wann kommt der Pförtner?"],
            env=os.environ | {"FUNDSTELLE_LANG": "de", "FUNDSTELLE_EMBEDDER": "none"},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert done.returncode == CANNOT
    assert "Der Datenträger ist voll" in done.stderr.decode()


def test_an_unreadable_file_is_told_in_the_language() -> None:
    assert told(UnreadableFile("empty"), "de").startswith("Die Datei ist leer. Prüfen")


# What the person called.


CALLING: list[tuple[Callable[[], None], tuple[str, ...]]] = [
    (nothing, ("ask", "Frist")),
    (filled, ("documents", "show", "b.txt")),
    (filled, ("ask",)),
    (filled, ("--help",)),
    (filled, ("doctor",)),
]


def said(done: Done) -> str:
    return " ".join((done.text + done.messages).split())


@pytest.mark.parametrize(
    ("prepare", "arguments"), CALLING, ids=[" ".join(row[1]) for row in CALLING]
)
def test_messages_name_what_the_person_called(
    prepare: Callable[[], None], arguments: tuple[str, ...]
) -> None:
    prepare()

    plain = said(fundstelle(*arguments))
    started = said(fundstelle(*arguments, FUNDSTELLE_CALLED_AS="./start"))

    command = re.compile(r"(?:`|Usage: |Try ')fundstelle (?:[a-z]+|\[)")
    assert command.search(plain)
    assert "./start" not in plain
    assert not command.search(started)
    assert "./start" in started


def test_the_name_of_the_start_script_is_no_unknown_setting() -> None:
    done = fundstelle("doctor", FUNDSTELLE_CALLED_AS="./start", FUNDSTELLE_EMBEDDER="none")

    assert "CALLED_AS" not in done.text
    assert done.code == 0


def test_a_name_with_braces_and_words_of_a_document_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FUNDSTELLE_CALLED_AS", "/srv/{x}/start")

    assert "`/srv/{x}/start ingest`" in say("vectors_pending", "en")
    assert say("further", "en", names="`fundstelle ask`") == "See also: `fundstelle ask`"
    assert "`/srv/{x}/start demo`" in told(CannotRun.because("no_data_folder", folder="d"), "de")


COMMANDS = "ask|search|ingest|demo|documents|collections|stats|coverage|rebuild|doctor|eval|bench"
NAMED = re.compile(rf"(?<!`)\bfundstelle (?:{COMMANDS}|verify)\b")


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the program that is no docstring, with its file."""
    for path in sorted(Path(package.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and id(node) not in docs:
                yield path.name, text


def test_every_command_in_a_text_stands_where_its_name_is_replaced() -> None:
    assert "`fundstelle" in "".join(text for _, text in texts())
    assert [(name, text) for name, text in texts() if NAMED.search(text)] == []
    assert {key for key, text in TEXTS.items() if NAMED.search(text["de"])} == set()


def test_the_start_script_says_how_it_was_called(tmp_path: Path) -> None:
    home = tmp_path / "clone"
    (home / "scripts").mkdir(parents=True)
    (home / ".venv/bin").mkdir(parents=True)
    (home / "start").write_bytes((ROOT / "start").read_bytes())
    (home / "start").chmod(0o755)
    (home / "scripts/environment.sh").write_text("ensure_environment() { :; }\n", encoding="utf-8")
    command = home / ".venv/bin/fundstelle"
    command.write_text('#!/bin/sh\necho "$FUNDSTELLE_CALLED_AS"\n', encoding="utf-8")
    command.chmod(0o755)

    def called(*words: str, folder: Path = home) -> str:
        done = subprocess.run(words, cwd=folder, capture_output=True, check=True, text=True)
        return done.stdout.strip()

    assert called("./start", "ask") == "./start"
    assert called("bash", "start", "ask") == "./start"
    assert called("clone/start", folder=tmp_path) == "clone/start"
