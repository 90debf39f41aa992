"""What people read: one thing and several things are told apart, in both languages."""

import re
from pathlib import Path

import pytest

from fundstelle.delivery.report import wording as of_report
from fundstelle.delivery.wording import TEXTS, Lang, say
from tests.delivery.command import fundstelle

COUNTED = re.compile(r"\{n\} (?:weitere )?[A-ZÄÖÜ]")  # in German a noun after the number


@pytest.mark.parametrize("texts", [TEXTS, of_report.TEXTS], ids=["messages", "report"])
def test_every_counted_noun_has_a_text_for_one(texts: dict[str, dict[Lang, str]]) -> None:
    counted = {key for key, text in texts.items() if COUNTED.search(text["de"])}
    several = {key for key in counted if not key.endswith("_one")}

    assert several
    assert {key for key in several if f"{key}_one" not in texts} == set()
    assert not [
        key
        for key, text in texts.items()
        if re.search(r"\} [a-z]+s\b", text["en"]) and key.endswith("_one")
    ]


@pytest.mark.parametrize(
    ("lang", "one", "several"),
    [("de", "1 Satz aus", "2 Sätze aus"), ("en", "1 sentence of", "2 sentences of")],
)
def test_the_number_chooses_the_text(lang: Lang, one: str, several: str) -> None:
    assert say("sentences", lang, n=1).startswith(one)
    assert say("sentences", lang, n=2).startswith(several)


@pytest.mark.parametrize(
    ("lang", "one"), [("de", "1 Dokument, 1 Abschnitt"), ("en", "1 document, 1 chunk")]
)
def test_lists_count_one_document_in_the_language(lang: str, one: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Der Pförtner kommt um sechs.", encoding="utf-8")
    fundstelle("ingest", tmp_path / "a.txt", "--collection", "X", FUNDSTELLE_EMBEDDER="none")

    listed = fundstelle("collections", "list", FUNDSTELLE_LANG=lang)
    documents = fundstelle("documents", "list", FUNDSTELLE_LANG=lang)
    covered = fundstelle("coverage", FUNDSTELLE_LANG=lang)
    checked = fundstelle("doctor", FUNDSTELLE_EMBEDDER="none", FUNDSTELLE_LANG=lang)

    assert listed.text == f"X  {one}\n"
    assert one.partition(", ")[2] + "\n" in documents.text
    assert one.partition(", ")[2] + " " in covered.text
    assert one in checked.text
