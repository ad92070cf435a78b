"""Reads a file of any sort: every fault in it, and as many of its bets as can be read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from analyzer.bets.bet import Bet, Variant
from analyzer.bets.draft import Draft, is_name
from analyzer.catalog import load
from analyzer.catalog.claims import claims_in, drafts_in
from analyzer.catalog.counts import counts_in
from analyzer.catalog.limits import NO_OTHER_BETS, read_limits
from analyzer.catalog.procedures import read_procedure
from analyzer.catalog.readers import read_drafts, read_rules, read_variant
from analyzer.catalog.toml_table import Faults, TomlTable, read_toml
from analyzer.errors import CatalogError
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure

KeyPath = str  # A key path from the top of a file, empty for the file as a whole.
Place = tuple[KeyPath, str]  # A key path, and the text there or a remark on it.


@dataclass(frozen=True, slots=True)
class InspectedFile:
    """What a file describes, and every fault found in it.

    `remarks` are about text that is valid but may be misunderstood. `bets` holds each sound bet, with its
    place, at all its prices except those at which a line pays a name. A bet that has only such prices is in
    `unpriced`, since its nets mean nothing. `game` is the variant if the file describes one, `procedure` the
    dealing procedure.
    """

    file: str
    faults: tuple[Place, ...] = ()
    remarks: tuple[Place, ...] = ()
    bets: tuple[tuple[KeyPath, tuple[Bet, ...]], ...] = ()
    unpriced: frozenset[Bet] = frozenset()
    game: Variant | None = None
    procedure: Procedure | None = None


class _NoFaults(Faults):
    """Ignores faults: the reader for this sort of file notes them."""

    def add(self, where: str, sentence: str) -> None: ...


def inspect_file(file: str, known: Mapping[str, str] = NO_OTHER_BETS) -> InspectedFile:
    """What a file describes, however faulty; limits may also be on bets `known`. Raises if it is missing."""
    path = Path(file)
    try:
        top = read_toml(path, file)
    except CatalogError as error:
        if not path.is_file():
            raise
        # The sentence begins with the file's name, in quotes where it cannot be shown.
        sentence = str(error).removeprefix(f"{file}: ").removeprefix(f"{quoted(file)}: ")
        return InspectedFile(file, (("", sentence),))
    tables = TomlTable(_NoFaults(file), "", top.values).tables("bet", required=False)
    prices = [price for table in tables for price in _prices(table)]
    names = [name for table in tables for name in _names_with_prices(table)]
    pushes = [
        (where, f'{text!r} returns the stake; write "push" if that is meant')
        for where, text in prices
        if text in ("0", "0 to 1", "1 for 1")
    ]
    remarks = [*_mixed(prices, names), *pushes]
    bets: tuple[tuple[KeyPath, tuple[Bet, ...]], ...] = ()
    drafts: Mapping[str, tuple[Draft, ...]] = {}
    game = procedure = None
    with suppress(CatalogError):  # `top.faults` has all that it says
        sort = load.sort_of(top)
        if sort == "rules":
            read_rules(top, path.stem)
        elif sort == "variant":
            game = read_variant(top, path.stem, partial(load.rules, folder=path.parent), load.bet)
            own, offered = _with_places(game.local, tables), {bet.id for bet in game.bets}
            remarks += (
                (place, f"bet {bet.id!r} is not offered, since 'bets' does not name it")
                for place, (bet, *_) in own
                if bet.id not in offered
            )
            # The file's own bets come at all their prices, the library's at those that the variant offers.
            shared = (
                (f"bets[{number}]", (bet,))
                for number, bet in enumerate(game.bets, 1)
                if bet.id not in game.local
            )
            bets = (*own, *shared)
        elif sort == "claims":
            drafts = drafts_in(top, None)
            claims_in(top, path.parent)
        elif sort == "counts":
            counts_in(top)
        elif sort == "procedure":
            procedure = read_procedure(top, path.stem)
        elif sort == "limits":
            read_limits(top, path.stem, known)
        else:
            top.only("bet", "source")
            drafts = read_drafts(top.tables("bet"), top.source())
            advice = "give it a number, or find one with baccarat design"
            remarks += (
                (where, f"pays a name, {text!r}: what depends on this pay is not judged; {advice}")
                for where, text in prices
                if is_name(text)
            )
    by_id = {
        name: tuple(draft.bet for draft in versions if not draft.names) or (versions[0].bet,)
        for name, versions in drafts.items()
        if versions
    }
    bets = bets or _with_places(by_id, tables)
    unpriced = frozenset(draft.bet for versions in drafts.values() for draft in versions if draft.names)
    faults = tuple(dict.fromkeys(top.faults.found))
    return InspectedFile(file, faults, tuple(remarks), bets, unpriced, game, procedure)


def _prices(bet: TomlTable) -> Iterator[Place]:
    paytables = bet.table("paytables", required=False)
    named = [paytables.table(name) for name in paytables.values] if paytables else []
    for prices in filter(None, (bet.table("paytable", required=False), *named)):
        yield from ((prices.at(id), text) for id, text in prices.values.items() if isinstance(text, str))


def _names_with_prices(bet: TomlTable) -> Iterator[Place]:
    """The names in a bet that state a price, such as "Tie 9 for 1" or the paytable `8-to-1`."""
    paytables = bet.table("paytables", required=False)
    names = [
        (bet.at("name"), bet.values.get("name")),
        *([(paytables.at(name), name) for name in paytables.values] if paytables else ()),
        *((line.at("id"), line.values.get("id")) for line in bet.tables("lines", required=False)),
    ]
    return ((where, name) for where, name in names if isinstance(name, str) and _WORDED_PRICE.search(name))


_WORDED_PRICE = re.compile(r"(?P<pays>\d[\d./]*)[ -](?P<sense>for|to)[ -](?:\d|one\b)", re.IGNORECASE)
_BARE = re.compile(r"[0-9./]+")


def _mixed(prices: Sequence[Place], names: Sequence[Place]) -> Iterator[Place]:
    """The remark on a file in which some prices include the stake and others, like bare numbers, do not."""
    worded = [(place, match) for place in (*prices, *names) if (match := _WORDED_PRICE.search(place[1]))]
    with_stake = [place for place, match in worded if match["sense"].lower() == "for"]
    without = [place for place, match in worded if match["sense"].lower() == "to"]
    misread = {match["pays"] for _, match in worded if match["sense"].lower() == "for"}
    priced_for = any(" for " in text for _, text in prices)
    without += [
        (where, text) for where, text in prices if _BARE.fullmatch(text) and (priced_for or text in misread)
    ]
    if with_stake and without:
        (where, text), (there, other) = (places[0] for places in sorted((with_stake, without), key=len))
        rule = "prices for one count the stake in, prices to one (and bare numbers) do not"
        remark = f"{text!r} here and {other!r} at {there}: {rule}, and a sheet that mixes them is misread"
        yield where, f"{remark}; choose one"


def _with_places(
    bets: Mapping[str, tuple[Bet, ...]], tables: Sequence[TomlTable]
) -> tuple[tuple[KeyPath, tuple[Bet, ...]], ...]:
    """The sound bets of a file, each with its place."""
    ids = ((table.values.get("id"), table.where) for table in reversed(tables))
    places = {name: where for name, where in ids if isinstance(name, str)}
    # A bet that has two lines with the same id is faulty, and is left out.
    return tuple(
        (places[name], prices)
        for name, prices in bets.items()
        if prices and len(prices[0].nets) == len(prices[0].lines) + 1
    )
