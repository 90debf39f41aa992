"""The three pictures of a report: risk and coverage, reliability, time to answer."""

from collections.abc import Sequence
from math import sqrt

from fundstelle.core.metrics.calibration import Bin
from fundstelle.core.metrics.coverage import RiskCoverage
from fundstelle.core.metrics.summary import Metrics
from fundstelle.delivery.report.chart import Axis, Frame, plot, steps
from fundstelle.delivery.report.wording import headline, percent, text
from fundstelle.delivery.wording import Lang, decimal

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
FIFTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
BARS = 24
HEADROOM = 1.2  # for the labels of the marks
BEYOND = 1.5  # of the 95th percentile: longer times go into the last bar


def risk_plot(curve: RiskCoverage, lang: Lang) -> str:
    """Risk over coverage, the best possible order, and where the system stops."""
    highest = max(risk for _, risk in (*curve.curve, *curve.best, curve.shown, (0, 0.05)))
    up = steps(min(1.0, highest))
    frame = Frame(1.0, up[-1])
    where = f"{percent(curve.shown[1], lang)} / {percent(curve.shown[0], lang)}"
    drawn = (
        frame.area(curve.curve, "wash")
        + frame.line(curve.best, "dashed")
        + frame.line(curve.curve, "line")
        + frame.dot(curve.shown, 5, "dot", where)
        + frame.note(curve.shown, percent(curve.shown[1], lang))
    )
    across = Axis(SHARES, lambda v: percent(v, lang, 0), text("covered", lang))
    places = 0 if up[1] >= 0.01 else 1  # noqa: PLR2004 - a whole percent
    upright = Axis(up, lambda v: percent(v, lang, places), text("wrong_share", lang))
    return plot(text("risk", lang), across, upright, drawn)


def reliability_plot(metrics: Metrics, lang: Lang) -> str:
    """What was said and what came true, per tenth of confidence."""
    frame = Frame(1.0, 1.0)
    drawn = frame.line([(0, 0), (1, 1)], "dashed")
    both = metrics.counts["answerable"] and metrics.counts["unanswerable"]
    if both:  # else all of them are, whatever the confidence
        drawn += _bins(frame, metrics.by_answerable, "ring", lang)
    drawn += _bins(frame, metrics.by_correct, "dot", lang)
    across, upright = (
        Axis(FIFTHS, lambda v: decimal(v, lang, 1), text(key, lang)) for key in ("said", "observed")
    )
    return plot(text("reliability", lang), across, upright, drawn)


def _bins(frame: Frame, bins: Sequence[Bin], style: str, lang: Lang) -> str:
    """A line through the bins and a dot for each, its area by how many it holds."""
    if not bins:
        return ""
    most = max(b.n for b in bins)
    points = [(b.confidence, b.observed) for b in bins]
    dots = [
        frame.dot(
            point,
            2.5 + 5 * sqrt(b.n / most),
            style,
            f"{decimal(b.confidence, lang, 2)} → {decimal(b.observed, lang, 2)} (n = {b.n})",
        )
        for point, b in zip(points, bins, strict=True)
    ]
    return frame.line(points, f"{style}-line") + "".join(dots)


def latency_plot(metrics: Metrics, lang: Lang) -> str:
    """How many questions took how long, with median and 95th percentile."""
    marks = {name: metrics.figures[f"latency_{name}_ms"].value for name in ("p50", "p95", "max")}
    across = steps(max(0.01, min(marks["max"], marks["p95"] * BEYOND)))
    width = across[-1] / BARS
    heights = [0] * BARS
    for value in metrics.latencies_ms:
        heights[min(BARS - 1, int(value / width))] += 1
    up = steps(max(4, max(heights) * HEADROOM))  # four: a count has no halves
    frame = Frame(across[-1], up[-1])
    drawn = "".join(
        frame.bar(n * width, (n + 1) * width, count, f"{count}")
        for n, count in enumerate(heights)
        if count
    )
    for level, name in enumerate(("p50", "p95")):
        label = f"{name} {headline('latency_p50_ms', marks[name], lang)}"
        drawn += frame.mark(marks[name], label, level)
    places = 0 if across[1] >= 1 else 2
    return plot(
        text("latency", lang),
        Axis(across, lambda v: decimal(v, lang, places), text("milliseconds", lang)),
        Axis(up, lambda v: f"{v:g}", text("questions", lang)),
        drawn,
    )
