"""Where two things differ: a document and what it should be, rules and rules, a bet and a bet.

Every place comes with what is claimed there and what is exact.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from analyzer.bets.bet import Bet
from analyzer.bets.digest import lines_value
from analyzer.exact import ratio_text
from analyzer.game.rules import Rules

_SHOWN = 60
_STOOD = "where Player stood"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A place where a certificate is wrong: what it claims there and what is exact, as JSON in ASCII."""

    where: str
    claimed: str
    exact: str


def shown(value: object, most: int = _SHOWN) -> str:
    """A value as JSON in ASCII, cut visibly if it is long."""
    text = json.dumps(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def of_documents(claimed: object, exact: object, where: str = "") -> Iterator[Mismatch]:
    """Where a document differs from what it should be."""
    if isinstance(claimed, dict) and isinstance(exact, dict):
        for key in dict.fromkeys([*exact, *claimed]):
            name = key if key.isascii() and key.isprintable() and len(key) <= _SHOWN else shown(key)
            place = f"{where}.{name}" if where else name
            if key not in claimed or key not in exact:
                yield Mismatch(place, _shown_of(claimed, key), _shown_of(exact, key))
            elif key == "classes" and isinstance(claimed[key], list):
                yield from _of_classes(claimed[key], exact[key], place)
            else:
                yield from of_documents(claimed[key], exact[key], place)
    elif isinstance(claimed, list) and isinstance(exact, list) and len(claimed) == len(exact):
        for index, (one, other) in enumerate(zip(claimed, exact, strict=True)):
            yield from of_documents(one, other, f"{where}[{index}]")
    elif type(claimed) is not type(exact) or claimed != exact:
        yield Mismatch(where, shown(claimed), shown(exact))


def _of_classes(
    claimed: Sequence[object], exact: Sequence[Sequence[object]], where: str
) -> Iterator[Mismatch]:
    """Where the classes of a line differ, by multiset."""
    unmatched = {str(row[0]): list(row) for row in exact}
    order: list[str] = []
    for index, row in enumerate(claimed):
        if not (isinstance(row, list) and row and isinstance(row[0], str) and row[0] in unmatched):
            none = "no class of this line, or one that came before"
            yield Mismatch(f"{where}[{index}]", shown(row), none)
            continue
        order.append(row[0])
        yield from of_documents(row, unmatched.pop(row[0]), f"{where}[{row[0]}]")
    for multiset, row in unmatched.items():
        yield Mismatch(f"{where}[{multiset}]", "missing", shown(row))
    if order != [row[0] for row in exact if row[0] not in unmatched]:
        yield Mismatch(where, "classes in another order", "by number of cards, then by kinds")


def of_rules(claimed: Rules, exact: Rules) -> Iterator[Mismatch]:
    """Where rules deal otherwise than others, cell by cell; their ids are not compared."""
    one, other = claimed.tableau, exact.tableau
    for key, ours, theirs in (
        ("player_draws", sorted(one.player_draws), sorted(other.player_draws)),
        ("naturals", sorted(one.naturals), sorted(other.naturals)),
        ("banker_by", claimed.banker_by, exact.banker_by),
        ("player_first", claimed.player_first, exact.player_first),
    ):
        if ours != theirs:
            yield Mismatch(f"rules.{key}", shown(ours), shown(theirs))
    rows, exact_rows = dict(one.banker), dict(other.banker)
    for total in sorted({*rows, *exact_rows}):
        for column, (cell, exact_cell) in enumerate(
            zip_longest(rows.get(total, ()), exact_rows.get(total, ())), start=-1
        ):
            if cell != exact_cell:
                place = f"Banker on {total}, {_STOOD if column < 0 else f'column {column}'}"
                yield Mismatch(f"rules.banker: {place}", _cell(cell), _cell(exact_cell))


def _cell(draws: bool | None) -> str:
    return "no such row" if draws is None else "draws" if draws else "stands"


def of_bets(claimed: Bet, exact: Bet, where: str) -> Iterator[Mismatch]:
    """Where a bet settles or pays otherwise than another: lines, their order, conditions, nets, multipliers,
    units locked. Names, ids and paytables are not compared.
    """
    lines, exact_lines = ({line["id"]: line for line in lines_value(bet)} for bet in (claimed, exact))
    if list(lines) != list(exact_lines):
        yield Mismatch(f"{where}.lines", shown(list(lines)), shown(list(exact_lines)))
    for place, (line, values) in enumerate(lines.items()):
        for key in ("when", "net", "multiplier") if line in exact_lines else ():
            ours, theirs = (_plain(table.get(key)) for table in (values, exact_lines[line]))
            if ours != theirs:
                yield Mismatch(f"{where}.lines[{place}].{key}", _or_missing(ours), _or_missing(theirs))
    if claimed.locked != exact.locked:
        locked = (None if bet.locked is None else ratio_text(bet.locked) for bet in (claimed, exact))
        yield Mismatch(f"{where}.locked", *map(_or_missing, locked))


def _plain(value: object) -> object:
    """A value as it is compared: of a condition, how its words are spaced does not matter."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _or_missing(value: object) -> str:
    return "missing" if value is None else shown(value, 200)


def _shown_of(table: Mapping[str, object], key: str) -> str:
    return shown(table[key]) if key in table else "missing"
