"""Reads a ledger of stakes from a file: which bettor staked how much on which bet of which coup.

Also reads the stakes in the output of `settle`. Knows nothing of bets or cards.
"""

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, reason_of
from analyzer.exact import quoted
from analyzer.play.record import Stake, place_text
from analyzer.records import values
from analyzer.records.fields import NUMBER_NAMES, normalized
from analyzer.records.json_recovery import members_of
from analyzer.records.stake_fields import (
    field_of,
    fields_of,
    names_within,
    refuse_money,
    stake_of,
)
from analyzer.records.values import SAVE_IT, JsonNumber
from analyzer.render.formats.delimited import unescape_formula
from analyzer.text import Text, joined, message, plural

Row = tuple[str, Mapping[str, Any] | AnalyzerError]
"""The place of a stake, and its values by field or the reason why they cannot be read."""

_PLACES = {**dict.fromkeys(NUMBER_NAMES.split(), "coup"), "shoe": "shoe"}
_SEPARATORS = ",;\t"
_MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A stake in a ledger, with the number of its coup; `shoe` is empty if the ledger names no shoe."""

    shoe: str
    coup: int
    stake: Stake


class _Names:
    """The names of columns and keys: the field that each fills, and those that are not read."""

    def __init__(self, ignored: Iterable[str]) -> None:
        self.unread: dict[str, None] = {}
        self._ignored = ignored

    def fields(self, members: Collection[tuple[str, Any]], where: str) -> dict[str, str]:
        """The names that have a field, with their fields.

        Raises AnalyzerError if two names have the same field, or an unknown name may concern money.
        """
        try:
            known = fields_of((name for name, _ in members), _field)
        except AnalyzerError as fault:
            raise AnalyzerError(joined(": ", (where, fault.message))) from None
        self.note(((name, value) for name, value in members if name not in known), where)
        return known

    def note(self, members: Iterable[tuple[str, Any]], where: str) -> None:
        """Note names that are not read. Raises AnalyzerError for a name that may concern money."""
        for name, value in members:
            if name:
                self.unread |= dict.fromkeys(names_within(name, value))
        try:
            refuse_money(self.unread, self._ignored)
        except AnalyzerError as fault:
            raise AnalyzerError(joined(": ", (where, fault.message))) from None


def read_stakes(
    source: str | PathLike[str], ignored: Iterable[str] = ()
) -> tuple[list[LedgerEntry], tuple[str, ...]]:
    """The stakes of a CSV or JSON file, in order; and the names of its columns or keys that are not read.

    A CSV file is read from the line that names the columns coup, bet and stake to the end, or to the first
    line after an empty line that is not a stake. A JSON file is a list of objects with these keys, or has
    one under `entries` or `stakes`. An unknown column or key that may concern money is rejected, unless it
    is `ignored`.

    Raises:
        AnalyzerError: the file or a stake in it cannot be read; one line per fault.
    """
    if not isinstance(source, str | PathLike):
        raise AnalyzerError("expected stakes as a file, got {value}", value=quoted(source))
    name = fspath(source)
    try:
        text = Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise AnalyzerError(
            "cannot read the stakes {file}: expected UTF-8; {way_out}", file=quoted(name), way_out=SAVE_IT
        ) from None
    except (OSError, ValueError) as fault:
        raise AnalyzerError(
            "cannot read the stakes {file}: {why}", file=quoted(name), why=reason_of(fault)
        ) from None
    entries, faults, names = [], list[Text](), _Names(ignored)
    for where, row in (_json_rows if text.lstrip()[:1] in ("{", "[") else _csv_rows)(text, name, names):
        try:
            if isinstance(row, AnalyzerError):
                raise row
            entries.append(_entry(row, f"{where} of the stakes"))
        except AnalyzerError as fault:
            faults.append(joined(": ", (name, place_text(where), fault.message)))
    if faults:
        if (more := len(faults) - _MOST_FAULTS) > 0:
            rest = plural("and {n} more fault", "and {n} more faults", more)
            faults[_MOST_FAULTS:] = [joined(": ", (name, rest))]
        raise AnalyzerError(joined("\n", faults))
    return entries, tuple(names.unread)


def _csv_rows(text: str, name: str, names: _Names) -> Iterator[Row]:
    """The rows of the first table with the columns coup, bet and stake, whichever separator it has."""
    for separator in _SEPARATORS:
        lines = csv.reader(io.StringIO(text), delimiter=separator)
        header, after_empty = list[str](), False
        try:
            for cells in lines:
                where = f"line {lines.line_num}"
                if not header:
                    if {"coup", "bet", "stake"} <= {*map(_field, cells)}:
                        header = cells
                        fields = names.fields([(cell, "") for cell in cells], f"{name}: {where}")
                elif not any(map(str.strip, cells)):
                    after_empty = True
                elif any(map(str.strip, cells[len(header) :])):
                    yield (
                        where,
                        AnalyzerError(
                            "expected {n} cells as in the header, got {found}; write amounts without "
                            "thousands separators",
                            n=len(header),
                            found=len(cells),
                        ),
                    )
                else:
                    named = zip(header, map(str.strip, cells), strict=False)
                    row = {fields[name]: unescape_formula(cell) for name, cell in named if name in fields}
                    if after_empty and not (len(cells) == len(header) and row["coup"].isdecimal()):
                        return
                    yield where, row
        except csv.Error as fault:
            no_csv = message("expected CSV: {fault}", fault=str(fault))
            raise AnalyzerError(joined(": ", (name, place_text(f"line {lines.line_num}"), no_csv))) from None
        if header:
            return
    no_header = message("a header with the columns coup, bet and stake is required")
    raise AnalyzerError(joined(": ", (name, no_header)))


def _json_rows(text: str, name: str, names: _Names) -> Iterator[Row]:
    try:
        # Numbers are kept as the text in the file, so that they are exact.
        rows = json.loads(text, parse_float=JsonNumber, parse_int=str, object_pairs_hook=members_of)
    except AnalyzerError as fault:
        raise AnalyzerError(
            joined(": ", (name, message("expected JSON: {fault}", fault=fault.message)))
        ) from None
    except json.JSONDecodeError as fault:
        no_json = message(
            "expected JSON, got other text at line {line}, column {column}",
            line=str(fault.lineno),
            column=str(fault.colno),
        )
        raise AnalyzerError(joined(": ", (name, no_json))) from None
    except (ValueError, RecursionError):
        raise AnalyzerError(joined(": ", (name, message("expected JSON, got something else")))) from None
    if isinstance(rows, dict):
        key = "entries" if "entries" in rows else "stakes"
        stakes, left_out = rows.get(key), rows.get("left_out")
        if str(rows.get("schema")).startswith("baccarat-settle/") and isinstance(stakes, list):
            stakes = stakes + (left_out if isinstance(left_out, list) else [])
        elif isinstance(stakes, list):
            names.note(((other, value) for other, value in rows.items() if other != key), name)
        rows = stakes
    if not isinstance(rows, list):
        no_list = message("expected a list of stakes, or one under the key 'entries' or 'stakes'")
        raise AnalyzerError(joined(": ", (name, no_list)))
    for number, row in enumerate(rows, 1):
        where = f"{name}: entry {number}"
        if not isinstance(row, dict):
            no_object = message("expected an object, got {value}", value=quoted(row))
            raise AnalyzerError(joined(": ", (name, place_text(f"entry {number}"), no_object)))
        fields = names.fields(row.items(), where)
        yield f"entry {number}", {field: row[key] for key, field in fields.items()}


def _field(name: str) -> str | None:
    """The field that a column or key fills; None for an unknown one."""
    return _PLACES.get(normalized(name)) or field_of(name)


def _entry(row: Mapping[str, Any], where: str) -> LedgerEntry:
    shoe, coup = values.text(row.get("shoe") or ""), row.get("coup") or ""
    if not coup:
        raise AnalyzerError("the coup of a stake is required")
    if not (isinstance(coup, str) and coup.isascii() and coup.isdigit() and 0 < int(coup[:9]) < 10**8):
        raise AnalyzerError("expected a coup's number such as 12, got {coup}", coup=quoted(coup))
    stake = stake_of(row, where)
    if not stake.amount:
        raise AnalyzerError("expected a stake above 0, got '0'")
    return LedgerEntry(shoe, int(coup), stake)


def by_coup(entries: Iterable[LedgerEntry], shoes: Sequence[str]) -> dict[tuple[str, int], tuple[Stake, ...]]:
    """The stakes of a ledger by shoe and coup, in order; `shoes` are the names of the record's shoes.

    Stakes that name no shoe belong to the record's only shoe.

    Raises:
        AnalyzerError: a stake names no shoe although the record has several, or it names several shoes.
    """
    stakes: defaultdict[tuple[str, int], list[Stake]] = defaultdict(list)
    named = Counter(shoes)
    for entry in entries:
        shoe = entry.shoe or (shoes[0] if len(shoes) == 1 else None)
        where = entry.stake.where
        if shoe is None:
            no_shoe = message("a shoe is required, since the record has several")
            raise AnalyzerError(joined(": ", (place_text(where), no_shoe)))
        if named[shoe] > 1:
            several = message(
                "expected one shoe {shoe} in the record, got {n}", shoe=quoted(shoe), n=named[shoe]
            )
            raise AnalyzerError(joined(": ", (place_text(where), several)))
        stakes[shoe, entry.coup].append(entry.stake)
    return {place: tuple(of_coup) for place, of_coup in stakes.items()}
