"""Differences between a document and what it should be, between rules, and between bets.

Each difference has its place, what is claimed there, and what is exact.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer.bets.bet import Bet
from analyzer.bets.digest import bet_value, lines_value, rules_value
from analyzer.game.rules import Rules
from analyzer.text import Text, message

_LONGEST_NAME = 60
_COLUMNS = ("where Player stood", *(f"column {points}" for points in range(10)))


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A place where a certificate is wrong: what it claims there and what is exact, each as JSON in ASCII or
    in words.
    """

    where: str
    claimed: Text
    exact: Text


MISSING = message("missing")
"""Stands for a value that one side lacks."""


def shown(value: object, most: int = 200) -> str:
    """A value as JSON in ASCII, cut visibly if it is long."""
    text = json.dumps(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def of_documents(claimed: object, exact: object, where: str = "") -> Iterator[Mismatch]:
    """Where a document differs from what it should be."""
    if isinstance(claimed, dict) and isinstance(exact, dict):
        for key in dict.fromkeys([*exact, *claimed]):
            plain = key.isascii() and key.isprintable() and len(key) <= _LONGEST_NAME
            name = key if plain else shown(key, _LONGEST_NAME)
            place = f"{where}.{name}" if where else name
            if key not in claimed or key not in exact:
                sides = (shown(table[key]) if key in table else MISSING for table in (claimed, exact))
                yield Mismatch(place, *sides)
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
            none = message("not a class of this line, or repeated")
            yield Mismatch(f"{where}[{index}]", shown(row), none)
            continue
        order.append(row[0])
        yield from of_documents(row, unmatched.pop(row[0]), f"{where}[{row[0]}]")
    for multiset, row in unmatched.items():
        yield Mismatch(f"{where}[{multiset}]", MISSING, shown(row))
    if order != [row[0] for row in exact if row[0] not in unmatched]:
        in_order = message("classes by number of cards, then by kinds")
        yield Mismatch(where, message("classes in another order"), in_order)


def of_rules(claimed: Rules, exact: Rules) -> Iterator[Mismatch]:
    """Where two sets of rules deal differently, cell by cell; their ids are not compared."""
    return of_documents(_dealing(claimed), _dealing(exact), "rules")


def _dealing(rules: Rules) -> dict[str, object]:
    # Tuples are compared and shown whole.
    plain = {key: tuple(x) if isinstance(x, list) else x for key, x in rules_value(rules).items()}
    cells = {
        f"Banker on {total}, {column}": "draws" if draws else "stands"
        for total, row in rules.tableau.banker
        for column, draws in zip(_COLUMNS, row, strict=True)
    }
    return {key: part for key, part in plain.items() if key != "banker"} | cells


def of_bets(claimed: Bet, exact: Bet, where: str) -> Iterator[Mismatch]:
    """Where two bets settle or pay differently: lines, their order, conditions, nets, multipliers, and units
    locked. Names, ids and paytables are not compared.
    """
    return of_documents(_settling(claimed), _settling(exact), where)


def _settling(bet: Bet) -> dict[str, object]:
    lines = {
        # White space in a condition does not matter.
        f"line {line.pop('id')}": line | {"when": " ".join(str(line["when"]).split())}
        for line in lines_value(bet)
    }
    locked = {key: part for key, part in bet_value(bet).items() if key == "locked"}
    return {"lines": tuple(line.id for line in bet.lines)} | lines | locked
