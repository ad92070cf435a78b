"""Reads a ledger of stakes from a file: which bettor staked how much on which bet of which coup.

Knows nothing about bets or cards. Also reads the stakes in the output of `settle`.
"""

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.record import Stake
from analyzer.records.fields import NUMBER_NAMES, normalized
from analyzer.records.json_recovery import members_of
from analyzer.records.stake_fields import field_of, fields_of, is_decimal_beside, refuse_money, stake_of
from analyzer.records.values import SAVE_IT, JsonNumber
from analyzer.render.formats.delimited import unescape_formula

Row = Mapping[str, Any]
"""A stake by field."""

_PLACES = {**dict.fromkeys(NUMBER_NAMES.split(), "coup"), "shoe": "shoe"}
_REQUIRED = ("coup", "bet", "stake")
_SEPARATORS = ",;\t"
_MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A stake in a ledger, with the number of its coup; `shoe` is empty if the ledger names none."""

    shoe: str
    coup: int
    stake: Stake


def read_stakes(source: str | PathLike[str], ignored: Iterable[str] = ()) -> list[LedgerEntry]:
    """The stakes of a CSV or JSON file, in order.

    A CSV file is read from the line that names the columns coup, bet and stake to its end, or to the first
    line after an empty one that is no stake. A JSON file is a list of objects with these keys, or holds one
    under `entries` or `stakes`. A column or key that may concern money and is not known is refused, unless it
    is `ignored`.

    Raises:
        AnalyzerError: the file or a stake in it cannot be read; one line per fault.
    """
    if not isinstance(source, str | PathLike):
        raise AnalyzerError(f"expected stakes as a file, got {quoted(source)}")
    name = fspath(source)
    try:
        text = Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise AnalyzerError(f"cannot read the stakes {quoted(name)}: expected UTF-8; {SAVE_IT}") from None
    except (OSError, ValueError) as fault:
        why = (getattr(fault, "strerror", None) or str(fault)).lower()
        raise AnalyzerError(f"cannot read the stakes {quoted(name)}: {why}") from None
    rows = (_json_rows if text.lstrip()[:1] in ("{", "[") else _csv_rows)(text, name, ignored)
    entries, faults = [], []
    for where, row in rows:
        try:
            if isinstance(row, AnalyzerError):
                raise row
            entries.append(_entry(row, f"{where} of the stakes"))
        except AnalyzerError as fault:
            faults.append(f"{name}: {where}: {fault}")
    if faults:
        more = [f"{name}: and {len(faults) - _MOST_FAULTS} more faults"] if faults[_MOST_FAULTS:] else []
        raise AnalyzerError("\n".join(faults[:_MOST_FAULTS] + more))
    return entries


def _csv_rows(text: str, name: str, ignored: Iterable[str]) -> Iterator[tuple[str, Row | AnalyzerError]]:
    """Places and rows of the first table that has all required columns, with any of the separators."""
    for separator in _SEPARATORS:
        lines, header, after_empty = csv.reader(io.StringIO(text), delimiter=separator), list[str](), False
        try:
            for cells in lines:
                where = f"line {lines.line_num}"
                if not header:
                    if {*_REQUIRED} <= {_field(cell) for cell in cells}:
                        header = cells
                        _columns(header, f"{name}: {where}", ignored)
                elif not any(map(str.strip, cells)):
                    after_empty = True
                elif after_empty and not _is_stake(header, cells):
                    return
                else:
                    yield where, _cells(header, cells)
        except csv.Error as fault:
            raise AnalyzerError(f"{name}: line {lines.line_num}: expected CSV: {fault}") from None
        if header:
            return
    raise AnalyzerError(f"{name}: a header with the columns coup, bet and stake is required")


def _field(name: str) -> str | None:
    """The field that a column or key fills; None for an unknown one."""
    return _PLACES.get(normalized(name)) or field_of(name)


def _columns(names: Iterable[str], where: str, ignored: Iterable[str]) -> None:
    """Refuse two columns of one meaning, and an unknown one that may concern money."""
    try:
        known = fields_of(names, _field)
        refuse_money((name for name in names if name not in known and not is_decimal_beside(name)), ignored)
    except AnalyzerError as fault:
        raise AnalyzerError(f"{where}: {fault}") from None


def _is_stake(header: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether cells after an empty line go on with the table: as many, the coup a number."""
    coup = [cell for name, cell in zip(header, cells, strict=False) if _field(name) == "coup"]
    return len(header) == len(cells) and all(cell.strip().isdecimal() for cell in coup)


def _cells(header: Sequence[str], cells: Sequence[str]) -> Row | AnalyzerError:
    """The cells of a row by field; an error if it has more cells than columns."""
    if any(map(str.strip, cells[len(header) :])):
        return AnalyzerError(
            f"expected {len(header)} cells as in the header, got {len(cells)}; write amounts without "
            "separators of thousands"
        )
    columns = zip(map(_field, header), map(str.strip, cells), strict=False)
    return {key: unescape_formula(cell) for key, cell in columns if key}


def _json_rows(text: str, name: str, ignored: Iterable[str]) -> Iterator[tuple[str, Row | AnalyzerError]]:
    try:
        # Numbers are kept as the text in the file, so that they are exact.
        rows = json.loads(text, parse_float=JsonNumber, parse_int=str, object_pairs_hook=members_of)
    except (ValueError, RecursionError) as fault:
        raise AnalyzerError(f"{name}: expected JSON: {str(fault)[:200].lower()}") from None
    if isinstance(rows, dict):
        rows = rows.get("entries", rows.get("stakes"))
    if not isinstance(rows, list):
        raise AnalyzerError(f"{name}: expected a list of stakes, or one under the key 'entries' or 'stakes'")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise AnalyzerError(f"{name}: entry {number}: expected an object, got {quoted(row)}")
        _columns(row, f"{name}: entry {number}", ignored)
        keys = ((_field(key), value) for key, value in row.items())
        yield f"entry {number}", {key: value for key, value in keys if key}


def _entry(row: Mapping[str, Any], where: str) -> LedgerEntry:
    for key in _REQUIRED:
        if row.get(key) in (None, ""):
            raise AnalyzerError(f"a {key} is required")
    for key, value in row.items():
        if value is not None and not isinstance(value, str):
            raise AnalyzerError(f"{key}: expected text or a number, got {quoted(value)}")
    coup = row["coup"]
    if not (coup.isascii() and coup.isdigit() and int(coup[:9]) > 0 and len(coup) < 9):
        raise AnalyzerError(f"expected a coup's number such as 12, got {quoted(coup)}")
    stake = stake_of(row, where)
    if stake.amount <= 0:
        raise AnalyzerError(f"expected a stake above 0, got '{stake.amount}'")
    return LedgerEntry(row.get("shoe") or "", int(coup), stake)


def by_coup(entries: Iterable[LedgerEntry], shoes: Sequence[str]) -> dict[tuple[str, int], tuple[Stake, ...]]:
    """The stakes of a ledger by shoe and coup, in order; `shoes` are the names of the record's shoes.

    Stakes that name no shoe belong to the only one of the record.

    Raises:
        AnalyzerError: a stake names no shoe, and the record has several, or several of the name.
    """
    stakes: defaultdict[tuple[str, int], list[Stake]] = defaultdict(list)
    named = Counter(shoes)
    for entry in entries:
        shoe = entry.shoe or (shoes[0] if len(shoes) == 1 else None)
        where = entry.stake.where
        if shoe is None:
            raise AnalyzerError(f"{where}: a shoe is required, since the record has several")
        if named[shoe] > 1:
            raise AnalyzerError(f"{where}: expected one shoe {quoted(shoe)} in the record, got {named[shoe]}")
        stakes[shoe, entry.coup].append(entry.stake)
    return {place: tuple(of_coup) for place, of_coup in stakes.items()}
