"""A chart drawn by matplotlib, as SVG or PNG: the same bytes whenever it is drawn.

Must not know what the numbers mean, nor where they stand on the page.
"""

import re
import warnings
from html import escape
from importlib.util import find_spec
from io import BytesIO
from itertools import chain

from analyzer import __version__
from analyzer.errors import RenderError, needs
from analyzer.exact import quoted
from analyzer.render.chart import Chart, description
from analyzer.render.drawing import drawn
from analyzer.render.formats.cells import one_line
from analyzer.render.words import Words

SUFFIXES = (".svg", ".png")

_OWN_FONTS = {
    "zh-Hans": ("Noto Sans CJK SC",),
    "zh-Hant": ("Noto Sans CJK TC",),
    "ko": ("Noto Sans CJK KR",),
    "th": ("Noto Sans Thai", "Noto Sans"),
}
_COMMON = "DejaVu Sans"
"""A font that comes with matplotlib and has Latin, Vietnamese and most signs."""

_PNG_DPI = 144


def check_plot(path: str) -> None:
    """Refuse what cannot be drawn before anything is computed for it.

    Raises:
        RenderError: the file is neither SVG nor PNG by its suffix, or matplotlib is missing.
    """
    if not path.lower().endswith(SUFFIXES):
        raise RenderError(f"expected a plot file ending in .svg or .png, got {quoted(path)}")
    if find_spec("matplotlib") is None:
        raise RenderError(needs("a plot", "plot"))


def plot(chart: Chart, suffix: str, words: Words) -> bytes:
    """The chart as an SVG or PNG file, by suffix; all of an SVG's text is text, and names the fonts it wants.

    Raises:
        RenderError: no font on this machine has a character of a PNG.
    """
    import matplotlib as mpl  # noqa: PLC0415

    title = one_line(words.translate(chart.title))
    alternative = "\n".join(map(one_line, description(chart, words).split("\n")))
    others = chain.from_iterable(_OWN_FONTS.values())
    fonts = list(dict.fromkeys((*_OWN_FONTS.get(words.language, ()), _COMMON, *others)))
    # Whatever the user's own settings are, the drawing starts from matplotlib's; they are back afterwards.
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "baccarat", "font.sans-serif": fonts})
        if suffix == ".svg":
            # The reader's machine finds the glyphs; nothing is placed by the fonts of this one.
            warnings.filterwarnings("ignore", message=r"Glyph \d+ ")
            return _svg(chart, words, title, alternative)
        warnings.filterwarnings("error", message=r"Glyph \d+ ")
        try:
            file = BytesIO()
            metadata = {"Title": title, "Description": alternative, "Software": None}
            drawn(chart, words, _installed(fonts)).savefig(
                file, format="png", dpi=_PNG_DPI, metadata=metadata
            )
            return file.getvalue()
        except UserWarning as warning:
            raise _no_glyph(str(warning)) from None


def _svg(chart: Chart, words: Words, title: str, alternative: str) -> bytes:
    metadata = {
        "Title": title,
        "Description": "\n".join(map(words.translate, chart.provenance.lines())),
        "Language": words.language,
        "Creator": f"baccarat {__version__}",
        "Date": None,
    }
    file = BytesIO()
    drawn(chart, words, ["sans-serif"]).savefig(file, format="svg", metadata=metadata)
    text = file.getvalue().decode()
    text = text.replace("<svg ", f'<svg role="img" xml:lang="{words.language}" ', 1)
    return text.replace("</title>", f"</title>\n <desc>{escape(alternative)}</desc>", 1).encode()


def _installed(fonts: list[str]) -> list[str]:
    from matplotlib.font_manager import fontManager  # noqa: PLC0415

    here = {entry.name for entry in fontManager.ttflist}
    return [font for font in fonts if font in here]


def _no_glyph(warning: str) -> RenderError:
    found = re.match(r"Glyph (\d+) ", warning)
    what = repr(chr(int(found[1]))) if found else "a character"
    return RenderError(
        f"no font that plots use here has {what}; install the Debian packages fonts-noto-cjk and "
        "fonts-noto-core or their like, or write the plot as .svg"
    )
