"""From a source to the store: what happened to each item, and that no fault stops the run."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from fundstelle.core.documents import Reading
from fundstelle.core.errors import UnreadableFile
from fundstelle.core.faults import FAULTS
from fundstelle.ports import Item, Reader, Unlisted
from fundstelle.services.ingest import REMOVE_FREELY, Ingest, Report, State
from tests.services.house import NOW, RULE, House, states

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4
TEXT = "Die Halle ist von acht bis zwölf Uhr offen."


def test_every_state_an_item_can_have_in_one_run(house: House) -> None:
    for name in ("bleibt.txt", "ändert.txt", "geht.txt"):
        house.write(name, f"{TEXT} Das steht in {name}.")
    first = house.ingest()
    house.write("ändert.txt", "Die Halle ist geschlossen.")
    (house.files / "geht.txt").unlink()
    house.write("neu.txt", "Der Turm ist vierzig Meter hoch.")
    house.write("zwilling.txt", f"{TEXT} Das steht in bleibt.txt.")
    house.write("bild.png", PICTURE)
    house.write("leer.txt", "")

    second = house.ingest()

    assert set(states(first).values()) == {"new"}
    assert states(second) == {
        "bild.png": "skipped",
        "bleibt.txt": "unchanged",
        "leer.txt": "failed",
        "neu.txt": "new",
        "zwilling.txt": "duplicate",
        "ändert.txt": "changed",
        "geht.txt": "removed",
    }
    assert house.names() == ["bleibt.txt", "neu.txt", "zwilling.txt", "ändert.txt"]
    assert house.document("ändert.txt").version == 2
    assert house.document("neu.txt").imported_at == NOW


def test_counts_hold_what_occurred_in_the_order_of_the_states(house: House) -> None:
    house.write("a.txt", TEXT)
    house.write("b.txt", TEXT)
    house.write("c.txt", "")

    assert list(house.ingest().counts.items()) == [("new", 1), ("duplicate", 1), ("failed", 1)]


BROKEN = {
    "leer.txt": (b"", "empty"),
    "blank.txt": (b" \n\t\n", "empty"),
    "kaputt.pdf": (b"%PDF-1.7\n" + b"\x00garbage" * 20, "corrupt"),
    "kaputt.docx": (b"PK\x03\x04" + b"nothing of a document" * 9, "corrupt"),
    "bild.png": (PICTURE, "unsupported"),
}


def test_one_bad_file_never_stops_the_run_and_is_told_with_a_remedy(house: House) -> None:
    for name, (content, _) in BROKEN.items():
        house.write(name, content)
    house.write("zuletzt.txt", TEXT)

    found = {item.name: item for item in house.ingest().items}

    assert {name: found[name].code for name in BROKEN} == {n: c for n, (_, c) in BROKEN.items()}
    assert found["zuletzt.txt"].state is State.NEW
    assert house.names() == ["zuletzt.txt"]
    for item in found.values():
        skipped = item.code and FAULTS[item.code].skipped
        assert item.state is (State.SKIPPED if skipped else State.FAILED) or not item.code


def test_a_changed_file_that_cannot_be_read_keeps_the_old_version(house: House) -> None:
    house.write("a.txt", TEXT)
    house.ingest()
    house.write("a.txt", "")

    (item,) = house.ingest().items

    assert (item.state, item.code) == (State.FAILED, "empty")
    assert item.document_id == house.document("a.txt").id
    assert house.text("a.txt") == TEXT
    assert house.document("a.txt").version == 1


@dataclass(frozen=True)
class BreaksIts:
    """A reader with a bug: for one name it gives what no reader may give."""

    inner: Reader
    name: str

    @property
    def fingerprint(self) -> str:
        return self.inner.fingerprint

    def read(self, name: str, content: bytes) -> Reading:
        reading = self.inner.read(name, content)
        return Reading(None, "txt") if name == self.name else reading  # type: ignore[arg-type]


def test_a_bug_of_ours_fails_one_file_only(house: House) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        house.write(name, f"{TEXT} {name}")

    report = house.ingest(reader=BreaksIts(house.reader, "b.txt"))

    assert states(report) == {"a.txt": "new", "b.txt": "failed", "c.txt": "new"}
    assert report.items[1].code == "internal"


def test_a_file_over_the_limit_is_refused_before_it_is_read(house: House) -> None:
    house.write("genau.txt", "x" * 100)
    house.write("groß.txt", "x" * 101)

    report = house.ingest(max_bytes=100)

    assert states(report) == {"genau.txt": "new", "groß.txt": "failed"}
    assert [item.code for item in report.items] == ["", "too_large"]


@dataclass(frozen=True)
class Shelf:
    """A source made of texts. Its content is asked for in the order of the walk."""

    texts: dict[str, str]
    unlisted: tuple[Unlisted, ...] = ()
    gone: frozenset[str] = frozenset()

    def items(self) -> Iterator[Item | Unlisted]:
        yield from self.unlisted
        for name, text in self.texts.items():
            yield Item(f"shelf:/{name}", name, len(text), title=f"Titel {name}")

    def content(self, item: Item) -> bytes:
        if item.name in self.gone:
            raise UnreadableFile("unreadable")
        return self.texts[item.name].encode()

    def covers(self, uri: str) -> bool:
        return uri.startswith("shelf:/")


def shelf(count: int, **more: object) -> Shelf:
    return Shelf({f"{n}.txt": f"{TEXT} Halle {n}" for n in range(count)}, **more)  # type: ignore[arg-type]


NOT_LISTED = Unlisted("shelf:/ordner", "ordner", "unreadable", harmless=False)
LINK = Unlisted("shelf:/hinaus", "hinaus", "link_outside", harmless=True)


def test_after_an_incomplete_walk_nothing_is_removed(house: House) -> None:
    house.ingest(source=shelf(4))

    report = house.ingest(source=shelf(1, unlisted=(NOT_LISTED,)), remove=True)

    assert states(report) == {"ordner": "failed", "0.txt": "unchanged"}
    assert len(house.names()) == 4


def test_a_link_that_is_not_followed_does_not_make_a_walk_incomplete(house: House) -> None:
    house.ingest(source=shelf(4))

    report = house.ingest(source=shelf(3, unlisted=(LINK,)))

    assert states(report)["hinaus"] == "skipped"
    assert states(report)["3.txt"] == "removed"


def test_what_could_not_be_opened_is_not_taken_for_vanished(house: House) -> None:
    house.ingest(source=shelf(3))

    report = house.ingest(source=shelf(3, gone=frozenset({"1.txt"})))

    assert states(report) == {"0.txt": "unchanged", "1.txt": "failed", "2.txt": "unchanged"}
    assert len(house.names()) == 3


def test_what_became_a_link_that_is_not_followed_stays(house: House) -> None:
    house.ingest(source=shelf(3))
    linked = Unlisted("shelf:/2.txt", "2.txt", "link_outside", harmless=True)

    report = house.ingest(source=shelf(2, unlisted=(linked,)))

    assert states(report) == {"2.txt": "skipped", "0.txt": "unchanged", "1.txt": "unchanged"}
    assert len(house.names()) == 3


# had, has, remove -> removed. Beyond 5 and beyond a fifth only with `remove`.
VANISHED = [
    (6, 0, False, 0),
    (6, 0, True, 6),
    (REMOVE_FREELY, 0, False, REMOVE_FREELY),
    (30, 24, False, 6),
    (29, 23, False, 0),
    (29, 23, True, 6),
]


@pytest.mark.parametrize(("had", "has", "remove", "removed"), VANISHED)
def test_many_vanished_documents_are_withheld(
    had: int, has: int, removed: int, *, remove: bool, house: House
) -> None:
    house.ingest(source=shelf(had))

    report = house.ingest(source=shelf(has), remove=remove)

    assert report.counts.get("removed", 0) == removed
    assert len(report.withheld) == (had - has if not removed else 0)
    assert len(house.names()) == had - removed


def test_only_what_the_source_covers_can_vanish(house: House) -> None:
    house.write("a.txt", TEXT)
    house.write("b/c.txt", f"{TEXT} c")
    house.ingest()
    house.ingest(source=shelf(2))

    report = house.ingest(paths=[house.files / "b"])

    assert states(report) == {"c.txt": "unchanged"}
    assert house.names() == ["0.txt", "1.txt", "a.txt", "c.txt"]


def test_the_title_of_the_source_wins(house: House) -> None:
    house.ingest(source=Shelf({"a.md": "# Hallenordnung\n\nDie Halle ist offen.\n"}))

    assert house.document("a.md").title == "Titel a.md"


def test_the_same_file_in_two_collections_is_two_documents(house: House) -> None:
    house.write("a.txt", TEXT)

    assert states(house.ingest("eins")) == states(house.ingest("zwei")) == {"a.txt": "new"}
    assert house.names() == ["a.txt", "a.txt"]


def test_a_run_that_is_dropped_half_way_has_stored_what_it_told(house: House) -> None:
    source = shelf(5)
    use_case = Ingest(house.store, house.reader, RULE, 1 << 20, lambda: NOW)
    target = house.library.collection("haus")
    walk = use_case.walk(source)

    run = use_case.run(source, walk, target.id, Report(), remove=False)
    told = [next(run).name for _ in range(2)]
    del run

    assert house.names() == told == ["0.txt", "1.txt"]
    assert states(house.ingest(source=source))["0.txt"] == "unchanged"


def test_an_unreadable_file_is_named_and_the_rest_read(house: House) -> None:
    house.write("a.txt", TEXT)
    (house.files / "kaputt.txt").symlink_to("fehlt")

    report = house.ingest()

    assert states(report) == {"a.txt": "new", "kaputt.txt": "failed"}
    assert {item.code for item in report.items} == {"", "unreadable"}
