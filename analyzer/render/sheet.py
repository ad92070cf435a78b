"""A page to draw on, in points; text widths are estimated without fonts, the same on every machine."""

from typing import TYPE_CHECKING

from wcwidth import wcwidth

from analyzer.render.formats.wrap import pieces
from analyzer.render.page import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PALE, RULE, PAPER = "#1a1a1a", "#595959", "#c8c8c8", "#ffffff"

SIZE, SMALL = 9.0, 8.0
"""Sizes of the font: of nearly all text, and of small print."""

_PITCH = 1.45
"""From one line's baseline to the next, in sizes of the font; Thai marks stand high."""


def text_width(text: str, size: float = SIZE) -> float:
    """The width of a text, estimated rather too wide: as in DejaVu Sans Bold, the widest of the fonts."""

    def ems(character: str) -> float:
        if character in "MW@%mw":
            return 1.1
        return (0.0, 0.82 if character.isupper() else 0.67, 1.05)[max(0, wcwidth(character))]

    return size * sum(map(ems, text))


def text_height(lines: list[str], size: float = SIZE) -> float:
    """The height of these lines together."""
    return len(lines) * _PITCH * size


def break_lines(text: str, width: float, size: float = SIZE) -> list[str]:
    """Lines of a text that are no wider than `width` points; a word is cut only if it is wider."""
    lines, used = [""], 0.0
    for piece in pieces(one_line(text)):
        if used and used + text_width(piece.rstrip(" "), size) > width:
            lines, used = [*lines, ""], 0.0
        for character in piece:
            step = text_width(character, size)
            if used and step and used + step > width and character != " ":
                lines, used = [*lines, ""], 0.0
            lines[-1] += character
            used += step
    return [line.rstrip(" ") for line in lines]


class Sheet:
    """Axes that fill the page, in points from its upper left corner."""

    def __init__(self, axes: "Axes", fonts: list[str]) -> None:
        """An empty sheet."""
        axes.set_axis_off()
        self._axes, self._fonts = axes, fonts

    def lines(
        self,
        x: float,
        top: float,
        lines: list[str],
        size: float = SIZE,
        *,
        right: bool = False,
        bold: bool = False,
        color: str = INK,
    ) -> None:
        """Lines of text from `top` down, beginning or, if `right`, ending at x."""
        for number, line in enumerate(lines):
            self._axes.text(
                x,
                top + (number + 0.75) * _PITCH * size,
                line,
                size=size,
                ha="right" if right else "left",
                va="baseline",
                color=color,
                family=self._fonts,
                weight="bold" if bold else "normal",
                parse_math=False,  # a name such as $\frac$ is not a formula
            )

    def rule(
        self, start: tuple[float, float], end: tuple[float, float], color: str, weight: float = 0.6
    ) -> None:
        """A straight line."""
        (x, y), (to_x, to_y) = start, end
        self._axes.plot((x, to_x), (y, to_y), color=color, lw=weight, solid_capstyle="butt", clip_on=False)

    def bar(self, start: float, end: float, middle: float, color: str) -> None:
        """A bar from `start` to `end` around a middle line."""
        self._axes.barh(middle, end - start, left=start, height=8, color=color, linewidth=0, clip_on=False)

    def box(
        self, left: float, top: float, width: float, height: float, fill: str, edge: str, weight: float
    ) -> None:
        """A filled rectangle with an edge."""
        right, bottom = left + width, top + height
        self._axes.fill((left, right, right, left), (top, top, bottom, bottom), fc=fill, ec=edge, lw=weight)

    def dots(self, places: list[tuple[float, float]], color: str, size: float = 3) -> None:
        """Dots without an edge, in one piece."""
        x, y = [x for x, _ in places], [y for _, y in places]
        self._axes.plot(x, y, ls="none", marker="o", ms=size, color=color, mew=0, clip_on=False)

    def dot(self, x: float, y: float, color: str, fill: str, *, diamond: bool = False) -> None:
        """A dot, or a somewhat larger diamond."""
        shape, size = ("D", 6.5) if diamond else ("o", 6)
        self._axes.plot(x, y, ls="none", marker=shape, ms=size, mfc=fill, mec=color, clip_on=False)
