"""Figures of an evaluation in a terminal, and the floors they must keep."""

from collections.abc import Mapping, Sequence

from rich.console import Console

from fundstelle.core.errors import WrongUsage
from fundstelle.core.metrics.figures import GROUPS, NAMES, Figure, is_worse
from fundstelle.core.metrics.summary import Metrics
from fundstelle.delivery.report.facts import Facts
from fundstelle.delivery.report.tables import interval
from fundstelle.delivery.report.wording import FIGURES, lead_of, text, written
from fundstelle.delivery.wording import Lang

INTERVAL_COLUMNS = 13


def print_figures(console: Console, facts: Facts, metrics: Metrics, lang: Lang) -> None:
    """A line per figure: name, value, interval, what it is."""

    def line(words: str) -> None:
        console.print(words.rstrip(), markup=False, soft_wrap=True)

    line(lead_of(facts, metrics, lang))
    widest = max(map(len, metrics.figures), default=0)
    for group, names in GROUPS.items():
        known = [name for name in names if name in metrics.figures]
        if known:
            line(f"\n{text(group, lang)}")
        for name in known:
            figure = metrics.figures[name]
            value, between = written(name, figure.value, lang), interval(figure, lang)
            columns = f"  {name:<{widest}}  {value:>10}  {between:<{INTERVAL_COLUMNS}}"
            line(f"{columns}  {FIGURES[name][lang]}")


def read_floors(given: Sequence[str]) -> list[tuple[str, float]]:
    """NAME=VALUE pairs. Raises WrongUsage for an unknown name or a value that is no number."""
    floors = []
    for pair in given:
        name, _, value = pair.rpartition("=")
        if name not in NAMES:
            raise WrongUsage(f"--floor {pair}: no such figure. There are: {', '.join(NAMES)}.")
        try:
            limit = float(value)
        except ValueError as error:
            raise WrongUsage(f"--floor {pair}: {value!r} is no number.") from error
        if limit != limit:  # noqa: PLR0124 - not a number, which nothing falls below
            raise WrongUsage(f"--floor {pair}: {value!r} is no number.")
        floors.append((name, limit))
    return floors


def missed(
    floors: Sequence[tuple[str, float]], figures: Mapping[str, Figure], lang: Lang
) -> list[str]:
    """A sentence for each floor that is not kept; what could not be measured keeps none."""
    sentences = []
    for name, limit in floors:
        if name not in figures:
            sentences.append(text("floor_unmeasured", lang, name=name))
        elif is_worse(name, figures[name].value, limit):
            value = written(name, figures[name].value, lang)
            wanted = written(name, limit, lang)
            sentences.append(text("floor_missed", lang, name=name, value=value, limit=wanted))
    return sentences
