"""Passwords and keys at the command line."""

from io import StringIO
from pathlib import Path

import pytest

from tests.delivery.command import Done, fundstelle

PASSWORD = "korrekt pferd batterie"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def typed(monkeypatch: pytest.MonkeyPatch, text: str, *arguments: str | Path) -> Done:
    """Run a command with this on standard input."""
    monkeypatch.setattr("sys.stdin", StringIO(text))
    return fundstelle(*arguments)


def test_a_password_comes_from_standard_input_and_stands_nowhere(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("users", "add", "Umut", "--password-stdin", "--admin", "--data", data)
    made = typed(monkeypatch, f"{PASSWORD}\n", *line)

    assert made.code == 0
    assert PASSWORD not in made.text + made.messages
    changed = ("users", "password", "umut", "--password-stdin", "--data", data)
    assert typed(monkeypatch, "ein anderes Kennwort\r\n", *changed).code == 0


@pytest.mark.parametrize("password", ["", "kurz", "password1", "aaaaaaaa"])
def test_a_weak_password_makes_no_user(
    data: Path, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    line = ("users", "add", "Umut", "--password-stdin", "--data", data)
    refused = typed(monkeypatch, f"{password}\n", *line)

    assert refused.code == 2
    assert fundstelle("users", "list", "--json", "--data", data).json["users"] == []


def test_a_password_is_never_an_argument(data: Path) -> None:
    fundstelle("users", "add", "Umut", "--data", data)

    assert fundstelle("users", "password", "Umut", "--data", data).code == 2
    assert fundstelle("users", "password", "Umut", PASSWORD, "--data", data).code == 2


def test_the_secret_of_a_key_is_the_only_data(data: Path) -> None:
    fundstelle("users", "add", "Umut", "--data", data)

    made = fundstelle(
        "keys", "add", "Umut", "skript", "--read-only", "--days", "30", "--data", data
    )
    (listed,) = fundstelle("keys", "list", "--json", "--data", data).json["keys"]

    assert made.text.startswith("fst_")
    assert made.text.count("\n") == 1
    assert made.text.strip() not in made.messages
    assert "skript" in made.messages
    assert listed["read_only"]
    assert listed["ends_at"] - listed["made_at"] in range(30 * 86_400 - 5, 30 * 86_400 + 5)
    assert "key" not in listed


def test_a_key_is_narrowed_to_what_its_user_may_read(data: Path) -> None:
    fundstelle("users", "add", "Umut", "--data", data)
    fundstelle("collections", "add", "Akten", "--data", data)
    line = ("keys", "add", "Umut", "skript", "--collection", "Akten", "--data", data)
    assert fundstelle(*line).code == 2

    for command in (
        ("groups", "add", "alle"),
        ("groups", "add-user", "alle", "Umut"),
        ("grants", "add", "alle", "Akten", "--right", "read"),
    ):
        assert fundstelle(*command, "--data", data).code == 0, command
    made = fundstelle(*line, "--json").json

    assert len(made["collection_ids"]) == 1


def test_a_removed_key_is_gone(data: Path) -> None:
    fundstelle("users", "add", "Umut", "--data", data)
    key_id = fundstelle("keys", "add", "Umut", "skript", "--json", "--data", data).json["key_id"]

    assert fundstelle("keys", "remove", key_id, "--data", data).code == 0
    assert fundstelle("keys", "remove", key_id, "--data", data).code == 2
    assert fundstelle("keys", "list", "--json", "--data", data).json["keys"] == []


def test_keys_are_listed_in_both_languages(data: Path) -> None:
    fundstelle("users", "add", "Umut", "--data", data)
    fundstelle("keys", "add", "Umut", "skript", "--read-only", "--data", data)

    german = fundstelle("keys", "list", "--data", data, FUNDSTELLE_LANG="de").text
    english = fundstelle("keys", "list", "--data", data, FUNDSTELLE_LANG="en").text

    assert "nur lesen" in german
    assert "nie benutzt" in german
    assert "never used" in english
