"""Draws what was said against what came true, as a picture for the docs."""

from collections.abc import Mapping, Sequence

from fundstelle.core.metrics.calibration import Bin
from fundstelle.delivery.report.chart import Axis, Frame, plot

FIFTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
STYLE = """<style>
text{font:11px system-ui,sans-serif;fill:#57534e}.grid{stroke:#e7e5e4}.axis{stroke:#a8a29e}
.dashed{fill:none;stroke:#a8a29e;stroke-dasharray:4 4}.one,.two{fill:none;stroke-width:1.5}
.one{stroke:#1d4ed8}.two{stroke:#b45309}.name{fill:#292524}
circle.one{fill:#1d4ed8}circle.two{fill:#b45309}</style>"""


def diagram(drawn: Mapping[str, Sequence[Bin]]) -> str:
    """SVG with a line per name, at most two: confidence across, share that came true up."""
    frame = Frame(1.0, 1.0)
    marks = frame.line([(0, 0), (1, 1)], "dashed")
    for style, (name, bins) in zip(("one", "two"), drawn.items(), strict=False):
        marks += frame.line([(b.confidence, b.observed) for b in bins], style)
        for b in bins:
            said = f"{name}: {b.confidence:.2f} said, {b.observed:.2f} true, n = {b.n}"
            marks += frame.dot((b.confidence, b.observed), 2 + 4 * (b.n > 50), style, said)
        label = bins[len(bins) // 2]
        marks += frame.note((label.confidence, label.observed), name)
    across = Axis(FIFTHS, lambda v: f"{v:.1f}", "confidence (out of fold)")
    up = Axis(FIFTHS, lambda v: f"{v:.1f}", "share that can be answered")
    whole = plot("Reliability of gate 1", across, up, marks)
    head, _, rest = whole.partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg">{STYLE}{rest}\n'
