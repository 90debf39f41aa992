"""What lies outside the asked collections changes nothing: not a byte of an answer.

The answers over a data folder with hidden collections are compared with those over a copy of it
from which the hidden collections were removed. The hidden ones hold near duplicates of what is
readable, its words in masses, words that only they know, newer states of the same documents, and
the same things in another language. Words and vectors both take part.
"""

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.delivery.command import Done, fundstelle, process

OPEN, NEAR, MASS = "Offen", "Nah", "Masse"
THINGS = [
    "Pumpe", "Heizung", "Lüftung", "Schranke", "Leiter", "Waage", "Drehbank", "Absauganlage",
    "Notbeleuchtung", "Brandmeldeanlage", "Hebebühne", "Kehrmaschine", "Rolltor", "Kompressor",
]  # fmt: skip
PLACES = ["Werkstatt", "Lagerhalle", "Kantine", "Pforte", "Gießerei", "Versandstelle", "Tiefgarage"]
UNITS = ["bar", "Grad", "Liter", "Meter", "Kilogramm", "Volt"]


def rule(thing: str, place: str, amount: int, unit: str) -> str:
    return (
        f"Die Anlage {thing} steht in der {place}. Sie wird bei {amount} {unit} abgeschaltet. "
        f"Die Prüfung der Anlage {thing} erfolgt alle {amount + 1} Wochen durch den Hausdienst."
    )


def write(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def files(home: Path) -> None:
    chance = random.Random(11)
    for number in range(40):
        thing, place = THINGS[number % len(THINGS)], chance.choice(PLACES)
        amount, unit = chance.randrange(2, 90), chance.choice(UNITS)
        text = rule(thing, place, amount, unit)
        title = f"# {thing} {number}\n\n"
        write(home / OPEN, f"{thing} {number}.md", title + text)
        if number % 2:  # the same document with another number, and a newer state of another
            changed = rule(thing, place, amount + 1, unit)
            write(home / NEAR, f"{thing} {number}.md", title + changed)
            write(home / NEAR, f"{thing} {number} neu.md", title + text + " Neu geprüft.")
    only = "Die Zentrifugenhalterung Xaverl-77 der Prüfkammer wird bei 4 bar abgeschaltet."
    write(home / NEAR, "geheim.md", f"# Zentrifugenhalterung\n\n{only} Die Pumpenschranke hält.")
    pressure = "The pump is switched off at 5 bar; the in-house service inspects it every week."
    write(home / NEAR, "pump.md", f"# Pumps\n\n{pressure} The heating runs from October to April.")
    for number in range(4):  # far more chunks than an index returns, full of the same words
        parts = [
            rule(chance.choice(THINGS), chance.choice(PLACES), chance.randrange(90), "bar") * 3
            for _ in range(110)
        ]
        write(home / MASS, f"Masse {number}.txt", "\n\n".join(parts))


READER = "Anna"  # may read what is open and nothing else
PEOPLE = [
    ("users", "add", READER),
    ("users", "add", "Ben", "--admin"),
    *(("groups", "add", name) for name in ("Haus", "Rat")),
    ("groups", "add-user", "Haus", READER),
    ("groups", "add-user", "Rat", "Ben"),
    ("grants", "add", "Haus", OPEN, "--right", "read"),
    ("grants", "add", "Rat", OPEN, "--right", "manage"),
    *(("grants", "add", "Rat", name, "--right", "read") for name in (NEAR, MASS)),
]
QUESTIONS = [
    *(f"Bei welchem Wert wird die Anlage {thing} abgeschaltet?" for thing in THINGS),
    *(f"Wie oft wird die {thing} geprüft?" for thing in THINGS[::2]),
    *(f"Was steht in der {place}?" for place in PLACES),
    "Wer prüft die Anlage?",
    "Wann wird die Anlage abgeschaltet?",
    "Wie oft erfolgt die Prüfung durch den Hausdienst alle Wochen?",
    "Wann wird die Zentrifugenhalterung abgeschaltet?",  # stands only where it is hidden
    "Was ist Xaverl-77?",
    "Wo steht die Zentrifugenhaltreung?",  # misspelt, and known only where it is hidden
    "Was hält die Schranke der Pumpe?",  # parts of a hidden compound
    "Wie oft wird die Pmupe geprüft?",
    "Wird die Hebebuehne in der Giesserei geprueft?",
    "Welche Geldstrafe droht in Ecuador?",
    '"Neu geprüft"',
    "bar",
    "At what pressure is the pump switched off?",
    "How often does somebody look at the heating?",
    "Wann macht jemand die Kälteerzeugung für den Speisesaal aus?",  # in other words
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A data folder with hidden collections, and a copy from which they were removed."""
    home = tmp_path_factory.mktemp("noninterference")
    (home / "files").mkdir()
    files(home / "files")
    whole, without = home / "whole", home / "without"
    for name in (NEAR, OPEN, MASS):  # hidden ones before and after
        done = fundstelle("ingest", home / "files" / name, "--collection", name, "--data", whole)
        assert done.code == 0, done.messages
    for words in PEOPLE:
        done = fundstelle(*words, "--data", whole)
        assert done.code == 0, done.messages
    shutil.copytree(whole, without)
    for name in (NEAR, MASS):
        done = fundstelle("collections", "remove", name, "--with-documents", "--data", without)
        assert done.code == 0, done.messages
    return whole, without


def bytes_of(done: Done) -> bytes:
    """What a command printed, without the times."""
    found: dict[str, Any] = done.json
    found.pop("timings_ms", None)
    return json.dumps([done.code, done.messages, found], ensure_ascii=False).encode()


def asked(data: Path, *collections: str, user: str = "") -> Iterator[bytes]:
    chosen = [word for name in collections for word in ("--collection", name)]
    chosen += ["--as", user] if user else []
    for question in QUESTIONS:
        for command in ("ask", "search"):
            done = fundstelle(command, question, *chosen, "--json", "--data", data)
            yield bytes_of(done)


def test_hidden_collections_change_no_byte(folders: tuple[Path, Path]) -> None:
    whole, without = folders

    beside, alone = list(asked(whole, OPEN)), list(asked(without, OPEN))

    assert [b for b, a in zip(beside, alone, strict=True) if b != a] == []


def test_a_user_gets_the_bytes_of_a_folder_without_what_they_may_not_read(
    folders: tuple[Path, Path],
) -> None:
    whole, without = folders

    beside, alone = list(asked(whole, user=READER)), list(asked(without, user=READER))

    assert [b for b, a in zip(beside, alone, strict=True) if b != a] == []
    assert beside == list(asked(whole, OPEN)), "a user and a narrowed operator see the same"


def test_the_rights_of_a_user_would_matter(folders: tuple[Path, Path]) -> None:
    whole, _ = folders

    read, more = list(asked(whole, user=READER)), list(asked(whole, user="Ben"))

    assert more == list(asked(whole))
    assert sum(r != m for r, m in zip(read, more, strict=True)) > len(read) * 3 // 4


LISTED = [
    ("documents", "list"),
    ("documents", "show", "Pumpe 0.md"),
    ("documents", "history", "Heizung 1.md"),  # also there where it is hidden
    ("documents", "show", "geheim.md"),
    ("documents", "history", "geheim.md"),
    ("documents", "list", "--collection", NEAR),
    ("documents", "list", "--collection", "Nirgends"),
    ("ask", "Was ist Xaverl-77?", "--collection", NEAR),
    ("search", "Xaverl-77", "--collection", NEAR),
]


@pytest.mark.parametrize("arguments", LISTED, ids=" ".join)
def test_everything_outside_looks_like_missing(
    folders: tuple[Path, Path], arguments: tuple[str, ...]
) -> None:
    told = [fundstelle(*arguments, "--as", READER, "--json", "--data", data) for data in folders]
    plain = [fundstelle(*arguments, "--as", READER, "--data", data) for data in folders]

    assert told[0] == told[1]
    assert plain[0] == plain[1]
    if arguments[2:] == ("geheim.md",) or "--collection" in arguments:
        assert (told[0].code, told[0].data) == (2, b"")
    else:
        assert told[0].code == 0


def test_texts_are_those_of_the_same_document(folders: tuple[Path, Path]) -> None:
    for name, code in (("Heizung 1.md", 0), ("geheim.md", 2), ("Nichts.md", 2)):
        told = [
            fundstelle("documents", "text", name, "--as", READER, "--data", data)
            for data in folders
        ]

        assert told[0] == told[1]
        assert told[0].code == code


def test_vectors_take_part(folders: tuple[Path, Path]) -> None:
    for data in folders:
        done = fundstelle("ask", QUESTIONS[0], "--json", "--data", data)
        found = fundstelle("search", QUESTIONS[-1], "--json", "--data", data).json["hits"]

        assert done.json["degraded"] == []
        assert any(hit["vector_rank"] for hit in found)


def test_the_hidden_collections_would_matter(folders: tuple[Path, Path]) -> None:
    whole, without = folders
    stats = fundstelle("collections", "list", "--json", "--data", whole).json["collections"]
    chunks = {row["name"]: row["chunks"] for row in stats}

    read, alone = list(asked(whole)), list(asked(without))

    assert chunks[MASS] > 256
    changed = sum(r != a for r, a in zip(read, alone, strict=True))
    assert changed > len(alone) * 3 // 4


def test_the_hidden_collections_would_say_otherwise(folders: tuple[Path, Path]) -> None:
    chosen = ("--collection", OPEN, "--collection", NEAR, "--json", "--data", folders[0])

    told = [p for q in QUESTIONS[:8] for p in fundstelle("ask", q, *chosen).json["opposing"]]

    assert {OPEN, NEAR} == {p[side]["collection"] for p in told for side in ("shown", "other")}


def test_lists_of_a_collection_show_nothing_of_others(folders: tuple[Path, Path]) -> None:
    listed = [
        fundstelle("documents", "list", "--collection", OPEN, "--json", "--data", data)
        for data in folders
    ]

    assert bytes_of(listed[0]) == bytes_of(listed[1])
    assert {d["collection"] for d in listed[0].json["documents"]} == {OPEN}


@pytest.mark.parametrize("command", ["ask", "search"])
def test_two_processes_give_the_same_bytes(folders: tuple[Path, Path], command: str) -> None:
    arguments = (command, QUESTIONS[0], "--collection", OPEN, "--json", "--data", folders[0])

    seeds = [process(*arguments, PYTHONHASHSEED=seed) for seed in ("1", "2")]

    assert bytes_of(seeds[0]) == bytes_of(seeds[1]) == bytes_of(fundstelle(*arguments))
