"""One page, any format.

Must not know what the numbers mean, nor where the text goes.
"""

from collections.abc import Callable, Mapping

from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.publish.formats.delimited import render_csv
from analyzer.publish.formats.html import render_html
from analyzer.publish.formats.latex import render_latex
from analyzer.publish.formats.markdown import render_markdown
from analyzer.publish.formats.text import render_text
from analyzer.publish.page import Page
from analyzer.publish.words import Words, wording

_TEXTS: Mapping[str, Callable[[Page, Words], str]] = {
    "text": render_text,
    "md": render_markdown,
    "csv": render_csv,
    "latex": render_latex,
    "html": render_html,
}
BINARY = ("xlsx", "pdf")
"""The formats that are no text; each needs a library of its own, which is loaded only for it."""
FORMATS = (*_TEXTS, *BINARY)
"""All but JSON, which takes a document and not a page."""


def render(page: Page, format: str, words: Words | None = None, width: int | None = None) -> str | bytes:
    """The page in one of FORMATS, a text ending with one line end; numbers rounded half to even.

    Args:
        page: what to show.
        format: one of FORMATS.
        words: the language, and decimal places where a column names none; English and 4 by default.
        width: terminal columns that no line passes unless one word or number does; only "text" heeds it.

    Raises:
        RenderError: the format is unknown, its library is not installed, or the width is out of range.

    >>> from analyzer.publish.table import Column, Table
    >>> page = Page((Table("", (Column("ways", "Ways", "count"),), ((1234,),)),))
    >>> print(render(page, "md"), end="")
    | Ways |
    | ---: |
    | 1,234 |
    <BLANKLINE>
    - baccarat 0.1.0
    """
    if width is not None and width < 1:
        raise RenderError(f"expected a width of at least 1, got {width!r}")
    if format not in FORMATS:
        raise RenderError(f"unknown format {quoted(format)}{did_you_mean(format, FORMATS)}")
    spoken = words or wording()
    if format == "text":
        return render_text(page, spoken, width)
    return _TEXTS[format](page, spoken) if format in _TEXTS else _binary(format)(page, spoken)


def _binary(format: str) -> Callable[[Page, Words], bytes]:
    if format == "pdf":
        from analyzer.publish.formats.pdf import render_pdf  # noqa: PLC0415

        return render_pdf
    from analyzer.publish.formats.xlsx import render_xlsx  # noqa: PLC0415

    return render_xlsx
