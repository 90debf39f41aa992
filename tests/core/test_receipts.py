"""What became of a cited place, for every way in which a source can differ."""

from dataclasses import replace

import pytest

from fundstelle.core.documents import Document, VersionText
from fundstelle.core.receipts import CitedPlace, PlaceState, compare

TEXT = "Der Druck beträgt 12 bar. Ende."
PLACE = CitedPlace("d", "anlage.md", 1, "aa", 0, 25, "Der Druck beträgt 12 bar.")
DOCUMENT = Document(
    "d", "c", "haus", "/x", "anlage.md", "Anlage", 1, "aa", "2026", "md", "de", 0, 1
)
NEWER = replace(DOCUMENT, version=2, content_hash="bb")
REREAD = replace(DOCUMENT, version=2)


def version(text: str, number: int = 1) -> VersionText:
    return VersionText("d", number, text, (), (), ())


STATES = [
    ("as it was", DOCUMENT, TEXT, TEXT, PlaceState.SAME),
    ("stored text changed by hand", DOCUMENT, TEXT.replace("12", "14"), TEXT, PlaceState.ALTERED),
    ("text of the old version changed", NEWER, "Anderes.", TEXT, PlaceState.ALTERED),
    ("new version with the sentence", NEWER, TEXT, "Neu. " + TEXT, PlaceState.MOVED),
    ("new version, old one not kept", NEWER, None, "Neu. " + TEXT, PlaceState.MOVED),
    (
        "new version, other white space",
        NEWER,
        TEXT,
        "Der Druck\nbeträgt 12\u00a0bar.",
        PlaceState.MOVED,
    ),
    ("new version, other number", NEWER, TEXT, TEXT.replace("12", "120"), PlaceState.CHANGED),
    (
        "new version, other words",
        NEWER,
        TEXT,
        TEXT.replace("beträgt", "betrug"),
        PlaceState.CHANGED,
    ),
    ("read again, same words", REREAD, TEXT, "\n" + TEXT, PlaceState.SAME),
    ("read again, other words", REREAD, TEXT, "Der Druck.", PlaceState.CHANGED),
    ("gone", None, None, None, PlaceState.GONE),
    ("gone meanwhile", DOCUMENT, None, None, PlaceState.GONE),
]


@pytest.mark.parametrize(
    ("document", "then", "now", "state"),
    [row[1:] for row in STATES],
    ids=[row[0] for row in STATES],
)
def test_each_difference_has_its_name(
    document: Document | None, then: str | None, now: str | None, state: PlaceState
) -> None:
    texts = (None if text is None else version(text) for text in (then, now))

    assert compare(PLACE, document, *texts) is state
