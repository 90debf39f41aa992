"""Gate 1 refuses by strength of evidence, and never passes off a neighbour for a part number."""

import pytest

from fundstelle.core.answers import Citation, Evidence, EvidenceSentence, Refusal, RefusalCode
from fundstelle.core.confidence import confidence, doubtful, refuse, strength
from fundstelle.core.documents import BlockKind
from fundstelle.core.embedding import Fingerprint
from fundstelle.core.expansion import expand
from fundstelle.core.gates import E5, GATES, WORDS
from fundstelle.core.questions import read_question
from fundstelle.core.selection import Rated, rate, rate_again
from tests.core.vocabulary import WordList

TEXTS = ("AB-1234/5 wiegt 2,4 kg.", "AB-1234/6 wiegt 2,5 kg.", "(3) Die Kaution beträgt 350 Euro.")
SURE = 0.99


def evidence(*scores: float) -> Evidence:
    found = []
    for place, text in enumerate(TEXTS):
        heading = "§ 12 Leihe" if text.startswith("(3)") else None
        citation = Citation("d", "Titel", "n.txt", "c", 1, None, heading, None, 0, len(text), text)
        found.append(EvidenceSentence(f"S{place}", BlockKind.PARAGRAPH, citation, place, 0))
    return Evidence(tuple(found), scores)


def outcome(text: str, value: float) -> Refusal | None:
    question = read_question(text)
    words = WordList(*TEXTS, "§ 12 Leihe", "§ 17 Zähler")
    concepts = expand(question, words, words.size)
    rated = rate(question, concepts, evidence(0.9, 0.8, 0.5))
    return refuse(question, concepts, rated, value, WORDS.refuse_below)


ANSWERED = ["Was wiegt AB-1234/5?", "Was wiegen AB-1234/5 und AB-1234/6?", "Was sagt § 12 Abs. 3?"]
REFUSED = ["Was wiegt AB-1234/7?", "Was wiegen AB-1234/5 und AB-1234/7?", "Was sagt § 17 Abs. 3?"]


@pytest.mark.parametrize("text", ANSWERED)
def test_what_a_sentence_holds_is_answered(text: str) -> None:
    assert outcome(text, SURE) is None


@pytest.mark.parametrize("text", REFUSED)
def test_a_part_number_or_section_that_no_sentence_holds_is_refused(text: str) -> None:
    assert outcome(text, SURE) is not None


def test_weak_evidence_is_refused_with_the_words_that_stand_nowhere() -> None:
    refusal = outcome("Was wiegt der Zeppelin?", 0.1)
    assert refusal == Refusal(RefusalCode.MISSING_TERMS, ("Zeppelin",))


def test_a_question_without_words_is_told_so() -> None:
    assert outcome("Was ist das?", SURE) == Refusal(RefusalCode.NO_TERMS)


def test_confidence_rises_with_the_evidence_and_stays_a_share() -> None:
    question = read_question("Was wiegt AB-1234/5?")
    words = WordList(*TEXTS)
    concepts = expand(question, words, words.size)
    values = []
    for score in (0.0, 0.3, 0.6, 0.9):
        found = evidence(score, 0.0, 0.0)
        strong = strength(question, found, rate(question, concepts, found), WORDS)
        values.append(confidence(strong, WORDS))
    assert values == sorted(values)
    assert all(0 < value < 1 for value in values)


def rated_for(text: str, near: float, *, foreign: bool) -> list[Rated]:
    question = read_question(text)
    concepts = expand(question, WordList(*TEXTS), 3)
    rated = rate(question, concepts, evidence(0.9, 0.8, 0.5))
    return rate_again(rated, [(near, foreign)] * len(rated))


def test_a_foreign_sentence_needs_none_of_the_questions_words() -> None:
    question = read_question("How much is the deposit?")
    values = [
        strength(question, evidence(0.5), rated_for(question.text, 0.5, foreign=foreign), E5)
        for foreign in (True, False)
    ]
    assert values[0] > values[1]


def test_a_sentence_that_holds_the_part_number_is_enough_but_not_sure() -> None:
    for text, held in (("Was ist AB-1234/5?", True), ("Was ist ein Zeppelin?", False)):
        rated = rated_for(text, 0.0, foreign=False)
        sure = confidence(strength(read_question(text), evidence(0.9), rated, E5), E5)
        assert (sure >= E5.refuse_below) is held
        assert sure < E5.doubt_below


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Was wog AB-1234/5 im Jahr 2019?", True),  # a year that stands nowhere
        ("Was wiegt AB-1234/5?", False),  # the numbers inside a part number are no amounts
        ("Wie hoch ist die Kaution, 350 Euro?", False),
    ],
)
def test_a_number_of_the_question_that_is_not_shown_makes_the_answer_doubtful(
    text: str, said: bool
) -> None:
    rated = rated_for(text, 0.9, foreign=False)
    question = read_question(text)
    concepts = expand(question, WordList(*TEXTS), 3)
    assert doubtful(question, concepts, rated, SURE, E5) is said
    assert doubtful(question, concepts, rated, 0.0, E5) is True


@pytest.mark.parametrize(("foreign", "said"), [(False, True), (True, False)])
def test_a_mere_resemblance_makes_the_answer_doubtful(foreign: bool, said: bool) -> None:
    question = read_question("Xqzt brlmpf?")
    concepts = expand(question, WordList(*TEXTS), 3)
    rated = rated_for(question.text, 0.9, foreign=foreign)
    assert doubtful(question, concepts, rated, SURE, E5) is said


def test_no_gate_decides_over_the_cosines_of_another_embedder() -> None:
    for name, gate in GATES.meaning.items():
        assert GATES.of(Fingerprint(name, "0", 384, "")) is gate
    assert GATES.of(Fingerprint("unknown", "0", 384, "")) is GATES.words
    assert GATES.of(None) is GATES.words


def test_a_chosen_threshold_holds_for_every_gate() -> None:
    chosen = GATES.refusing_below(0.9)
    for gate in (chosen.words, *chosen.meaning.values()):
        assert gate.refuse_below == 0.9
        assert gate.doubt_below >= 0.9
