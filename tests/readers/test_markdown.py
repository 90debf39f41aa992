"""Markdown loses its marks and nothing else, and every place leads back to the given text."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fundstelle.adapters.readers.markdown import read_markdown
from fundstelle.core.documents import Reading
from fundstelle.core.text import canonical, to_given


def read(text: str) -> Reading:
    return read_markdown(text, "a.md")


def shown(text: str) -> list[tuple[str, str]]:
    reading = read(text)
    return [(block.kind.value, reading.text[block.start : block.end]) for block in reading.blocks]


MARKS = {
    "emphasis": ("**Frist**: *zwei* __Wochen__ _genau_", "Frist: zwei Wochen genau"),
    "nested emphasis": ("***sehr* wichtig**", "sehr wichtig"),
    "arithmetic": ("5 * 3 * 2 und a_b_c", "5 * 3 * 2 und a_b_c"),
    "code span": ("Mit `ls *.txt` und ``a`b``", "Mit ls *.txt und a`b"),
    "unclosed code": ("Der ` allein", "Der ` allein"),
    "link": ('[Antrag](https://x.de/a_(b) "Titel") stellen', "Antrag stellen"),
    "link in brackets": ("Siehe [[Antrag](a.md)]", "Siehe [Antrag]"),
    "image": ("![Lageplan](plan.png)", "Lageplan"),
    "image in a link": ("[![Lageplan](p.png)](x.html) hier", "Lageplan hier"),
    "reference": ("[Amt][a] und [a] und [b]\n\n[a]: https://x.de", "Amt und a und [b]"),
    "autolink": ("<https://x.de> <info@x.de>", "https://x.de info@x.de"),
    "escape": (r"1\. \*kein\* Fett", "1. *kein* Fett"),
    "entity": ("Müller &amp; Söhne", "Müller & Söhne"),
    "tag": ("<b>Fett</b> und <Kundennummer>", "Fett und <Kundennummer>"),
    "line break": ("eins<br>zwei", "eins\nzwei"),
    "comment": ("vor <!-- geheim --> nach", "vor nach"),
    "long comment": ("<!-- geheim\n\n# auch -->\nText", "Text"),
    "script": ("<script>\nx()\n</script>\n\nText", "Text"),
    "unclosed comment": ("a <!-- b", "a <!-- b"),
    "comment in code": ("`<!-- so -->`", "<!-- so -->"),
    "footnote": ("Frist[^1]", "Frist"),
    "quote": ("> Zitat\n> weiter", "Zitat\nweiter"),
    "strike": ("~~alt~~ neu ~5", "neu ~5"),
    "struck amount": ("~~9~~ 12 Euro", "12 Euro"),
    "struck inside": ("vor ~~9 **x** [a](b)~~ nach", "vor nach"),
    "struck part": ("a<s> b </s>c", "a c"),
    "struck tag": ("<del>50</del><ins>80</ins> Euro", "80 Euro"),
    "struck words and nothing": ("Alles gilt.\n\n~~weg~~", "Alles gilt."),
    "unclosed strike": ("~~9 und <del>12 Euro", "~~9 und 12 Euro"),
    "strike in code": ("`~~9~~ <del>5</del>`", "~~9~~ <del>5</del>"),
    "struck cell": ("| a | b |\n|--|--|\n| ~~9~~ 12 | ~~x~~ |", "a | b\n12"),
    "raised note": ("5<sup>1</sup> Euro", "5¹ Euro"),
    "raised link": ("5<sup>[1](#n)</sup> Euro", "5¹ Euro"),
    "raised two notes": ("5<sup>1,2</sup> Euro", "5¹,² Euro"),
    "raised power": ("10<sup>-3</sup> m<sup>2</sup>", "10⁻³ m²"),
    "lowered": ("H<sub>2</sub>O", "H₂O"),
    "raised letter": ("50<sup>1a</sup>7", "50 1a 7"),
    "raised brackets": ("Satz.<sup>[1]</sup> Neu", "Satz.[1] Neu"),
    "raised in raised": ("5<sup>1<sup>2</sup></sup>", "5 1²"),
    "unclosed raised": ("5<sup>1 Euro", "51 Euro"),
}


@pytest.mark.parametrize(("text", "expected"), MARKS.values(), ids=MARKS)
def test_marks_go_and_words_stay(text: str, expected: str) -> None:
    assert read(text).text == expected


PLACES = {
    "raised": ("Gebühr 5<sup>1</sup> Euro", "5¹ Euro", "5<sup>1</sup> Euro"),
    "after raised": ("5<sup>1</sup> Euro", "Euro", "Euro"),
    "set apart": ("5<sup>a</sup> Euro", "a Euro", "a</sup> Euro"),
    "after struck": ("Preis ~~9~~ 12 Euro", "12 Euro", "12 Euro"),
    "around struck": ("Preis ~~9~~ 12 Euro", "Preis 12", "Preis ~~9~~ 12"),
    "after a struck tag": ("<del>50</del><ins>80</ins> Euro", "80", "80"),
}


@pytest.mark.parametrize(("text", "found", "source"), PLACES.values(), ids=PLACES)
def test_places_lead_through_struck_and_raised_text(text: str, found: str, source: str) -> None:
    reading = read(text)
    at = reading.text.index(found)
    start, end = to_given(reading.given, at, at + len(found))

    assert text[start:end] == source


BLOCKS = {
    "headings": ("# A #\n## B\nText", [("heading", "A"), ("heading", "B"), ("paragraph", "Text")]),
    "underlined": (
        "A\n===\nB\n---\nText",
        [("heading", "A"), ("heading", "B"), ("paragraph", "Text")],
    ),
    "no heading": ("#Hashtag", [("paragraph", "#Hashtag")]),
    "fence": (
        "```sh\n# nein\n\n  x\n```\nText",
        [("code", "# nein\n\n  x"), ("paragraph", "Text")],
    ),
    "open fence": ("```\nx", [("code", "x")]),
    "tilde fence": ("~~~\n```\n~~~", [("code", "```")]),
    "indented": ("Text\n\n    x = 1", [("paragraph", "Text"), ("code", "x = 1")]),
    "items": ("- a\n- b\n  noch\n1. c", [("item", "a"), ("item", "b\nnoch"), ("item", "1. c")]),
    "nested": ("- a\n  - b", [("item", "a"), ("item", "b")]),
    "year in a paragraph": ("Seit\n2026. Dann", [("paragraph", "Seit\n2026. Dann")]),
    "rule": ("a\n\n---\n\nb", [("paragraph", "a"), ("paragraph", "b")]),
    "table": (
        "| Art | Preis |\n|---|--:|\n| P-1 | **2,50** |\n|P-2||\nEnde",
        [("row", "Art | Preis"), ("row", "P-1 | 2,50"), ("row", "P-2"), ("paragraph", "Ende")],
    ),
    "empty first cell": ("a|b\n-|-\n| | y |", [("row", "a | b"), ("row", "| y")]),
    "escaped pipe": ("a|b\n-|-\nx\\|y|z", [("row", "a | b"), ("row", "x|y | z")]),
    "no table": ("a|b\n--- ist ein Strich", [("paragraph", "a|b\n--- ist ein Strich")]),
}


@pytest.mark.parametrize(("text", "expected"), BLOCKS.values(), ids=BLOCKS)
def test_blocks_are_told_apart(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


def test_rows_stand_under_their_header() -> None:
    reading = read("| Art | Preis |\n|---|---|\n| P-1 | 2,50 |")

    header, row = reading.blocks
    assert header.header is None
    assert row.header == (header.start, header.end)


FRONT = "---\ntitle: Regelwerk\n# Kommentar\n---\n"
TITLES = {
    "heading before front matter": (FRONT + "# Zugang\n\nText", "Zugang"),
    "front matter": (FRONT + "## Zugang\n\nText", "Regelwerk"),
    "neither": ("Text", ""),
}


@pytest.mark.parametrize(("text", "title"), TITLES.values(), ids=TITLES)
def test_title_is_the_first_heading_else_the_front_matter(text: str, title: str) -> None:
    reading = read(text)

    assert reading.title == title
    assert "Kommentar" not in reading.text


def test_a_rule_at_the_start_is_no_front_matter() -> None:
    assert "Wichtig" in read("---\n\nWichtig!\n\n---\n\nText").text


WORDS = ("Frist", "Tür", "a_b", "5", " ", " ", "\n", "\n\n", "\r\n", "\t", "    ")
MARKUP = ("*", "**", "_", "`", "``", "[", "](x)", "![", "]", "|", "# ", "- ", "1. ", "> ", "---")
MORE = ("\n---\n", "```\n", "<!--", "-->", "<br>", "<b>", "\\", "~~", "===", "|-|-|", "&amp;")
ODD = ("<script>", "</script>", "(", ")", "\u00ad", "ﬁ", "\u200b", "u\u0308")
PIECES = st.sampled_from(WORDS + MARKUP + MORE + ODD)


@example("\n\nﬁ")
@example("# ﬁ*ﬁ*")
@example("A **&amp;**")
@given(st.lists(PIECES, max_size=40).map("".join))
def test_every_word_leads_back_to_itself_in_the_given_text(text: str) -> None:
    reading = read(text)
    end = 0

    for block in reading.blocks:
        assert not reading.text[end : block.start].strip()
        assert reading.text[block.start : block.end].strip()
        end = block.end
    assert not reading.text[end:].strip()
    for word in re.finditer(r"[A-Za-z0-9]+", reading.text):
        start, stop = to_given(reading.given, *word.span())
        source = text[start:stop].replace("ﬁ", "fi")
        letters = iter(source)  # marks may stand inside a word: Fr**is**t
        assert all(letter in letters for letter in word[0]), (word[0], source)
        if not canonical(text).given:  # changed stretches come as a whole
            assert (source[0], source[-1]) == (word[0][0], word[0][-1])


@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "![",
        "<!--",
        "`",
        "*a",
        "_",
        "](",
        "|",
        "> ",
        "```\n",
        "<script>",
        "- ",
        "~~",
        '[](a "',
        "&",
    ],
)
def test_hostile_repetition_is_read_in_linear_steps(piece: str) -> None:
    reading = read(piece * 20_000)  # quadratic code would need minutes here, far beyond any limit

    assert len(reading.text) <= 20_000 * (len(piece) + 3)
