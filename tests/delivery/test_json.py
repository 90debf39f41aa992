"""What programs read: the objects of DESIGN §5, key by key, and places that can be checked."""

from pathlib import Path
from typing import Any

import pytest

from tests.delivery.command import fundstelle

Json = dict[str, Any]

ANSWER = (
    "status question language sentences opposing unfounded dropped sources refusal nearest "
    "confidence doubtful generated model model_host degraded carried_terms receipt timings_ms"
)
CITATION = "document_id title name collection version page heading header start end quote url"
HIT = (
    "document_id title name collection chunk_id index page heading header start end text score "
    "lexical_rank vector_rank"
)
ITEM = "path name document_id state chunks pages_without_text code reason remedy"
DOCUMENT = (
    "document_id name title collection source_uri source_url original_path content_hash "
    "imported_at version document_type language pages chunks vectors state"
)
PRESSURE = "Bei welchem Druck schaltet die Druckerhöhungsanlage selbsttätig ab?"
QUESTIONS = [
    PRESSURE,
    "Welche Frist gilt für eine Kündigung in der Probezeit?",
    "Was kostet ein Zwischenzähler?",
    "How often are the inverter filters cleaned?",
    "Wie hoch ist das Entgelt der Gruppe 9 in Stufe 3?",
    "Wer ist Notfallkontakt für die Leitwarte?",
    "Was kostet die Kilowattstunde Strom 2026?",
]


def keys(row: Json) -> str:
    return " ".join(row)


def ask(question: str, *more: str) -> Json:
    found: Json = fundstelle("ask", question, "--json", *more).json
    return found


def canonical_text(place: Json) -> str:
    number = str(place.get("version", 1))
    return fundstelle("documents", "text", place["document_id"], "--version", number).text


def stands_there(place: Json) -> bool:
    quote = place.get("quote", place.get("text"))
    return bool(quote) and canonical_text(place)[place["start"] : place["end"]] == quote


@pytest.mark.usefixtures("demo")
def test_what_another_document_says_instead_can_be_checked() -> None:
    answer = ask("Welchen Bonus erhalten Neukunden im Tarif LindenStrom Fix 12?")

    (pair,) = answer["opposing"]
    assert keys(pair) == "kind shown other"
    assert pair["kind"] == "amount"
    assert {"Preisblatt_Strom_2025.pdf", "Preisblatt_Strom_2026.pdf"} == {
        pair["shown"]["name"],
        pair["other"]["name"],
    }
    for place in (pair["shown"], pair["other"]):
        assert keys(place) == f"{CITATION} imported_at"
        assert stands_there(place)


@pytest.mark.usefixtures("demo")
def test_a_number_of_the_question_that_stands_nowhere_is_told() -> None:
    answer = ask("Warum müssen Neukunden 120 Euro Kaution zahlen?")

    assert (answer["status"], answer["unfounded"]) == ("extractive", ["120 Euro"])


@pytest.mark.usefixtures("demo")
def test_an_answer_has_the_keys_of_the_contract() -> None:
    answer = ask(PRESSURE)

    assert keys(answer) == ANSWER
    assert (answer["status"], answer["question"], answer["language"]) == (
        "extractive",
        PRESSURE,
        "de",
    )
    assert 1 <= len(answer["sentences"]) <= 3
    assert (answer["refusal"], answer["nearest"], answer["dropped"]) == (None, [], [])
    assert (answer["opposing"], answer["unfounded"]) == ([], [])
    assert (answer["generated"], answer["model"], answer["receipt"]) == (False, None, None)
    assert (answer["doubtful"], answer["degraded"], answer["carried_terms"]) == (False, [], [])
    assert keys(answer["timings_ms"]) == "embed search draft gates"
    for sentence in answer["sentences"]:
        assert keys(sentence) == "text kind citations"
        assert sentence["kind"] == "verbatim"
        (place,) = sentence["citations"]
        assert keys(place) == CITATION
        assert place["quote"] == sentence["text"]
    for source in answer["sources"]:
        assert keys(source) == "document_id title name collection score"
        assert 0 <= source["score"] <= 1
    cited = {place["document_id"] for s in answer["sentences"] for place in s["citations"]}
    assert cited <= {source["document_id"] for source in answer["sources"]}


@pytest.mark.usefixtures("demo")
def test_the_address_of_a_place_holds_version_page_and_span() -> None:
    (place,) = ask(PRESSURE)["sentences"][0]["citations"]

    assert place["page"] == 2
    assert place["url"] == (
        f"/documents/{place['document_id']}?version=1#2:{place['start']}-{place['end']}"
    )


@pytest.mark.usefixtures("demo")
def test_a_refusal_has_the_keys_of_the_contract() -> None:
    answer = ask("Wie viele Beine hat eine Zitterspinne aus Patagonien?")

    assert keys(answer) == ANSWER
    assert (answer["status"], answer["sentences"], answer["sources"]) == ("refused", [], [])
    assert keys(answer["refusal"]) == "code reason missing_terms"
    assert keys(answer["refusal"]["reason"]) == "de en"
    assert "Patagonien" in answer["refusal"]["missing_terms"]
    assert isinstance(answer["confidence"], float)
    assert all(keys(hit) == HIT and stands_there(hit) for hit in answer["nearest"])


@pytest.mark.usefixtures("demo")
def test_every_quote_stands_in_the_printed_text() -> None:
    answers = [ask(question) for question in QUESTIONS]
    sentences = [sentence for answer in answers for sentence in answer["sentences"]]
    places = [place for sentence in sentences for place in sentence["citations"]]
    nearest = [hit for answer in answers for hit in answer["nearest"]]

    assert len(places) >= len(QUESTIONS) // 2
    assert [place for place in places + nearest if not stands_there(place)] == []


@pytest.mark.usefixtures("demo")
def test_hits_have_the_keys_of_the_contract_and_stand_in_the_text() -> None:
    found = fundstelle("search", "Frist Kündigung Zähler", "--limit", "7", "--json").json

    assert keys(found) == "hits"
    assert len(found["hits"]) == 7
    assert [hit for hit in found["hits"] if keys(hit) != HIT or not stands_there(hit)] == []
    for ranks in ([hit[key] for hit in found["hits"]] for key in ("lexical_rank", "vector_rank")):
        places = [rank for rank in ranks if rank is not None]
        assert 1 in places
        assert len(set(places)) == len(places)
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.usefixtures("demo")
def test_only_the_named_collections_are_asked() -> None:
    names = {hit["collection"] for hit in fundstelle("search", "Frist", "--json").json["hits"]}
    asked = fundstelle("search", "Frist", "--collection", "personal", "--json").json["hits"]

    assert len(names) > 1
    assert {hit["collection"] for hit in asked} == {"Personal"}


@pytest.mark.usefixtures("demo")
def test_lists_have_the_keys_of_the_contract() -> None:
    documents = fundstelle("documents", "list", "--json").json
    collections = fundstelle("collections", "list", "--json").json
    coverage = fundstelle("coverage", "--json").json
    stats = fundstelle("stats", "--json").json
    first = documents["documents"][0]

    assert keys(documents) == "documents next_cursor"
    assert all(keys(document) == DOCUMENT for document in documents["documents"])
    assert first == fundstelle("documents", "show", first["document_id"], "--json").json
    assert keys(collections) == "collections next_cursor"
    for row in collections["collections"]:
        assert keys(row) == "collection_id name owner documents chunks"
    for row in coverage["documents"]:
        assert keys(row) == "document_id name collection characters chunks vectors covered"
    assert len(coverage["documents"]) == len(documents["documents"])
    assert all(row["covered"] > 0.9 for row in coverage["documents"])
    assert keys(stats) == "collections documents chunks words vectors bytes"
    assert stats["documents"] == len(documents["documents"])
    assert stats["chunks"] == sum(document["chunks"] for document in documents["documents"])
    assert stats["chunks"] == sum(row["chunks"] for row in collections["collections"])


def test_an_import_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.txt").write_text("Der Pförtner kommt um sechs Uhr.", encoding="utf-8")
    (files / "b.txt").write_text("Der Pförtner kommt um sechs Uhr.", encoding="utf-8")
    (files / "leer.txt").write_bytes(b"")
    (files / "bild.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    arguments = ("ingest", files, "--collection", "Haus", "--json")

    first, second = fundstelle(*arguments), fundstelle(*arguments)
    (files / "b.txt").unlink()
    (files / "a.txt").write_text("Der Pförtner kommt um sieben Uhr.", encoding="utf-8")
    third = fundstelle(*arguments)

    assert keys(first.json) == "items counts withheld"
    assert all(keys(item) == ITEM for item in first.json["items"])
    states = [{i["name"]: i["state"] for i in run.json["items"]} for run in (first, second, third)]
    bad = {"leer.txt": "failed", "bild.png": "skipped"}
    assert states == [
        {"a.txt": "new", "b.txt": "duplicate", **bad},
        {"a.txt": "unchanged", "b.txt": "unchanged", **bad},
        {"a.txt": "changed", "b.txt": "removed", **bad},
    ]
    assert first.json["counts"] == {"new": 1, "duplicate": 1, "skipped": 1, "failed": 1}
    assert (first.code, second.code, third.code) == (1, 1, 1)
    items = {item["name"]: item for item in first.json["items"]}
    assert items["a.txt"]["path"] == str(files / "a.txt")
    assert (items["a.txt"]["chunks"], items["a.txt"]["pages_without_text"]) == (1, [])
    assert [items["a.txt"][key] for key in ("code", "reason", "remedy")] == [None, None, None]
    assert [items[name]["code"] for name in bad] == ["empty", "unsupported"]
    for name in bad:
        assert items[name]["document_id"] is None
        assert items[name]["reason"] in first.messages.replace("\n", " ")


TEXTS = {
    "ohne-ende": "Die Pumpe fördert 12 Liter.",
    "mit-ende": "Die Pumpe fördert 12 Liter.\n\n",
    "jenseits": "𝄞 und 👩‍🔧 stehen vor der Stelle. Die Pumpe fördert 12 Liter je Sekunde 😀.",
    "zerlegt": "U\u0308ber der Pumpe ha\u0308ngt ein Schild. Die Pumpe fördert 12 Liter.",
    "windows": "\ufeffErste Zeile\r\n\r\nDie Pumpe fördert\u00ad 12\u00a0Liter.\r\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_printed_text_is_what_the_places_count_in(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.txt").write_text(TEXTS[name], encoding="utf-8", newline="")
    fundstelle("ingest", tmp_path / f"{name}.txt", "--collection", "Haus")

    answer = ask("Wie viele Liter fördert die Pumpe?")

    (place,) = answer["sentences"][0]["citations"]
    assert stands_there(place)
    assert "12" in place["quote"]
    assert place["end"] - place["start"] == len(place["quote"])


def test_an_older_text_can_still_be_printed(tmp_path: Path) -> None:
    file = tmp_path / "regel.txt"
    for hour in ("sechs", "sieben"):
        file.write_text(f"Das Tor öffnet um {hour} Uhr.", encoding="utf-8")
        fundstelle("ingest", file, "--collection", "Haus")

    texts = [fundstelle("documents", "text", "regel.txt", "--version", n).data for n in "12"]
    newest = fundstelle("documents", "text", "regel.txt").data

    assert texts == [f"Das Tor öffnet um {h} Uhr.".encode() for h in ("sechs", "sieben")]
    assert newest == texts[1]
    versions = fundstelle("documents", "history", "regel.txt", "--json").json["versions"]
    assert [version["version"] for version in versions] == [2, 1]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "Was kostet ein Zwischenzähler?"),
        ("search", "Zwischenzähler"),
        ("documents", "list"),
    ],
)
def test_json_is_never_escaped_and_the_same_in_every_language(arguments: tuple[str, ...]) -> None:
    german = fundstelle(*arguments, "--json", FUNDSTELLE_LANG="de")
    english = fundstelle(*arguments, "--json", FUNDSTELLE_LANG="en")

    assert "ä" in german.text
    assert "\\u" not in german.text
    assert [dict(run.json, timings_ms={}) for run in (german, english)] == [
        dict(german.json, timings_ms={})
    ] * 2
