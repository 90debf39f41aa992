"""Users, groups, grants and explanations at the command line."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.delivery.command import Done, fundstelle
from tests.delivery.test_usage import CANNOT, USAGE, says

Json = dict[str, Any]


def done(*arguments: str, **variables: str) -> Done:
    found = fundstelle(*arguments, **variables)
    assert found.code == 0, found.messages
    return found


def made(*arguments: str) -> Json:
    found: Json = done(*arguments, "--json").json
    return found


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collections Werk (plan.md) and Rat (beschluss.md); Anna reads Werk through Stab."""
    home = tmp_path_factory.mktemp("people")
    data = str(home / "data")
    for name, file, text in (
        ("Werk", "plan.md", "# Plan\n\nDie Pumpe läuft bei 5 bar."),
        ("Rat", "beschluss.md", "# Beschluss\n\nDie Rathaustreppe wird für 9000 Euro saniert."),
    ):
        (home / file).write_text(text, encoding="utf-8")
        done("ingest", str(home / file), "--collection", name, "--data", data)
    for words in (
        ("users", "add", "Anna"),
        ("users", "add", "Ben", "--admin"),
        ("groups", "add", "Stab"),
        ("groups", "add-user", "Stab", "Anna"),
        ("grants", "add", "Stab", "Werk", "--right", "read"),
    ):
        done(*words, "--data", data)
    return home / "data"


@pytest.fixture
def data(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = shutil.copytree(filled, tmp_path / "data")
    monkeypatch.setenv("FUNDSTELLE_DATA", str(copy))
    return copy


USER = {"admin": False, "service": False, "disabled": False}


@pytest.mark.usefixtures("data")
def test_users_are_made_changed_shown_and_removed() -> None:
    cem = made("users", "add", " Cem ", "--service")
    renamed = made("users", "rename", "cem", "Robot")
    changed = [
        made("users", *words)
        for words in (
            ("disable", cem["user_id"]),
            ("enable", cem["user_id"][:12]),
            ("make-admin", "robot"),
            ("make-admin", "ROBOT", "--undo"),
        )
    ]
    shown = made("users", "show", "anna")
    gone = made("users", "remove", "Robot")

    assert cem == {"user_id": cem["user_id"], "name": "Cem"} | USER | {"service": True}
    assert renamed == cem | {"name": "Robot"}
    assert changed == [
        renamed | {"disabled": True},
        renamed,
        renamed | {"admin": True},
        renamed,
    ]
    assert [group["name"] for group in shown["groups"]] == ["Stab"]
    assert gone == renamed
    listed = made("users", "list")
    assert [user["name"] for user in listed["users"]] == ["Anna", "Ben"]
    assert listed["next_cursor"] is None


@pytest.mark.usefixtures("data")
def test_groups_and_grants_are_made_changed_shown_and_removed() -> None:
    rat = made("groups", "add", "Räte")
    joined = [made("groups", "add-user", "räte", "Ben")["changed"] for _ in range(2)]
    granted = [
        made("grants", "add", rat["group_id"], "rat", "--right", right)["changed"]
        for right in ("manage", "contribute", "contribute")
    ]
    shown, grants = made("groups", "show", "Räte"), made("grants", "list")["grants"]
    left = made("groups", "remove-user", "Räte", "Ben")["changed"]
    taken = [made("grants", "remove", "Räte", "Rat")["changed"] for _ in range(2)]
    renamed = made("groups", "rename", "Räte", "Ältestenrat")
    made("groups", "remove", "Ältestenrat")

    assert (joined, granted, left, taken) == (
        [True, False],
        [True, True, False],
        True,
        [True, False],
    )
    assert [user["name"] for user in shown["users"]] == ["Ben"]
    assert [(g["group"], g["collection"], g["right"]) for g in grants] == [
        ("Räte", "Rat", "contribute"),
        ("Stab", "Werk", "read"),
    ]
    assert renamed == {"group_id": rat["group_id"], "name": "Ältestenrat"}
    assert [group["name"] for group in made("groups", "list")["groups"]] == ["Stab"]


@pytest.mark.usefixtures("data")
def test_a_collection_names_its_owner() -> None:
    owned = made("collections", "owner", "werk", "Frau Kurz, Durchwahl 7")
    listed = made("collections", "list")["collections"]
    text = done("collections", "list").text
    made("collections", "owner", "Werk", "")

    assert owned["owner"] == "Frau Kurz, Durchwahl 7"
    assert {c["name"]: c["owner"] for c in listed} == {"Rat": "", "Werk": owned["owner"]}
    assert owned["owner"] in text
    assert {c["owner"] for c in made("collections", "list")["collections"]} == {""}


@pytest.mark.usefixtures("data")
def test_an_explanation_names_steps_and_the_way() -> None:
    yes, no = made("access", "explain", "Anna", "plan.md"), made("access", "explain", "ben", "Werk")

    assert (yes["allowed"], no["allowed"]) == (True, False)
    assert [step["kind"] for step in yes["steps"]] == ["document", "account", "groups", "grant"]
    assert [change["en"] for change in yes["change"]] == ["remove Anna from Stab"]
    assert [change["de"] for change in no["change"]] == ["Ben in Stab aufnehmen"]
    assert (yes["also_changes"], yes["wider_key"], yes["right"]) == (0, False, "read")
    done("groups", "add-user", "Stab", "Ben")
    assert made("access", "explain", "Ben", "Werk")["allowed"] is True


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("de", ["Ben darf Rat nicht lesen.", "– Ben gehört zu keiner Gruppe.", "→ Ben in Stab"]),
        ("en", ["Ben may not read Rat.", "– Ben belongs to no group.", "→ add Ben to Stab"]),
    ],
)
def test_an_explanation_is_told_in_both_languages(lang: str, words: list[str]) -> None:
    told = done("access", "explain", "Ben", "beschluss.md", FUNDSTELLE_LANG=lang).text

    assert [word for word in words if word not in told] == []
    assert "None" not in told


@pytest.mark.usefixtures("data")
def test_readers_and_what_a_user_reads_are_listed() -> None:
    who, what = made("access", "who", "plan.md"), made("access", "what", "Anna")
    nobody, nothing = fundstelle("access", "who", "Rat"), fundstelle("access", "what", "Ben")

    assert (who["collection"]["name"], who["document"]["name"]) == ("Werk", "plan.md")
    (reader,), (reads,) = who["readers"], what["readable"]
    assert (reader["user"]["name"], reader["right"]) == ("Anna", "read")
    assert [group["name"] for group in reader["groups"]] == ["Stab"]
    assert reads == reader
    assert (nobody.code, nobody.data, nobody.messages) == (0, b"", "Nobody.\n")
    assert (nothing.code, nothing.data, nothing.messages) == (0, b"", "Nothing.\n")


WRONG: list[tuple[tuple[str, ...], str]] = [
    (("users", "show", "Nix"), "Users: Anna, Ben."),
    (("users", "add", "ANNA"), "Anna"),
    (("users", "add", " "), "name"),
    (("users", "add", "a\u200bb"), "U+200B"),
    (("users", "rename", "Anna", "ben"), "Ben"),
    (("users", "remove", "Ben"), "administrator"),
    (("users", "disable", "Ben"), "administrator"),
    (("users", "make-admin", "Ben", "--undo"), "administrator"),
    (("groups", "show", "Nix"), "Groups: Stab."),
    (("groups", "add", "stab"), "Stab"),
    (("groups", "add-user", "Stab", "Nix"), "Users: Anna, Ben."),
    (("groups", "add-user", "Nix", "Anna"), "Groups: Stab."),
    (("grants", "add", "Stab", "Nix", "--right", "read"), "Collections: Rat, Werk."),
    (("grants", "add", "Nix", "Werk", "--right", "read"), "Groups: Stab."),
    (("grants", "add", "Stab", "Werk"), "--right"),
    (("grants", "add", "Stab", "Werk", "--right", "all"), "contribute"),
    (("collections", "owner", "Nix", "x"), "Collections: Rat, Werk."),
    (("collections", "owner", "Werk", "a\nb"), "U+000A"),
    (("access", "explain", "Nix", "Werk"), "Users: Anna, Ben."),
    (("access", "explain", "Anna", "Nix"), "Collections: Rat, Werk."),
    (("access", "who", "nix.md"), "Collections: Rat, Werk."),
    (("access", "what", "Nix"), "Users: Anna, Ben."),
    (("ask", "Pumpe", "--as", "Nix"), "Users: Anna, Ben."),
]


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(("arguments", "word"), WRONG, ids=lambda value: str(value)[:50])
def test_wrong_usage_is_named(arguments: tuple[str, ...], word: str) -> None:
    assert says(fundstelle(*arguments), USAGE, word)


@pytest.mark.parametrize(
    "arguments",
    [("users", "list"), ("groups", "list"), ("grants", "list"), ("access", "what", "Anna")],
    ids=" ".join,
)
def test_reading_needs_a_data_folder(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert says(fundstelle(*arguments, "--data", tmp_path / "none"), CANNOT, "none")
    assert not (tmp_path / "none").exists()


READING: list[tuple[str, ...]] = [
    ("ask", "Was kostet die Sanierung der Rathaustreppe?"),
    ("ask", "Bei welchem Druck läuft die Pumpe?"),
    ("ask", "Rathaustreppe", "--collection", "Rat"),
    ("search", "Rathaustreppe"),
    ("search", "Pumpe", "--collection", "Rat"),
    ("documents", "list"),
    ("documents", "list", "--collection", "Rat"),
    ("documents", "show", "beschluss.md"),
    ("documents", "text", "beschluss.md"),
    ("documents", "history", "beschluss.md"),
    ("documents", "diff", "beschluss.md", "--from", "1"),
    ("documents", "text", "plan.md"),
]


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_as_a_user_what_lies_outside_looks_like_what_is_not_there(
    data: Path, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    without = shutil.copytree(data, tmp_path / "without")
    done("collections", "remove", "Rat", "--with-documents", "--data", str(without))

    for more in ((), ("--json",)) if arguments[1] not in ("text", "diff") else ((),):
        told = [
            fundstelle(*arguments, "--as", "Anna", *more, "--data", folder)
            for folder in (data, without)
        ]
        assert shown(told[0]) == shown(told[1])
        assert "9000" not in told[0].text


def shown(done: Done) -> object:
    """What a command printed, without the times."""
    try:
        found = done.json
    except json.JSONDecodeError:
        return done
    found.pop("timings_ms", None)
    return done.code, found, done.messages


@pytest.mark.usefixtures("data")
def test_as_a_user_the_id_of_a_foreign_document_names_nothing() -> None:
    (key,) = (
        row["document_id"]
        for row in done("documents", "list", "--json").json["documents"]
        if row["name"] == "beschluss.md"
    )

    for command in ("show", "text", "history"):
        foreign = fundstelle("documents", command, key, "--as", "Anna")
        missing = fundstelle("documents", command, key[::-1], "--as", "Anna")

        assert (foreign.code, foreign.data) == (missing.code, missing.data) == (USAGE, b"")
        assert foreign.messages.replace(key, "") == missing.messages.replace(key[::-1], "")


@pytest.mark.usefixtures("data")
def test_a_right_counts_from_the_next_command_on() -> None:
    question = ("ask", "Bei welchem Druck läuft die Pumpe?", "--as", "Anna", "--json")
    states = [fundstelle(*question).json["status"]]
    for words in (
        ("grants", "remove", "Stab", "Werk"),
        ("grants", "add", "Stab", "Werk", "--right", "contribute"),
        ("users", "disable", "Anna"),
        ("users", "enable", "Anna"),
        ("groups", "remove-user", "Stab", "Anna"),
        ("groups", "add-user", "Stab", "Anna"),
        ("groups", "remove", "Stab"),
    ):
        done(*words)
        states.append(fundstelle(*question).json["status"])

    assert states == ["extractive", "refused"] * 4
    refusal = fundstelle(*question).json["refusal"]
    assert refusal["code"] == "no_readable_collection"


def test_an_administrator_reads_only_what_groups_grant(data: Path) -> None:
    assert data
    answer = fundstelle("ask", "Bei welchem Druck läuft die Pumpe?", "--as", "Ben", "--json").json

    assert answer["refusal"]["code"] == "no_readable_collection"


def test_a_receipt_of_foreign_places_says_nothing_of_them(data: Path, tmp_path: Path) -> None:
    own, foreign = tmp_path / "own.json", tmp_path / "foreign.json"
    done("ask", "Bei welchem Druck läuft die Pumpe?", "--as", "Anna", "--receipt", str(own))
    done("ask", "Was kostet die Rathaustreppe?", "--receipt", str(foreign))
    without = shutil.copytree(data, tmp_path / "without")
    done("collections", "remove", "Rat", "--with-documents", "--data", str(without))

    for receipt, code in ((own, 0), (foreign, 1)):
        told = [
            fundstelle("verify", receipt, "--as", "Anna", "--json", "--data", folder)
            for folder in (data, without)
        ]
        assert told[0] == told[1]
        assert told[0].code == code
    assert fundstelle("verify", foreign).code == 0


CANARIES = ("Kanarienbenutzer", "Kanariengruppe", "Kanarienspalte", "Kanarienkontakt")


def traces(data: Path) -> set[str]:
    pieces = [path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file()]
    forms = {name: (name.encode(), name.casefold().encode()) for name in CANARIES}
    return {n for n, any_of in forms.items() if any(f in piece for piece in pieces for f in any_of)}


@pytest.mark.parametrize("how", ["removed", "renamed"])
def test_no_byte_of_a_removed_or_earlier_name_stays(data: Path, how: str) -> None:
    user, group, collection, owner = CANARIES
    made_first: list[tuple[str, ...]] = [
        ("users", "add", user),
        ("groups", "add", group),
        ("collections", "add", collection),
        ("collections", "owner", collection, owner),
        ("groups", "add-user", group, user),
        ("grants", "add", group, collection, "--right", "manage"),
    ]
    for words in made_first:
        done(*words)
    assert traces(data) == set(CANARIES)

    steps: dict[str, list[tuple[tuple[str, ...], set[str]]]] = {
        "removed": [
            (("collections", "remove", collection), {collection, owner}),
            (("users", "remove", user), {user}),
            (("groups", "remove", group), {group}),
        ],
        "renamed": [
            (("collections", "owner", collection, "Wer anders"), {owner}),
            (("collections", "rename", collection, "Spalte"), {collection}),
            (("users", "rename", user, "Dora"), {user}),
            (("groups", "rename", group, "Gremium"), {group}),
        ],
    }
    left = set(CANARIES)
    for words, gone in steps[how]:
        done(*words)
        left -= gone
        assert traces(data) == left
    assert not left
    assert done("doctor").code == 0
