import pytest

from fundstelle.core.documents import Block, BlockKind, Page
from fundstelle.core.outline import Outline, heading_at, plain_blocks

TEXT = "Eins Absatz Zwei\nlang Absatz Drei Absatz Vier Absatz"
HEADINGS = {"Eins": 1, "Zwei\nlang": 2, "Drei": 3, "Vier": 2}
BLOCKS = tuple(
    Block(BlockKind.HEADING, TEXT.index(words), TEXT.index(words) + len(words), level)
    for words, level in HEADINGS.items()
)


@pytest.mark.parametrize(
    ("offset", "path"),
    [
        (TEXT.index("Eins"), "Eins"),
        (TEXT.index("Absatz"), "Eins"),
        (TEXT.index("lang"), "Eins › Zwei lang"),
        (TEXT.index("Drei") + 6, "Eins › Zwei lang › Drei"),
        (len(TEXT), "Eins › Vier"),
    ],
)
def test_a_heading_holds_until_one_of_its_rank_or_higher_comes(offset: int, path: str) -> None:
    assert Outline(TEXT, BLOCKS).heading(offset) == path
    assert heading_at(BLOCKS, offset, TEXT) == path


def test_text_before_the_first_heading_has_none() -> None:
    assert Outline(TEXT, BLOCKS[1:]).heading(0) == ""


@pytest.mark.parametrize(("offset", "page"), [(0, 1), (9, 1), (10, 2), (25, 4), (99, 4)])
def test_every_place_is_on_the_page_that_holds_it(offset: int, page: int) -> None:
    pages = (Page(1, 0, 10), Page(2, 10, 20), Page(4, 20, 30))

    assert Outline("", ()).page(pages, offset) == page


def test_a_text_without_pages_has_no_page() -> None:
    assert Outline("", ()).page((), 0) is None


PLAIN = [
    ("", []),
    (" \n\n \t\n", []),
    ("\n Zwei\nZeilen \n\n\nNoch einer\n", ["P:Zwei\nZeilen", "P:Noch einer"]),
    ("Absatz\n \t\nAbsatz", ["P:Absatz", "P:Absatz"]),
    ("Dabei:\n- eins\n  weiter\n* zwei", ["P:Dabei:", "I:- eins\n  weiter", "I:* zwei"]),
    ("1. eins\n2. zwei\n10. Mai zu", ["I:1. eins", "I:2. zwei\n10. Mai zu"]),
    ("a) eins\nb) zwei", ["I:a) eins", "I:b) zwei"]),
    ("• eins\n▪ zwei", ["I:• eins", "I:▪ zwei"]),
    ("(1) Ein Gesetz.\n(2) Noch eines.", ["P:(1) Ein Gesetz.", "P:(2) Noch eines."]),
    ("Er ist seit dem\n3. Oktober da.", ["P:Er ist seit dem\n3. Oktober da."]),
    ("- eins\n\n  weiter", ["I:- eins", "P:weiter"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), PLAIN)
def test_plain_text_falls_into_paragraphs_and_items(text: str, expected: list[str]) -> None:
    found = [f"{b.kind.name[0]}:{text[b.start : b.end]}" for b in plain_blocks(text)]

    assert found == expected
