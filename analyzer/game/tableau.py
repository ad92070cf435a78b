"""The drawing table: when Player and Banker draw a third card."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.displayable import Displayable
from analyzer.errors import RulesError
from analyzer.exact import quoted
from analyzer.text import Message, Text, joined, message, plural

_HEADER = ("-", *"0123456789")
_MOST_FAULTS = 100  # The most faults listed, more than a grid has cells.
Row = tuple[bool, ...]  # Whether Banker draws, 11 cells: after Player stood, then in columns 0 … 9.


@dataclass(frozen=True, repr=False, slots=True)
class Tableau(Displayable):
    """The drawing table, complete over every Banker total that is not a natural and all 11 columns.

    `player_draws` are the two-card totals on which Player draws, `naturals` those that end the coup in
    either hand. `banker` has a pair (total, row) for every other total, in rising order; cell 0 of a row
    says whether Banker draws after Player stood, cell 1 + x whether Banker draws in column x.

    Raises:
        RulesError: a total is out of range, or a row or cell is missing; one error lists all faults.
    """

    player_draws: frozenset[int]
    naturals: frozenset[int]
    banker: tuple[tuple[int, Row], ...]

    def __post_init__(self) -> None:
        """Reject an incomplete table, and put the rows in rising order."""
        faults = _faulty_totals("player_draws", self.player_draws)
        faults += _faulty_totals("naturals", self.naturals)
        for total in sorted(self.player_draws & self.naturals):
            faults.append(
                _at("player_draws", message("{total} is a natural, on which neither hand draws", total=total))
            )
        faults += _faulty_rows([total for total, _ in self.banker], self.naturals)
        for total, row in self.banker:
            if len(row) != 11:
                faults.append(
                    _at("banker", message("row {row}: expected 11 cells, got {n}", row=total, n=len(row)))
                )
        if faults:
            raise RulesError(_one_sentence(faults))
        object.__setattr__(self, "banker", tuple(sorted(self.banker)))

    @classmethod
    def parse(cls, player_draws: Iterable[int], naturals: Iterable[int], grid_text: str) -> "Tableau":
        """The tableau of a grid: the header `- 0 1 … 9`, then a row for each Banker total, D draw, S stand.

        Raises RulesError if the grid is malformed or incomplete; the message says where.
        """
        if not isinstance(grid_text, str):
            raise RulesError(
                _at("banker", message("expected the grid as text, got {grid}", grid=quoted(grid_text)))
            )
        for name, given in (("player_draws", player_draws), ("naturals", naturals)):
            if not isinstance(given, Iterable):
                no_list = message("expected a list of totals, got {value}", value=quoted(given))
                raise RulesError(_at(name, no_list))
        faults: list[Message] = []
        totals = []
        for name, given in (("player_draws", list(player_draws)), ("naturals", list(naturals))):
            faults += _faulty_totals(name, given)
            often = Counter(total for total in given if isinstance(total, int))
            for total in sorted(total for total in often if often[total] > 1):
                faults.append(_at(name, message("{total} is listed more than once", total=quoted(total))))
            totals.append(frozenset(given) if not faults else frozenset())
        known = not faults  # with faulty totals, it is unknown which rows are required
        lines = [line.split() for line in grid_text.splitlines() if line.strip()]
        if not lines or tuple(lines[0]) != _HEADER:
            found: Text = quoted(" ".join(lines[0])) if lines else message("nothing")
            faults.append(
                _at(
                    "banker",
                    message(
                        "expected the header {header}, got {found}",
                        header=repr(" ".join(_HEADER)),
                        found=found,
                    ),
                )
            )
            raise RulesError(_one_sentence(faults))
        rows = []
        for name, *cells in lines[1:]:
            if len(name) != 1 or name not in "0123456789":
                faults.append(
                    _at(
                        "banker",
                        message("expected a row for a total from 0 to 9, got {row}", row=quoted(name)),
                    )
                )
                continue
            if len(cells) != 11:
                faults.append(
                    _at("banker", message("row {row}: expected 11 cells, got {n}", row=name, n=len(cells)))
                )
            for column, cell in zip(_HEADER, cells, strict=False):
                if cell not in ("D", "S"):
                    faults.append(
                        _at(
                            "banker",
                            message(
                                "row {row}, column {column}: expected D or S, got {cell}",
                                row=name,
                                column=column,
                                cell=quoted(cell),
                            ),
                        )
                    )
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
            raise RulesError(
                "expected a column from 0 to 9, or None if Player stood, got {column}", column=quoted(column)
            )
        for row_total, row in self.banker:
            if row_total == total:
                return row[0 if column is None else 1 + column]
        raise RulesError("expected a Banker total that is not a natural, got {total}", total=quoted(total))


def _faulty_rows(named: list[int], naturals: frozenset[int]) -> list[Message]:
    faults = []
    for total in sorted(set(named)):
        if total not in range(10):
            faults.append(
                _at("banker", message("expected a total from 0 to 9, got {total}", total=quoted(total)))
            )
        elif total in naturals:
            faults.append(
                _at("banker", message("row {row} is a natural, on which neither hand draws", row=total))
            )
        elif named.count(total) > 1:
            faults.append(_at("banker", message("row {row} is listed more than once", row=total)))
    missing = [total for total in range(10) if total not in naturals and total not in named]
    return faults + [_at("banker", message("row {row} is missing", row=total)) for total in missing]


def _faulty_totals(name: str, totals: Iterable[object]) -> list[Message]:
    return [
        _at(name, message("expected totals from 0 to 9, got {total}", total=quoted(total)))
        for total in totals
        if not isinstance(total, int) or isinstance(total, bool) or total not in range(10)
    ]


def _at(key: str, fault: Message) -> Message:
    """A fault with the key of the file that it belongs to."""
    return joined(": ", (key, fault))


def _one_sentence(faults: Iterable[Message]) -> Message:
    """One sentence with all faults, each once, up to the first hundred."""
    each = list(dict.fromkeys(faults))
    more = len(each) - _MOST_FAULTS
    rest = [plural("and {n} more fault", "and {n} more faults", more)] if more > 0 else []
    return joined("; ", each[:_MOST_FAULTS] + rest)
