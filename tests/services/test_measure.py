"""What a measurement counts, and what takes part in it; never how long it took."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from fundstelle.adapters.models.hashing import HashingEmbedder
from fundstelle.core.access import Scope
from fundstelle.core.errors import CannotRun, EmbedderUnavailable, WrongUsage
from fundstelle.ports import Embedder
from fundstelle.services.embed import fill
from fundstelle.services.measure import Measure, Measured, Part
from fundstelle.services.understand import Understanding
from tests.services.house import House

RULES = """# Hausordnung

## Ruhezeiten
Von 22 bis 6 Uhr ist Nachtruhe einzuhalten.

## Müll
Die Tonnen werden am Dienstag geleert.
"""
QUESTIONS = ["Wann ist Nachtruhe?", "Wann werden die Tonnen geleert?", "Zitterspinnen?", "?!"]


@pytest.fixture
def filled(house: House) -> House:
    house.write("haus/Hausordnung.md", RULES)
    house.write("stadt/Alter_Turm.txt", "Der Turm ist vierzig Meter hoch und steht am Fluss.")
    house.ingest("haus", paths=[house.files / "haus"])
    house.ingest("stadt", paths=[house.files / "stadt"])
    return house


def measure(house: House, maker: Callable[[str], Embedder] | None = None) -> Measure:
    understanding = Understanding(maker) if maker else None
    return Measure(house.store, replace(house.asking, understanding=understanding))


def with_vectors(house: House) -> Measure:
    embedder = HashingEmbedder()
    house.store.upkeep.begin_set(embedder.fingerprint)
    assert sum(fill(house.store, embedder)) > 0
    return measure(house, lambda _: embedder)


def down(_: str) -> Embedder:
    raise EmbedderUnavailable("not here")


def runs(measured: Measured) -> list[int]:
    blocks = (measured.first, measured.new, measured.again)
    return [block.runs if block else 0 for block in blocks]


ROUNDS = [
    (QUESTIONS, 1, [1, 3, 0]),
    (QUESTIONS, 3, [1, 3, 8]),
    (QUESTIONS[:1], 1, [1, 0, 0]),
    (QUESTIONS[:1], 4, [1, 0, 3]),
]


@pytest.mark.parametrize("part", Part)
@pytest.mark.parametrize(("questions", "repeats", "expected"), ROUNDS)
def test_every_question_is_asked_in_every_round_and_the_first_stands_apart(
    questions: list[str], repeats: int, expected: list[int], part: Part, filled: House
) -> None:
    measured = measure(filled)(part, questions, filled.scope(), repeats)

    assert runs(measured) == expected
    assert (measured.questions, measured.repeats) == (len(questions), repeats)
    assert sum(measured.outcomes.values()) == len(questions)


STAGES = [
    (Part.ASK, ["embed", "search", "gates", "total", "cpu"]),
    (Part.RETRIEVE, ["embed", "search", "total", "cpu"]),
    (Part.RETRIEVE_LEXICAL, ["search", "total", "cpu"]),
]


@pytest.mark.parametrize(("part", "stages"), STAGES)
def test_each_part_goes_as_far_as_its_name_says(
    part: Part, stages: list[str], filled: House
) -> None:
    measured = with_vectors(filled)(part, QUESTIONS, filled.scope(), 2)

    assert measured.again is not None
    assert list(measured.first.ms) == list(measured.again.ms) == stages
    for spread in measured.again.ms.values():
        assert 0 <= spread.p50 <= spread.p95 <= spread.highest
    assert (measured.embedder is None) is (part is Part.RETRIEVE_LEXICAL)


def test_outcomes_count_what_the_use_case_says(filled: House) -> None:
    asking = with_vectors(filled)
    answers = [asking.ask(question, filled.scope()) for question in QUESTIONS]

    measured = asking(Part.ASK, QUESTIONS, filled.scope(), 3)
    found = asking(Part.RETRIEVE_LEXICAL, QUESTIONS, filled.scope(), 1)

    said = [answer.status.value for answer in answers]
    assert measured.outcomes == {status: said.count(status) for status in sorted(set(said))}
    assert measured.doubtful == sum(answer.doubtful for answer in answers)
    assert {"extractive", "refused"} == set(measured.outcomes)
    assert found.outcomes == {"evidence": 2, "no_evidence": 2}


def test_by_words_alone_no_embedder_is_opened(filled: House) -> None:
    with_vectors(filled)
    opened: list[bool] = []

    def opening(_: str) -> Embedder:
        opened.append(True)
        return HashingEmbedder()

    measured = measure(filled, opening)(Part.RETRIEVE_LEXICAL, QUESTIONS, filled.scope(), 2)

    assert not opened
    assert (measured.embedder, measured.degraded) == (None, ())


@pytest.mark.parametrize("part", [Part.ASK, Part.RETRIEVE])
def test_a_missing_embedder_is_said_and_no_fingerprint_is_claimed(
    part: Part, filled: House
) -> None:
    without_vectors = measure(filled, lambda _: HashingEmbedder())(
        part, QUESTIONS, filled.scope(), 1
    )
    with_vectors(filled)
    without_embedder = measure(filled, down)(part, QUESTIONS, filled.scope(), 1)

    assert without_vectors.degraded == ("vectors_pending",)
    assert without_embedder.degraded == ("embedder_down",)
    assert without_vectors.embedder is without_embedder.embedder is None


def test_only_the_scope_is_searched_counted_and_made_into_questions(filled: House) -> None:
    both, tower = filled.scope(), filled.scope("stadt")
    measured = measure(filled)(Part.ASK, QUESTIONS[:1], tower, 1)

    assert (measured.documents, measured.chunks) == (1, 1)
    assert measured.outcomes == {"refused": 1}
    assert measure(filled).made_questions(tower) == ["Alter Turm"]
    assert set(measure(filled).made_questions(both)) == {
        "Ruhezeiten Hausordnung",
        "Müll Hausordnung",
        "Alter Turm",
    }
    assert len(measure(filled).made_questions(both, many=2)) == 2  # one of each document first
    assert "Alter Turm" in measure(filled).made_questions(both, many=2)


def test_nothing_to_measure_is_said(filled: House) -> None:
    nothing = Scope(frozenset())

    with pytest.raises(CannotRun, match="ingest"):
        measure(filled).made_questions(nothing)
    with pytest.raises(CannotRun, match="ingest"):
        measure(filled)(Part.ASK, QUESTIONS, nothing, 1)
    with pytest.raises(WrongUsage, match="one question"):
        measure(filled)(Part.ASK, [], filled.scope(), 1)
    with pytest.raises(WrongUsage, match="one round"):
        measure(filled)(Part.ASK, QUESTIONS, filled.scope(), 0)
