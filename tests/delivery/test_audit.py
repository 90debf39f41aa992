"""The audit log at the command line: what stands in it, what never does, and how it is checked."""

import json
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fundstelle.adapters.stores.sqlite import DATABASE
from fundstelle.core.audit import ACTIONS
from tests.delivery.command import Done, fundstelle
from tests.delivery.test_usage import CANNOT

BROKEN = 1
ID = re.compile(r"[0-9a-f]{16,64}")
LINE = re.compile(r"\d+  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  -  \w+\.\w+  ")
TEXT = "# Plan\n\nDie Zisterne fasst 40 Kubikmeter. Der Schlüssel hängt beim Pförtner."
# Words that stand in no document, no name and no program.
QUESTION = "Wieviel fasst die Zisterne wenn Quabbelkram und Zwirbelwuchs hineinfallen?"
CANARIES = (b"quabbelkram", b"zwirbelwuchs")
NAMES = ("Annegret", "Stabsstelle", "Werkhof", "plan.md", "Zisterne")


def done(*arguments: str, **variables: str) -> Done:
    found = fundstelle(*arguments, **variables)
    assert found.code == 0, found.messages
    return found


def entries(*arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done("audit", "list", *arguments, "--json").json["entries"]
    return found


def actions() -> list[str]:
    return [entry["action"] for entry in entries() if entry["action"] != "log.read"]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything that is written down, done once."""
    home = tmp_path_factory.mktemp("audit")
    plan, data = home / "plan.md", ("--data", str(home / "data"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUNDSTELLE_EMBEDDER", "hashing")
        plan.write_text(TEXT, encoding="utf-8")
        done("ingest", str(plan), "--collection", "Werkhof", *data)
        plan.write_text(f"{TEXT} Neu.", encoding="utf-8")
        done("ingest", str(plan), "--collection", "Werkhof", *data)
        done("ingest", str(plan), "--collection", "Werkhof", *data)  # nothing changed
        for words in (
            ("users", "add", "Annegret"),
            ("users", "make-admin", "Annegret"),
            ("groups", "add", "Stabsstelle"),
            ("groups", "add-user", "Stabsstelle", "Annegret"),
            ("grants", "add", "Stabsstelle", "Werkhof", "--right", "read"),
            ("grants", "add", "Stabsstelle", "Werkhof", "--right", "read"),  # nothing changed
            ("keys", "add", "Annegret", "Cron"),
            ("collections", "owner", "Werkhof", "Hausmeister"),
            ("search", "Zisterne", "--as", "Annegret"),
            ("collections", "add", "Rat"),
            ("collections", "rename", "Rat", "Stadtrat"),
            ("documents", "remove", "plan.md"),
            ("collections", "remove", "Stadtrat"),
            ("grants", "remove", "Stabsstelle", "Werkhof"),
            ("groups", "remove-user", "Stabsstelle", "Annegret"),
            ("groups", "rename", "Stabsstelle", "Leitstelle"),
            ("groups", "remove", "Leitstelle"),
            ("users", "rename", "Annegret", "Annegret Berg"),
            ("users", "add", "Ben", "--admin"),
            ("users", "disable", "Annegret Berg"),
            ("users", "enable", "Annegret Berg"),
            ("users", "remove", "Annegret Berg"),
        ):
            done(*words, *data)
    return home / "data"


@pytest.fixture
def data(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = shutil.copytree(filled, tmp_path / "data")
    monkeypatch.setenv("FUNDSTELLE_DATA", str(copy))
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "hashing")
    return copy


@pytest.mark.usefixtures("data")
def test_each_change_is_written_down_once_in_its_order() -> None:
    assert " ".join(actions()).split() == [
        *("collection.added", "document.imported", "document.replaced"),
        *("user.added", "user.admin", "group.added", "member.added", "grant.given", "key.added"),
        *("owner.changed", "user.viewed_as", "collection.added", "collection.renamed"),
        *("document.deleted", "collection.removed", "grant.taken", "member.removed"),
        *("group.renamed", "group.removed", "user.renamed", "user.added", "user.disabled"),
        *("user.enabled", "user.removed"),
    ]


@pytest.mark.usefixtures("data")
def test_entries_hold_ids_and_rights_of_the_operator_and_no_names() -> None:
    found = entries()

    assert {entry["actor"] for entry in found} == {""}
    assert all(ID.fullmatch(entry["subject"]) for entry in found)
    (granted,) = [entry["detail"] for entry in found if entry["action"] == "grant.given"]
    assert granted.keys() == {"group", "right"}
    assert granted["right"] == "read"
    text = json.dumps(found)
    assert [name for name in NAMES if name.casefold() in text.casefold()] == []


def test_a_collection_that_goes_says_how_many_documents_went_with_it(
    data: Path, tmp_path: Path
) -> None:
    assert data.exists()
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(f"{TEXT} {name}", encoding="utf-8")
    done("ingest", str(tmp_path / "a.md"), str(tmp_path / "b.md"), "--collection", "Rat")
    done("collections", "remove", "Rat", "--with-documents")

    last = entries()[-1]
    assert (last["action"], last["detail"]) == ("collection.removed", {"documents": "2"})


@pytest.mark.usefixtures("data")
def test_a_password_is_written_down_as_set_by_the_operator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from io import StringIO

    monkeypatch.setattr("sys.stdin", StringIO("quietsche-ente-77\n"))
    done("users", "password", "Ben", "--password-stdin")

    assert actions()[-1] == "user.password_set"


@pytest.mark.usefixtures("data")
def test_who_reads_the_log_stands_in_it_and_who_checks_it_does_not() -> None:
    before = len(entries())
    done("audit", "verify")

    assert [entry["action"] for entry in entries("--after", str(before))] == ["log.read"]


@pytest.mark.usefixtures("data")
def test_the_list_comes_in_pages_and_as_lines() -> None:
    first = done("audit", "list", "--limit", "2", "--json").json
    second = done("audit", "list", "--after", "2", "--limit", "2").text.splitlines()

    assert [entry["number"] for entry in first["entries"]] == [1, 2]
    assert first["next_after"] == 2
    assert [line.split()[0] for line in second] == ["3", "4"]
    assert all(
        re.match(r"\d+  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  -  \w+\.\w+  ", line) for line in second
    )


def edit(data: Path, statement: str) -> None:
    with sqlite3.connect(data / DATABASE) as db:
        db.executescript(statement)
    db.close()


def test_verify_says_intact_broken_or_cut_in_both_languages(data: Path) -> None:
    intact = done("audit", "verify")
    head = done("audit", "verify", "--json").json["head"]
    edit(data, "DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)")
    unseen = fundstelle("audit", "verify")
    cut = fundstelle("audit", "verify", "--head", head)
    edit(data, "UPDATE audit SET at = 0 WHERE number = 5")
    broken = fundstelle("audit", "verify", FUNDSTELLE_LANG="de")
    facts = fundstelle("audit", "verify", "--json")

    assert head in intact.messages
    assert (unseen.code, cut.code, broken.code, facts.code) == (0, BROKEN, BROKEN, BROKEN)
    assert "the end is missing" in cut.messages
    assert "zuerst stimmt Eintrag 5 nicht" in broken.messages
    assert facts.json["broken"] == 5


def test_a_damaged_log_is_still_listed(data: Path) -> None:
    edit(data, "UPDATE audit SET at = 'x', detail = '{', actor = x'ff' WHERE number = 1")

    assert done("audit", "list", "--limit", "1").text.split()[:3] == ["1", "x", r"b'\xff'"]
    assert done("audit", "list", "--limit", "1", "--json").json["entries"][0]["detail"] == "{"
    assert fundstelle("audit", "verify").code == BROKEN


def test_a_log_that_cannot_be_read_ends_with_code_three(data: Path) -> None:
    (data / DATABASE).write_bytes(b"no database " * 1000)

    assert fundstelle("audit", "verify").code == CANNOT
    assert fundstelle("audit", "verify", "--data", str(data / "nowhere")).code == CANNOT


def files_with(folder: Path, word: bytes) -> list[str]:
    return [
        path.name
        for path in folder.rglob("*")
        if path.is_file() and word in path.read_bytes().lower()
    ]


def test_no_word_of_a_question_is_kept_in_any_file(data: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.md"
    plan.write_text(TEXT, encoding="utf-8")
    done("ingest", str(plan), "--collection", "Werkhof")
    for words in (
        ("groups", "add", "Hof"),
        ("groups", "add-user", "Hof", "Ben"),
        ("grants", "add", "Hof", "Werkhof", "--right", "read"),
    ):
        done(*words)
    for command in ("ask", "search"):
        assert fundstelle(command, QUESTION, "--as", "Ben").code in {0, 1}
        assert fundstelle(command, QUESTION).code in {0, 1}

    assert files_with(data, b"zisterne")  # what is kept is found this way
    assert {canary: files_with(data, canary) for canary in CANARIES} == {c: [] for c in CANARIES}


# Tables that know a user, and every column they may have.
ABOUT_PEOPLE = {
    "users": {"key", "id", "name", "name_folded", "admin", "service", "disabled", "password"},
    "members": {"user", "group_key"},
    "sessions": {"hash", "id", "user", "administration", "begun_at", "seen_at", "ends_at"},
    "keys": {"key", "id", "hash", "user", "name", "read_only", "narrowed", "made_at"}
    | {"ends_at", "used_at"},
    "audit": {"number", "at", "actor", "action", "subject", "detail", "hash"},
}
PERSON = re.compile(r"user|actor|person|asker|owner|who")
ASKED = re.compile(r"question|query|asked|answer|history|usage")
NO_PERSON = {("collections", "owner")}  # who answers for it, as free text


def test_no_table_joins_a_person_with_a_question(data: Path) -> None:
    with sqlite3.connect(data / DATABASE) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        columns = {
            table: {row[1] for row in db.execute(f"PRAGMA table_info('{table}')")}
            for table in tables
        }
    db.close()
    about = {
        table
        for table, names in columns.items()
        if any(PERSON.search(name) and (table, name) not in NO_PERSON for name in {*names, table})
    }

    assert about | {"keys"} == ABOUT_PEOPLE.keys()
    assert {table: columns[table] for table in ABOUT_PEOPLE} == ABOUT_PEOPLE
    assert [t for t, names in columns.items() if any(map(ASKED.search, {t, *names}))] == []
    assert [action for action in ACTIONS if ASKED.search(action)] == []
