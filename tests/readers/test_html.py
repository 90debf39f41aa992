"""HTML: what a visitor reads stays, what stands around it goes."""

import pytest

from fundstelle.adapters.readers.html import read_html
from fundstelle.core.documents import Reading

ARTICLE = "<h1>Sperrmüll</h1><p>Eine Abholung ist frei, jede weitere kostet 35 Euro.</p>"
MENU = "<ul>" + "".join(f"<li><a href=/{n}>Punkt {n}</a></li>" for n in range(9)) + "</ul>"


def read(page: str) -> Reading:
    return read_html(page, "a.html")


def shown(page: str) -> list[tuple[str, str]]:
    reading = read(page)
    return [(block.kind.value, reading.text[block.start : block.end]) for block in reading.blocks]


AROUND = {
    "script": "<script>Punkt()</script>",
    "style": "<style>.Punkt {}</style>",
    "comment": "<!-- Punkt -->",
    "menu": f"<nav>{MENU}</nav>",
    "menu by role": f"<div role=navigation>{MENU}</div>",
    "menu by name": f"<div class='main-nav'>{MENU}</div>",
    "side bar of links": f"<aside>{MENU}</aside>",
    "page head": "<header><a href=/>Punkt</a> Stadt Beispielheim</header>",
    "page foot": "<footer>© Punkt <a href=/i>Impressum</a></footer>",
    "cookie banner": "<div id=cookie-banner><p>" + "Punkt und Cookies. " * 60 + "</p></div>",
    "dialog": "<div role=dialog><p>Punkt. Bitte bestellen.</p></div>",
    "hidden": "<p hidden>Punkt</p>",
    "not displayed": "<p style='color:red; display : none'>Punkt</p>",
    "button": "<button>Punkt</button>",
    "placeholder": "<input placeholder=Punkt value=Punkt>",
    "template": "<template><p>Punkt</p></template>",
}


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
def test_what_stands_around_the_text_goes(around: str) -> None:
    text = read(f"<html><body>{around}<main>{ARTICLE}</main> Ende.</body></html>").text

    assert "Punkt" not in text
    assert "Sperrmüll" in text
    assert "35 Euro" in text
    assert text.endswith("Ende.")


MARKED = {
    "raised note": ("5<sup>1</sup> Euro", "5¹ Euro"),
    "raised link": ("5<sup><a href=#n>1)</a></sup> Euro", "5¹⁾ Euro"),
    "raised two notes": ("5<sup>1, 2</sup> Euro", "5¹, ² Euro"),
    "raised power": ("10<sup>3</sup> m<sup>2</sup> x<sup>n+1</sup>", "10³ m² xⁿ⁺¹"),
    "lowered": ("H<sub>2</sub>O", "H₂O"),
    "raised by style": ("5<span style='vertical-align: super'>1</span> Euro", "5¹ Euro"),
    "raised letter": ("50<sup>1a</sup>7", "50 1a 7"),
    "raised brackets": ("Satz.<sup>[1]</sup> Neu", "Satz.[1] Neu"),
    "raised after raised": ("5<sup>1</sup><sup>2</sup> Euro", "5¹² Euro"),
    "deleted": ("<del>50</del><ins>80</ins> Euro", "80 Euro"),
    "struck": ("<s>50</s> <strike>60</strike> 80 Euro", "80 Euro"),
    "struck by style": ("<span style='text-decoration:line-through'>50</span>80", "80"),
    "struck blanks": ("ab<s> 50 </s>80", "ab 80"),
    "struck and raised": ("5<s><sup>1</sup></s>0 Euro", "50 Euro"),
}


@pytest.mark.parametrize("around", ["<p>{}</p>", "<table><tr><td>{}<td>x</table>", "<h1>{}</h1>"])
@pytest.mark.parametrize(("markup", "expected"), MARKED.values(), ids=MARKED)
def test_raised_and_struck_text_makes_no_other_number(
    around: str, markup: str, expected: str
) -> None:
    assert read(around.format(markup)).text.removesuffix(" | x") == expected


HINT = "<aside>Tipp: <a href=/a>Antrag</a></aside>"
ASIDES = {
    "short": ("<aside>Achtung: nur bis März.</aside>", True),
    "of links inside the text": (f"<main>{ARTICLE}{HINT}</main>", True),
    "inside an article": (f"<article>{ARTICLE}{HINT}</article>", True),
    "inside the main role": (f"<div role=main>{ARTICLE}{HINT}</div>", True),
    "of links beside the text": (f"{HINT}<main>{ARTICLE}</main>", False),
    "menu beside the text": (f"<aside>Tipp {MENU}</aside><main>{ARTICLE}</main>", False),
}


@pytest.mark.parametrize(("page", "kept"), ASIDES.values(), ids=ASIDES)
def test_asides_go_only_where_they_are_menus_of_the_page(page: str, *, kept: bool) -> None:
    text = read(f"<body>{page}<p>Ende.</p></body>").text

    assert ("Achtung" in text or "Tipp" in text) == kept


KEPT = {
    "article in an aside": f"<body><aside>{ARTICLE}</aside></body>",
    "article in a named box": f"<body><div class='sidebar-content'>{ARTICLE}</div></body>",
    "article in a page head": f"<body><header>{ARTICLE}</header></body>",
    "article beside a menu class": f"<body class='has-cookie-banner nav-open'>{ARTICLE}</body>",
    "article head beside other text": f"<header>{ARTICLE}</header><p>Weiteres.</p>",
    "article in a dialog": f"<div role=dialog>{ARTICLE}</div><p>Weiteres.</p>",
    "article in a cookie box": f"<div id=cookie>{ARTICLE}</div><p>Weiteres.</p>",
    "article foot": f"<article>{ARTICLE}<footer>Gilt ab 1. März.</footer></article>",
    "table for layout": f"<table><tr><td>{MENU}</td><td>{ARTICLE}</td></tr></table>",
    "deep nesting": "<div>" * 5000 + ARTICLE,
    "broken markup": f"<p><b>{ARTICLE}</i></td></div>",
    "frameset": f"<frameset><noframes>{ARTICLE}</noframes></frameset>",
}


@pytest.mark.parametrize("page", KEPT.values(), ids=KEPT)
def test_the_text_is_never_lost(page: str) -> None:
    text = read(page).text

    assert "jede weitere kostet 35 Euro" in text
    assert "Gilt ab" in text or "Gilt ab" not in page


def test_a_page_of_nothing_but_links_is_kept() -> None:
    assert "Punkt 8" in read(f"<nav>{MENU}</nav>").text


def test_blocks_of_a_page() -> None:
    page = (
        "<h2>Amt</h2>Frist: <b>zwei</b>\n Wochen<br>ab Zugang<p>5&nbsp;€ Ge&shy;bühr"
        "<ul><li>a<ol><li>b</ol><li>c</ul><pre>x\n  y</pre><dl><dt>Ort<dd>Rathaus</dl>"
    )

    assert shown(page) == [
        ("heading", "Amt"),
        ("paragraph", "Frist: zwei Wochen\nab Zugang"),
        ("paragraph", "5\u00a0€ Gebühr"),
        ("item", "a"),
        ("item", "b"),
        ("item", "c"),
        ("code", "x\n  y"),
        ("item", "Ort: Rathaus"),
    ]


TABLES = {
    "head cells": (
        "<tr><th>Tag<th>Zeit<tr><td>Mo<td><ul><li>8–12<li>14–17</ul>",
        [("Tag | Zeit", ""), ("Mo | 8–12 14–17", "Tag | Zeit")],
    ),
    "thead": (
        "<caption>Zeiten</caption><thead><tr><td>Tag<td>Zeit<tbody><tr><td>Mo<td>8",
        [("Zeiten", ""), ("Tag | Zeit", ""), ("Mo | 8", "Tag | Zeit")],
    ),
    "merged cells": (
        "<tr><th>A<th>B<th>C<tr><td rowspan=2>x<td colspan=2>y<tr><td>1<td>2",
        [("A | B | C", ""), ("x | y", "A | B | C"), ("x | 1 | 2", "A | B | C")],
    ),
    "two head rows": (
        "<tr><th rowspan=2>A<th colspan=2>B<tr><th>n<th>b<tr><td>x<td>1<td>2",
        [("A | B", ""), ("A | n | b", ""), ("x | 1 | 2", "A | B\nA | n | b")],
    ),
    "no header": ("<tr><td>1<td>2<tr><td>3<td>4", [("1 | 2", ""), ("3 | 4", "")]),
    "absurd spans": ("<tr><td rowspan=999999999 colspan=99999999>x<td>y", [("x", "")]),
}


@pytest.mark.parametrize(("table", "expected"), TABLES.values(), ids=TABLES)
def test_rows_are_lines_under_their_header(table: str, expected: list[tuple[str, str]]) -> None:
    reading = read(f"<table>{table}</table>")

    assert [
        (
            reading.text[b.start : b.end].split(" |  |")[0],
            reading.text[slice(*b.header)] if b.header else "",
        )
        for b in reading.blocks
    ] == expected


TITLES = {
    "from the head": ("<title>Gebühren – Stadt</title><h1>Gebühren</h1>", "Gebühren – Stadt", 1),
    "from the first heading": ("<h1>Gebühren</h1><p>x", "Gebühren", 1),
    "only in the head": ("<title>Gebühren</title><p>18 Euro", "Gebühren", 1),
    "none": ("<p>18 Euro", "", 0),
}


@pytest.mark.parametrize(("page", "title", "times"), TITLES.values(), ids=TITLES)
def test_title_stands_in_the_text_once(page: str, title: str, times: int) -> None:
    reading = read(page)

    assert reading.title == title
    assert reading.text.count("Gebühren") == times
