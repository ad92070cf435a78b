"""Reads a file of any sort: every fault in it, and all of its bets that can be read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from analyzer.bets.bet import Bet, Variant
from analyzer.bets.draft import Draft, is_name
from analyzer.catalog import load, sorts
from analyzer.catalog.claims import claims_in, drafts_in
from analyzer.catalog.counts import counts_in
from analyzer.catalog.limits import NO_OTHER_BETS, read_limits
from analyzer.catalog.procedures import read_procedure
from analyzer.catalog.readers import read_drafts, read_rules, read_variant
from analyzer.catalog.toml_table import Faults, TomlTable, file_label, open_toml
from analyzer.errors import CatalogError
from analyzer.game.procedure import Procedure
from analyzer.text import Message, Text, joined, message

KeyPath = str  # A key path from the top of a file, empty for the file as a whole.
Place = tuple[KeyPath, str]  # A key path, and the text there.
Remark = tuple[KeyPath, Text]  # A key path, and a sentence about the value there.


@dataclass(frozen=True, slots=True)
class InspectedFile:
    """What a file describes, and every fault found in it.

    `remarks` are about text that is valid but may be misunderstood. `bets` contains each sound bet, with its
    place, at all its prices except those at which a line pays a name. If a bet has only prices with names, it
    is also in `unpriced`, since its nets mean nothing. `game` is the variant, and `procedure` the dealing
    procedure, if the file describes one.
    """

    file: str
    faults: tuple[Remark, ...] = ()
    remarks: tuple[Remark, ...] = ()
    bets: tuple[tuple[KeyPath, tuple[Bet, ...]], ...] = ()
    unpriced: frozenset[Bet] = frozenset()
    game: Variant | None = None
    procedure: Procedure | None = None


class _NoFaults(Faults):
    """Ignores faults: the reader for this sort of file notes them."""

    def add(self, where: str, sentence: Text) -> None: ...


def inspect_file(file: str, known: Mapping[str, str] = NO_OTHER_BETS) -> InspectedFile:
    """What a file describes, however faulty it is; limits may name the bets `known` too. Raises CatalogError
    if there is no such file.
    """
    path, label = Path(file), file_label(file)
    try:
        top = open_toml(path, label)
    except CatalogError as error:
        if not path.is_file():
            raise CatalogError(joined(": ", (label, error.message))) from None
        return InspectedFile(file, (("", error.message),))
    tables = TomlTable(_NoFaults(file), "", top.values).tables("bet", required=False)
    prices = [price for table in tables for price in _prices(table)]
    names = [name for table in tables for name in _names_with_prices(table)]
    pushes = [
        (where, message('{price} returns the stake; write "push" if that is meant', price=repr(text)))
        for where, text in prices
        if text in ("0", "0 to 1", "1 for 1")
    ]
    remarks: list[Remark] = [*_mixed(prices, names), *pushes]
    bets: tuple[tuple[KeyPath, tuple[Bet, ...]], ...] = ()
    drafts: Mapping[str, tuple[Draft, ...]] = {}
    game = procedure = None
    with suppress(CatalogError):  # its faults are in `top.faults`
        sort = sorts.sort_of(top)
        if sort == "rules":
            read_rules(top, path.stem)
        elif sort == "variant":
            game = read_variant(top, path.stem, partial(load.rules, folder=path.parent), load.bet)
            own, offered = _with_places(game.local, tables), {bet.id for bet in game.bets}
            remarks += (
                (place, message("bet {bet} is not offered, since 'bets' does not name it", bet=repr(bet.id)))
                for place, (bet, *_) in own
                if bet.id not in offered
            )
            # The file's own bets are included at all their prices, the library's at those that are offered.
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
            remarks += ((where, _pays_a_name(text)) for where, text in prices if is_name(text))
    by_id = {
        name: tuple(draft.bet for draft in versions if not draft.names) or (versions[0].bet,)
        for name, versions in drafts.items()
        if versions
    }
    bets = bets or _with_places(by_id, tables)
    unpriced = frozenset(draft.bet for versions in drafts.values() for draft in versions if draft.names)
    faults = tuple(dict.fromkeys(top.faults.found))
    return InspectedFile(file, faults, tuple(remarks), bets, unpriced, game, procedure)


def _pays_a_name(text: str) -> Message:
    return message(
        "pays a name, {name}: nothing that depends on this pay is checked; replace it by a number, or find "
        "one with baccarat design",
        name=repr(text),
    )


def _prices(bet: TomlTable) -> Iterator[Place]:
    paytables = bet.table("paytables", required=False)
    named = [paytables.table(name) for name in paytables.values] if paytables else []
    for prices in filter(None, (bet.table("paytable", required=False), *named)):
        yield from ((prices.at(id), text) for id, text in prices.values.items() if isinstance(text, str))


def _names_with_prices(bet: TomlTable) -> Iterator[Place]:
    """The places and texts of names in a bet that state a price: "Tie 9 for 1", or the paytable `8-to-1`."""
    paytables = bet.table("paytables", required=False)
    names = [
        (bet.at("name"), bet.values.get("name")),
        *([(paytables.at(name), name) for name in paytables.values] if paytables else ()),
        *((line.at("id"), line.values.get("id")) for line in bet.tables("lines", required=False)),
    ]
    return ((where, name) for where, name in names if isinstance(name, str) and _WORDED_PRICE.search(name))


_WORDED_PRICE = re.compile(r"(?P<pays>\d[\d./]*)[ -](?P<sense>for|to)[ -](?:\d|one\b)", re.IGNORECASE)
_BARE = re.compile(r"[0-9./]+")


def _mixed(prices: Sequence[Place], names: Sequence[Place]) -> Iterator[Remark]:
    """The remark on a file in which some prices include the stake and others do not, or are bare numbers."""
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
        remark = message(
            "{price} here and {other} at {place}: prices for one include the stake, prices to one (and bare "
            "numbers) do not, and readers will misread a sheet that mixes them; choose one",
            price=repr(text),
            other=repr(other),
            place=there,
        )
        yield where, remark


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
