"""Which sentences are shown: rows that are asked for, amounts, labels of forms."""

from dataclasses import replace

import pytest

from fundstelle.core.answers import Citation, Evidence, EvidenceSentence
from fundstelle.core.documents import BlockKind
from fundstelle.core.expansion import expand
from fundstelle.core.questions import read_question
from fundstelle.core.selection import MAX_CHARS, MAX_SENTENCES, rate, select
from tests.core.vocabulary import WordList

PLACE = Citation("d", "Titel", "x.txt", "c", 1, None, None, None, 0, 0, "")


def evidence_of(*chunks: list[str], rows: bool = False, header: str = "") -> Evidence:
    """Each list a chunk of sentences; the first is the best."""
    kind = BlockKind.ROW if rows else BlockKind.PARAGRAPH
    found = [
        EvidenceSentence(
            f"S{place}.{index}",
            kind,
            replace(PLACE, start=place, quote=text, header=header or None),
            place,
            index,
        )
        for place, chunk in enumerate(chunks)
        for index, text in enumerate(chunk)
    ]
    scores = tuple(0.8 - 0.2 * place for place in range(len(chunks)))
    return Evidence(tuple(found), scores)


def shown(question: str, evidence: Evidence) -> list[str]:
    asked = read_question(question)
    words = WordList(*(f"{s.citation.quote} {s.citation.header}" for s in evidence.sentences))
    concepts = expand(asked, words, words.size)
    quotes = {s.id: s.citation.quote for s in evidence.sentences}
    return [quotes[place] for place in select(rate(asked, concepts, evidence))]


PRICES = ["Karton S | 1,40 | 1,19", "Karton M | 2,10 | 1,85", "Karton L | 14,30 | 11,90"]


def test_a_row_stands_without_its_look_alikes() -> None:
    evidence = evidence_of(PRICES, rows=True, header="Artikel | ab 1 Stück | ab 100 Stück")
    assert shown("Was kostet Karton M ab 100 Stück?", evidence) == [PRICES[1]]


def test_where_an_amount_is_asked_for_a_sentence_that_holds_one_is_shown() -> None:
    evidence = evidence_of(["VPN nur mit Zertifikat."], ["Zertifikate gelten 18 Monate."])
    assert "Zertifikate gelten 18 Monate." in shown("Wie lange gelten VPN-Zertifikate?", evidence)
    assert shown("Was braucht das VPN?", evidence) == ["VPN nur mit Zertifikat."]


FORM = ["Kostenstelle: 4410", "Verantwortlich: Team K", "Lieferung frei Haus."]


@pytest.mark.parametrize(
    "question", ["Wer ist für Kostenstelle 4410 verantwortlich?", "Welche Kostenstelle hat Team K?"]
)
def test_an_entry_of_a_form_is_found_from_either_side(question: str) -> None:
    said = shown(question, evidence_of(FORM))
    assert FORM[1] in said
    assert question.startswith("Wer") or FORM[0] in said


def test_a_part_number_written_in_two_words_is_the_same_part() -> None:
    rows = ["AB-1234/5 | Lager links | 48,90", "AB-1234/6 | Lager rechts | 49,90"]
    evidence = evidence_of(rows, rows=True, header="Teil | Name | Preis")
    assert shown("Preis AB 1234/6", evidence) == [rows[1]]


def test_the_same_words_from_two_documents_are_shown_once() -> None:
    assert shown("Turm am Fluss", evidence_of(["Der Turm am Fluss."], ["Der  TURM am Fluss."])) == [
        "Der Turm am Fluss."
    ]


def test_little_is_shown_and_nothing_twice() -> None:
    long = "Der Turm " + "steht sehr fest " * 20 + "am Fluss."
    evidence = evidence_of([long, *["Der Turm am Fluss."] * 4], ["Der Turm, der am Fluss steht."])
    said = shown("Turm am Fluss", evidence)
    assert len(said) <= MAX_SENTENCES
    assert len(set(said)) == len(said)
    assert len(said) == 1 or sum(map(len, said)) <= MAX_CHARS


def test_without_evidence_nothing_is_shown() -> None:
    assert select(rate(read_question("Turm"), (), Evidence())) == []


def test_a_running_head_leads_no_answer() -> None:
    sentence = "Im Wasserwerk steigt der Druck nachts."
    found = evidence_of(["Betriebshandbuch Wasserwerk: Druck", sentence])
    head = replace(found.sentences[0], kind=BlockKind.MARGIN)
    found = replace(found, sentences=(head, found.sentences[1]))

    assert shown("Was sagt das Betriebshandbuch Wasserwerk zum Druck?", found)[0] == sentence


def test_a_label_is_shown_with_the_line_below_it() -> None:
    contacts = ["STÖRUNG GAS", "Durchwahl 130", "STÖRUNG WASSER", "Durchwahl 140"]
    assert shown("Wer nimmt die Störung Gas an?", evidence_of(contacts))[:2] == contacts[:2]
    sentence = ["Die Störung Gas nimmt Frau Ott an.", "Sie ist bis 18 Uhr da."]
    assert shown("Wer nimmt die Störung Gas an?", evidence_of(sentence)) == sentence[:1]
