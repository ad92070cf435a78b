"""One cell as people read it, and text made safe to show.

Must not know any output format: what a format escapes is its own affair.
"""

import re
from fractions import Fraction
from math import isqrt

from analyzer.exact import decimal_text, grouped, percent_text, ratio_text
from analyzer.publish.table import Cell, Column

NOTHING = "–"

_SPACE = re.compile("[ \t\n\r\v\f\x85\u2028\u2029]+")
# Controls, directional overrides and lone surrogates can rewrite a terminal or a page around them.
_HOSTILE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    """`text` with every control character but tab and line ends replaced by U+FFFD."""
    return _HOSTILE.sub("\ufffd", text)


def one_line(text: str) -> str:
    r"""`text` on one line: runs of white space become one space, controls become U+FFFD.

    >>> one_line(" Lucky\n 6 ")
    'Lucky 6'
    """
    return harmless(_SPACE.sub(" ", text).strip(" "))


def short_ratio(x: Fraction) -> str:
    """`x` as a decimal if at most four places say it exactly, else as "p/q".

    >>> short_ratio(Fraction(19, 20)), short_ratio(Fraction(12)), short_ratio(Fraction(1, 3))
    ('0.95', '12', '1/3')
    """
    for places in range(5):
        if (x * 10**places).denominator == 1:
            return decimal_text(x, places)
    return ratio_text(x)


def square_root(x: Fraction, places: int) -> Fraction:
    """Square root of x ≥ 0 rounded half to even at `places` decimals, by whole numbers alone.

    >>> square_root(Fraction(2), 4)
    Fraction(7071, 5000)
    """
    scale = 10**places
    scaled = x * scale * scale
    root = isqrt(scaled.numerator // scaled.denominator)
    half = Fraction(2 * root + 1, 2) ** 2
    if scaled > half or (scaled == half and root % 2 == 1):
        root += 1
    return Fraction(root, scale)


def decimal_of(cell: Fraction, column: Column, digits: int) -> str:
    """The number a cell shows, as a plain decimal: a percentage without its sign, a root already taken."""
    places = digits if column.digits is None else column.digits
    if column.kind == "percent":
        return decimal_text(cell * 100, places)
    if column.kind == "root":
        return decimal_text(square_root(cell, places), places)
    return decimal_text(cell, places)


def cell_text(cell: Cell, column: Column, digits: int) -> str:
    """A cell as shown to people, on one line; an en dash where there is nothing to show."""
    if cell is None:
        return NOTHING
    if isinstance(cell, str):
        return one_line(cell)
    if isinstance(cell, int):
        return grouped(cell)
    if column.kind == "ratio":
        return short_ratio(cell)
    if column.kind == "percent":
        return percent_text(cell, digits if column.digits is None else column.digits)
    return decimal_of(cell, column, digits)
