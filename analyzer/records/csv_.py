"""Reads records in CSV: one row per coup, card or stake; columns by name, in any order."""

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.record import RecordedShoe, Stake, place_text
from analyzer.records import fields, values
from analyzer.records.builder import HANDS, MOST_CARDS, Fault, Row, ShoeBuilder, tells_apart
from analyzer.records.columns import KNOWN_COLUMNS, cells_of, is_header, names_in, separator_of
from analyzer.records.fields import CARD_PLACES, COUP, SHOE, RecordField, normalized, number_key
from analyzer.records.stake_fields import (
    OF_A_STAKE,
    STATUSES,
    field_of,
    is_status,
    may_concern_money,
    stake_or_fault,
    store_stakes,
)
from analyzer.records.tokens import stakes_in
from analyzer.records.values import StakeError
from analyzer.text import joined, message, plural

_MOST_FURTHER_LINES = 20  # A row may continue over this many lines; a quote open for longer is a fault.


def read_lines(lines: Iterable[str]) -> Iterator[RecordedShoe]:
    """The shoes in the lines of a CSV file, each as soon as the next one begins. Raises AnalyzerError if none
    can be read.

    Lines before the column names are titles. A line without separators after an empty line is a title too;
    the lines after it are skipped, up to the next line of column names.
    """
    shoes = ShoeBuilder()
    source = _Lines(lines)
    table: _CoupTable | None = None
    first, skipping, empty = "", False, True
    for line in source:
        if not line.strip(" \t\r\n,;"):
            empty = True
            continue
        if (table is None or empty) and (
            is_header(line, next(iter(source.ahead(1)), ""))
            or (not first and names_in(line) <= KNOWN_COLUMNS)
        ):
            table, skipping = _CoupTable(line, source.number, shoes), False
        elif table is not None:
            skipping = skipping or (empty and table.width > 1 and table.separator not in line)
            if not skipping:
                table.read_row(line, source)
        first, empty = first or line, False
        yield from shoes.take_finished()
    if first and table is None:
        raise AnalyzerError(
            values.undecoded(first)
            or joined(
                ": ",
                (
                    place_text("line 1"),
                    message(
                        "expected a line that names columns such as shoe, coup, player, banker and winner, "
                        "got {line}",
                        line=quoted(first.strip()),
                    ),
                ),
            )
        )
    yield from shoes.end()


class _Lines(Iterator[str]):
    """Lines, with the number of the last one taken, and a way to look ahead."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.number = 0
        self._lines = iter(lines)
        self._ahead: deque[str] = deque()

    def __next__(self) -> str:
        line = self._ahead.popleft() if self._ahead else next(self._lines)
        self.number += 1
        return line

    def ahead(self, count: int) -> list[str]:
        """At most `count` of the next lines, without taking them."""
        self._ahead.extend(islice(self._lines, max(0, count - len(self._ahead))))
        return list(islice(self._ahead, count))


class _CoupTable:
    """The columns of a table of coups; reads its rows into shoes."""

    def __init__(self, header: str, number: int, shoes: ShoeBuilder) -> None:
        self.separator = separator_of(header)
        names = next(csv.reader([header], delimiter=self.separator))
        self._names = [name.strip() for name in (cells_of(header, "|") if self.separator == "|" else names)]
        self.width = len(self._names)
        self._shoes = shoes
        self._coup: list[tuple[int, RecordField]] = []
        self._settings: list[tuple[int, RecordField]] = []
        self._hands: dict[str, list[int]] = {}
        self._stakes: dict[tuple[str, str], dict[str, int]] = {}
        self._others: dict[str, int] = {}
        self._apart: dict[str, int] = {}
        keys = [*map(normalized, self._names)]
        self._stake_by_row = {"bet", "stake"} <= {*map(field_of, self._names)}
        self._number_key = number_key(key for key in keys if key != "hand" or "card" not in keys)
        shoes.begin_table(tuple(self._names))
        if why := values.undecoded(header):  # a column with an unreadable name may concern money
            raise AnalyzerError(joined(": ", (place_text(f"line {number}"), why)))
        if {"recorded", "faults"} <= {*keys}:
            raise AnalyzerError(
                "line {n}: expected a record, got the output of replay, whose coups are as they should have "
                "been; give the record itself",
                n=str(number),
            )
        if keys.count("shoe") > 1:
            shoes.refuse_two_names(
                [name for name, key in zip(self._names, keys, strict=True) if key == "shoe"]
            )
        for column, name in enumerate(self._names):
            try:
                if keys[column] in keys[:column]:
                    raise AnalyzerError(
                        "expected one column of each name, got another {name}", name=quoted(name)
                    )
                self._add_column(column, name, "card" in keys)
            except AnalyzerError as fault:
                shoes.add_fault(f"line {number}, column {values.displayed(name)}", fault)

    def _add_column(self, column: int, name: str, card_by_row: bool) -> None:
        """Note what a column contains. Raises AnalyzerError if its name looks like a misspelt known one."""
        key = normalized(name)
        kind, _, bet = name.partition(":")
        if (key == "hand" and card_by_row) or (key == "status" and self._stake_by_row):
            self._others[key] = column
        elif key in COUP and COUP[key].name == "number" and key != self._number_key:
            self._shoes.unknown_names[name] = None
        elif key in COUP:
            self._coup.append((column, _cached(COUP[key])))
        elif key in CARD_PLACES:
            side, place = CARD_PLACES[key]
            self._hands.setdefault(side, [-1] * 6)[place - 1] = column
        elif key in SHOE:
            self._settings.append((column, _cached(SHOE[key])))
        elif key in ("shoe", "card", "stakes"):
            self._note(key, column)
        elif self._stake_by_row and (field := field_of(name)) is not None:
            self._note(field, column)
        elif bet and normalized(kind) in ("stake", "net"):
            bet, _, bettor = bet.partition(":")
            self._stakes.setdefault((bet.strip(), bettor.strip()), {})[normalized(kind)] = column
        elif may_concern_money(name):
            self._shoes.unknown_names[name] = None
        elif tells_apart(name):
            self._shoes.unknown_names[name] = None
            self._apart[name] = column
        elif (closest := fields.closest_name(name)) is not None:
            raise AnalyzerError(
                "unknown column {name}; did you mean {closest}?", name=quoted(name), closest=repr(closest)
            )
        elif key and key not in fields.OUTPUT_KEYS:
            self._shoes.unknown_names[name] = None

    def _note(self, key: str, column: int) -> None:
        """Note the column with a meaning that only one may have. Raises AnalyzerError if there is another."""
        if (before := self._others.setdefault(key, column)) != column:
            raise AnalyzerError(
                "expected one column for the {field}, got {name} after {other}; rename or drop one",
                field=key,
                name=quoted(self._names[column]),
                other=quoted(self._names[before]),
            )

    def read_row(self, line: str, source: _Lines) -> None:
        where, shoes = f"line {source.number}", self._shoes
        row: Row = {}
        cells: list[str] = []
        try:
            cells = self._split(line, source)
            if name := self._cell(cells, "shoe"):
                shoes.select(values.printable(name))
        except AnalyzerError as fault:
            shoes.add_unreadable(self._place(where, self._others["shoe"]) if cells else where, fault)
            return
        faults = self._read_coup(row, cells, where)
        if shoes.rows and shoes.rows[-1]["number"] != row.get("number"):
            shoes.make_room(row, where)
        self._read_settings(row, cells, where)
        number = row.get("number")
        self._add(row, cells, where, faults)
        if self._apart:
            shoes.check_apart({name: cells[at] for name, at in self._apart.items() if cells[at]}, number)

    def _add(self, row: Row, cells: list[str], where: str, faults: list[Fault]) -> None:
        """Add what was read of a coup; or, if it is only a card or a stake, add that to the coup before."""
        hand, shoes = "", self._shoes
        if card := self._cell(cells, "card"):
            hand = fields.hand_named(self._cell(cells, "hand"))
            try:
                row[hand] = values.cards_of([card])
            except AnalyzerError as fault:
                row[hand] = (None,)
                faults.append((self._place(where, self._others["card"]), fault))
        elif row.keys() == {"drawn"} and (len(row["drawn"]) == 1 or len(row["drawn"]) > MOST_CARDS):
            hand = "drawn"
        elif self._stake_by_row and shoes.extend_coup(row, "stakes", faults):
            return
        elif row.keys() == {"stakes"}:
            shoes.add_fault(where, StakeError("the number of the coup is required for a stake"))
            return
        if row or faults:
            shoes.add_row(row, hand, where, faults)

    def _split(self, line: str, source: _Lines) -> list[str]:
        """The cells of a row, which continues over further lines while a quote is open."""
        if (why := values.line_fault(line)) is not None:
            raise AnalyzerError(why)
        cells = self._split_quoted(line, source) if '"' in line else cells_of(line, self.separator)
        if len(cells) != self.width and (len(cells) < self.width or any(map(str.strip, cells[self.width :]))):
            raise AnalyzerError(
                plural(
                    "expected {n} cell as in the line of column names, got {found}",
                    "expected {n} cells as in the line of column names, got {found}",
                    self.width,
                    found=len(cells),
                )
            )
        return [*map(str.strip, cells[: self.width])]

    def _split_quoted(self, line: str, source: _Lines) -> list[str]:
        more = source.ahead(_MOST_FURTHER_LINES) if line.count('"') % 2 else []
        reader = csv.reader([line, *more], delimiter=self.separator, strict=True)
        try:
            cells = next(reader)
        except csv.Error:
            cells = []
        if not cells or (reader.line_num > 1 and len(cells) != self.width):
            raise AnalyzerError("expected closing quotes, got {line}", line=quoted(line.strip()))
        for _ in range(reader.line_num - 1):
            next(source)
        return cells

    def _place(self, where: str, column: int) -> str:
        return f"{where}, column {values.displayed(self._names[column])}"

    def _cell(self, cells: list[str], key: str) -> str:
        """The cell in the column with this key; empty if there is no such column."""
        return cells[self._others[key]] if key in self._others else ""

    def _read_settings(self, row: Row, cells: list[str], where: str) -> None:
        """Read the cells about the shoe, except a yes or no under `cut_card`, which is about the coup."""
        for column, field in self._settings:
            if text := cells[column]:
                try:
                    if fields.is_cut_card_flag(field.name, text):
                        row["cut"] = values.flag(text)
                        continue
                    value = field.parse(text)
                    self._shoes.set(field.name, values.printable(value) if isinstance(value, str) else value)
                except AnalyzerError as fault:
                    self._shoes.add_fault(self._place(where, column), fault)

    def _read_coup(self, row: Row, cells: list[str], where: str) -> list[Fault]:
        """Read the cells about the coup into `row`, and return the faults."""
        faults: list[Fault] = []
        for column, field in self._coup:
            if text := cells[column]:
                try:
                    fields.store(row, field, text)
                except AnalyzerError as fault:
                    faults.append((self._place(where, column), fault))
        for side, columns in self._hands.items():
            texts = ["" if column < 0 else cells[column] for column in columns]
            for place, why in fields.store_hand(row, side, texts):
                faults.append((self._place(where, columns[place]), why))
        if self._stakes or self._stake_by_row or "stakes" in self._others:
            store_stakes(row, faults, self._stakes_in(cells, where))
        if (text := self._cell(cells, "status")) and not is_status(text):
            try:
                fields.store(row, COUP["status"], text)
            except AnalyzerError as fault:
                either = message(
                    "{fault}; or, for a stake, one of {statuses}",
                    fault=fault.message,
                    statuses=tuple(dict.fromkeys(STATUSES.values())),
                )
                faults.append((self._place(where, self._others["status"]), either))
        return faults

    def _stakes_in(self, cells: list[str], where: str) -> Iterator[Stake | Fault]:
        """The stakes in all columns that contain some; after a fault in one, the others are still read."""
        for (bet, bettor), columns in self._stakes.items():
            given = {kind: cells[column] for kind, column in columns.items() if cells[column]}
            if given:
                place = self._place(where, columns.get("stake", columns.get("net", 0)))
                yield stake_or_fault({**given, "bet": bet, "bettor": bettor}, place)
        if words := self._cell(cells, "stakes"):
            yield from stakes_in(words, self._place(where, self._others["stakes"]))
        if self._stake_by_row:
            given = {key: cells[column] for key, column in self._others.items() if key in OF_A_STAKE}
            if not is_status(given.get("status", "")):
                given.pop("status", None)  # the status of the coup
            if any(given[key] for key in given if key != "bettor"):
                yield stake_or_fault(given, where, self._place(where, self._others["bet"]))


def _cached(field: RecordField) -> RecordField:
    """The field with its parser cached, since few texts occur in its cells; unless it contains cards."""
    return field if field.name in HANDS else RecordField(field.name, lru_cache(1024)(field.parse))
