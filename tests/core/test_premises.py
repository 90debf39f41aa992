"""Values and names of a question that stand at no place found are told; nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.expansion import Concept
from fundstelle.core.premises import Read, unfounded
from fundstelle.core.proper_names import names_in
from fundstelle.core.questions import read_question
from fundstelle.core.terms import Language, language_of, words_in

GERMAN = (
    "# Tarife\n\nNeukunden erhalten im Tarif Fix einen Bonus von 60 Euro. Die Frist beträgt zwei "
    "Wochen und endet am 1. März 2026. Es gilt § 12 Abs. 3 der Satzung. Die Pumpe AB-1234/5 steht "
    "im Werk Nord. Beamte in A 9 bis A 12 erhalten Zulagen. Herr Müller leitet Max-Planck-Kurse. "
    "Gäste im Alter von 38 zahlen nichts, siehe § 7a.\n\n"
    "## § 15 Aushang\n\n(1) Der Aushang hängt im Flur.\n(2) Er wird jährlich erneuert."
)
ENGLISH = (
    "# Rates\n\nNew customers get a bonus of 60 euros. The notice period is two weeks and ends on "
    "1 March 2026. Section 12 applies. Pump AB-1234/5 stands at the plant in Leeds. "
    "Emma Miller runs the course."
)
TOLD: list[tuple[str, tuple[str, ...]]] = [
    ("Warum müssen Neukunden 120 Euro Kaution zahlen?", ("120 Euro",)),
    ("Warum beträgt die Frist dreißig Tage?", ("dreißig Tage",)),
    ("Warum gilt die Frist seit 2019?", ("2019",)),
    ("Warum endet die Frist am 5. April 2026?", ("5. April 2026",)),
    ("Was sagt § 99 der Satzung?", ("§ 99",)),
    ("Was sagt § 15 Abs. 4 der Satzung?", ("§ 15 Abs. 4",)),
    ("Was wiegt die Pumpe AB-1234/9?", ("AB-1234/9",)),
    ("Was erhalten Beamte in A 15 als Zulage?", ("A 15",)),
    ("Warum zahlt die Firma Xaverl einen Bonus?", ("Xaverl",)),
    ("Warum zahlt Gesine Xaverl 120 Euro für den Bonus?", ("Gesine Xaverl", "120 Euro")),
    ("Why do new customers pay a deposit of 120 euros?", ("120 euros",)),
    ("Why is the notice period 30 days?", ("30 days",)),
    ("Why did Xaverl leave the plant in 2019?", ("Xaverl", "2019")),
    ("What is the weight of AB-1234/9?", ("AB-1234/9",)),
]
NOT_TOLD = [
    "Warum erhalten Neukunden 60 Euro Bonus?",
    "Warum erhalten Neukunden sechzig Euro?",
    "Warum beträgt die Frist 14 Tage?",
    "Warum beträgt die Frist vierzehn Tage?",
    "Was gilt ab März 2026?",
    "Was gilt am 01.03.2026?",
    "Was sagt § 12 Absatz 3?",
    "Was sagt § 7a der Satzung?",
    "Was sagt § 15 Abs. 2 Satz 1 der Satzung?",
    "Was wiegt die AB 1234/5?",
    "Was wiegt das AB-1234/5-Gehäuse?",
    "Was erhalten Beamte in A 10?",
    "Wer leitet die Kurse von Max Planck?",
    "Wo liegt Müllers Kurs im Werk Nord?",
    "Was zahlen Gäste mit 38 Jahren?",
    "Welche zwei Arten von Tarifen gibt es?",
    "Welche Sonderkündigungsklausel gilt im Todesfall?",  # nouns, no names
    "Was geschieht am Montag im August?",
    "Gilt das in den USA?",
    "WAS GILT FÜR GESINE XAVERL?",
    "What do new customers get, 60 €?",
    "Is the notice period 14 days?",
    "What was the notice period in the 1990s?",
    "Which course does Emma Xaverl run?",  # may be the Emma that was read of
    "Who is Emma's successor in Leeds?",
    "What Applies To Xaverl Today?",
]


def look(text: str) -> tuple[str, ...]:
    """Asked over one German and one English text that make the whole scope."""
    language: Language = language_of(text)
    question = read_question(text, language)
    there = set(words_in(GERMAN)) | set(words_in(ENGLISH))
    concepts = [
        Concept(word, {o: 1.0 for o in there if word[:5] in o}, 1, 1.0, known=word in there)
        for word in question.words
    ]
    read = Read([(GERMAN, "de"), (ENGLISH, "en")])
    return unfounded(question, concepts, read, read)


@pytest.mark.parametrize(("question", "words"), TOLD)
def test_what_stands_nowhere_is_told_as_it_was_asked(question: str, words: tuple[str, ...]) -> None:
    assert look(question) == words


@pytest.mark.parametrize("question", NOT_TOLD)
def test_what_stands_there_in_any_writing_or_is_no_value_is_not(question: str) -> None:
    assert look(question) == ()


def test_an_amount_must_stand_in_the_evidence_a_year_anywhere() -> None:
    question = read_question("Warum zahlen Neukunden seit 2019 eine Kaution von 350 Euro?")
    evidence = Read([("Neukunden zahlen nichts.", "de")])
    further = Read([*evidence.texts, ("Seit 2019 kostet die Leihe 350 Euro.", "de")])

    assert unfounded(question, [], evidence, further) == ("350 Euro",)


def test_names_are_not_looked_for_in_another_language() -> None:
    question = read_question("Warum zahlt Gesine Xaverl einen Bonus?")
    concepts = [Concept(word, {}, 0, 1.0, known=False) for word in question.words]
    english, german = Read([(ENGLISH, "en")]), Read([(GERMAN, "de")])

    assert unfounded(question, concepts, english, english) == ()
    assert unfounded(question, concepts, german, german) == ("Gesine Xaverl",)


def test_german_nouns_are_no_names() -> None:
    assert list(names_in("Wo liegt im Haus die Frist von Dr. Anna Weber und der NATO?", "de")) == [
        "Anna Weber",
        "NATO",
    ]


@given(st.text(st.sampled_from("aB1. §-?€ÄTage'’/,"), max_size=60))
def test_whatever_is_told_stands_in_the_question(text: str) -> None:
    question = read_question(text, "de")
    concepts = [Concept(word, {}, 0, 1.0, known=False) for word in question.words]
    read = Read([("Nichts.", "de")])

    assert all(each in text for each in unfounded(question, concepts, read, read))
