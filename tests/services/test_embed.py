"""Vectors after an import, and a change of the embedder beside imports and questions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from fundstelle.adapters.models.hashing import HashingEmbedder
from fundstelle.core.answers import Answer
from fundstelle.core.embedding import Vectors
from fundstelle.core.errors import CannotRun, EmbedderUnavailable
from fundstelle.core.questions import read_question
from fundstelle.ports import Embedder, Store
from fundstelle.services.embed import BATCH, ChangeEmbedder, Embed, fill
from fundstelle.services.engines import Engines
from fundstelle.services.ingest import Report
from fundstelle.services.understand import Understanding
from tests.services import made_up
from tests.services.house import House
from tests.services.made_up import MadeUp, Shelf, installed

CHUNKS = 2 * BATCH + 5


@pytest.fixture
def full(house: House) -> House:
    """A house with documents of one chunk each, and no vectors."""
    for number in range(CHUNKS):
        house.write(f"{number:03}.txt", f"Der Schrank {number} steht im Flur.")
    house.ingest()
    return house


def bring(house: House, name: str) -> None:
    house.write(name, f"Der Stuhl {name} steht in der Kantine.")
    house.ingest()


def embed(house: House, engines: Engines, wanted: str = "best", *, insisted: bool = False) -> Embed:
    return Embed(house.store, engines, wanted, insisted=insisted)


def filled(house: House, engines: Engines, wanted: str = "best", **more: bool) -> Report:
    report = Report()
    list(embed(house, engines, wanted, **more)(report))
    return report


def sets(house: House) -> list[tuple[str, bool, int, int]]:
    found = house.store.upkeep.vector_sets()
    return [(s.fingerprint.name, s.current, s.vectors, s.missing) for s in found]


def degraded(house: House, engines: Engines) -> tuple[str, ...]:
    with house.store.reading(house.scope()) as view:
        return Understanding(engines.maker).question(view, read_question("Wo steht der Schrank?"))[
            1
        ]


def test_the_best_one_makes_the_vectors_and_nothing_is_said(full: House) -> None:
    engines = installed("best", "last")
    assert embed(full, engines).missing() == CHUNKS

    report = Report()
    steps = list(embed(full, engines)(report))

    assert sum(steps) == CHUNKS
    assert max(steps) <= BATCH
    assert sets(full) == [("best-v1", True, CHUNKS, 0)]
    assert (report.embedder_fault, report.embedder_note) == ("", None)
    assert degraded(full, engines) == ()


def test_where_the_best_one_is_missing_another_one_is_named(full: House) -> None:
    note = filled(full, installed("last")).embedder_note

    assert sets(full) == [("last-v1", True, CHUNKS, 0)]
    assert note is not None
    assert (note.code, note.embedder, note.wanted) == ("embedder_instead", "last", "best")
    assert "best is not installed" in note.why
    assert "next is not installed" in note.why


def test_the_maker_of_the_vectors_goes_on_whatever_is_wanted(full: House) -> None:
    filled(full, installed("next", "last"))
    everything = installed("best", "next", "last")
    bring(full, "neu.txt")

    quiet, told = filled(full, everything), filled(full, everything, "last", insisted=True)

    assert sets(full) == [("next-v1", True, CHUNKS + 1, 0)]
    assert quiet.embedder_note is None
    assert told.embedder_note is not None
    assert told.embedder_note.code == "embedder_kept"
    assert (told.embedder_note.embedder, told.embedder_note.wanted) == ("next", "last")
    assert told.embedder_fault == ""


def test_without_their_maker_vectors_are_left_alone_and_words_answer(full: House) -> None:
    filled(full, installed("best"))
    bring(full, "neu.txt")
    without = installed("next", "last")

    report = filled(full, without)

    assert "made by best" in report.embedder_fault
    assert "fundstelle rebuild --embedder" in report.embedder_fault
    assert sets(full) == [("best-v1", True, CHUNKS, 1)]
    assert degraded(full, without) == ("embedder_down",)


def test_an_embedder_that_fails_is_reported_and_what_is_done_stays(full: House) -> None:
    tired = Engines(Shelf(best=MadeUp("best-v1", fails_after=BATCH)), made_up.MADE_BY)

    report = filled(full, tired)

    assert report.embedder_fault == "It fell asleep."
    assert sets(full) == [("best-v1", True, BATCH, CHUNKS - BATCH)]


def test_no_embedder_is_opened_where_nothing_is_missing(full: House) -> None:
    filled(full, installed("best"))
    shelf = Shelf()

    report = filled(full, Engines(shelf, made_up.MADE_BY))

    assert (shelf.opened, report.embedder_fault, report.embedder_note) == ([], "", None)


def test_a_change_is_complete_and_leaves_one_set(full: House) -> None:
    engines = installed("best", "last")
    filled(full, engines)
    change = ChangeEmbedder(full.store, engines.open("last"))

    assert change.begin() == CHUNKS
    for _ in change():
        assert sets(full)[0] == ("best-v1", True, CHUNKS, 0), "the old ones answer until the end"
        assert degraded(full, engines) == ()

    assert sets(full) == [("last-v1", True, CHUNKS, 0)]
    assert degraded(full, engines) == ()
    assert full.store.upkeep.problems() == []


def test_documents_that_come_during_a_change_are_in_both_sets(full: House) -> None:
    engines = installed("best", "last")
    filled(full, engines)
    change = ChangeEmbedder(full.store, engines.open("last"))
    change.begin()

    for number, _ in enumerate(change()):
        if number < 4:  # also after what was there when it began
            bring(full, f"neu{number}.txt")
            filled(full, engines)
            assert sets(full)[0] == ("best-v1", True, CHUNKS + number + 1, 0)

    assert sets(full) == [("last-v1", True, CHUNKS + 4, 0)]


class LateDocuments:
    """The store of a house into which a document comes just before the switch, so many times."""

    def __init__(self, house: House, times: int) -> None:
        self._house, self._left = house, times

    @property
    def upkeep(self) -> "LateDocuments":
        return self

    def switch_set(self, key: str) -> None:
        if self._left:
            self._left -= 1
            bring(self._house, f"spät{self._left}.txt")
        self._house.store.upkeep.switch_set(key)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._house.store.upkeep, name)


def test_a_document_in_the_last_moment_is_embedded_before_the_switch(full: House) -> None:
    engines = installed("best", "last")
    filled(full, engines)
    change = ChangeEmbedder(cast("Store", LateDocuments(full, 2)), engines.open("last"))
    change.begin()

    assert sum(change()) == CHUNKS + 2
    assert sets(full) == [("last-v1", True, CHUNKS + 2, 0)]


def steps(change: ChangeEmbedder, count: int) -> Iterator[int]:
    """Some steps of a change that is then forgotten."""
    change.begin()
    for _, done in zip(range(count), change(), strict=False):
        yield done


def test_an_interrupted_change_goes_on_where_it_stopped(full: House) -> None:
    last = MadeUp("last-v1")
    engines = Engines(Shelf(best=MadeUp("best-v1"), last=last), made_up.MADE_BY)
    filled(full, engines)
    list(steps(ChangeEmbedder(full.store, engines.open("last")), 2))
    bring(full, "neu.txt")
    filled(full, engines)

    change = ChangeEmbedder(full.store, engines.open("last"))

    assert change.begin() == CHUNKS + 1 - 2 * BATCH
    list(change())
    assert len(last.embedded) == len(set(last.embedded)) == CHUNKS + 1
    assert sets(full) == [("last-v1", True, CHUNKS + 1, 0)]


def test_an_interrupted_change_is_given_up_by_changing_to_the_old_one(full: House) -> None:
    best = MadeUp("best-v1")
    engines = Engines(Shelf(best=best, last=MadeUp("last-v1")), made_up.MADE_BY)
    filled(full, engines)
    list(steps(ChangeEmbedder(full.store, engines.open("last")), 1))

    back = ChangeEmbedder(full.store, engines.open("best"))

    assert back.begin() == 0
    assert list(back()) == []
    assert sets(full) == [("best-v1", True, CHUNKS, 0)]
    assert len(best.embedded) == CHUNKS


def test_an_import_overtaken_by_a_change_goes_on_with_the_new_embedder(full: House) -> None:
    engines = installed("best", "last")
    report = Report()
    importing = embed(full, engines)(report)
    next(importing)

    change = ChangeEmbedder(full.store, engines.open("last"))
    change.begin()
    list(change())
    bring(full, "neu.txt")
    list(importing)

    assert report.embedder_fault == ""
    assert sets(full) == [("last-v1", True, CHUNKS + 1, 0)]


def test_vectors_that_come_after_their_set_is_gone_are_forgotten(full: House) -> None:
    def change_at_once() -> None:
        change = ChangeEmbedder(full.store, engines.open("last"))
        change.begin()
        list(change())

    best = MadeUp("best-v1", meanwhile=change_at_once)
    engines = Engines(Shelf(best=best, last=MadeUp("last-v1")), made_up.MADE_BY)

    report = filled(full, engines)

    assert report.embedder_fault == ""
    assert len(best.embedded) <= BATCH
    assert sets(full) == [("last-v1", True, CHUNKS, 0)]


def test_of_two_changes_the_first_one_done_wins_and_the_other_says_so(full: House) -> None:
    engines = installed("best", "next", "last")
    filled(full, engines)
    slow = ChangeEmbedder(full.store, engines.open("next"))
    slow.begin()
    running = slow()
    next(running)

    quick = ChangeEmbedder(full.store, engines.open("last"))
    quick.begin()
    list(quick())

    with pytest.raises(CannotRun, match="Another program"):
        list(running)
    assert sets(full) == [("last-v1", True, CHUNKS, 0)]
    assert degraded(full, engines) == ()


def test_an_embedder_that_fails_changes_nothing_that_is_asked(full: House) -> None:
    tired = MadeUp("last-v1", fails_after=BATCH)
    engines = Engines(Shelf(best=MadeUp("best-v1"), last=tired), made_up.MADE_BY)
    filled(full, engines)
    change = ChangeEmbedder(full.store, engines.open("last"))
    change.begin()

    with pytest.raises(EmbedderUnavailable):
        list(change())

    assert sets(full)[0] == ("best-v1", True, CHUNKS, 0)
    assert degraded(full, engines) == ()


def test_sentences_of_the_old_set_are_never_compared_with_a_new_question(full: House) -> None:
    engines = Engines(
        Shelf(best=MadeUp("best-v1"), last=MadeUp("last-v1", size=12)), made_up.MADE_BY
    )
    filled(full, engines)
    understanding = Understanding(engines.maker)
    sentences = ["Der Schrank steht im Flur.", "Der Stuhl nicht."]

    def cosines() -> list[float]:
        with full.store.reading(full.scope()) as view:
            meaning, _ = understanding.question(view, read_question(sentences[0]))
        assert meaning is not None
        return understanding.sentences(meaning, sentences)

    before = cosines()
    change = ChangeEmbedder(full.store, engines.open("last"))
    change.begin()
    list(change())
    after = cosines()

    assert before[0] == pytest.approx(1)
    assert after[0] == pytest.approx(1)
    assert before[1] != after[1]
    assert cosines() == after


class FailsOnSentences(HashingEmbedder):
    """A real embedder that stops after the question's vector."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        raise EmbedderUnavailable(f"stopped before {len(texts)} texts")


def test_an_embedder_that_stops_within_a_question_leaves_the_answer_by_words(full: House) -> None:
    whole = HashingEmbedder()
    full.store.upkeep.begin_set(whole.fingerprint)
    list(fill(full.store, whole))
    text = "Wo steht der Schrank?"

    def asked(embedder: Embedder) -> Answer:
        asking = replace(full.asking, understanding=Understanding(lambda _: embedder))
        return asking(text, full.scope())

    by_words = full.asking(text, full.scope())
    stopped = asked(FailsOnSentences())

    assert asked(whole).degraded == ("hashing",)
    assert stopped.degraded == ("embedder_down",)
    assert stopped.confidence == by_words.confidence
    assert [s.text for s in stopped.sentences] == [s.text for s in by_words.sentences]
