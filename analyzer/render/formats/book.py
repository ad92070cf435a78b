"""The common part of all workbooks: the same bytes every time, fonts for every script, safe text."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from analyzer import __version__
from analyzer.errors import RenderError, needs
from analyzer.render.formats.delimited import escape_formula
from analyzer.render.formats.wrap import wrap
from analyzer.render.page import Provenance, epoch, one_line
from analyzer.render.words import Words
from analyzer.text import Text, message

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

ABOUT = message("About")

INK, PALE = "#1F2933", "#616E7C"
_RULE, _SHADE = "#9AA5B1", "#E4EAF0"
_FREE, _LIGHT = "#1F4E9E", "#EEF3FB"
"""Colours: text, small print; the line below heads, their background; editable cells, their background."""

ANSWERS: Mapping[str, Mapping[str, object]] = {
    "yes": {"font_color": "#1B6E3C", "bg_color": "#E3F2E8"},
    "no": {"font_color": "#9B1C1C", "bg_color": "#FBE5E5"},
    "open": {"font_color": _FREE, "bg_color": _LIGHT},
}
"""The colours of a yes, a no and an open answer."""

RULED: Mapping[str, object] = {"bottom": 1, "bottom_color": _RULE}
"""The properties of a row with a line below it."""

_LONGEST_TEXT, _LONGEST_NAME = 32_767, 31
"""The most UTF-16 units in a cell and in a sheet's name.

Source: Microsoft, "Excel specifications and limits".
"""

_FONTS: Mapping[str, str] = {
    "zh-Hans": "Microsoft YaHei",
    "zh-Hant": "Microsoft JhengHei",
    "th": "Leelawadee UI",
    "ko": "Malgun Gothic",
}
"""A font that spreadsheets have or can replace, by language; other languages use Calibri."""

_NO_NAME = re.compile(r"[\[\]:*?/\\]+")
_DEFAULT_DATE = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of a workbook unless SOURCE_DATE_EPOCH is set; its ZIP archive has the same date."""

_LINE_HEIGHTS: Mapping[str, int] = {"th": 22}
"""The height of a line of text in points, by language, if it is not 15."""

_ABOUT_WIDTH = 88


class Full(float):
    """A number that is written with all its digits; XlsxWriter would write sixteen."""

    def __format__(self, spec: str) -> str:
        """The shortest text that reads back as this number, whatever the format."""
        return float.__repr__(self)


class Formula(str):
    """A formula without its equals sign, using only functions that every spreadsheet has long had."""

    __slots__ = ()

    def __contains__(self, part: object) -> bool:
        """Whether a part is in the formula; always True for the prefix of newer functions.

        If the prefix is missing, XlsxWriter searches for newer functions, which takes most of the time of a
        large workbook.
        """
        return part == "_xlfn." or (isinstance(part, str) and str(self).find(part) >= 0)


class Book:
    """A workbook being written: sheets with distinct names, and styles, each created once."""

    def __init__(self, title: str, words: Words) -> None:
        """An empty workbook with this title. Raises RenderError without XlsxWriter."""
        try:
            from xlsxwriter import Workbook  # noqa: PLC0415
        except ImportError:
            raise RenderError(needs("XLSX", "xlsx")) from None
        self.words = words
        self._out = BytesIO()
        font = {"font_name": _FONTS.get(words.language, "Calibri"), "font_size": 11}
        as_text = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
        options = {"in_memory": True, "default_format_properties": font, **as_text}
        self._book = Workbook(self._out, options)
        author, created = f"baccarat {__version__}", epoch() or _DEFAULT_DATE
        self._book.set_properties({"title": safe(title)[:255], "author": author, "created": created})
        self._names: set[str] = {"history"}
        self._styles: dict[tuple[tuple[str, object], ...], Format] = {}

    def style(self, **properties: object) -> "Format":
        """The style with these XlsxWriter format properties."""
        key = tuple(sorted(properties.items()))
        if key not in self._styles:
            base = {"valign": "top", "font_color": INK}
            self._styles[key] = self._book.add_format(base | properties)
        return self._styles[key]

    def sheet(self, title: str, *, landscape: bool = True) -> "Worksheet":
        """A new sheet, printed as wide as its paper and named by its title, which is cut if too long."""
        sheet = self._book.add_worksheet(self._name(title))
        if landscape:
            sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
        sheet.set_footer("&L&A&R&P / &N")
        sheet.hide_gridlines(2)
        sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
        if self.words.language in _LINE_HEIGHTS:
            sheet.set_default_row(_LINE_HEIGHTS[self.words.language])
        return sheet

    def title(self, sheet: "Worksheet", text: Text) -> None:
        """Write the first line of a sheet."""
        sheet.set_row(0, 24)
        sheet.write_string(0, 0, self.text(text), self.style(bold=True, font_size=15, valign="vcenter"))

    def head(self, sheet: "Worksheet", row: int, place: int, text: Text, **look: object) -> None:
        """Write the head of a column, styled as for numbers and changed by `look`."""
        usual = {"bold": True, "text_wrap": True, "align": "right", "bg_color": _SHADE, **RULED}
        sheet.write_string(row, place, self.text(text), self.style(**usual | look))

    def number(self, *, free: bool = False, **properties: object) -> "Format":
        """The style of whole numbers, with any other properties; readers may change `free` cells."""
        usual = {"num_format": "#,##0", "align": "right"}
        return self.style(**usual | ({"font_color": _FREE, "bg_color": _LIGHT} if free else {}) | properties)

    def answer(self, *, yes: bool) -> "Format":
        """The style of a cell that says yes, or no."""
        return self._book.add_format(ANSWERS["yes" if yes else "no"])

    def define(self, name: str, range_: str) -> None:
        """Name a range for use in formulas."""
        self._book.define_name(name, f"={range_}")

    def text(self, text: Text) -> str:
        """A text in the language of the workbook, safe in a cell."""
        return safe(self.words.translate(text))

    def paragraph(
        self,
        sheet: "Worksheet",
        row: int,
        last: int,
        width: int,
        text: Text,
        *,
        first: int = 0,
        look: Mapping[str, object] | None = None,
    ) -> None:
        """Write a text across columns `first` to `last`, `width` characters in total, in a row of its height.

        Without a `look`, it is in small print.
        """
        style, content = (
            self.style(**{"text_wrap": True, "font_color": PALE, **(look or {})}),
            self.text(text),
        )
        if last > first:
            sheet.merge_range(row, first, row, last, "", style)
        sheet.write_string(row, first, content, style)
        sheet.set_row(row, self.height(len(wrap(content, max(1, width)))))

    def height(self, lines: int) -> int:
        """The height of a row of `lines` lines, in points."""
        return lines * _LINE_HEIGHTS.get(self.words.language, 15) + 2

    def about(self, provenance: Provenance, *notes: Text) -> None:
        """Add the last sheet: notes on the whole workbook, and its provenance."""
        sheet = self.sheet(self.words.translate(ABOUT), landscape=False)
        self.title(sheet, ABOUT)
        sheet.set_column(0, 0, _ABOUT_WIDTH)
        for row, line in enumerate((*notes, *provenance.lines()), start=2):
            self.paragraph(sheet, row, 0, _ABOUT_WIDTH - 6, line)

    def bytes(self) -> bytes:
        """The workbook as a file, the same bytes every time; nothing can be added afterwards."""
        self._book.close()
        return self._out.getvalue()

    def _name(self, title: str) -> str:
        """A valid name that differs from those of all other sheets, ignoring case."""
        whole = one_line(_NO_NAME.sub(" ", title)).strip("' ") or "–"
        number, mark = 1, ""
        while (name := _cut(whole, _LONGEST_NAME - len(mark)).strip("' ") + mark).lower() in self._names:
            number += 1
            mark = f" ({number})"
        self._names.add(name.lower())
        return name


def column_name(place: int) -> str:
    """The letters of a column, counted from 0.

    >>> column_name(0), column_name(25), column_name(26)
    ('A', 'Z', 'AA')
    """
    letters, rest = "", place + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def cell(row: int, place: int, *, fixed: bool = False) -> str:
    """The name of a cell, row and column counted from 0; a fixed name stays when a formula is copied.

    >>> cell(4, 1), cell(4, 1, fixed=True)
    ('B5', '$B$5')
    """
    return f"${column_name(place)}${row + 1}" if fixed else f"{column_name(place)}{row + 1}"


def span(sheet: "Worksheet", first: int, last: int, place: int) -> str:
    """A fixed range of cells in one column, as a reference from any sheet."""
    name = sheet.get_name().replace("'", "''")
    ends = dict.fromkeys(cell(row, place, fixed=True) for row in (first, last))
    return f"'{name}'!{':'.join(ends)}"


def safe(text: str) -> str:
    r"""Text on one line that no spreadsheet reads as a formula, here or in a CSV file saved from it.

    >>> safe("=1+1\n")
    "'=1+1"
    """
    return _cut(escape_formula(one_line(text)), _LONGEST_TEXT)


def _cut(text: str, most: int) -> str:
    """A text cut to `most` UTF-16 units; if it was cut, it ends in an ellipsis."""
    if len(text.encode("utf-16-le")) <= 2 * most:
        return text
    return text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore") + "…"
