"""The report: one page that loads nothing, runs nothing, and shows foreign text as text."""

import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.metrics.figures import GROUPS, NAMES
from fundstelle.core.metrics.results import Place, Quote, Result
from fundstelle.core.metrics.summary import Metrics, measure
from fundstelle.core.questionset import EvaluationQuestion, Gold
from fundstelle.delivery.report.chart import steps
from fundstelle.delivery.report.facts import Facts
from fundstelle.delivery.report.page import page
from fundstelle.delivery.report.tables import safe
from fundstelle.delivery.report.wording import FIGURES, TEXTS
from fundstelle.delivery.wording import Lang

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&</td></style>\u202etxt\x00"
TEXT = "Der Turm ist vierzig Meter hoch. " + HOSTILE
FACTS = Facts(
    set_name=f"menge{HOSTILE}",
    digest="0" * 64,
    documents=3,
    split="dev",
    mode="open",
    date="2026-11-30T12:00:00+00:00",
    program="fundstelle 0",
    settings={"embedder": "bundled", "gate_threshold": None},
    fingerprints={"gate": HOSTILE},
)


def made(n: int, text: str = TEXT) -> Metrics:
    """Measured on n questions of every kind, whose every text is the given one."""
    chance = random.Random(n)
    questions, results = [], {}
    for place in range(n):
        gold = Gold(place % 3 != 0, ((text, 0),) if place % 3 else (), ("d",) if place % 3 else ())
        name = f"{place}{text}"
        questions.append(EvaluationQuestion(name, text, "dev", None, gold))
        status = chance.choice(["extractive", "extractive", "refused"])
        quotes = (Quote("d", 0, len(text), text if place % 2 else text + "x"),)
        shown = {"answer": f"{text} 1", "quotes": quotes} if status != "refused" else {}
        results[name] = Result(
            status,
            chance.random(),
            (Place("d", 0, 99),),
            doubtful=chance.random() < 0.4,
            latency_ms=chance.expovariate(0.1),
            stages_ms={"search": chance.random(), text: 1.0},
            **shown,  # type: ignore[arg-type]
        )
    return measure(questions, results, {"d": text}, closed=False)


class Elements(HTMLParser):
    """What a browser would make of the page."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


PARTS = "html head meta title style body main section h1 h2 p ul li span div figure figcaption"
DRAWN = "svg line text polyline polygon circle rect"
TABLES = "table thead tbody tr th td code q dl dt dd"
OURS = {*PARTS.split(), *DRAWN.split(), *TABLES.split()}


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("n", [1, 2, 40])
def test_nothing_is_loaded_and_nothing_runs(n: int, lang: Lang) -> None:
    made_page = page(FACTS, made(n), lang)
    elements = Elements(made_page)

    assert {tag for tag, _ in elements.found} <= OURS
    names = {name for _, attributes in elements.found for name in attributes}
    assert not {name for name in names if name.startswith("on")}
    assert not names & {"src", "href", "srcset", "action", "data", "poster", "xlink:href"}
    assert "default-src 'none'" in made_page
    assert not re.search(r"https?:|//|url\(|@import|<script|javascript:", made_page)


def test_foreign_text_is_shown_as_text() -> None:
    made_page = page(FACTS, made(40), "de")

    assert "<img" not in made_page
    assert "\u202e" not in made_page
    assert "\x00" not in made_page
    words = "".join(Elements(made_page).words)
    assert "Der Turm ist vierzig Meter hoch. <script>alert(1)</script>" in words


@given(text=st.text(min_size=1, max_size=60))
def test_every_text_stays_text(text: str) -> None:
    shown = safe(text)

    assert not re.search(r"[<>\"'\x00-\x08]", shown)
    assert {tag for tag, _ in Elements(f"<td>{shown}</td>").found} == {"td"}


def test_long_texts_are_cut() -> None:
    assert len(safe("wort " * 1000)) < 450


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_figure_is_on_the_page_with_its_value(lang: Lang) -> None:
    metrics = made(40)
    made_page = page(FACTS, metrics, lang)

    for name, figure in metrics.figures.items():
        value = f"{figure.value:.4f}".rstrip("0").rstrip(".")
        shown = value.replace(".", ",") if lang == "de" else value
        row = re.search(rf"<code>{re.escape(name)}</code></td><td class=num>([^<]*)", made_page)
        assert row is not None, name
        assert row[1].startswith(shown)


def test_an_evaluation_without_answers_has_a_page() -> None:
    question = EvaluationQuestion("q", "Wie hoch?", "dev", None, Gold(False))

    refused = measure([question], {"q": Result("refused", 0.0)}, {}, closed=False)
    nothing = measure([replace(question, gold=None)], {}, {}, closed=False)

    assert "<svg" in page(FACTS, refused, "en")
    assert "<svg" not in page(FACTS, nothing, "en")


def test_every_figure_has_a_group_and_words_in_both_languages() -> None:
    grouped = [name for names in GROUPS.values() for name in names]

    assert sorted(grouped) == sorted(NAMES) == sorted(FIGURES)
    words: list[dict[Any, str]] = [*FIGURES.values(), *TEXTS.values()]
    assert all(set(both) == {"de", "en"} and all(both.values()) for both in words)
    assert set(GROUPS) <= set(TEXTS)


@given(highest=st.floats(1e-3, 1e7))
def test_every_axis_has_few_ticks_and_reaches_its_highest_value(highest: float) -> None:
    ticks = steps(highest)

    assert 2 <= len(ticks) <= 5
    assert ticks[0] == 0
    assert ticks[-1] >= highest * (1 - 1e-9)
    assert ticks == sorted(set(ticks))
