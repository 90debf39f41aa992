"""A small plot as inline SVG: a frame with ticks, and what is drawn into it.

Colours and letters come from the page's style, so a plot follows light, dark and print.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 360, 252
LEFT, RIGHT, TOP, BOTTOM = 54, 10, 10, 42
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """The area 0 to x_max and 0 to y_max; both greater than 0."""

    x_max: float
    y_max: float

    def x(self, value: float) -> float:
        """Place of a value from the left edge of the plot."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * value / self.x_max, 2)

    def y(self, value: float) -> float:
        """Place of a value from its upper edge."""
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / self.y_max, 2)

    def line(self, points: Sequence[Point], style: str) -> str:
        """A line through points."""
        path = " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)
        return f'<polyline class="{style}" points="{path}"/>'

    def area(self, points: Sequence[Point], style: str) -> str:
        """What lies between the line through points and the lower edge."""
        edge = [(points[0][0], 0.0), *points, (points[-1][0], 0.0)]
        path = " ".join(f"{self.x(x)},{self.y(y)}" for x, y in edge)
        return f'<polygon class="{style}" points="{path}"/>'

    def dot(self, point: Point, radius: float, style: str, hint: str) -> str:
        """A circle with a hint that shows when it is pointed at."""
        x, y = self.x(point[0]), self.y(point[1])
        shape = f'<circle class="{style}" cx="{x}" cy="{y}" r="{radius:.2f}">'
        return f"{shape}<title>{escape(hint)}</title></circle>"

    def bar(self, low: float, high: float, value: float, hint: str) -> str:
        """A column from low to high, as high as value, with a hair of space beside it."""
        x, width = self.x(low), max(0.5, self.x(high) - self.x(low) - 1.2)
        y = self.y(value)
        shape = f'<rect class="bar" x="{x + 0.6:.2f}" y="{y}" width="{width:.2f}"'
        return f'{shape} height="{self.y(0) - y:.2f}"><title>{escape(hint)}</title></rect>'

    def mark(self, value: float, label: str, level: int) -> str:
        """An upright line at a value with its label. level: 0 is the topmost line of labels."""
        x, y = self.x(value), TOP + 11 + 14 * level
        left = x > WIDTH - 110
        side, anchor = (x - 5, "end") if left else (x + 5, "start")
        return (
            f'<line class="mark" x1="{x}" y1="{TOP}" x2="{x}" y2="{self.y(0)}"/>'
            f'<text class="label" x="{side}" y="{y}" text-anchor="{anchor}">{escape(label)}</text>'
        )

    def note(self, point: Point, label: str) -> str:
        """A label below a point, on the side where there is room; above it near the lower edge."""
        x, y = self.x(point[0]), self.y(point[1])
        side, anchor = (x - 9, "end") if x > WIDTH / 2 else (x + 9, "start")
        y = y + 17 if y < HEIGHT - BOTTOM - 24 else y - 9
        return (
            f'<text class="label" x="{side}" y="{y}" text-anchor="{anchor}">{escape(label)}</text>'
        )


def steps(highest: float, wanted: int = 4) -> list[float]:
    """Round numbers from 0 to at least highest (greater than 0), at most wanted + 1 of them."""
    size = 10.0 ** floor(log10(highest / wanted))
    step = next(size * f for f in (1, 2, 2.5, 5, 10, 20) if size * f * wanted >= highest)
    return [round(step * n, 9) for n in range(ceil(highest / step) + 1)]


@dataclass(frozen=True, slots=True)
class Axis:
    """Ticks from 0 up, how they are written, and what the axis shows."""

    ticks: Sequence[float]
    write: Callable[[float], str]
    label: str


def plot(title: str, across: Axis, up: Axis, drawn: str) -> str:
    """The whole picture. title: for those who hear it. drawn: markup made by a Frame."""
    frame = Frame(across.ticks[-1], up.ticks[-1])
    parts = []
    for tick in up.ticks:
        y = frame.y(tick)
        style = "axis" if tick == 0 else "grid"
        parts.append(f'<line class="{style}" x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}"/>')
        parts.append(
            f'<text x="{LEFT - 6}" y="{y + 3.6}" text-anchor="end">{escape(up.write(tick))}</text>'
        )
    for place, tick in enumerate(across.ticks):
        anchor = "end" if place == len(across.ticks) - 1 else "middle"
        parts.append(
            f'<text x="{frame.x(tick)}" y="{HEIGHT - BOTTOM + 15}" text-anchor="{anchor}">'
            f"{escape(across.write(tick))}</text>"
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text class="name" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">'
        f"{escape(across.label)}</text>"
    )
    height = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text class="name" transform="rotate(-90 11 {height})" x="11" y="{height}" '
        f'text-anchor="middle">{escape(up.label)}</text>'
    )
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
    return f"{head}{''.join(parts)}{drawn}</svg>"
