"""The demo questions are sound: expected answers stand in the documents, refusals have a cause."""

import re
from collections import Counter

import pytest

from fundstelle.bootstrap import application
from fundstelle.config import Settings
from tests.evaluation.measure import DEMO, questions

REFUSED = {"near_miss", "out_of_scope"}
MISSES = {"detail", "thing", "neighbour", "year", "place", "number"}
ENGLISH = {
    "it-security-policy.docx",
    "meter-app-release-notes.txt",
    "onboarding-guide.md",
    "privacy-notice.html",
    "solar-park-commissioning.md",
}
PART_NUMBER = re.compile(r"\b[A-Z]{2}-\d[\d/-]*\d\b")


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Name -> text of every demo document, as it is read and shown."""
    settings = Settings(data=tmp_path_factory.mktemp("reading"))
    files = [f for f in DEMO.glob("*/*") if f.is_file() and f.suffix not in {".py", ".pyc"}]
    with application(settings) as app:
        readings = {file.name: app.reader.read(file.name, file.read_bytes()) for file in files}
    return {name: unspaced(reading.text) for name, reading in readings.items()}


def unspaced(text: str) -> str:
    return " ".join(text.split())


ANSWERABLE = [q for q in questions() if q.kind not in REFUSED]


def test_the_answers_stand_in_the_documents_as_they_are_shown(texts: dict[str, str]) -> None:
    missing = [q.id for q in ANSWERABLE if unspaced(q.answer) not in texts[q.document]]

    assert not missing
    assert all(q.answer for q in ANSWERABLE)


def test_there_are_enough_questions_of_every_kind() -> None:
    asked = questions()
    kinds = Counter(question.kind for question in asked)

    assert len(asked) >= 120
    assert min(kinds.values()) >= 8
    assert kinds["near_miss"] >= 35
    assert kinds["cross"] >= 20


def test_no_question_is_asked_twice() -> None:
    asked = questions()

    assert len({question.id for question in asked}) == len(asked)
    assert len({question.question.casefold() for question in asked}) == len(asked)


def test_questions_across_languages_go_both_ways() -> None:
    cross = [question for question in questions() if question.kind == "cross"]
    english = [question for question in cross if question.document in ENGLISH]

    assert {question.language for question in english} == {"de"}
    assert {question.language for question in cross if question not in english} == {"en"}
    assert min(len(english), len(cross) - len(english)) >= 10


def test_a_question_to_refuse_expects_nothing_and_says_what_it_misses() -> None:
    refused = [question for question in questions() if question.kind in REFUSED]

    assert {(question.document, question.answer) for question in refused} == {("", "")}
    misses = [q.miss for q in refused if q.kind == "near_miss" and q.part != "first"]
    assert set(misses) == MISSES
    assert not [question.id for question in ANSWERABLE if question.miss]


def test_a_number_that_must_be_missed_stands_nowhere(texts: dict[str, str]) -> None:
    asked = [q for q in questions() if q.kind in REFUSED]
    numbers = [number for q in asked for number in PART_NUMBER.findall(q.question)]

    assert len(numbers) >= 4
    assert not [n for n in numbers if any(re.search(rf"{n}(?!\d)", t) for t in texts.values())]
