"""What people type: exit codes, and words that say what is wrong and what to do."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fundstelle.adapters.readers.client import ChildReader
from tests.delivery.command import Done, fundstelle

DONE, NOT_ALL, USAGE, CANNOT = 0, 1, 2, 3


def says(done: Done, code: int, *words: str) -> bool:
    """Whether a command ended so, told why on standard error, and gave no data."""
    told = " ".join(done.messages.split())
    assert (done.code, done.data) == (code, b""), told
    assert "Traceback" not in told
    return bool(told) and all(word in told for word in words)


WRONG: list[tuple[tuple[str, ...], str]] = [
    (("ask",), "question"),
    (("ask", "Frist", "--bogus"), "--bogus"),
    (("asks", "Frist"), "asks"),
    (("ask", "Frist", "zu", "viel"), "zu"),
    (("ask", "Frist", "--collection", "Nirgends"), "Collections: Kundenservice, Personal, Technik"),
    (("search", "Frist", "--collection", "Nirgends"), "'Nirgends'"),
    (("search", "Frist", "--limit", "0"), "--limit"),
    (("search", "Frist", "--limit", "zwei"), "--limit"),
    (("ingest", "/nicht/da", "--collection", "Neu"), "/nicht/da"),
    (("ingest", "."), "--collection"),
    (("ingest", ".", "--collection", " "), "name"),
    (("ingest", "--collection", "Neu"), "paths"),
    (("ingest", ".", "--collection", "a\nb"), "U+000A"),
    (("collections", "add", "\u200b"), "U+200B"),
    (("collections", "add", "a\udcff"), "U+DCFF"),
    (("collections", "rename", "Personal", "a\x1b[2J"), "U+001B"),
    (("documents", "show", "nicht-da.pdf"), "documents list"),
    (("documents", "remove", "nicht-da.pdf"), "documents list"),
    (("documents", "text", "Mitarbeiterhandbuch.md", "--version", "9"), "documents history"),
    (("documents", "diff", "Mitarbeiterhandbuch.md", "--from", "7"), "documents history"),
    (("documents", "list", "--collection", "Nirgends"), "'Nirgends'"),
    (("collections", "add", "personal"), "Personal"),
    (("collections", "add", " "), "name"),
    (("collections", "rename", "Nirgends", "Neu"), "'Nirgends'"),
    (("collections", "rename", "Personal", "TECHNIK"), "Technik"),
    (("collections", "rename", "Personal", " "), "name"),
    (("collections", "remove", "Personal"), "--with-documents"),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(("arguments", "word"), WRONG, ids=lambda value: str(value)[:40])
def test_wrong_usage_is_named(arguments: tuple[str, ...], word: str) -> None:
    assert says(fundstelle(*arguments), USAGE, word)


@pytest.mark.parametrize("arguments", [(), ("documents",), ("collections",)])
def test_without_a_command_the_help_is_shown(arguments: tuple[str, ...]) -> None:
    done = fundstelle(*arguments)

    assert done.code == USAGE
    assert "list" in done.text or "ingest" in done.text


READING = [
    ("ask", "Frist"),
    ("search", "Frist"),
    ("documents", "list"),
    ("documents", "show", "a.txt"),
    ("documents", "text", "a.txt"),
    ("documents", "remove", "a.txt"),
    ("collections", "list"),
    ("stats",),
    ("coverage",),
    ("rebuild",),
]


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_reading_needs_a_data_folder_and_makes_none(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "file").write_text("x", encoding="utf-8")

    for name, words in (("none", "ingest"), ("other", "ingest"), ("file", "is a file")):
        assert says(fundstelle(*arguments, "--data", tmp_path / name), CANNOT, name, words)

    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "other"]


def test_a_missing_path_leaves_no_data_folder(tmp_path: Path) -> None:
    done = fundstelle("ingest", "/nicht/da", "--collection", "X", "--data", tmp_path / "neu")

    assert says(done, USAGE, "/nicht/da")
    assert not (tmp_path / "neu").exists()


def random_bytes(database: Path) -> None:
    database.write_bytes(bytes(range(256)) * 64)


def torn_pages(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xff" * (database.stat().st_size - 16384))


@pytest.mark.parametrize("damage", [random_bytes, torn_pages])
@pytest.mark.parametrize("arguments", [("ask", "Frist"), ("documents", "list"), ("stats",)])
def test_a_damaged_store_is_named_in_words(
    damage: Callable[[Path], None],
    arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "a.txt").write_text("Die Frist beträgt zwei Wochen.\n" * 2000, encoding="utf-8")
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "none")  # the damage hits words and text alike
    fundstelle("ingest", tmp_path / "a.txt", "--collection", "X", "--data", tmp_path / "data")
    damage(tmp_path / "data" / "fundstelle.db")

    done = fundstelle(*arguments, "--data", tmp_path / "data")

    assert says(done, CANNOT, "fundstelle.db")
    assert fundstelle("doctor", "--data", tmp_path / "data").code == NOT_ALL


SETTINGS = [
    ("FUNDSTELLE_LANG", "fr"),
    ("FUNDSTELLE_CHUNK_CHARS", "5"),
    ("FUNDSTELLE_OVERLAP_CHARS", "viel"),
    ("FUNDSTELLE_OVERLAP_CHARS", "700"),
    ("FUNDSTELLE_GATE_THRESHOLD", "2"),
    ("FUNDSTELLE_JUDGE", "somebody"),
    ("FUNDSTELLE_JUDGE", "chat"),  # and no chat model
    ("FUNDSTELLE_CANDIDATES", "-1"),
    ("FUNDSTELLE_MAX_FILE_MB", "0"),
    ("FUNDSTELLE_READ_TIMEOUT_S", "nan"),
    ("FUNDSTELLE_KEEP_VERSIONS", "0"),
    ("FUNDSTELLE_EMBEDDER", "somebody"),
    ("FUNDSTELLE_OLLAMA_URL", "somewhere"),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(("name", "value"), SETTINGS)
def test_a_setting_that_cannot_be_is_named(name: str, value: str) -> None:
    done = fundstelle("ask", "Frist", **{name: value})

    assert says(done, CANNOT, name)
    assert done.messages.startswith(f"fundstelle: {name}")
    assert "Value error" not in done.messages


@pytest.mark.usefixtures("demo")
def test_doctor_names_a_variable_that_sets_nothing() -> None:
    done = fundstelle("doctor", FUNDSTELLE_CHUNKCHARS="700")

    assert done.code == NOT_ALL
    assert "FUNDSTELLE_CHUNKCHARS" in done.text
    assert fundstelle("doctor").code == DONE


LANGUAGES = [
    ({"FUNDSTELLE_LANG": "de"}, "Die Datei ist leer.", "Prüfen Sie"),
    ({"FUNDSTELLE_LANG": "en"}, "The file is empty.", "Check whether"),
    ({"FUNDSTELLE_LANG": "en", "LC_ALL": "de_DE.UTF-8"}, "The file is empty.", "Check whether"),
]


@pytest.mark.parametrize(("variables", "reason", "remedy"), LANGUAGES)
def test_reason_and_remedy_of_a_file_speak_the_language(
    variables: dict[str, str], reason: str, remedy: str, tmp_path: Path
) -> None:
    (tmp_path / "leer.txt").write_bytes(b"")

    done = fundstelle("ingest", tmp_path / "leer.txt", "--collection", "X", "--json", **variables)

    (item,) = done.json["items"]
    assert item["reason"] == reason
    assert item["remedy"].startswith(remedy)
    assert f"{reason} {item['remedy']}" in " ".join(done.messages.split())


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("de", ("Keine belastbare Quelle", "Nirgends gefunden", "sagen die Dokumente dazu nichts")),
        ("en", ("Refused", "Found nowhere", "the documents say nothing of it")),
    ],
)
def test_a_refusal_speaks_the_language(lang: str, words: tuple[str, ...]) -> None:
    done = fundstelle("ask", "Wie viele Zitterspinnen leben in Patagonien?", FUNDSTELLE_LANG=lang)

    assert done.code == NOT_ALL
    told = " ".join(done.text.split())
    assert all(word in told for word in words)
    assert not re.search("Schreibweise|spelling", told)  # nothing is misspelt


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("lang", "otherwise", "imported", "nowhere"),
    [
        (
            "de",
            "≠ Andere Angabe als in [1] (Kundenservice, importiert am 20",
            "importiert am 20",
            "An keiner Stelle zu dieser Frage gefunden: 120 Euro",
        ),
        (
            "en",
            "≠ Another figure than in [1] (Kundenservice, imported on 20",
            "imported on 20",
            "Found at no place for this question: 120 Euro",
        ),
    ],
)
def test_other_figures_and_false_premises_are_told_in_the_language(
    lang: str, otherwise: str, imported: str, nowhere: str
) -> None:
    done = fundstelle(
        "ask", "Warum müssen Neukunden 120 Euro Kaution zahlen?", FUNDSTELLE_LANG=lang
    )
    text = " ".join(done.text.split())

    assert nowhere in text
    shown, _, instead = text.partition(otherwise)
    assert "Bonus von 60 Euro" in shown
    assert "Bonus von 80 Euro" in instead
    assert "Preisblatt_Strom_2025.pdf · Kundenservice, " + imported in instead


@pytest.mark.usefixtures("demo")
def test_without_a_choice_the_locale_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FUNDSTELLE_LANG")

    texts = [fundstelle("ask", "?", LC_ALL=name).text for name in ("de_AT.UTF-8", "fr_FR.UTF-8")]

    assert "Keine belastbare Quelle" in texts[0]
    assert "Refused" in texts[1]


STRANGE = [
    "",
    " ",
    "?!",
    "\u200b",
    "wie was wo",
    '"',
    '"" ""',
    "Frist AND (NEAR(Kündigung* OR",
    "NOT Frist",
    "text:Frist",
    "{a b} : Frist ^Frist",
    "Frist*",
    "'; DROP TABLE chunks; --",
    "%s %d {0} [bold]Frist[/bold]",
    "Frist \x1b[2J\x1b]0;Titel\x07 \x9b31m \u202eegnilhcS",
    "Frist \udcff\udcfe",
    "𝔉𝔯𝔦𝔰𝔱 👩‍🔧",
    "ﬁ" * 500,
    "Frist " * 2000,
    "Frist" * 2000,
    " ".join(f"Wort{n}" for n in range(2000)),
    "--" + "-" * 500,
]
# What a terminal obeys, apart from the end of a line.
OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("question", STRANGE, ids=range(len(STRANGE)))
def test_every_question_ends_in_an_answer_or_a_reason(question: str) -> None:
    answered = fundstelle("ask", "--json", "--", question)
    shown = fundstelle("ask", "--", question)
    found = fundstelle("search", "--json", "--", question)

    answer = answered.json
    assert (answered.code, shown.code, found.code) in {(DONE, DONE, DONE), (NOT_ALL, NOT_ALL, DONE)}
    assert (answer["status"] == "refused") is (answer["refusal"] is not None)
    assert (answer["status"] == "refused") is (answered.code == NOT_ALL)
    assert isinstance(answer["confidence"], float)
    assert answered.messages + shown.messages + found.messages == ""
    assert OBEYED.findall(shown.text) == []
    if not re.search(r"[^\W_]{2}", question):
        assert (answer["refusal"]["code"], found.json) == ("no_terms", {"hits": []})


def test_an_empty_store_says_what_is_missing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (tmp_path / "a.txt").write_text("Der Pförtner kommt um sechs.", encoding="utf-8")
    fundstelle("ingest", tmp_path / "a.txt", "--collection", "X", "--data", data)

    fundstelle("documents", "remove", "a.txt", "--data", data)
    empty = fundstelle("ask", "Wann kommt der Pförtner?", "--json", "--data", data)
    fundstelle("collections", "remove", "X", "--data", data)
    none = fundstelle("ask", "Wann kommt der Pförtner?", "--json", "--data", data)

    assert (empty.code, empty.json["refusal"]["code"]) == (NOT_ALL, "empty_index")
    assert (none.code, none.json["refusal"]["code"]) == (NOT_ALL, "no_readable_collection")


def test_version_and_help_end_well() -> None:
    assert fundstelle("--version").text.startswith("fundstelle 0.")
    assert fundstelle("--help").code == fundstelle("ask", "-h").code == DONE


def test_an_evaluation_writes_its_run_whole_and_can_be_forgotten(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set/corpus.jsonl").write_text('{"id": "a", "text": "Er kommt um sechs."}', "utf-8")
    (tmp_path / "set/queries.jsonl").write_text('{"id": "q", "question": "Wann?"}', "utf-8")

    for wrong in (tmp_path / "set", tmp_path / "nicht" / "da"):
        done = fundstelle("eval", tmp_path / "set", "--run", wrong, "--data", tmp_path / "d")
        assert says(done, CANNOT, "run file")
        assert not (tmp_path / "d").exists()
    run = tmp_path / "run.jsonl"
    assert fundstelle("eval", tmp_path / "set", "--run", run, "--data", tmp_path / "d").code == DONE
    assert run.read_text("utf-8").count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d", "run.jsonl", "set"]
    assert list((tmp_path / "d" / "evaluation").iterdir())

    assert fundstelle("eval", "--forget", "--data", tmp_path / "d").code == DONE
    assert not (tmp_path / "d" / "evaluation").exists()
    assert says(fundstelle("eval", "--data", tmp_path / "d"), USAGE, "question set")


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("lang", "words"), [("de", "startet nicht oder endet"), ("en", "does not start, or ends")]
)
def test_doctor_goes_on_where_no_file_can_be_read(
    lang: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = ChildReader.__init__.__kwdefaults__ or {}
    broken = usual | {"command": ("false",)}
    monkeypatch.setattr(ChildReader.__init__, "__kwdefaults__", broken)

    done = fundstelle("doctor", FUNDSTELLE_LANG=lang)

    assert done.code == NOT_ALL
    assert "!!  reader" in done.text
    assert words in done.text
    assert "ok  embedder" in done.text
    assert "ok  chat model" in done.text
