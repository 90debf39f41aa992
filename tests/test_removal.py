"""`documents remove`, the whole way from files: afterwards no byte of the document is left.

Looked for are words that stood in text, heading, title, table header, file name and in an older
version: in every file of the data folder, in every value of the database, and in everything
compressed that lies anywhere in a file, also where the database no longer looks.

If another process reads at that very moment, its log cannot be emptied under it. Then the document
is gone from every answer at once, and its bytes with the next command after the reader has ended.
"""

import re
import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fundstelle.adapters.stores import sqlite_wipe
from fundstelle.core.terms import stem
from tests.delivery.command import fundstelle
from tests.readers.word_files import p, table, tr, word

ROOT = Path(__file__).parent.parent
TEXT, HEADING, TITLE = "Quittenlikörvorrat", "Zitronengrasbeet", "Feigenbaumpflege"
HEADER, NAME, OLDER = "Mispelsorte", "dattelnotiz", "Schlehenhecke"
WORDS = (TEXT, HEADING, TITLE, HEADER, NAME, OLDER)
FILLING = "\n\n".join(f"Der Absatz {n} beschreibt die Anlage {n * 7} im Garten." for n in range(60))
COMPRESSED = re.compile(rb"\x78[\x01\x5e\x9c\xda]")


def secrets(folder: Path, *, older: bool) -> None:
    """Files that hold the words. older: the state before, with a word that is replaced later."""
    extra = OLDER if older else "Hecke"
    body = f"Der {TEXT} steht am Zaun. Die {extra} blüht.\n\n{FILLING}"
    page = f"<title>{TITLE}</title><h1>{HEADING}</h1><p>Der {TEXT} und die {extra}.</p>"
    files = {
        f"{NAME}.md": f"# {TITLE}\n\n## {HEADING}\n\n{body}".encode(),
        "seite.html": f"<html><body>{page}{FILLING}</body></html>".encode(),
        "liste.csv": f"Nummer;{HEADER}\n1;{TEXT}\n2;{extra}\n".encode(),
        "brief.docx": word(p(f"Der {TEXT}. Die {extra}.") + table(tr("Nr", HEADER), tr("1", TEXT))),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with ordinary documents around those that hold the words, in two states."""
    home = tmp_path_factory.mktemp("removal")
    plain, secret, data = home / "plain", home / "secret", home / "data"
    plain.mkdir()
    secret.mkdir()
    for number in range(30):
        text = f"Bericht {number}\n\n{FILLING}\n\nDie Nummer ist {number}."
        (plain / f"bericht{number}.txt").write_text(text, encoding="utf-8")
    for older in (True, False):
        secrets(secret, older=older)
        done = fundstelle("ingest", plain, secret, "--collection", "Garten", "--data", data)
        assert done.code == 0, done.messages
    return home


@pytest.fixture
def data(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = shutil.copytree(filled / "data", tmp_path / "data")
    monkeypatch.setenv("FUNDSTELLE_DATA", str(copy))
    return copy


def forms(name: str) -> set[bytes]:
    """How a trace of a word could be written, forwards or backwards."""
    folded = name.casefold().replace("ö", "oe").replace("ü", "ue")
    plain = {name, name.casefold(), folded, *stem([folded], "de"), *stem([folded], "en")}
    return {form.encode() for word in plain for form in (word, word[::-1])}


TRACES = {name: forms(name) for name in WORDS}


def unpacked(content: bytes) -> Iterator[bytes]:
    """What is compressed anywhere in these bytes, as far as it can still be read."""
    for match in COMPRESSED.finditer(content):
        try:
            yield zlib.decompressobj().decompress(content[match.start() :])
        except zlib.error:
            continue


def values(database: Path) -> Iterator[bytes]:
    """Every value of every table, long ones in one piece."""
    db = sqlite3.connect(database)
    real = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
    for (table_name,) in db.execute(real).fetchall():
        for row in db.execute(f'SELECT * FROM "{table_name}"'):
            yield from (v if isinstance(v, bytes) else str(v).encode() for v in row)
    db.close()


def traces(data: Path) -> set[str]:
    """The words of which a trace is left."""
    files = [path for path in sorted(data.rglob("*")) if path.is_file()]
    raw = [path.read_bytes() for path in files]  # before a connection of ours touches the log
    logical = list(values(data / "fundstelle.db"))
    pieces = [*raw, *logical, *(path.name.encode() for path in data.rglob("*"))]
    pieces += [piece for content in raw + logical for piece in unpacked(content)]
    return {
        name for name in WORDS if any(trace in piece for piece in pieces for trace in TRACES[name])
    }


def ids_of_secrets() -> list[str]:
    documents = fundstelle("documents", "list", "--json").json["documents"]
    return [d["document_id"] for d in documents if not d["name"].startswith("bericht")]


def remove_by_command(_home: Path) -> None:
    for document_id in ids_of_secrets():
        assert fundstelle("documents", "remove", document_id).code == 0


def remove_by_import(home: Path) -> None:
    (home / "secret").rename(home / "away")
    (home / "secret").mkdir()
    try:
        folders = (home / "plain", home / "secret")
        done = fundstelle("ingest", *folders, "--collection", "Garten", "--json")
    finally:
        (home / "secret").rmdir()
        (home / "away").rename(home / "secret")
    assert (done.code, done.json["counts"]) == (0, {"unchanged": 30, "removed": 4})


def remove_by_collection(_home: Path) -> None:
    assert fundstelle("collections", "remove", "Garten", "--with-documents").code == 0


@pytest.mark.parametrize("remove", [remove_by_command, remove_by_import, remove_by_collection])
def test_after_a_removal_no_byte_is_left(
    remove: Callable[[Path], None], filled: Path, data: Path
) -> None:
    assert traces(data) == set(WORDS), "the search must find what is there"

    remove(filled)

    assert traces(data) == set()
    assert fundstelle("doctor").code == 0


def is_gone() -> bool:
    """Whether no command shows a trace of the documents."""
    shown = [
        fundstelle(*arguments)
        for arguments in (
            ("documents", "list", "--json"),
            ("coverage", "--json"),
            *(("search", name, "--json") for name in WORDS),
            *(("ask", f"Wo steht {name}?", "--json") for name in WORDS),
        )
    ]
    pieces = [re.sub(rb'"question": .*', b"", done.data) for done in shown]
    pieces = [re.sub(rb'"missing_terms": \[[^\]]*\]', b"", piece) for piece in pieces]
    return not any(name.encode() in piece for name in WORDS for piece in pieces)


def test_a_removal_beside_a_reader_hides_at_once_and_wipes_when_the_reader_ends(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_wipe, "CHECKPOINT_MS", 10)  # how long to wait for readers
    reader = subprocess.Popen(
        [sys.executable, "-m", "tests.reading_process", str(data)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == b"34\n"
        remove_by_command(data)
        hidden, told = is_gone(), fundstelle("doctor")
        assert reader.stdin is not None
        reader.stdin.close()
        reader.wait()

    assert hidden
    assert told.code == 1
    assert "write-ahead log" in told.text
    assert fundstelle("stats").code == 0
    assert traces(data) == set()
    assert fundstelle("doctor").code == 0
