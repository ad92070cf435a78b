"""Reads what the lines of a bet pay from a TOML file: paytables, and multipliers drawn at random."""

from collections.abc import Collection
from fractions import Fraction

from analyzer.bets.bet import LOSE
from analyzer.bets.draft import UNSETTLED, is_name
from analyzer.bets.pricing import price_of
from analyzer.catalog.toml_table import TomlTable
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import parse_ratio, quoted, ratio_text

Multiplier = tuple[tuple[Fraction, Fraction], ...]
"""Random factors, each with its probability."""


def read_multiplier(line: TomlTable) -> Multiplier | None:
    """The random factors of a line: empty if the line has none, None if they are faulty."""
    if "multiplier" not in line.values:
        return ()
    if (table := line.table("multiplier", required=False)) is None:
        return None
    multiplier = []
    for key in table.values:
        chance, factor = table.ratio(key), table.parsed("", key, parse_ratio)
        if factor is None:
            continue
        if factor < 0 or (chance is not None and chance <= 0):
            table.fault(key, "expected a factor of at least 0 and a probability above 0")
        elif chance is not None:
            multiplier.append((factor, chance))
    if len(multiplier) < len(table.values):
        return None
    if (total := sum(chance for _, chance in multiplier)) != 1:
        table.fault("", f"expected probabilities that add up to 1, got {ratio_text(Fraction(total))}")
        return None
    return tuple(multiplier)


def read_paytables(table: TomlTable) -> list[tuple[str | None, TomlTable]]:
    """The paytables of a bet: one without a name, or several with names."""
    if "paytables" not in table.values:
        only = table.table("paytable")
        return [] if only is None else [(None, only)]
    if "paytable" in table.values:
        table.fault("", "expected paytable or paytables, got both")
        return []
    paytables = table.table("paytables")
    if paytables is None:
        return []
    if not paytables.values:
        paytables.fault("", "expected one paytable or more, got none")
    return [
        (name, prices)
        for name in paytables.values
        if paytables.is_id(name, paytables.at(name)) and (prices := paytables.table(name)) is not None
    ]


def read_names(prices: TomlTable) -> dict[str, str]:
    """The names that lines pay instead of numbers, by line id; a name may not be the id of another line."""
    names = {line: str(pays) for line, pays in prices.values.items() if line != LOSE and is_name(pays)}
    for line, name in names.items():
        if name in prices.values and names.get(name) != name:
            prices.fault(line, f"the name {name!r} is the id of another line; choose another name")
    return names


def read_prices(
    prices: TomlTable, ids: list[str | None], named: Collection[str] = ()
) -> list[Fraction | None]:
    """The net gain of every line, in order: None if it is faulty, `UNSETTLED` for `named` lines."""
    known = [line_id for line_id in ids if line_id is not None]
    for key in prices.values:
        if key == LOSE:
            prices.fault(key, f"{LOSE!r} always loses one unit and takes no price")
        elif known and key not in known and len(known) == len(ids):
            prices.fault(key, f"unknown line {quoted(key)}{did_you_mean(key[:64], known)}")
    nets: list[Fraction | None] = []
    for line_id in ids:
        if line_id is None or line_id == LOSE:
            nets.append(None)
        elif line_id in named:
            nets.append(UNSETTLED)
        elif line_id in prices.values:
            nets.append(prices.ratio(line_id, _number))
        else:
            prices.fault("", f"missing a price for line {line_id!r}")
            nets.append(None)
    return nets


def _number(pays: str) -> Fraction:
    if is_name(pays):
        raise CatalogError(
            f'expected a ratio such as "12", "0.95" or "19/20", got the name {pays!r}; a pay can be '
            "left open only in a file of bets, for baccarat design, or for --bets with --pay BET.LINE=RATIO"
        )
    return price_of(pays)
