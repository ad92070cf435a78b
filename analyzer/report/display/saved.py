"""A value's page written into a file, in the format that its name asks for."""

from os import PathLike, fspath
from pathlib import Path

from analyzer.displayable import Displayable
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.files import check_place, write_whole
from analyzer.render.formats.render import render
from analyzer.render.words import wording
from analyzer.report.display import view

_FORMATS = {
    ".md": "md",
    ".csv": "csv",
    ".tex": "latex",
    ".html": "html",
    ".xlsx": "xlsx",
    ".pdf": "pdf",
}


def save(
    value: Displayable, file: str | PathLike[str], *, digits: int = 4, lang: str = "en", force: bool = False
) -> None:
    """Write what a notebook shows of a value, all of it, as a file: whole, or not at all.

    Args:
        value: any result, shoe, rules or item of the library.
        file: where; its suffix is the format: .md, .csv, .tex, .html, .xlsx or .pdf.
        digits: decimals where a page rounds, 0 to 60.
        lang: the language of headings and notes: en, zh-Hans, zh-Hant, th, ko or vi.
        force: replace a file that exists.

    Raises:
        RenderError: the value shows nothing, the suffix or language is unknown, a library that the format
            needs is missing, or the file exists or cannot be written.
    """
    if not isinstance(file, str | PathLike):
        raise RenderError(f"expected the path of a file to write, got {quoted(file)}")
    name = str(fspath(file))
    suffix = Path(name).suffix.lower()
    if not isinstance(value, Displayable):
        raise RenderError(f"expected a result, a shoe, rules or an item of the library, got {quoted(value)}")
    if suffix not in _FORMATS:
        hint = did_you_mean(suffix, _FORMATS, len(_FORMATS))
        raise RenderError(f"unknown format of {quoted(name)}, by its suffix {quoted(suffix)}{hint}")
    words = wording(lang, digits)
    if Path(name).exists() and not force:
        raise RenderError(f"{quoted(name)} exists; force=True replaces it")
    check_place(name, force)
    write_whole(name, render(view(value).page, _FORMATS[suffix], words), force)
