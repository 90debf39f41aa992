"""Documents as people see them: found by id or name, with text, history and difference."""

import threading
from pathlib import Path

import pytest

from fundstelle.adapters.stores.sqlite import SqliteStore
from fundstelle.core.access import Scope
from fundstelle.core.documents import Reading
from fundstelle.core.errors import NotFound, UnreadableFile, WrongUsage
from fundstelle.ports import Reader
from fundstelle.services.ingest import State
from fundstelle.services.library import Library, choose
from fundstelle.services.search import Search
from tests.services.house import NOW, RULE, House

OLD = "Die Halle ist offen.\nDas Tor ist zu."
NEW = "Die Halle ist offen.\nDas Tor ist auf."


@pytest.fixture
def filled(house: House) -> House:
    house.write("plan.txt", OLD)
    house.write("b/Ordnung.md", "# Ordnung\n\nDas Tor ist zu.\n")
    house.ingest()
    house.write("plan.txt", NEW)
    house.ingest()
    return house


def test_documents_are_listed_by_collection_and_name(filled: House) -> None:
    filled.ingest("anderes", paths=[filled.files / "plan.txt"])
    listed = filled.library.documents(filled.scope())
    assert [(d.collection, d.name) for d in listed] == [
        ("anderes", "plan.txt"),
        ("haus", "Ordnung.md"),
        ("haus", "plan.txt"),
    ]
    assert filled.library.documents(Scope(frozenset())) == []


def test_a_document_is_found_by_id_beginning_of_id_and_name(filled: House) -> None:
    wanted = filled.document("plan.txt")
    for word in (wanted.id, wanted.id[:8], "plan.txt"):
        assert filled.library.document(word, filled.scope()) == wanted


@pytest.mark.parametrize("word", ["fehlt.txt", "", "pla", "0" * 32])
def test_what_does_not_exist_is_named(word: str, filled: House) -> None:
    with pytest.raises(NotFound, match="documents list"):
        filled.library.document(word, filled.scope())


def test_a_document_outside_the_scope_looks_like_none(filled: House) -> None:
    document = filled.document("plan.txt")
    nothing = Scope(frozenset())
    for word in (document.id, document.id[:8], "plan.txt"):
        with pytest.raises(NotFound):
            filled.library.document(word, nothing)
    with pytest.raises(NotFound):
        filled.library.text(document, nothing)
    assert filled.library.versions(document, nothing) == []


def test_a_name_of_two_documents_asks_for_an_id(filled: House) -> None:
    filled.write("c/plan.txt", "Ein anderer Plan.")
    filled.ingest()
    with pytest.raises(WrongUsage, match="2 documents"):
        filled.document("plan.txt")


def test_history_is_newest_first_and_every_version_keeps_its_text(filled: House) -> None:
    document = filled.document("plan.txt")
    versions = filled.library.versions(document, filled.scope())
    texts = [filled.library.text(document, filled.scope(), v.number).text for v in versions]
    assert [v.number for v in versions] == [2, 1]
    assert texts == [NEW, OLD]
    assert [v.chars for v in versions] == [len(NEW), len(OLD)]
    with pytest.raises(NotFound, match="no version 3"):
        filled.library.text(document, filled.scope(), 3)


def test_the_difference_is_line_by_line(filled: House) -> None:
    document = filled.document("plan.txt")
    lines = filled.library.difference(document, filled.scope(), 1, 2)
    assert lines[:2] == ["--- version 1", "+++ version 2"]
    assert lines[-2:] == ["-Das Tor ist zu.", "+Das Tor ist auf."]
    assert filled.library.difference(document, filled.scope(), 2, 2) == []


def test_reading_again_makes_no_version_where_the_text_is_the_same(filled: House) -> None:
    before = filled.document("plan.txt")
    result = filled.library.reread(before, filled.scope())
    assert result.state is State.UNCHANGED
    assert filled.document("plan.txt") == before


class Shouting:
    """A later program that reads everything in capitals, and blank files not at all."""

    def __init__(self, inner: Reader) -> None:
        self._inner = inner

    fingerprint = "shouting-1"

    def read(self, name: str, content: bytes) -> Reading:
        if name == "Ordnung.md":
            raise UnreadableFile("corrupt")
        reading = self._inner.read(name, content)
        return Reading(reading.text.upper(), reading.document_type, reading.title, reading.blocks)


def test_another_reader_makes_a_new_version_and_keeps_the_old_one(filled: House) -> None:
    later = Library(filled.store, Shouting(filled.reader), RULE, lambda: NOW)
    document = filled.document("plan.txt")
    result = later.reread(document, filled.scope())
    versions = filled.library.versions(document, filled.scope())
    assert result.state is State.CHANGED
    assert filled.text("plan.txt") == NEW.upper()
    assert [v.number for v in versions] == [3, 2, 1]
    assert versions[0].read_by == "shouting-1"
    assert filled.library.text(document, filled.scope(), 2).text == NEW


def test_what_cannot_be_read_again_stays_as_it_was(filled: House) -> None:
    later = Library(filled.store, Shouting(filled.reader), RULE, lambda: NOW)
    before = filled.document("Ordnung.md")
    with pytest.raises(UnreadableFile):
        later.reread(before, filled.scope())
    assert filled.document("Ordnung.md") == before


def test_a_removed_document_is_gone_from_everything(filled: House) -> None:
    document = filled.document("plan.txt")
    filled.library.remove(document)
    assert filled.names() == ["Ordnung.md"]
    assert filled.library.versions(document, filled.scope()) == []
    assert not any(s.name == "plan.txt" for s in filled.ask("Ist das Tor auf?").sources)


def test_collections_are_found_whatever_their_case_and_made_once(house: House) -> None:
    made = house.library.collection("Personal")
    assert house.library.collection("PERSONAL") == made
    house.library.collection("Technik")
    assert [c.name for c in choose(house.store, ["technik", "Personal"])] == ["Technik", "Personal"]
    assert [c.name for c in choose(house.store, None)] == ["Personal", "Technik"]
    assert choose(house.store, []) == choose(house.store, ()) == ()
    assert choose(house.store, "personal") == (made,)
    with pytest.raises(NotFound, match="Collections: Personal, Technik"):
        choose(house.store, ["Vertrieb"])


@pytest.mark.parametrize("name", ["Bu\u0308ro", " BÜRO ", "bÜro"])
def test_collections_are_the_same_whatever_form_their_letters_have(house: House, name: str) -> None:
    made = house.library.collection("Büro")

    assert house.library.collection(name) == made
    assert choose(house.store, [name]) == (made,)


@pytest.mark.parametrize("name", ["", "a\nb", "\u200b", "a\udcff"])
def test_a_name_nobody_can_see_makes_no_collection(house: House, name: str) -> None:
    with pytest.raises(WrongUsage):
        house.library.collection(name)
    assert house.store.upkeep.collections() == ()


def test_two_imports_at_once_make_one_collection(house: House, tmp_path: Path) -> None:
    other = SqliteStore(tmp_path / "data")
    libraries = [house.library, Library(other, house.reader, RULE, lambda: NOW)]
    start, found = threading.Barrier(2, timeout=20), {}

    def make(library: Library) -> None:
        for number in range(40):
            start.wait()
            found[library.store, number] = library.collection(f"Neu {number}")

    threads = [threading.Thread(target=make, args=[library]) for library in libraries]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()

    assert len(found) == 80
    assert len({one.id for one in found.values()}) == 40


@pytest.mark.parametrize("limit", [0, -1])
def test_a_search_for_less_than_one_place_makes_no_sense(filled: House, limit: int) -> None:
    search = Search(filled.store)
    assert len(search("Tor", filled.scope(), limit=1)) == 1
    with pytest.raises(WrongUsage, match="at least 1"):
        search("Tor", filled.scope(), limit=limit)
