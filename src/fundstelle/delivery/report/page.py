"""One HTML page that shows an evaluation and needs nothing but itself."""

from html import escape
from pathlib import Path

from fundstelle.core.metrics.answering import false_refusals, worst_answers
from fundstelle.core.metrics.summary import Metrics
from fundstelle.delivery.report.facts import Facts
from fundstelle.delivery.report.plots import latency_plot, reliability_plot, risk_plot
from fundstelle.delivery.report.tables import (
    case_table,
    doubt_table,
    facts_list,
    figure_table,
    percent_interval,
    safe,
    stage_table,
    violation_table,
)
from fundstelle.delivery.report.wording import FIGURES, headline, lead_of, text
from fundstelle.delivery.wording import Lang

CASES = 15
STYLE = Path(__file__).with_name("style.css")
HEADLINES = (
    "correct_rate_on_answerable",
    "answered_precision",
    "false_refusal_rate",
    "refusal_recall",
    "ndcg@10",
    "grounding_violations",
    "latency_p50_ms",
    "latency_p95_ms",
)
# Even if a text slipped through: the page may load nothing and run nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(facts: Facts, metrics: Metrics, lang: Lang) -> str:
    """The whole page."""
    name = f"{text('title', lang)}: {safe(facts.set_name)}"
    body = "".join(
        (
            _head(facts, metrics, lang),
            _headlines(metrics, lang),
            _plots(metrics, lang),
            _doubt(metrics, lang),
            _cases(metrics, lang),
            _section("all_figures", figure_table(metrics, lang), lang),
            _section("stages", stage_table(metrics, lang), lang) if metrics.stages_ms else "",
            _section("measured_with", facts_list(facts, lang), lang),
        )
    )
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}</title>\n<style>{STYLE.read_text('utf-8')}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _head(facts: Facts, metrics: Metrics, lang: Lang) -> str:
    lead = lead_of(facts, metrics, lang)
    day = facts.date.partition("T")[0]
    day = ".".join(reversed(day.split("-"))) if lang == "de" else day
    split, mode = text(f"split_{facts.split}", lang), text(f"mode_{facts.mode}", lang)
    over = " · ".join((text("title", lang), day, split, mode))
    return (
        f'<p class="over">{safe(over)}</p><h1>{safe(facts.set_name)}</h1>'
        f'<p class="soft">{escape(lead)}</p>'
    )


def _headlines(metrics: Metrics, lang: Lang) -> str:
    items = []
    for name in HEADLINES:
        if name not in metrics.figures:
            continue
        figure = metrics.figures[name]
        bad = " class=bad" if name == "grounding_violations" and figure.value else ""
        items.append(
            f'<li{bad}><span class="big">{escape(headline(name, figure.value, lang))}</span>'
            f'<span class="name">{escape(FIGURES[name][lang])}</span>'
            f'<span class="range">{percent_interval(figure, lang)}</span></li>'
        )
    return f'<ul class="heads">{"".join(items)}</ul>'


def _plots(metrics: Metrics, lang: Lang) -> str:
    drawn = {}
    if metrics.curve:
        drawn["risk"] = risk_plot(metrics.curve, lang)
        drawn["reliability"] = reliability_plot(metrics, lang)
    if metrics.latencies_ms:
        drawn["latency"] = latency_plot(metrics, lang)
    figures = (
        f"<figure><h2>{escape(text(name, lang))}</h2>{picture}"
        f"<figcaption>{escape(text(f'{name}_caption', lang))}</figcaption></figure>"
        for name, picture in drawn.items()
    )
    return f'<div class="plots">{"".join(figures)}</div>'


def _doubt(metrics: Metrics, lang: Lang) -> str:
    mix = metrics.doubtful
    if not mix.doubtful:
        return ""
    words = text(
        "doubt_mix",
        lang,
        doubtful=mix.doubtful,
        shown=mix.shown,
        correct=mix.correct,
        wrong=mix.answerable - mix.correct,
        unanswerable=mix.unanswerable,
    )
    return _section("doubt", f"<p>{escape(words)}</p>{doubt_table(metrics, lang)}", lang)


def _cases(metrics: Metrics, lang: Lang) -> str:
    """What a person should look at first: broken rules, wrong answers, false refusals."""
    if not metrics.judged:
        return ""
    parts = []
    if metrics.violations:
        parts.append(_section("broken", violation_table(metrics.violations, lang), lang))
    wrong = case_table(worst_answers(metrics.judged, CASES), lang, refused=False)
    refused = case_table(false_refusals(metrics.judged, CASES), lang, refused=True)
    parts.append(_section("worst", wrong, lang, lead="worst_lead"))
    parts.append(_section("false_refusals", refused, lang, lead="false_refusals_lead"))
    return "".join(parts)


def _section(title: str, content: str, lang: Lang, *, lead: str = "") -> str:
    words = f'<p class="soft">{escape(text(lead, lang))}</p>' if lead else ""
    return f"<section><h2>{escape(text(title, lang))}</h2>{words}{content}</section>"
