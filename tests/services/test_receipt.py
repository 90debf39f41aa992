"""A receipt proves what was answered, and tells what became of its sources."""

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fundstelle.adapters.keys import FolderKey
from fundstelle.core.access import Scope
from fundstelle.core.answers import Answer
from fundstelle.core.receipts import (
    PlaceState,
    Receipt,
    UnreadableReceipt,
    file_of,
)
from fundstelle.services.receipt import Checked, Issue, ReceiptState, Verify
from tests.services.fake_chat import FakeChatModel, claims, proposing
from tests.services.house import NOW, House

QUESTION = "Wie hoch ist der Druck der Pumpe?"
TEXT = "# Anlage\n\nDer Druck der Pumpe beträgt 12 bar. Die Pumpe steht im Keller.\n"
LIE = "Der Druck der Pumpe beträgt 13 bar."


def model_saying(sentence: str, cites: str) -> FakeChatModel:
    """About the evidence sentence that holds these words."""

    def said(evidence: str) -> str:
        found = re.search(rf"\[(S\d+)\] [^\n]*{cites}", evidence)
        return claims((sentence, [found[1] if found else "S0"]))

    return FakeChatModel(said)


@dataclass(frozen=True)
class Office:
    """A house that issues receipts and checks them."""

    house: House
    key: FolderKey

    def ask(
        self, question: str = QUESTION, model: FakeChatModel | None = None
    ) -> tuple[Answer, Receipt]:
        asking = self.house.asking
        if model:
            asking = replace(asking, propose=proposing(model))
        reasoned = asking.reasoned(question, self.house.scope())
        issue = Issue(lambda: self.key, "fundstelle 1", "0" * 64, lambda: NOW)
        return reasoned.answer, issue(reasoned, self.house.scope())

    def check(self, content: bytes, key: FolderKey | None = None) -> Checked:
        return Verify(self.house.store, lambda: key or self.key)(content, self.house.scope())

    def states(self, content: bytes) -> tuple[ReceiptState, set[PlaceState]]:
        checked = self.check(content)
        return checked.state, {state for _, state in checked.places}


@pytest.fixture
def office(house: House, tmp_path: Path) -> Office:
    house.write("anlage.md", TEXT)
    house.ingest()
    return Office(house, FolderKey.made(tmp_path))


def test_a_receipt_tells_what_was_shown_and_where_it_stood(office: Office) -> None:
    answer, receipt = office.ask()

    text = office.house.text("anlage.md")
    document = office.house.document("anlage.md")
    assert [s["text"] for s in receipt["sentences"]] == [s.text for s in answer.sentences]
    for sentence in receipt["sentences"]:
        for cited in sentence["citations"]:
            assert text[cited["start"] : cited["end"]] == cited["quote"]
            assert cited["content_hash"] == document.content_hash
    assert {e["document_id"] for e in receipt["evidence"]} == {document.id}
    assert (receipt["question"], receipt["status"], receipt["model"]) == (
        QUESTION,
        "extractive",
        None,
    )
    assert office.check(file_of(receipt).encode()).state is ReceiptState.INTACT


def test_a_receipt_tells_what_a_model_did_and_none_of_its_words(office: Office) -> None:
    _, receipt = office.ask(model=model_saying(LIE, "12 bar"))

    model = receipt["model"]
    who = (model["name"], model["host"], model["gate"])
    assert who == (FakeChatModel.name, FakeChatModel.host, "strict")
    assert len(model["draft"]) == 64
    (claim,) = model["claims"]
    assert (claim["verdict"], claim["reasons"][0]) == ("replaced", "number")
    assert LIE not in file_of(receipt)
    assert office.check(file_of(receipt).encode()).state is ReceiptState.INTACT


def test_a_refusal_has_a_receipt_too(office: Office) -> None:
    answer, receipt = office.ask("Wer ist Bürgermeister von Honolulu\udcff?")

    assert answer.refusal is not None
    assert receipt["refusal"]["code"] == answer.refusal.code.value
    assert office.check(file_of(receipt).encode()).state is ReceiptState.INTACT


def test_the_same_answer_at_the_same_time_has_the_same_receipt(office: Office) -> None:
    assert file_of(office.ask()[1]) == file_of(office.ask()[1])


def detected(office: Office, content: bytes) -> bool:
    try:
        return office.check(content).state is ReceiptState.TAMPERED
    except UnreadableReceipt:
        return True


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(st.data())
def test_every_changed_byte_is_detected(office: Office, data: st.DataObject) -> None:
    content = bytearray(file_of(office.ask(model=model_saying(LIE, "12 bar"))[1]).encode())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))

    assert detected(office, bytes(content))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(st.data())
def test_every_cut_and_every_addition_is_detected(office: Office, data: st.DataObject) -> None:
    content = file_of(office.ask()[1]).encode()
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, len(content)))
    new = data.draw(st.binary(max_size=4) | st.sampled_from([b" ", b"\n", b"0", b'"a":1,']))
    changed = content[:start] + new + content[end:]

    assert changed == content or detected(office, changed)


def test_every_flipped_bit_of_one_receipt_is_detected(office: Office) -> None:
    content = file_of(office.ask(model=model_saying(LIE, "12 bar"))[1]).encode()

    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << (place % 8)
        assert detected(office, bytes(changed)), place


def test_the_same_json_written_otherwise_is_another_file(office: Office) -> None:
    _, receipt = office.ask()

    for changed in (
        json.dumps(receipt),
        json.dumps(receipt, indent=2, sort_keys=True),
        file_of(receipt) + "\n",
        file_of(receipt | {"signature": receipt["signature"].upper()}),
        file_of(receipt).replace('"form":1', '"form":1.0'),
        file_of(receipt).replace('"form":1', '"form":1,"form":1'),
        file_of(receipt).replace("Pumpe", "\\u0050umpe"),
    ):
        assert detected(office, changed.encode())


def test_a_receipt_signed_by_another_key_is_no_receipt_of_this_folder(
    office: Office, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = Office(office.house, FolderKey.made(tmp_path_factory.mktemp("other")))
    content = file_of(other.ask()[1]).encode()

    checked = office.check(content)

    assert (checked.state, checked.other_key) == (ReceiptState.TAMPERED, True)
    assert other.check(content).state is ReceiptState.INTACT


CHANGES = [
    ("another number", TEXT.replace("12 bar", "14 bar"), {PlaceState.CHANGED}),
    ("a word cut", TEXT.replace("Der Druck der Pumpe", "Druck der Pumpe"), {PlaceState.CHANGED}),
    ("something else", TEXT.replace("Anlage", "Anlage 2"), {PlaceState.MOVED}),
    ("moved down", "# Vorwort\n\nNeu.\n\n" + TEXT, {PlaceState.MOVED}),
]


@pytest.mark.parametrize(("text", "states"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_a_source_brought_in_again_with_changes_is_reported(
    office: Office, text: str, states: set[PlaceState]
) -> None:
    answer, receipt = office.ask()
    assert "12 bar" in answer.sentences[0].text
    office.house.write("anlage.md", text)
    office.house.ingest()

    state, found = office.states(file_of(receipt).encode())

    assert state is ReceiptState.SOURCE_CHANGED
    assert states <= found


def test_a_source_that_came_back_says_so_again(office: Office) -> None:
    content = file_of(office.ask()[1]).encode()
    for text in (TEXT.replace("12", "14"), TEXT):
        office.house.write("anlage.md", text)
        office.house.ingest()

    assert office.states(content) == (ReceiptState.INTACT, {PlaceState.SAME})


def test_a_document_that_is_gone_is_reported(office: Office) -> None:
    content = file_of(office.ask()[1]).encode()
    office.house.library.remove(office.house.document("anlage.md"))

    assert office.states(content) == (ReceiptState.SOURCE_CHANGED, {PlaceState.GONE})


def test_a_collection_that_may_no_longer_be_read_is_as_if_gone(office: Office) -> None:
    content = file_of(office.ask()[1]).encode()

    checked = Verify(office.house.store, lambda: office.key)(content, Scope(frozenset()))

    assert checked.state is ReceiptState.SOURCE_CHANGED
    assert {state for _, state in checked.places} == {PlaceState.GONE}


def test_a_document_removed_and_brought_in_anew_counts_by_its_content(office: Office) -> None:
    content = file_of(office.ask()[1]).encode()
    office.house.library.remove(office.house.document("anlage.md"))
    office.house.write("anlage.md", TEXT.replace("12 bar", "14 bar"))
    office.house.ingest()

    state, found = office.states(content)

    assert state is ReceiptState.SOURCE_CHANGED
    assert PlaceState.CHANGED in found
    assert PlaceState.ALTERED not in found


def test_another_document_changes_nothing(office: Office) -> None:
    content = file_of(office.ask()[1]).encode()
    office.house.write("anderes.md", "Der Druck der Pumpe beträgt 99 bar.\n")
    office.house.ingest()

    assert office.check(content).state is ReceiptState.INTACT


NO_RECEIPTS = [
    b"",
    b"{}",
    b"[]",
    b"null",
    b"\xff",
    b"{",
    b'{"form":1}',
    b'{"form":2,"sentences":[]}',
    b"[" * 100_000,
    b'{"form":1,"sentences":[],"signature":5}',
    b'{"form":1,"sentences":5,"signature":"00"}',
    b'{"form":1,"sentences":[{"citations":[{}]}],"signature":""}',
    b"NaN",
    b"1e999",
]


@pytest.mark.parametrize("content", NO_RECEIPTS, ids=lambda c: repr(c[:40]))
def test_what_is_no_receipt_cannot_be_read(office: Office, content: bytes) -> None:
    with pytest.raises(UnreadableReceipt):
        office.check(content)
