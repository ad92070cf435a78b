"""Reads a ledger of stakes from a file: which bettor staked how much on which bet of which coup.

Knows nothing about bets or cards. Also reads the stakes in the output of `settle`.
"""

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import parse_ratio, quoted
from analyzer.play.record import Stake
from analyzer.render.formats.delimited import unescape_formula

_COLUMNS = {key: key for key in ("shoe", "coup", "bettor", "bet", "stake", "net")}
_COLUMNS |= {"number": "coup", "#": "coup", "amount": "stake"}

_REQUIRED = ("coup", "bet", "stake")
_SEPARATORS = ",;\t"
_MOST_FAULTS = 20

_LONG = re.compile(r"-?[0-9]{1,60}(?:/[1-9][0-9]{0,59})?")
"""An exact amount; a gain may be long, since it has the digits of both stake and price."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A stake in a ledger, with the number of its coup; `shoe` is empty if the ledger names none."""

    shoe: str
    coup: int
    stake: Stake


def read_stakes(source: str | PathLike[str]) -> list[LedgerEntry]:
    """The stakes of a CSV or JSON file, in order.

    A CSV file is read from the line that names the columns coup, bet and stake to the next empty line. A JSON
    file is a list of objects with these keys, or holds one under `entries` or `stakes`.

    Raises:
        AnalyzerError: the file or a stake in it cannot be read; one line per fault.
    """
    if not isinstance(source, str | PathLike):
        raise AnalyzerError(f"expected stakes as a file, got {quoted(source)}")
    name = fspath(source)
    try:
        text = Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise AnalyzerError(f"cannot read the stakes {quoted(name)}: expected UTF-8 text") from None
    except (OSError, ValueError) as fault:
        why = (getattr(fault, "strerror", None) or str(fault)).lower()
        raise AnalyzerError(f"cannot read the stakes {quoted(name)}: {why}") from None
    rows = _json_rows(text, name) if text.lstrip()[:1] in ("{", "[") else _csv_rows(text, name)
    entries, faults = [], []
    for where, row in rows:
        try:
            entries.append(_entry(row, where))
        except AnalyzerError as fault:
            faults.append(f"{name}: {where}: {fault}")
    if faults:
        more = [f"{name}: and {len(faults) - _MOST_FAULTS} more faults"] if faults[_MOST_FAULTS:] else []
        raise AnalyzerError("\n".join(faults[:_MOST_FAULTS] + more))
    return entries


def _csv_rows(text: str, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Places and rows of the first table that has all required columns, with any of the separators."""
    for separator in _SEPARATORS:
        lines, header = csv.reader(io.StringIO(text), delimiter=separator), list[str | None]()
        try:
            for cells in lines:
                if header and not any(cells):
                    return
                if header:
                    columns = zip(header, map(str.strip, cells), strict=False)
                    row = {key: unescape_formula(cell) for key, cell in columns if key}
                    yield f"line {lines.line_num}", row
                elif {*_REQUIRED} <= {*(keys := [_COLUMNS.get(cell.strip().lower()) for cell in cells])}:
                    header = keys
        except csv.Error as fault:
            raise AnalyzerError(f"{name}: line {lines.line_num}: expected CSV: {fault}") from None
        if header:
            return
    raise AnalyzerError(f"{name}: expected a header with the columns coup, bet and stake, got none")


def _json_rows(text: str, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        # Numbers are kept as the text in the file, so that they are exact.
        rows = json.loads(text, parse_float=str, parse_int=str)
    except (ValueError, RecursionError) as fault:
        raise AnalyzerError(f"{name}: expected JSON: {str(fault)[:200].lower()}") from None
    if isinstance(rows, dict):
        rows = rows.get("entries", rows.get("stakes"))
    if not isinstance(rows, list):
        raise AnalyzerError(f"{name}: expected a list of stakes, or one under the key 'entries' or 'stakes'")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise AnalyzerError(f"{name}: entry {number}: expected an object, got {quoted(row)}")
        keys = ((_COLUMNS.get(key.strip().lower()), value) for key, value in row.items())
        yield f"entry {number}", {key: value for key, value in keys if key}


def _entry(row: Mapping[str, Any], where: str) -> LedgerEntry:
    for key in _REQUIRED:
        if row.get(key) in (None, ""):
            raise AnalyzerError(f"expected a {key}, got nothing")
    for key, value in row.items():
        if value is not None and not isinstance(value, str):
            raise AnalyzerError(f"{key}: expected text or a number, got {quoted(value)}")
    coup = row["coup"]
    if not (coup.isascii() and coup.isdigit() and int(coup[:9]) > 0 and len(coup) < 9):
        raise AnalyzerError(f"expected a coup's number such as 12, got {quoted(coup)}")
    amount, net = _money(row["stake"]), _money(row["net"]) if row.get("net") else None
    if amount <= 0:
        raise AnalyzerError(f"expected a stake above 0, got '{amount}'")
    stake = Stake(row["bet"], amount, row.get("bettor") or "", net, where)
    return LedgerEntry(row.get("shoe") or "", int(coup), stake)


def _money(text: str) -> Fraction:
    """An amount as people write it, or as `settle` writes it, possibly longer."""
    return Fraction(text) if _LONG.fullmatch(text) else parse_ratio(text)


def by_coup(entries: Iterable[LedgerEntry], shoes: Sequence[str]) -> dict[tuple[str, int], tuple[Stake, ...]]:
    """The stakes of a ledger by shoe and coup, in order; `shoes` are the names of the record's shoes.

    Stakes that name no shoe belong to the only one of the record.

    Raises:
        AnalyzerError: a stake names no shoe, and the record has several, or several of the name.
    """
    stakes: defaultdict[tuple[str, int], list[Stake]] = defaultdict(list)
    for entry in entries:
        shoe = entry.shoe or (shoes[0] if len(shoes) == 1 else None)
        where = f"{entry.stake.where} of the stakes"
        if shoe is None:
            raise AnalyzerError(f"{where}: expected a shoe, since the record has several, got none")
        if shoes.count(shoe) > 1:
            raise AnalyzerError(
                f"{where}: expected one shoe {quoted(shoe)} in the record, got {shoes.count(shoe)}"
            )
        stakes[shoe, entry.coup].append(entry.stake)
    return {place: tuple(of_coup) for place, of_coup in stakes.items()}
