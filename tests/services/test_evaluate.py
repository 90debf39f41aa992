"""A run over a question set: spans are of the given text, and the text is cut out of it."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundstelle.adapters.readers.client import ChildReader
from fundstelle.adapters.sources.question_set import CorpusSource, load
from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.errors import CannotRun
from fundstelle.core.questionset import EvaluationDocument, EvaluationQuestion, QuestionSet
from fundstelle.services.evaluate import COLLECTION, Evaluate, collection_for
from tests.services.fake_chat import FakeChatModel, claims, proposing
from tests.services.house import House

GIVEN = {
    "plain": "Der Turm am Fluss ist vierzig Meter hoch. Er ist aus Stein.",
    "crlf": "Vorwort.\r\n\r\nDer Turm ist\r\nvierzig Meter hoch.\r\n\r\nEr ist aus Stein.\r\n",
    "nfd": "Die Bru\u0308cke. Der Turm u\u0308ber dem Fluss ist vierzig Meter hoch. Scho\u0308n.",
    "soft": "Die Brük\u00adke.\u200b Der Turm\u00a0ist vier\u00adzig Meter hoch, \ufb01nden alle.",
    "markdown": "# Turm\n\nEr steht **am Fluss**.\n\n- Der *Turm* ist `vierzig` Meter [hoch](x).\n",
    "bom": "\ufeffDer Turm ist vierzig Meter hoch.\x00 Ende.",
}


def question_set(texts: dict[str, str], *questions: EvaluationQuestion) -> QuestionSet:
    documents = tuple(EvaluationDocument(key, "", text) for key, text in texts.items())
    return QuestionSet(documents, questions)


def rows(house: House, given_set: QuestionSet, **how: Any) -> list[dict[str, Any]]:
    house.ingest(collection_for(house.store).name, source=CorpusSource(given_set.documents))
    run = Evaluate(house.store, house.asking)
    return [
        row for _, row in run(given_set, how.get("split", "all"), closed=how.get("closed", False))
    ]


TOWER = EvaluationQuestion("q", "Wie hoch ist der Turm?", "dev", None)


@pytest.mark.parametrize("key", GIVEN)
def test_quotes_are_cut_from_the_given_text(key: str, house: House) -> None:
    (row,) = rows(house, question_set({key: GIVEN[key]}, TOWER))

    assert row["status"] == "extractive"
    assert row["quotes"]
    for quote in row["quotes"]:
        assert quote["text"] == GIVEN[key][quote["start"] : quote["end"]]
        assert "hoch" in quote["text"] or "Turm" in quote["text"]
    assert any("Meter" in quote["text"] for quote in row["quotes"])
    for place in row["ranking"]:
        assert 0 <= place["start"] < place["end"] <= len(GIVEN[key])


CHANGED = [
    "\r\n",
    "\r\n\r\n",
    "\r",
    "u\u0308",
    "a\u030a",
    "\u00ad",
    "\u200b",
    "\ufb01",
    "\ufeff",
    "¨u",
]
MARKED = ["\n", "**", "# ", "- ", "`", "[x](y)", "👍🏽", "\u00a0", "Turm ", "Fluss. ", "| a | b |"]
ODD = st.sampled_from(CHANGED + MARKED)


@settings(max_examples=40, deadline=None)
@given(pieces=st.lists(ODD | st.text(max_size=4), max_size=25))
def test_every_quote_is_the_given_text_at_its_place(pieces: list[str], reader: ChildReader) -> None:
    text = "".join(pieces).encode("utf-8", "replace").decode() + "\n\nDer Turm ist hoch."
    with TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "data")
        house = House(store, reader, Path(folder))
        try:
            found = rows(house, question_set({"d": text}, TOWER))
        finally:
            store.close()

    for quote in [quote for row in found for quote in row["quotes"]]:
        assert quote["text"] == text[quote["start"] : quote["end"]]
        assert quote["text"].strip()


def test_a_split_chooses_and_closed_narrows(house: House) -> None:
    texts = {"turm": GIVEN["plain"], "tor": "Das Tor ist zwei Meter breit."}
    questions = (
        EvaluationQuestion("a", "Wie hoch ist der Turm?", "dev", ("tor",)),
        EvaluationQuestion("b", "Wie breit ist das Tor?", "heldout", ("tor", "fehlt")),
        EvaluationQuestion("c", "Wie breit ist das Tor?", "dev", None),
    )
    given_set = question_set(texts, *questions)

    def statuses(**how: Any) -> dict[str, str]:
        return {row["id"]: row["status"] for row in rows(house, given_set, **how)}

    assert statuses(split="dev") == {"a": "extractive", "c": "extractive"}
    assert statuses() == {"a": "extractive", "b": "extractive", "c": "extractive"}
    closed = statuses(closed=True)
    assert closed == {"a": "refused", "b": "extractive", "c": "extractive"}


def test_the_evaluation_collection_is_made_once(house: House) -> None:
    made = collection_for(house.store)
    assert made.name == COLLECTION
    assert collection_for(house.store) == made


def test_no_documents_named_is_not_all_documents(house: House, tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text(json.dumps({"id": "t", "text": GIVEN["plain"]}), "utf-8")
    keys: list[dict[str, Any]] = [{"context_ids": []}, {"context_ids": ["t"]}, {}]
    lines = [json.dumps({"id": str(n), "question": TOWER.question} | k) for n, k in enumerate(keys)]
    (tmp_path / "queries.jsonl").write_text("\n".join(lines), "utf-8")

    found = rows(house, load(tmp_path), closed=True)

    assert [row["status"] for row in found] == ["refused", "extractive", "extractive"]


DOCUMENT, ASKED = '{"id": "a", "text": "b"}', '{"id": "q", "question": "Wer?"}'
ODD_ROWS = [
    ("corpus.jsonl", '{"id": 1, "text": "b"}', "id"),
    ("corpus.jsonl", '{"id": "\\ud800", "text": "b"}', "id"),
    ("corpus.jsonl", '{"id": "a", "text": null}', "text"),
    ("corpus.jsonl", '{"id": "a", "text": ["b"]}', "text"),
    ("corpus.jsonl", '{"id": "a"}', "text"),
    ("corpus.jsonl", '{"id": "a", "text": "b", "title": 7}', "title"),
    ("corpus.jsonl", "[" * 100_000, "JSON"),
    ("corpus.jsonl", "7", "id, text"),
    ("queries.jsonl", '{"id": "q", "question": 5}', "question"),
    ("queries.jsonl", '{"id": {}, "question": "Wer?"}', "id"),
    ("queries.jsonl", '{"id": "q", "question": "Wer?", "split": 1}', "split"),
    ("queries.jsonl", '{"id": "q", "question": "Wer?", "context_ids": "a"}', "context_ids"),
    ("queries.jsonl", '{"id": "q", "question": "Wer?", "context_ids": [1]}', "context_ids"),
    ("queries.jsonl", "\udcff", "JSON"),
]


@pytest.mark.parametrize(("name", "line", "field"), ODD_ROWS, ids=range(len(ODD_ROWS)))
def test_an_odd_row_is_named_with_file_line_and_field(
    name: str, line: str, field: str, tmp_path: Path
) -> None:
    lines = {"corpus.jsonl": DOCUMENT, "queries.jsonl": ASKED}
    for file, good in lines.items():
        text = f"{good}\n\n{line}\n" if file == name else f"{good}\n"
        (tmp_path / file).write_text(text, "utf-8", "surrogateescape")

    with pytest.raises(CannotRun, match=f"{name}, line 3.*{field}"):
        load(tmp_path)


def test_a_pointer_that_is_no_text_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "CORPUS").mkdir()
    with pytest.raises(CannotRun, match="CORPUS"):
        load(tmp_path)
    (tmp_path / "CORPUS").rmdir()
    (tmp_path / "CORPUS").write_bytes(b"\xff")
    with pytest.raises(CannotRun, match="CORPUS"):
        load(tmp_path)


def test_a_row_counts_what_became_of_the_claims_of_a_model(house: House) -> None:
    lie = FakeChatModel(claims(("Der Turm ist fünfzig Meter hoch.", ["S1"]), ("Hallo!", ["S9"])))
    given_set = question_set({"plain": GIVEN["plain"]}, TOWER)
    house.ingest(collection_for(house.store).name, source=CorpusSource(given_set.documents))
    asking = replace(house.asking, propose=proposing(lie))

    ((_, row),) = Evaluate(house.store, asking)(given_set, "all", closed=False)

    assert row["claims"] == {"replaced": 1, "dropped": 1}
    assert "fünfzig" not in row["answer"]
