"""The marks of roads as SVG elements: discs, rings, slashes, dots and counts.

Knows no road: a mark stands at its centre, which has whole coordinates, and shows its title as a tooltip.
Texts are already escaped.
"""

from collections.abc import Callable

RED, BLUE, GREEN, INK, PALE = "#dc2b36", "#163fa8", "#14762f", "#1b1b1b", "#595959"
"""Red is the lightest of the three and blue by far the darkest, so that they differ in grey, too; all are
dark enough for the white letter of a disc.

Source: WCAG 2.1, relative luminance, and 4.5 to 1 between a letter and its ground.
"""

SIDES = {"B": RED, "P": BLUE, "T": GREEN}
COLORS = {"r": RED, "b": BLUE}
PAPER = "#ffffff"


def text(
    x: int, y: int, content: str, *, size: float, color: str = INK, bold: bool = False, anchor: str = ""
) -> str:
    """A line of text that begins at x, or with an anchor has its middle or end there; y is its baseline."""
    weight = ' font-weight="bold"' if bold else ""
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x}" y="{y}" font-size="{size:g}" fill="{color}"{weight}{anchored}>{content}</text>'


def bead(x: int, y: int, winner: str, pairs: str, letter: str, title: str) -> str:
    """A filled disc with its letter and the dots of its pairs."""
    disc = f'<circle cx="{x}" cy="{y}" r="20" fill="{SIDES[winner]}"/>'
    label = text(x, y + 8, letter, size=22, color=PAPER, bold=True, anchor="middle")
    return f"<g>{_tooltip(title)}{disc}{label}{_pair_dots(x, y, 15, 6, pairs)}</g>"


def ring(x: int, y: int, winner: str, ties: int, pairs: str, title: str) -> str:
    """A hollow ring with a green slash for ties, their count from two on, and the dots of its pairs."""
    circle = f'<circle cx="{x}" cy="{y}" r="7.5" fill="none" stroke="{SIDES[winner]}" stroke-width="2.5"/>'
    tied = _line(x, y, 8, GREEN, 2) if ties else ""
    if ties > 1:
        size, below = (11, 4) if ties < 10 else (8, 3)
        count = text(x, y + below, str(ties), size=size, color=GREEN, bold=True, anchor="middle")
        tied += f'<circle cx="{x}" cy="{y}" r="6" fill="{PAPER}"/>{count}'
    return f"<g>{_tooltip(title)}{circle}{tied}{_pair_dots(x, y, 6, 3, pairs)}</g>"


def _hollow(x: int, y: int, size: int, color: str, title: str) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="{size * 0.34:g}" fill="none" stroke="{COLORS[color]}" '
        f'stroke-width="{size * 0.16:g}">{_tooltip(title)}</circle>'
    )


def _solid(x: int, y: int, size: int, color: str, title: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{size * 0.4:g}" fill="{COLORS[color]}">{_tooltip(title)}</circle>'


def _slash(x: int, y: int, size: int, color: str, title: str) -> str:
    return _line(x, y, size * 0.36, COLORS[color], size * 0.18, _tooltip(title))


DERIVED: dict[str, Callable[[int, int, int, str, str], str]] = {
    "big_eye": _hollow,
    "small": _solid,
    "cockroach": _slash,
}
"""How the marks of each derived road are drawn, by its name, in a cell of some size."""


def _line(x: int, y: int, reach: float, color: str, width: float, content: str = "") -> str:
    return (
        f'<line x1="{x - reach:g}" y1="{y + reach:g}" x2="{x + reach:g}" y2="{y - reach:g}" '
        f'stroke="{color}" stroke-width="{width:g}" stroke-linecap="round">{content}</line>'
    )


def _pair_dots(x: int, y: int, offset: int, radius: int, pairs: str) -> str:
    """A red dot at the upper left for a Banker pair, a blue one at the lower right for a Player pair."""
    dots = {"b": (-offset, RED), "p": (offset, BLUE)}
    return "".join(
        f'<circle cx="{x + shift}" cy="{y + shift}" r="{radius}" fill="{color}" stroke="{PAPER}"/>'
        for pair, (shift, color) in dots.items()
        if pair in pairs
    )


def _tooltip(title: str) -> str:
    return f"<title>{title}</title>" if title else ""
