"""What a spreadsheet makes of a workbook: its formulas calculated in doubles, whatever values are stored.

Knows the few functions that audit workbooks use; shares no code with the package.
"""

import io
import math
import re
from functools import cache
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"]|"")*")
      | '(?P<sheet>(?:[^']|'')+)'!\$(?P<column>[A-Z]+)\$(?P<first>\d+)(?::\$[A-Z]+\$(?P<last>\d+))?
      | (?<![A-Za-z_])(?P<from>[A-Z]{1,3})(?P<row>\d+|\#)(?::(?P<to>[A-Z]{1,3})(?P<end>\d+|\#))?
        (?![A-Za-z0-9_(])
      | (?P<sign><>|<=|>=|=|&)
      | (?P<name>[a-z]+(?:_[a-z0-9]+)*)
      | (?P<number>\d+)""",
    re.VERBOSE,
)
_SIGNS = {"<>": "!=", "=": "==", "&": "+"}


class Cells(tuple[Any, ...]):
    """The values of a range; comparing and negating go cell by cell."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> "Cells":  # type: ignore[override]
        return Cells(a == b for a, b in zip(self, self._alike(other), strict=True))

    def __ne__(self, other: object) -> "Cells":  # type: ignore[override]
        return Cells(a != b for a, b in zip(self, self._alike(other), strict=True))

    def __neg__(self) -> "Cells":
        return Cells(-float(a) for a in self)

    def _alike(self, other: object) -> tuple[Any, ...]:
        return other if isinstance(other, Cells) else (other,) * len(self)


def _several(cells: Any) -> tuple[Any, ...]:
    """The cells of a range, which may be one."""
    return cells if isinstance(cells, Cells) else (cells,)


def _match(wanted: object, cells: Cells, _: float) -> float:
    """The place of a value, from 1; no number where there is none, as an error spreads through a sum."""
    return float(cells.index(wanted) + 1) if wanted in tuple(cells) else math.nan


def _text(number: float, shape: str) -> str:
    # Spreadsheets keep fifteen digits of a number that they show.
    assert number == int(number) < 10**15
    return str(int(number)).zfill(len(shape))


_FUNCTIONS = {
    "IF": lambda condition, yes, no: yes if condition else no,
    "MAX": lambda *numbers: max(numbers),
    "INDEX": lambda cells, place: math.nan if math.isnan(place) else cells[int(place) - 1],
    "MATCH": _match,
    "INT": math.floor,
    "MOD": math.fmod,
    "SUM": lambda cells: math.fsum(_several(cells)),
    "SUMPRODUCT": lambda *ranges: math.fsum(map(math.prod, zip(*map(_several, ranges), strict=True))),
    "AND": all,
    "EXACT": lambda a, b: a == b,
    "TEXT": _text,
}


class Spreadsheet:
    """A workbook opened: the names of its `sheets`, and what is `stored` in its cells, formulas as such."""

    def __init__(self, workbook: bytes) -> None:
        book = load_workbook(io.BytesIO(workbook))
        self.stored: dict[tuple[str, str, int], Any] = {}
        self.sheets: list[str] = book.sheetnames
        self._formulas: set[tuple[str, str, int]] = set()
        for sheet in book:
            for row in sheet.iter_rows():
                for cell in row:
                    if cell.value is not None:
                        key = (sheet.title, get_column_letter(cell.column), cell.row)
                        self.stored[key] = float(cell.value) if cell.data_type == "n" else cell.value
                        if cell.data_type == "f":
                            self._formulas.add(key)
        self._names = {name: f"={name_of.attr_text}" for name, name_of in book.defined_names.items()}
        self._values: dict[tuple[str, str, int], Any] = {}

    def change(self, sheet: str, column: str, row: int, value: float) -> None:
        """Type another number into a cell, and calculate everything again."""
        assert (sheet, column, row) not in self._formulas
        self.stored[sheet, column, row] = value
        self._values.clear()

    def value(self, sheet: str, column: str, row: int) -> Any:
        """What a cell shows; an empty one is equal to an empty text."""
        key = (sheet, column, row)
        if key not in self._formulas:
            return self.stored.get(key, "")
        if key not in self._values:
            self._values[key] = self._calculated(self.stored[key], sheet, row)
        return self._values[key]

    def _calculated(self, formula: str, sheet: str, row: int) -> Any:
        # A column of formulas that differ only in their row is translated once.
        common = re.sub(rf"(?<![A-Za-z$_])([A-Z]{{1,3}}){row}(?!\d)", r"\1#", formula)
        found = eval(_code(common), {"at": self._at, "name": self._named, "here": (sheet, row), **_FUNCTIONS})
        assert not isinstance(found, float | int) or abs(found) <= 10**14
        return float(found) if isinstance(found, int) and not isinstance(found, bool) else found

    def _named(self, name: str) -> Any:
        if ("", name, 0) not in self._values:
            self._values["", name, 0] = self._calculated(self._names[name], "", 0)
        return self._values["", name, 0]

    def _at(self, sheet: str, first: str, start: int, last: str = "", end: int = 0) -> Any:
        if not end:
            return self.value(sheet, first, start)
        key = (sheet, f"{first}:{last}", start * 10**7 + end)
        if key not in self._values:
            assert first == last
            self._values[key] = Cells(self.value(sheet, first, row) for row in range(start, end + 1))
        return self._values[key]


@cache
def _code(formula: str) -> Any:
    """A formula as Python code; # is its own row."""

    def token(found: re.Match[str]) -> str:
        if found["text"]:
            return repr(found["text"][1:-1].replace('""', '"'))
        if found["sheet"]:
            place = f"{found['sheet'].replace(chr(39) * 2, chr(39))!r}, {found['column']!r}, {found['first']}"
            return f"at({place}, {found['column']!r}, {found['last']})" if found["last"] else f"at({place})"
        if found["from"]:
            rows = [("here[1]" if row == "#" else row) for row in (found["row"], found["end"] or "0")]
            return f"at(here[0], {found['from']!r}, {rows[0]}, {found['to'] or ''!r}, {rows[1]})"
        if found["sign"]:
            return _SIGNS.get(found["sign"], found["sign"])
        return f"name({found['name']!r})" if found["name"] else f"{found['number']}.0"

    return compile(_TOKEN.sub(token, formula[1:]), formula, "eval")
