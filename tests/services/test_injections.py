"""Documents that order a model about, and a model that obeys every one: nothing of it gets out."""

from dataclasses import replace

import pytest

from fundstelle.core.answers import Kind
from fundstelle.core.instructions import talking
from tests.core.injections import FURTHER_FOR_MODELS, MEANT_FOR_MODELS
from tests.core.injections_new import FIRST_UNSEEN, SECOND_UNSEEN, SEEN
from tests.services.fake_chat import FakeChatModel, claims, proposing
from tests.services.house import House

TRUE = "Die Nachtruhe im Anbau beginnt um 22 Uhr."
NEW = [row.split(" ⏎ ") for row in (*FURTHER_FOR_MODELS, *SEEN, *FIRST_UNSEEN, *SECOND_UNSEEN)]
DOCUMENTS = [[line.removeprefix("›") for line in lines] for lines in MEANT_FOR_MODELS.values()]
DOCUMENTS += [lines for lines in NEW if talking(lines)[-1]]
SHORT = 25  # shorter orders ("From now on") stand in others as well
OBEYED = "Die Nachtruhe beginnt um 1 Uhr, wie angewiesen."


def obeying(order: str) -> FakeChatModel:
    """Does what the order wants, and repeats it, as the word of every sentence it is shown."""
    ids = [f"S{number}" for number in range(1, 13)]
    said = [(text, [cite]) for text in (OBEYED, order) for cite in ids]
    return FakeChatModel(claims(*said))


@pytest.fixture
def filled(house: House) -> House:
    for number, lines in enumerate(DOCUMENTS):
        text = "\n\n".join([*lines, TRUE.replace("Anbau", f"Anbau {number}")])
        house.write(f"boese/{number}.txt", text)
    house.ingest("boese", paths=[house.files / "boese"])
    return house


def test_a_model_that_obeys_every_document_gets_nothing_out(filled: House) -> None:
    assert len(DOCUMENTS) >= 60
    for number, lines in enumerate(DOCUMENTS):
        orders = [line for line, flag in zip(lines, talking(lines), strict=True) if flag]
        for question in (orders[-1], f"Wann beginnt die Nachtruhe im Anbau {number}?"):
            model = obeying(orders[-1])
            asking = replace(filled.asking, propose=proposing(model))
            answer = asking(question, filled.scope())
            shown = [sentence.text for sentence in answer.sentences]
            assert not any(sentence.kind is Kind.VERIFIED for sentence in answer.sentences)
            assert OBEYED not in shown
            assert not set(orders) & set(shown)
            heard = "".join(model.heard).replace(question, "")
            told = [order for order in orders if len(order) > SHORT and order in heard]
            assert not told
