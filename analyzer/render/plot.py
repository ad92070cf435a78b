"""A chart drawn by matplotlib as SVG or PNG, with the same bytes every time."""

import os
import re
import warnings
from html import escape
from importlib.util import find_spec
from io import BytesIO
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING

from analyzer import __version__
from analyzer.errors import RenderError, needs
from analyzer.exact import quoted
from analyzer.render.chart import Band, Chart, Heatmap, Panel, Scatter, description, notes_of
from analyzer.render.page import one_line
from analyzer.render.panels import (
    PALE,
    PAPER,
    SMALL,
    PlacedHeatmap,
    PlacedPanel,
    PlacedScatter,
    Sheet,
    break_lines,
    text_height,
)
from analyzer.render.words import Words
from analyzer.text import message

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_OWN_FONTS = {
    "zh-Hans": ("Noto Sans CJK SC",),
    "zh-Hant": ("Noto Sans CJK TC",),
    "ko": ("Noto Sans CJK KR",),
    "th": ("Noto Sans Thai", "Noto Sans"),
}
_COMMON_FONT = "DejaVu Sans"
"""A font that comes with matplotlib and has Latin, Vietnamese and most signs."""

_WIDTHS = {1: 640.0, 2: 840.0, 3: 1080.0}

_MARGIN, _GAP = 28.0, 30.0
_TITLE, _HEAD = 14.0, 11.5


def check_plot(path: str) -> None:
    """Check that a plot can be drawn, before it is computed.

    Raises:
        RenderError: the file's suffix is neither .svg nor .png, or matplotlib is missing or cannot start.
    """
    if not path.lower().endswith((".svg", ".png")):
        raise RenderError("expected a plot file ending in .svg or .png, got {path}", path=quoted(path))
    if find_spec("matplotlib") is None:
        raise RenderError(needs(message("a plot"), "plot"))
    _matplotlib()


def _matplotlib() -> ModuleType:
    """matplotlib, which reads its settings on import. Raises RenderError if they are wrong."""
    try:
        import matplotlib as mpl  # noqa: PLC0415
    except ValueError as error:
        if (backend := os.environ.get("MPLBACKEND")) is not None:
            raise RenderError(
                "matplotlib does not start with MPLBACKEND={backend}; unset it, or set it to agg",
                backend=repr(backend),
            ) from None
        raise RenderError("matplotlib does not start: {error}", error=one_line(str(error))[:200]) from None
    return mpl


def plot(chart: Chart, suffix: str, words: Words) -> bytes:
    """The chart as an SVG or PNG file, by suffix; an SVG keeps its text as text and names its fonts.

    Raises:
        RenderError: no font on this machine has a character of a PNG.
    """
    mpl = _matplotlib()
    alternative = "\n".join(map(one_line, description(chart, words).split("\n")))
    others = chain.from_iterable(_OWN_FONTS.values())
    fonts = list(dict.fromkeys((*_OWN_FONTS.get(words.language, ()), _COMMON_FONT, *others)))
    # The drawing uses matplotlib's defaults; the user's own settings are restored afterwards.
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "baccarat", "font.sans-serif": fonts})
        if suffix == ".svg":
            # The reader's machine finds the glyphs; no position depends on the fonts of this machine.
            warnings.filterwarnings("ignore", message=r"Glyph \d+ ")
            return _svg(chart, words, alternative)
        warnings.filterwarnings("error", message=r"Glyph \d+ ")
        try:
            return _png(chart, words, alternative, fonts)
        except UserWarning as warning:
            code = re.match(r"Glyph (\d+) ", str(warning))
            raise RenderError(
                "no installed font for plots has {character}; install the Debian packages fonts-noto-cjk and "
                "fonts-noto-core or similar fonts, or write the plot as .svg",
                character=repr(chr(int(code[1]))) if code else message("a character"),
            ) from None


def _svg(chart: Chart, words: Words, alternative: str) -> bytes:
    metadata = {
        "Title": one_line(words.translate(chart.title)),
        "Description": "\n".join(map(words.translate, chart.provenance.lines())),
        "Language": words.language,
        "Creator": f"baccarat {__version__}",
        "Date": None,
    }
    file = BytesIO()
    _figure(chart, words, ["sans-serif"]).savefig(file, format="svg", metadata=metadata)
    text = file.getvalue().decode()
    text = text.replace("<svg ", f'<svg role="img" xml:lang="{words.language}" ')
    return text.replace("</title>", f"</title>\n <desc>{escape(alternative)}</desc>").encode()


def _png(chart: Chart, words: Words, alternative: str, fonts: list[str]) -> bytes:
    title = one_line(words.translate(chart.title))
    metadata = {"Title": title, "Description": alternative, "Software": None}
    file = BytesIO()
    _figure(chart, words, _installed(fonts)).savefig(file, format="png", dpi=144, metadata=metadata)
    return file.getvalue()


def _installed(fonts: list[str]) -> list[str]:
    from matplotlib.font_manager import fontManager  # noqa: PLC0415

    present = {entry.name for entry in fontManager.ttflist}
    return [font for font in fonts if font in present]


def _figure(chart: Chart, words: Words, fonts: list[str]) -> "Figure":
    from matplotlib.figure import Figure  # noqa: PLC0415

    columns = max(len(band.panels) for band in chart.bands)
    heatmaps = any(isinstance(panel, Heatmap) for band in chart.bands for panel in band.panels)
    width = _WIDTHS[max(columns, 2) if heatmaps else columns]
    inner = width - 2 * _MARGIN
    column = (inner - (columns - 1) * _GAP) / columns
    title = break_lines(words.translate(chart.title), inner, _TITLE)
    bands = [_PlacedBand(band, column, inner, words) for band in chart.bands]
    notes = [line for note in notes_of(chart, words) for line in break_lines(note, inner, SMALL)]
    top = _MARGIN + text_height(title, _TITLE) + 4
    height = top + sum(band.height for band in bands) + text_height(notes, SMALL) + _MARGIN
    # At 72 dots per inch, a point is one unit of the SVG and of the axes.
    figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor=PAPER)
    sheet = Sheet(figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0)), fonts)
    sheet.lines(_MARGIN, _MARGIN, title, _TITLE, bold=True)
    for band in bands:
        band.draw(sheet, top)
        top += band.height
    sheet.lines(_MARGIN, top, notes, SMALL, color=PALE)
    return figure


class _PlacedBand:
    """A band of the page: its title, and its panels in columns whose rows begin at the same height."""

    def __init__(self, band: Band, column: float, inner: float, words: Words) -> None:
        self._title = break_lines(words.translate(band.title), inner, _HEAD) if band.title else []
        self._panels = [_placed(panel, column, words) for panel in band.panels]
        self._step = column + _GAP
        self._head = text_height(self._title, _HEAD) + (4 if self._title else 0)
        self._rows = self._head + max(text_height(panel.title) for panel in self._panels) + 4
        self.height = self._rows + max(panel.height for panel in self._panels) + 20

    def draw(self, sheet: Sheet, top: float) -> None:
        sheet.lines(_MARGIN, top, self._title, _HEAD, bold=True)
        for number, panel in enumerate(self._panels):
            left = _MARGIN + number * self._step
            sheet.lines(left, top + self._head, panel.title, bold=True)
            panel.draw(sheet, left, top + self._rows)


def _placed(
    panel: Panel | Heatmap | Scatter, width: float, words: Words
) -> PlacedPanel | PlacedHeatmap | PlacedScatter:
    if isinstance(panel, Heatmap):
        return PlacedHeatmap(panel, width, words)
    if isinstance(panel, Scatter):
        return PlacedScatter(panel, width, words)
    return PlacedPanel(panel, width, words)
