"""One table, any format.

Must not know what the numbers mean, nor where the text goes.
"""

from analyzer.errors import RenderError, did_you_mean
from analyzer.publish.delimited import render_csv
from analyzer.publish.html import render_html
from analyzer.publish.latex import render_latex
from analyzer.publish.markdown import render_markdown
from analyzer.publish.table import Table, check_digits
from analyzer.publish.text import render_text

FORMATS = ("text", "md", "csv", "latex", "html")

_WITHOUT_WIDTH = {"md": render_markdown, "csv": render_csv, "latex": render_latex, "html": render_html}


def render(table: Table, format: str, digits: int = 4, width: int | None = None) -> str:
    """The table as text in one of FORMATS, ending with one line end; numbers rounded half to even.

    Args:
        table: what to show.
        format: one of FORMATS.
        digits: decimal places where the column names none, 0 to 60.
        width: terminal columns to fit into if that can be done without cutting; only "text" heeds it.

    Raises:
        RenderError: the format is unknown, or digits or width is out of range.

    >>> from analyzer.publish.table import Column
    >>> print(render(Table("", (Column("ways", "Ways", "count"),), ((1234,),)), "md"), end="")
    | Ways |
    | ---: |
    | 1,234 |
    """
    check_digits(digits)
    if width is not None and width < 1:
        raise RenderError(f"expected a width of at least 1, got {width!r}")
    if format == "text":
        return render_text(table, digits, width)
    if format not in _WITHOUT_WIDTH:
        raise RenderError(f"unknown format {format!r}{did_you_mean(format, FORMATS)}")
    return _WITHOUT_WIDTH[format](table, digits)
