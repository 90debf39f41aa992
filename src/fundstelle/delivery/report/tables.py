"""The tables of a report. Every text that is not ours goes through `safe`."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from fundstelle.core.metrics.doubt import POOLED
from fundstelle.core.metrics.figures import DECIMALS, GROUPS, Figure
from fundstelle.core.metrics.grounding import Violation
from fundstelle.core.metrics.results import Judged
from fundstelle.core.metrics.summary import Metrics
from fundstelle.delivery.report.facts import Facts
from fundstelle.delivery.report.wording import FIGURES, TEXTS, percent, text, written
from fundstelle.delivery.wording import Lang, decimal

MOST_CHARS = 420
# Nothing in a document's text may turn the page's direction round or hide what follows.
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def safe(foreign: str, most: int = MOST_CHARS) -> str:
    """Text of questions and documents, cut and escaped for the page."""
    clean = " ".join(UNSEEN.sub("", foreign).split())
    return escape(clean if len(clean) <= most else clean[:most].rstrip() + " …")


def table(style: str, heads: Sequence[tuple[str, str]], rows: Iterable[str]) -> str:
    """heads: (class of the column, its word)."""
    top = "".join(f'<th scope="col" class="{kind}">{escape(word)}</th>' for kind, word in heads)
    body = "".join(rows)
    return f'<table class="{style}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def figure_table(metrics: Metrics, lang: Lang) -> str:
    """Every figure with its name for --floor, interval and number of questions, in groups."""
    rows = []
    for group, names in GROUPS.items():
        known = [name for name in names if name in metrics.figures]
        if known:
            rows.append(f'<tr class="group"><td colspan="4">{escape(text(group, lang))}</td></tr>')
        rows += [_figure_row(name, metrics.figures[name], lang) for name in known]
    kinds = ("", "num", "num", "num")
    words = [text(key, lang) for key in ("figure", "value", "interval", "n")]
    return table("figures", list(zip(kinds, words, strict=True)), rows)


def _figure_row(name: str, figure: Figure, lang: Lang) -> str:
    label = escape(FIGURES[name][lang])
    value, between = escape(written(name, figure.value, lang)), interval(figure, lang)
    return (
        f"<tr><td>{label} <code>{escape(name)}</code></td><td class=num>{value}</td>"
        f"<td class=num>{between}</td><td class='num n'>{figure.n}</td></tr>"
    )


def doubt_table(metrics: Metrics, lang: Lang) -> str:
    """The rates with doubtful answers counted as answered, and as refused."""
    rows = []
    for name, strict in POOLED.items():
        if name not in metrics.figures or strict not in metrics.figures:
            continue
        values = (written(key, metrics.figures[key].value, lang) for key in (name, strict))
        cells = "".join(f'<td class="num">{escape(value)}</td>' for value in values)
        rows.append(f"<tr><td>{escape(FIGURES[name][lang])}</td>{cells}</tr>")
    heads = [("", text("figure", lang))]
    heads += [("num", text(key, lang)) for key in ("as_answered", "as_refused")]
    return table("doubt", heads, rows)


def interval(figure: Figure, lang: Lang) -> str:
    """0.1234–0.2345, or nothing where none was made."""
    if figure.low == figure.high:
        return ""
    return f"{decimal(figure.low, lang, DECIMALS)}–{decimal(figure.high, lang, DECIMALS)}"


def percent_interval(figure: Figure, lang: Lang) -> str:
    """The same in percent."""
    if figure.low == figure.high:
        return ""
    return f"{decimal(figure.low * 100, lang)}–{percent(figure.high, lang)}"


def stage_table(metrics: Metrics, lang: Lang) -> str:
    """How long each stage took."""
    rows = []
    for stage, percentiles in metrics.stages_ms.items():
        known = text(stage, lang) if stage in TEXTS else stage
        cells = "".join(
            f'<td class="num">{escape(written("latency_p50_ms", figure.value, lang))}</td>'
            for figure in percentiles.values()
        )
        rows.append(f"<tr><td>{safe(known)}</td>{cells}</tr>")
    heads = [("", text("stage", lang))]
    heads += [("num", text(key, lang)) for key in ("median", "p95", "longest")]
    return table("stages", heads, rows)


def case_table(judged: Sequence[Judged], lang: Lang, *, refused: bool) -> str:
    """Questions with what was shown and what was expected. refused: nothing was shown."""
    if not judged:
        return f'<p class="soft">{escape(text("none_here", lang))}</p>'
    keys = (
        ["said", "question", "expected"] if refused else ["said", "question", "shown", "expected"]
    )
    words = {key: text(key, lang) for key in keys}
    rows = ["".join(("<tr>", *_case(j, words, lang), "</tr>")) for j in judged]
    return table("cases refusals" if refused else "cases", list(words.items()), rows)


def _case(judged: Judged, words: dict[str, str], lang: Lang) -> Iterable[str]:
    gold, result = judged.gold, judged.result
    wanted = dict.fromkeys(answer for answer, _ in gold.spans) or dict.fromkeys(gold.documents)
    expected = safe(" · ".join(wanted) or "–") if gold.answerable else text("to_refuse", lang)
    cells = {
        "said": decimal(result.confidence, lang, 2),
        "question": f"{safe(judged.question.question)}<code>{safe(judged.question.id)}</code>",
        "shown": f"<q>{safe(result.answer)}</q>",
        "expected": f'<span class="want">{expected}</span>',
    }
    for key, word in words.items():
        label = f'class="{key}" data-label="{escape(word)}"'
        yield f'<td {label} dir="auto">{cells[key]}</td>'


def violation_table(violations: Sequence[Violation], lang: Lang) -> str:
    """What was shown and should not have been, the first of each kind."""
    rows = [
        f"<tr><td>{v.rule}</td><td>{safe(v.question_id)}</td><td>{safe(v.detail, 160)}</td></tr>"
        for v in violations[:20]
    ]
    return table("rules", [("", text(key, lang)) for key in ("rule", "question", "detail")], rows)


def facts_list(facts: Facts, lang: Lang) -> str:
    """What was measured with: the set, the program, settings, fingerprints."""
    named = {
        text("set", lang): facts.set_name,
        text("split", lang): facts.split,
        text("mode", lang): facts.mode,
        text("date", lang): facts.date,
        text("program", lang): facts.program,
        text("digest", lang): facts.digest,
        **facts.fingerprints,
        **{name: "–" if value is None else str(value) for name, value in facts.settings.items()},
    }
    pairs = (f"<dt>{safe(k)}</dt><dd>{safe(v)}</dd>" for k, v in named.items())
    return f"<dl>{''.join(pairs)}</dl>"
