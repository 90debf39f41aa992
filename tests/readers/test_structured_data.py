"""JSON and XML become lines and tables in which each value stays with its name."""

import json

import pytest

from fundstelle.adapters.readers.dispatch import read_content
from fundstelle.core.documents import Reading
from fundstelle.core.errors import UnreadableFile


def lines(reading: Reading) -> list[tuple[str, str]]:
    return [
        (reading.text[b.start : b.end], reading.text[slice(*b.header)] if b.header else "")
        for b in reading.blocks
    ]


def of_json(text: str) -> list[tuple[str, str]]:
    return lines(read_content("a.json", text.encode()))


def of_xml(text: str) -> list[tuple[str, str]]:
    return lines(read_content("a.xml", f"<?xml version='1.0'?>{text}".encode()))


def test_values_stay_with_their_path_and_spelling() -> None:
    found = of_json(
        r'{"werk": {"ort": "K\u00f6ln", "preis": 1.50, "groß": 1e400, "an": true, "x": null}}'
    )

    assert found == [
        ("werk.ort: Köln", ""),
        ("werk.preis: 1.50", ""),
        ("werk.groß: 1e400", ""),
        ("werk.an: true", ""),
    ]


TWICE = {
    "value": ('{"preis": 9, "preis": 12}', ["preis: 9", "preis: 12"]),
    "object": ('{"a": {"x": 1}, "a": {"x": 2}}', ["a.x: 1", "a.x: 2"]),
    "inside an object": ('{"a": {"x": 1, "x": 2, "x": 3}}', ["a.x: 1", "a.x: 2", "a.x: 3"]),
    "cell of a table": ('[{"x": 1, "x": 2}, {"x": 3}]', ["x", "1, 2", "3"]),
    "title": ('{"titel": "A", "titel": "B"}', ["titel: A", "titel: B"]),
}


@pytest.mark.parametrize(("text", "expected"), TWICE.values(), ids=TWICE)
def test_a_name_given_twice_loses_no_value(text: str, expected: list[str]) -> None:
    assert [line for line, _ in of_json(text)] == expected


def test_flat_objects_are_a_table() -> None:
    found = of_json('{"orte": [{"ort": "Zulauf", "pH": 7.4}, {"ort": "Ablauf", "t": {"a": 1}}]}')

    assert found == [
        ("orte", ""),
        ("ort | pH | t.a", ""),
        ("Zulauf | 7.4", "ort | pH | t.a"),
        ("Ablauf |  | 1", "ort | pH | t.a"),
    ]


def test_long_records_are_sections_under_their_title() -> None:
    long = "Der Urlaub wird schriftlich beantragt. " * 12
    record = {"id": "7", "title": "Urlaub", "text": f"{long}\n\nZweiter Absatz."}
    reading = read_content("a.jsonl", (json.dumps(record) + "\n" + json.dumps(record)).encode())

    assert [text for text, _ in lines(reading)][:4] == [
        "Urlaub",
        "id: 7",
        f"text: {long.strip()}",
        "Zweiter Absatz.",
    ]
    assert reading.blocks[0].level == 2


def test_a_broken_line_among_json_lines_is_kept_as_it_stands() -> None:
    assert ("{kaputt", "") in lines(
        read_content("a.jsonl", b'{"a": 1}\n{kaputt\n{"a": 2}\n{"a": 3}')
    )


def test_lone_surrogates_do_not_reach_the_text() -> None:
    assert of_json(r'{"a": "\ud800x"}') == [("a: x", "")]


def test_many_records_are_read_in_one_table() -> None:
    rows = json.dumps([{"nr": n, "wert": n * 2} for n in range(50_000)])

    assert of_json(rows)[-1] == ("49999 | 99998", "nr | wert")


def test_elements_become_lines_tables_and_prose() -> None:
    found = of_xml(
        "<k:liste xmlns:k='urn:x' stand='2026'><title>Preise</title>"
        "<k:artikel nr='1'><name>Pumpe</name><preis w='EUR'>12,50</preis></k:artikel>"
        "<k:artikel nr='2'><name>Ventil</name><preis w='EUR'>3,00</preis></k:artikel>"
        "<frist art='fest'><![CDATA[<2025>]]></frist><p>Nur <b>netto</b>.</p>"
        "<a><b><c>tief</c></b></a><!-- intern --></k:liste>"
    )

    header = "nr | name | preis | preis.w"
    assert found == [
        ("stand: 2026", ""),
        ("Preise", ""),
        ("artikel", ""),
        (header, ""),
        ("1 | Pumpe | 12,50 | EUR", header),
        ("2 | Ventil | 3,00 | EUR", header),
        ("frist (art: fest): <2025>", ""),
        ("Nur netto.", ""),
        ("a.b.c: tief", ""),
    ]


HOSTILE = {
    "billion laughs": "<!DOCTYPE a [<!ENTITY x 'ha'><!ENTITY y '&x;&x;&x;'>]><a>&y;</a>",
    "file": "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><a>&x;</a>",
    "parameter entity": "<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/hostname'> %p;]><a/>",
    "late entity": "<!-- " + "x" * 70_000 + " --><!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
    "depth": "<a>" * 5000 + "x" + "</a>" * 5000,
    "unknown entity": "<a>&nichts;</a>",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_xml_that_defines_entities_or_has_no_bottom_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        of_xml(text)
    assert caught.value.code == "corrupt"


def test_a_document_type_without_entities_is_fine() -> None:
    assert of_xml("<!DOCTYPE a SYSTEM 'https://x.invalid/a.dtd'><a><b>ja</b></a>") == [
        ("b: ja", "")
    ]
