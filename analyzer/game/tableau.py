"""The drawing table: when Player and Banker draw a third card."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.displayable import Displayable
from analyzer.errors import RulesError
from analyzer.exact import quoted

_HEADER = ("-", *"0123456789")
_MOST_FAULTS = 100  # The most faults listed, more than a grid has cells.
Row = tuple[bool, ...]  # Whether Banker draws, 11 cells: after Player stood, then in columns 0 … 9.


@dataclass(frozen=True, repr=False, slots=True)
class Tableau(Displayable):
    """The drawing table, complete over every Banker total that is not a natural and all 11 columns.

    `player_draws` holds the two-card totals on which Player draws, `naturals` those that end the coup
    in either hand. `banker` holds a pair (total, row) for every other total, in rising order; cell 0
    of a row says whether Banker draws after Player stood, cell 1 + x whether Banker draws in column x.

    Raises:
        RulesError: a total is out of range or a row or cell is missing; all faults at once.
    """

    player_draws: frozenset[int]
    naturals: frozenset[int]
    banker: tuple[tuple[int, Row], ...]

    def __post_init__(self) -> None:
        """Refuse an incomplete table, and put the rows in rising order."""
        faults = _faulty_totals("player_draws", self.player_draws)
        faults += _faulty_totals("naturals", self.naturals)
        for total in sorted(self.player_draws & self.naturals):
            faults.append(f"player_draws: {total} is a natural, on which nobody draws")
        faults += _faulty_rows([total for total, _ in self.banker], self.naturals)
        for total, row in self.banker:
            if len(row) != 11:
                faults.append(f"banker: row {total}: expected 11 cells, got {len(row)}")
        if faults:
            raise RulesError(_one_sentence(faults))
        object.__setattr__(self, "banker", tuple(sorted(self.banker)))

    @classmethod
    def parse(cls, player_draws: Iterable[int], naturals: Iterable[int], grid_text: str) -> "Tableau":
        """The tableau of a grid: the header `- 0 1 … 9`, then a row for each Banker total, D draw, S stand.

        Raises RulesError if the grid is malformed or incomplete; the sentence says where.
        """
        if not isinstance(grid_text, str):
            raise RulesError(f"banker: expected the grid as text, got {quoted(grid_text)}")
        for name, given in (("player_draws", player_draws), ("naturals", naturals)):
            if not isinstance(given, Iterable):
                raise RulesError(f"{name}: expected a list of totals, got {quoted(given)}")
        faults = []
        totals = []
        for name, given in (("player_draws", list(player_draws)), ("naturals", list(naturals))):
            faults += _faulty_totals(name, given)
            often = Counter(total for total in given if isinstance(total, int))
            for total in sorted(total for total in often if often[total] > 1):
                faults.append(f"{name}: {quoted(total)} comes twice")
            totals.append(frozenset(given) if not faults else frozenset())
        known = not faults  # otherwise it is unknown which rows are required
        lines = [line.split() for line in grid_text.splitlines() if line.strip()]
        if not lines or tuple(lines[0]) != _HEADER:
            came = quoted(" ".join(lines[0])) if lines else "nothing"
            faults.append(f"banker: expected the header {' '.join(_HEADER)!r}, got {came}")
            raise RulesError(_one_sentence(faults))
        rows = []
        for name, *cells in lines[1:]:
            if len(name) != 1 or name not in "0123456789":
                faults.append(f"banker: expected a row for a total from 0 to 9, got {quoted(name)}")
                continue
            if len(cells) != 11:
                faults.append(f"banker: row {name}: expected 11 cells, got {len(cells)}")
            for column, cell in zip(_HEADER, cells, strict=False):
                if cell not in ("D", "S"):
                    faults.append(f"banker: row {name}, column {column}: expected D or S, got {quoted(cell)}")
            rows.append((int(name), tuple(cell == "D" for cell in cells)))
        if faults:
            if known:
                faults += _faulty_rows([total for total, _ in rows], totals[1])
            raise RulesError(_one_sentence(faults))
        return cls(totals[0], totals[1], tuple(rows))

    def __str__(self) -> str:
        """The grid, as `parse` reads it."""
        rows = ([str(total), *("D" if draws else "S" for draws in row)] for total, row in self.banker)
        return "\n".join(map(" ".join, (_HEADER, *rows)))

    def player_draws_on(self, total: int) -> bool:
        """Whether Player draws on a two-card total 0–9 if neither hand has a natural."""
        return total in self.player_draws

    def banker_draws_on(self, total: int, column: int | None) -> bool:
        """Whether Banker draws on a two-card total, not a natural, in a column 0–9, None if Player stood.

        Raises RulesError if the tableau has no such cell.
        """
        if column is not None and column not in range(10):
            expected = "a column from 0 to 9, or None where Player stood"
            raise RulesError(f"expected {expected}, got {quoted(column)}")
        for row_total, row in self.banker:
            if row_total == total:
                return row[0 if column is None else 1 + column]
        raise RulesError(f"expected a Banker total that is not a natural, got {quoted(total)}")


def _faulty_rows(named: list[int], naturals: frozenset[int]) -> list[str]:
    faults = []
    for total in sorted(set(named)):
        if total not in range(10):
            faults.append(f"banker: expected a total from 0 to 9, got {quoted(total)}")
        elif total in naturals:
            faults.append(f"banker: row {total} is a natural, on which nobody draws")
        elif named.count(total) > 1:
            faults.append(f"banker: row {total} comes twice")
    missing = [total for total in range(10) if total not in naturals and total not in named]
    return faults + [f"banker: row {total} is missing" for total in missing]


def _faulty_totals(name: str, totals: Iterable[object]) -> list[str]:
    return [
        f"{name}: expected totals from 0 to 9, got {quoted(total)}"
        for total in totals
        if not isinstance(total, int) or isinstance(total, bool) or total not in range(10)
    ]


def _one_sentence(faults: Iterable[str]) -> str:
    """One sentence for all faults: each once, and only the first hundred."""
    each = list(dict.fromkeys(faults))
    more = [f"and {len(each) - _MOST_FAULTS} more faults"] if len(each) > _MOST_FAULTS else []
    return "; ".join(each[:_MOST_FAULTS] + more)
