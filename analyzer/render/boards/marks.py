"""The marks of roads as SVG elements: discs, rings, slashes, dots and counts.

Knows no road: a mark stands at its centre, which has whole coordinates, and shows its title when pointed
at. Texts are already escaped.
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
    lettered = text(x, y + 8, letter, size=22, color=PAPER, bold=True, anchor="middle")
    return f"<g>{_svg_title(title)}{disc}{lettered}{_dots(x, y, 15, 6, pairs)}</g>"


def ring(x: int, y: int, winner: str, ties: int, pairs: str, title: str) -> str:
    """A hollow ring with a slash for ties, their count from two on, and the dots of its pairs."""
    circle = f'<circle cx="{x}" cy="{y}" r="7.5" fill="none" stroke="{SIDES[winner]}" stroke-width="2.5"/>'
    return f"<g>{_svg_title(title)}{circle}{_tied(x, y, ties)}{_dots(x, y, 6, 3, pairs)}</g>"


def _tied(x: int, y: int, ties: int) -> str:
    """A green slash for ties and their count from two on; nothing for none."""
    if not ties:
        return ""
    slash = _line(x, y, 8, GREEN, 2)
    if ties == 1:
        return slash
    size, middle = (11, 4) if ties < 10 else (8, 3)
    count = text(x, y + middle, str(ties), size=size, color=GREEN, bold=True, anchor="middle")
    return f'{slash}<circle cx="{x}" cy="{y}" r="6" fill="{PAPER}"/>{count}'


def hollow(x: int, y: int, size: int, color: str, title: str) -> str:
    """A small ring, of big eye boy, in a cell of that size."""
    return (
        f'<circle cx="{x}" cy="{y}" r="{size * 0.34:g}" fill="none" stroke="{COLORS[color]}" '
        f'stroke-width="{size * 0.16:g}">{_svg_title(title)}</circle>'
    )


def solid(x: int, y: int, size: int, color: str, title: str) -> str:
    """A small disc, of small road."""
    return f'<circle cx="{x}" cy="{y}" r="{size * 0.4:g}" fill="{COLORS[color]}">{_svg_title(title)}</circle>'


def slash(x: int, y: int, size: int, color: str, title: str) -> str:
    """A slash, of cockroach road."""
    return _line(x, y, size * 0.36, COLORS[color], size * 0.18, _svg_title(title))


DERIVED: dict[str, Callable[[int, int, int, str, str], str]] = {
    "big_eye": hollow,
    "small": solid,
    "cockroach": slash,
}
"""How the marks of each derived road are drawn, by its name."""


def _line(x: int, y: int, reach: float, color: str, width: float, inside: str = "") -> str:
    return (
        f'<line x1="{x - reach:g}" y1="{y + reach:g}" x2="{x + reach:g}" y2="{y - reach:g}" '
        f'stroke="{color}" stroke-width="{width:g}" stroke-linecap="round">{inside}</line>'
    )


def _dots(x: int, y: int, away: int, size: int, pairs: str) -> str:
    """A red dot at the upper left for a Banker pair, a blue one at the lower right for a Player pair."""
    places = {"b": (x - away, y - away, RED), "p": (x + away, y + away, BLUE)}
    return "".join(
        f'<circle cx="{across}" cy="{down}" r="{size}" fill="{color}" stroke="{PAPER}"/>'
        for pair, (across, down, color) in places.items()
        if pair in pairs
    )


def _svg_title(title: str) -> str:
    return f"<title>{title}</title>" if title else ""
