"""A file of any sort read for its faults: all of them, and the bets it holds as far as they can be read.

Knows nothing of how deals are counted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from analyzer.bets.bet import Bet, Variant
from analyzer.bets.draft import is_name
from analyzer.catalog import load
from analyzer.catalog.claims import claims_in
from analyzer.catalog.counts import counts_in
from analyzer.catalog.describe import read_bets, read_drafts, read_rules, read_variant
from analyzer.catalog.find import sort_of
from analyzer.catalog.limits import NOTHING, read_limits
from analyzer.catalog.procedures import read_procedure
from analyzer.catalog.reading import Table, document
from analyzer.errors import CatalogError
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure

Place = str
"""A key path from the top of a file, empty for the file as a whole."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a file says, and every fault of it that reading finds.

    `remarks` are on what can be read but may be misread; `bets` holds each sound bet at all its
    prices, with its place, or at those without names where some line pays one; `unpriced` are those of them
    that have no such price, so that their nets say nothing; `game` is the variant if the file describes one,
    `procedure` the dealing procedure.
    """

    file: str
    faults: tuple[tuple[Place, str], ...] = ()
    remarks: tuple[tuple[Place, str], ...] = ()
    bets: tuple[tuple[Place, tuple[Bet, ...]], ...] = ()
    unpriced: frozenset[Bet] = frozenset()
    game: Variant | None = None
    procedure: Procedure | None = None


def sheet(file: str, known: Mapping[str, str] = NOTHING) -> Sheet:
    """What a file of any sort says, however faulty it is; limits may be on bets known besides the library's.

    Raises:
        CatalogError: there is no such file.
    """
    path = Path(file)
    try:
        top = document(path, file)
    except CatalogError as error:
        if not path.is_file():
            raise
        # The sentence begins with the file's name, in quotes where it cannot be shown.
        return Sheet(file, (("", str(error).removeprefix(f"{file}: ").removeprefix(f"{quoted(file)}: ")),))
    tables = [*_tables(top)]
    prices = [pair for table in tables for pair in _prices(table)]
    names = [pair for table in tables for pair in _spoken(table)]
    found = Sheet(file, remarks=(*_mixed(prices, names), *_zeros(prices)))
    try:
        sort = sort_of(top)
        if sort == "rules":
            read_rules(top, path.stem)
        elif sort == "variant":
            game = read_variant(top, path.stem, partial(load.rules, folder=path.parent), load.bet)
            remarks = (*found.remarks, *_idle(game, tables))
            found = replace(found, remarks=remarks, bets=tuple(_offered(game, tables)), game=game)
        elif sort == "claims":
            found = replace(found, bets=tuple(_placed(read_bets(tables, None), tables)))
            claims_in(top, path.parent)
        elif sort == "counts":
            counts_in(top)
        elif sort == "procedure":
            found = replace(found, procedure=read_procedure(top, path.stem))
        elif sort == "limits":
            read_limits(top, path.stem, known)
        else:
            top.only("bet", "source")
            drafts = read_drafts(top.tables("bet"), top.source())
            bets = {
                name: tuple(draft.bet for draft in its if not draft.names) or (its[0].bet,)
                for name, its in drafts.items()
                if its
            }
            found = replace(
                found,
                remarks=(*found.remarks, *_open(prices)),
                bets=tuple(_placed(bets, tables)),
                unpriced=frozenset(draft.bet for its in drafts.values() for draft in its if draft.names),
            )
    except CatalogError:
        pass  # its lines are those of `top.faults`
    return replace(found, faults=tuple(dict.fromkeys(top.faults.found)))


def _tables(top: Table) -> Iterator[Table]:
    """The tables of a file's bets, whatever is in them."""
    bets = top.values.get("bet")
    for number, values in enumerate(bets if isinstance(bets, list) else [], 1):
        if isinstance(values, dict):
            yield Table(top.faults, f"bet[{number}]", values)


def _prices(bet: Table) -> Iterator[tuple[Place, str]]:
    """The texts of a bet's prices."""
    several = bet.values.get("paytables")
    lists = {bet.at("paytable"): bet.values.get("paytable")}
    if isinstance(several, dict):
        table = Table(bet.faults, bet.at("paytables"), several)
        lists |= {table.at(name): several[name] for name in several}
    for where, prices in lists.items():
        if isinstance(prices, dict):
            table = Table(bet.faults, where, prices)
            yield from ((table.at(line), text) for line, text in prices.items() if isinstance(text, str))


def _spoken(bet: Table) -> Iterator[tuple[Place, str]]:
    """The names in a bet that speak of a price, such as "Tie 9 for 1" or the paytable `8-to-1`."""
    names = [(bet.at("name"), bet.values.get("name"))]
    several = bet.values.get("paytables")
    if isinstance(several, dict):
        paytables = Table(bet.faults, bet.at("paytables"), several)
        names += [(paytables.at(name), name) for name in several]
    lines = bet.values.get("lines")
    for number, line in enumerate(lines if isinstance(lines, list) else [], 1):
        if isinstance(line, dict):
            names.append((f"{bet.at('lines')}[{number}].id", line.get("id")))
    return ((where, name) for where, name in names if isinstance(name, str) and _SPOKEN.search(name))


_SPOKEN = re.compile(r"(?P<pays>\d[\d./]*)[ -](?P<sense>for|to)[ -](?:\d|one\b)", re.IGNORECASE)


def _mixed(
    prices: Sequence[tuple[Place, str]], names: Sequence[tuple[Place, str]]
) -> Iterator[tuple[Place, str]]:
    """What to say of a sheet with some prices that count the stake in and others that do not.

    A bare number is to one. It is held against names only where a name says the same number "for one".
    """
    spoken = [(where, text, found) for where, text in (*prices, *names) if (found := _SPOKEN.search(text))]
    with_stake = [(where, text) for where, text, found in spoken if found["sense"].lower() == "for"]
    without = [(where, text) for where, text, found in spoken if found["sense"].lower() == "to"]
    misread = {found["pays"] for _, _, found in spoken if found["sense"].lower() == "for"}
    priced_for = any(" for " in text for _, text in prices)
    without += [
        (where, text) for where, text in prices if _BARE.fullmatch(text) and (priced_for or text in misread)
    ]
    if with_stake and without:
        (where, text), (there, other) = (some[0] for some in sorted((with_stake, without), key=len))
        yield (
            where,
            f"{text!r} here and {other!r} at {there}: prices for one count the stake in, prices to one (and "
            "bare numbers) do not, and a sheet that mixes them is misread; choose one",
        )


_BARE = re.compile(r"[0-9./]+")


def _zeros(prices: Sequence[tuple[Place, str]]) -> Iterator[tuple[Place, str]]:
    """What to say of prices that are a push under another name."""
    for where, text in prices:
        if text in ("0", "0 to 1", "1 for 1"):
            yield where, f'{text!r} returns the stake; write "push" if that is meant'


def _open(prices: Sequence[tuple[Place, str]]) -> Iterator[tuple[Place, str]]:
    """What to say of prices that are names: what hangs on them has not been judged."""
    for where, text in prices:
        if is_name(text):
            yield (
                where,
                f"pays a name, {text!r}: what hangs on this pay is not judged; "
                "give it a number, or find one with baccarat design",
            )


def _placed(
    bets: Mapping[str, tuple[Bet, ...]], tables: list[Table]
) -> Iterator[tuple[Place, tuple[Bet, ...]]]:
    """The sound bets of a file, each with its place."""
    places: dict[object, Place] = {}
    for table in tables:
        name = table.values.get("id")
        if isinstance(name, str):
            places.setdefault(name, table.where)
    # Two lines of one id are a fault that is told, and no bet.
    return (
        (places[name], prices)
        for name, prices in bets.items()
        if prices and len(prices[0].nets) == len(prices[0].lines) + 1
    )


def _offered(game: Variant, tables: list[Table]) -> Iterator[tuple[Place, tuple[Bet, ...]]]:
    """The bets of a variant: its own at all their prices, the library's at those that it offers."""
    yield from _placed(game.local, tables)
    for number, bet in enumerate(game.bets, 1):
        if bet.id not in game.local:
            yield f"bets[{number}]", (bet,)


def _idle(game: Variant, tables: list[Table]) -> Iterator[tuple[Place, str]]:
    """The bets that a variant describes and does not offer, which nobody then sees."""
    offered = {bet.id for bet in game.bets}
    for place, (bet, *_) in _placed(game.local, tables):
        if bet.id not in offered:
            yield place, f"bet {bet.id!r} is not offered, since 'bets' does not name it"
