"""What a terminal gets: no codes where none are wanted, and never a code out of a document."""

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from tests.delivery.command import COMMAND, fundstelle

# What a terminal obeys, apart from the end of a line.
OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
EVIL = "\x1b[2J\x1b[1;1H\x9b31m\x1b]8;;file:///etc\x07\r\u202eegnilhcS\x08\x7f"
QUESTION = "Bei welchem Druck schaltet die Druckerhöhungsanlage selbsttätig ab?"


def evil_folder(folder: Path) -> Path:
    folder.mkdir()
    plain = "Die Anlage steht im Keller und wird jeden Tag geprüft.\n\n" * 40
    text = f"# Die {EVIL} Anlage\n\nDer Druck{EVIL} der Pumpe beträgt 12 bar.\n\n{plain}"
    (folder / f"anlage{EVIL.replace('/', '')}.md").write_text(text, encoding="utf-8")
    (folder / f"leer{EVIL.replace('/', '')}.txt").write_bytes(b"")
    table = f"Teil;Wert{EVIL}\nPumpe{EVIL};8 bar\n" + "Ventil;9 bar\n" * 200
    (folder / "tabelle.csv").write_text(table, encoding="utf-8")
    return folder


def test_no_document_name_or_message_moves_the_cursor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUNDSTELLE_DATA", str(tmp_path / "data"))
    collection = "Bereich"
    folder = evil_folder(tmp_path / "files")

    shown = [fundstelle("ingest", folder, "--collection", collection)]
    listed = fundstelle("documents", "list", "--json").json["documents"]
    ids = [document["document_id"] for document in listed]
    (folder / "tabelle.csv").write_text(
        f"Teil;Wert\nRohr{EVIL};7 bar\n" + "Ventil;9 bar\n" * 200, encoding="utf-8"
    )
    shown += [
        fundstelle("ingest", folder, "--collection", collection),
        fundstelle("ask", "Wie hoch ist der Druck der Pumpe?"),
        fundstelle("ask", f"Wie hoch ist {EVIL}?"),
        fundstelle("search", "Pumpe Rohr Druck"),
        fundstelle("ask", "Druck", "--collection", f"fremd{EVIL}"),
        fundstelle("documents", "show", f"fremd{EVIL}"),
        fundstelle("documents", "list"),
        fundstelle("documents", "diff", "tabelle.csv", "--from", "1"),
        fundstelle("documents", "reread", ids[0]),
        fundstelle("collections", "list"),
        fundstelle("collections", "add", f"Bereich{EVIL}"),
        fundstelle("ingest", folder, "--collection", f"Bereich{EVIL}"),
        fundstelle("collections", "remove", collection),
        fundstelle("coverage"),
        fundstelle("doctor"),
        *(fundstelle("documents", what, key) for what in ("show", "text") for key in ids),
    ]

    assert len(ids) == 2
    assert sum("Pumpe" in done.text for done in shown) > 3
    assert [(done.text, done.messages) for done in shown if OBEYED.search(done.text)] == []
    assert [done.messages for done in shown if OBEYED.search(done.messages)] == []


COMMANDS = [
    ("ask", QUESTION),
    ("ask", "Darf ich meinen Hund mit ins Büro bringen?"),
    ("search", "Frist"),
    ("documents", "list"),
    ("stats",),
    ("doctor",),
    ("--help",),
    ("ask", "--bogus"),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_what_is_no_terminal_gets_no_codes(arguments: tuple[str, ...]) -> None:
    done = fundstelle(*arguments)

    assert done.data or done.messages
    assert OBEYED.findall(done.text + done.messages) == []


def on_a_terminal(*arguments: str | Path, **variables: str) -> str:
    """What the command writes when standard output and error are a terminal."""
    reading, writing = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "90"} | variables
    with subprocess.Popen(
        [COMMAND, *arguments], env=environment, stdin=writing, stdout=writing, stderr=writing
    ):
        os.close(writing)
        written = b""
        try:
            while block := os.read(reading, 65536):
                written += block
        except OSError:  # this is how Linux says that the last writer has gone
            pass
    os.close(reading)
    return written.decode("utf-8").replace("\r\n", "\n")


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("variables", "colours"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=str,
)
def test_a_terminal_gets_colours_unless_told_otherwise(
    variables: dict[str, str], *, colours: bool
) -> None:
    shown = on_a_terminal("ask", QUESTION, **variables)

    assert "7,8 bar" in shown
    assert ("\x1b[" in shown) is colours


@pytest.mark.usefixtures("demo")
def test_a_terminal_shows_the_same_words() -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_a_terminal("ask", QUESTION))

    assert shown.split() == fundstelle("ask", QUESTION).text.split()


def test_no_character_of_a_document_or_name_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUNDSTELLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "none")
    path = tmp_path / "a:x:b.md"
    for price in (12, 13):
        path.write_text(f"# Feuer :fire:\n\nollama:x:latest kostet {price} Euro :smile:.", "utf-8")
        assert fundstelle("ingest", path, "--collection", "C:x:D").code == 0

    for shown, expected in (
        (("documents", "diff", path.name, "--from", "1"), "ollama:x:latest kostet 13"),
        (("documents", "list"), "a:x:b.md"),
        (("documents", "show", path.name), "Feuer :fire:"),
        (("documents", "history", path.name), "2"),
        (("collections", "list"), "C:x:D"),
        (("ask", "Was kostet ollama?"), "ollama:x:latest kostet 13 Euro :smile:."),
        (("search", "kostet"), "Feuer :fire:"),
    ):
        text = fundstelle(*shown).text
        assert expected in text
        assert text.isascii() or not set("❌🔥😄") & set(text)


LISTS = [
    ("documents", "list"),
    ("documents", "history", "Mitarbeiterhandbuch.md"),
    ("collections", "list"),
    ("coverage",),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("arguments", LISTS, ids=" ".join)
def test_a_list_has_a_head_on_a_terminal_and_rows_alone_elsewhere(
    arguments: tuple[str, ...],
) -> None:
    shown = on_a_terminal(*arguments, NO_COLOR="1").splitlines()
    rows = fundstelle(*arguments).text.splitlines()

    assert shown[1:] == rows
    assert shown[0] == shown[0].lower()  # names of columns, no row
    assert any(word in shown[0] for word in ("name", "version", "collection"))
