"""Names of collections: the same for the eye is the same, and nothing invisible is let in."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.errors import WrongUsage
from fundstelle.core.names import collection_name, folded

SAME = [
    ("Büro", "Bu\u0308ro"),
    ("Büro", " BÜRO\u00a0"),
    ("Straße", "STRASSE"),
    ("Ångström", "\u212bNGSTRO\u0308M"),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_names_that_look_the_same_are_the_same(left: str, right: str) -> None:
    assert folded(left) == folded(right) == folded(collection_name(right))


INVISIBLE = [
    "",
    " \t",
    "a\nb",
    "Personal\n",
    "a\x00b",
    "a\x1b[31mb",
    "\x7f",
    "a\x85b",
    "a\u2028b",
    "a\u2029b",
    "\u200b",
    "Per\u200bsonal",
    "Personal\u200d",
    "\u200cPersonal",
    "Per\u200dsonal",
    "👩\u200d",
    "\ufeffPersonal",
    "Per\u00adsonal",
    "\u202elanosreP",
    "\u2066a",
    "\u3164",
    "\u2800",
    "\u0301",
    "a\udcffb",
    "\ud83d",
    "a\uffff",
]


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    with pytest.raises(WrongUsage, match="collection"):
        collection_name(name)


@pytest.mark.parametrize(
    "name", ["A", "Büro 3 – Süd", "👩\u200d🔧 Technik", "❤\ufe0f", "می\u200cخواهم", "§ 5", "東京"]
)
def test_what_can_be_seen_is_a_name(name: str) -> None:
    assert collection_name(f" {name} ") == unicodedata.normalize("NFC", name)


@given(st.text(max_size=8))
def test_every_name_is_kept_as_one_line_and_compared_the_same(name: str) -> None:
    try:
        kept = collection_name(name)
    except WrongUsage:
        return
    assert kept == collection_name(kept)
    assert kept.splitlines() == [kept]
    assert kept.encode().decode() == kept
    assert folded(kept) == folded(name) == folded(unicodedata.normalize("NFD", kept))
