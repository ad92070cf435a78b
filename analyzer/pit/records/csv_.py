"""Records as CSV: a row a coup, or a row a card; columns by name, in any order."""

import csv
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.pit.records import values
from analyzer.pit.records.fields import (
    COUP,
    OWN,
    PLACES,
    SHOE,
    Entry,
    marks_cut_card,
    nearly,
    plain,
    put,
    put_hand,
    side_of,
    staked,
)
from analyzer.pit.records.gathering import MOST_CARDS, Gathering, Row
from analyzer.pit.records.header import KNOWN, cells_of, is_header, names_in, separator_of
from analyzer.pit.records.words import stakes_in
from analyzer.play.record import RecordedShoe, Stake

_MOST_LINES = 20
"""The most lines of one row; beyond them a quote is a fault rather than open."""


_STAKED = ("bet", "stake", "bettor", "net")
"""The columns of one stake a row."""


def read_lines(lines: Iterable[str]) -> Iterator[RecordedShoe]:
    """The shoes of a CSV file's lines, each as soon as the next one begins.

    What stands before a line of column names is a title, and so is a line without a separator after an
    empty one: pages of several tables are read for those of coups.

    Raises:
        AnalyzerError: no line names columns, or nothing at all can be read.
    """
    shoes = Gathering()
    numbered = _Lines(lines)
    table: _Table | None = None
    first, titled, empty = "", False, True
    for line in numbered:
        if not line.strip(" \t\r\n,;"):
            empty = True
            continue
        named = (table is None or empty) and (
            is_header(line, next(iter(numbered.ahead(1)), "")) or (not first and names_in(line) <= KNOWN)
        )
        first = first or line
        if named:
            table, titled = _Table(line, numbered.place, shoes), False
        elif table is not None:
            titled = titled or (empty and table.width > 1 and table.separator not in line)
            if not titled:
                table.take(line, numbered)
        empty = False
        if shoes.finished:
            yield from shoes.finished
            shoes.finished = []
    if first and table is None:
        raise AnalyzerError(
            values.undecoded(first)
            or "line 1: expected a line that names columns such as shoe, coup, player, banker and winner, "
            f"got {quoted(first.strip())}"
        )
    yield from shoes.end()


class _Lines:
    """Lines with their number, and a look at those that follow."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.place = 0
        self._lines = iter(lines)
        self._ahead: deque[str] = deque()

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._ahead.popleft() if self._ahead else next(self._lines)
        self.place += 1
        return line

    def ahead(self, many: int) -> list[str]:
        """The lines that follow, at most so many, which stay to be taken."""
        self._ahead.extend(islice(self._lines, max(0, many - len(self._ahead))))
        return list(islice(self._ahead, many))


class _Table:
    """The columns of a table, and its rows taken."""

    def __init__(self, header: str, place: int, shoes: Gathering) -> None:
        self.separator = separator_of(header)
        names = [name.strip() for name in next(csv.reader([header], delimiter=self.separator))]
        if self.separator == "|":
            names = [name.strip() for name in cells_of(header, "|")]
        self.width = len(names)
        self._names = names
        self._shoes = shoes
        self._coup: list[tuple[int, Entry]] = []
        self._head: list[tuple[int, Entry]] = []
        self._hands: dict[str, list[int]] = {}
        self._stakes: dict[tuple[str, str], dict[str, int]] = {}
        self._others: dict[str, int] = {}
        plainly = set(map(plain, names))
        self._staked_by_row = plainly >= {"bet", "stake"}
        self._card_by_row = "card" in plainly
        for column, name in enumerate(names):
            try:
                self._meet(column, name)
            except AnalyzerError as fault:
                shoes.fault(f"line {place}, column {values.called(name)}", fault)

    def _meet(self, column: int, name: str) -> None:
        """Learn what a column says; those of the record's own say nothing here."""
        known = plain(name)
        kind, _, bet = name.partition(":")
        if known in self._others or known in map(plain, self._names[:column]):
            raise AnalyzerError(f"expected one column of a name, got another {quoted(name)}")
        if known == "hand" and self._card_by_row:
            self._others[known] = column
        elif known in COUP:
            self._coup.append((column, _quick(COUP[known])))
        elif known in PLACES:
            side, place = PLACES[known]
            self._hands.setdefault(side, [-1] * 6)[place - 1] = column
        elif known in SHOE:
            self._head.append((column, _quick(SHOE[known])))
        elif known in ("shoe", "card", "stakes") or (known in _STAKED and self._staked_by_row):
            self._others[known] = column
        elif bet and plain(kind) in ("stake", "net"):
            bet, _, bettor = bet.partition(":")
            self._stakes.setdefault((bet.strip(), bettor.strip()), {})[plain(kind)] = column
        elif (near := nearly(name)) is not None:
            raise AnalyzerError(f"unknown column {quoted(name)}; did you mean {near!r}?")
        elif known and known not in OWN:
            self._shoes.passed_over.append(name)

    def take(self, line: str, lines: _Lines) -> None:
        """Take the row that begins with a line."""
        where = f"line {lines.place}"
        try:
            cells = self._cells(line, lines)
        except AnalyzerError as fault:
            self._shoes.lost(where, fault)
            return
        row: Row = {}
        try:
            self._name_shoe(cells)
        except AnalyzerError as fault:
            self._shoes.lost(self._place(where, self._others["shoe"]), fault)
            return
        self._of_shoe(row, cells, where)
        faults = self._of_coup(row, cells, where)
        try:
            if (part := self._card(row, cells, where, faults)) is not None:
                self._shoes.card(row, part, where, faults)
            elif row.keys() == {"drawn"} and (len(row["drawn"]) == 1 or len(row["drawn"]) > MOST_CARDS):
                self._shoes.draw(row["drawn"])
            elif (row or faults) and not (self._staked_by_row and self._shoes.more(row, "stakes", faults)):
                self._shoes.coup(row, where, faults)
        except AnalyzerError as fault:
            self._shoes.fault(where, fault)

    def _cells(self, line: str, lines: _Lines) -> list[str]:
        """The cells of a row, which goes on over more lines where a quote is open.

        Raises:
            AnalyzerError: it is no text, its quotes do not close, or its cells are not one a column.
        """
        if (why := values.overlong(line) or (None if line.isascii() else values.undecoded(line))) is not None:
            raise AnalyzerError(why)
        cells = self._quoted_cells(line, lines) if '"' in line else cells_of(line, self.separator)
        if len(cells) != self.width:
            if len(cells) < self.width or any(map(str.strip, cells[self.width :])):
                raise AnalyzerError(
                    f"expected {self.width} cells as in the line of column names, got {len(cells)}"
                )
            del cells[self.width :]
        return [*map(str.strip, cells)]

    def _quoted_cells(self, line: str, lines: _Lines) -> list[str]:
        more = lines.ahead(_MOST_LINES) if line.count('"') % 2 else []
        reader = csv.reader([line, *more], delimiter=self.separator, strict=True)
        try:
            cells = next(reader)
        except csv.Error:
            raise AnalyzerError(f"expected quotes that close, got {quoted(line.strip())}") from None
        if reader.line_num > 1 and len(cells) != self.width:
            raise AnalyzerError(f"expected quotes that close, got {quoted(line.strip())}")
        for _ in range(reader.line_num - 1):
            next(lines)
        return cells

    def _name_shoe(self, cells: list[str]) -> None:
        """Go on with the shoe that cells name.

        Raises:
            AnalyzerError: its name cannot be read.
        """
        if "shoe" in self._others and (name := cells[self._others["shoe"]]):
            self._shoes.shoe(values.seen(name))

    def _of_shoe(self, row: Row, cells: list[str], where: str) -> None:
        """Take what cells say of the shoe; a cut card that is but seen belongs to the coup."""
        shoes = self._shoes
        for column, entry in self._head:
            if text := cells[column]:
                try:
                    if marks_cut_card(entry.field, text):
                        row["cut"] = values.flag(text)
                    elif entry.field == "burned":
                        shoes.burn(entry.read(text))
                    else:
                        shoes.say(entry.field, values.seen(entry.read(text)))
                except AnalyzerError as fault:
                    shoes.fault(self._place(where, column), fault)

    def _of_coup(self, row: Row, cells: list[str], where: str) -> list[tuple[str, object]]:
        """Take what cells say of a coup; the places of those that cannot be read, each with why."""
        faults: list[tuple[str, object]] = []
        for column, (field, read) in self._coup:
            if text := cells[column]:
                try:
                    if field == "winner" or field in row:
                        put(row, Entry(field, read), text)
                    else:
                        row[field] = read(text)
                except AnalyzerError as fault:
                    faults.append((self._place(where, column), fault))
        for side, columns in self._hands.items():
            texts = ["" if column < 0 else cells[column] for column in columns]
            faults += [(self._place(where, columns[at]), fault) for at, fault in put_hand(row, side, texts)]
        if self._stakes or self._staked_by_row or "stakes" in self._others:
            try:
                self._staked(row, cells, where)
            except AnalyzerError as fault:
                faults.append((self._place(where, self._at), fault))
        return faults

    def _place(self, where: str, column: int) -> str:
        return f"{where}, column {values.called(self._names[column])}"

    def _card(self, row: Row, cells: list[str], where: str, faults: list[tuple[str, object]]) -> str | None:
        """Take the one card of a row as a part of its coup, which is told: a hand, or the cards drawn."""
        column = self._others.get("card", -1)
        if column < 0 or not cells[column]:
            return None
        part = ("hand" in self._others and side_of(cells[self._others["hand"]])) or "drawn"
        try:
            row[part] = values.cards_of([cells[column]])
        except AnalyzerError as fault:
            row[part] = (None,)
            faults.append((self._place(where, column), fault))
        return part

    def _staked(self, row: Row, cells: list[str], where: str) -> None:
        """Take the stakes of all columns that tell of some."""
        found: list[Stake] = []
        for (bet, bettor), columns in self._stakes.items():
            amount, net = (cells[columns[kind]] if kind in columns else "" for kind in ("stake", "net"))
            if amount or net:
                self._at = columns["stake" if "stake" in columns else "net"]
                found.append(staked(bet, amount, bettor, net, self._place(where, self._at)))
        if "stakes" in self._others and (words := cells[self._others["stakes"]]):
            self._at = self._others["stakes"]
            found += stakes_in(words, self._place(where, self._at))
        if self._staked_by_row:
            bet, amount, bettor, net = (
                cells[self._others[kind]] if kind in self._others else "" for kind in _STAKED
            )
            if bet or amount or net:
                self._at = self._others["bet"]
                found.append(staked(bet, amount, bettor, net, where))
        if found:
            row["stakes"] = tuple(found)


def _quick(entry: Entry) -> Entry:
    """The same, remembering what it has read: cells say the same few things over and over."""
    read: Callable[[Any], Any] = (
        values.cards if entry.read in (values.cards_of, values.hand_of) else lru_cache(1024)(entry.read)
    )
    return Entry(entry.field, read)
