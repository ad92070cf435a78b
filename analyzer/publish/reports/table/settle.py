"""Stakes settled through a record, as tables for people.

Lays out what the ledger says; settles nothing.
"""

from collections.abc import Iterator
from fractions import Fraction

from analyzer.message import Message, Text, say, say_many
from analyzer.play.replay.fault import place
from analyzer.play.settlement.accounts import ZERO, Entry
from analyzer.play.settlement.statement import Settlement
from analyzer.publish.page import Page
from analyzer.publish.phrases.labels import label
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.names import ratio
from analyzer.publish.reports.table.rounding import rounding_table, rounding_text
from analyzer.publish.table import Cell, Column, Table

STATUSES = {
    "settled": say("settled"),
    "push": say("stake returned"),
    "refunded": say("refunded"),
    "refused": say("refused"),
    "open": say("open"),
}
"""What became of a stake, in a word or two."""

_NO_NAME = "–"
_DONE = ("settled", "push")


def settle_page(found: Settlement, origin: Provenance, *, full: bool) -> Page:
    """Every stake with what it gained, what was not settled and why, and what bettors and bets come to.

    Args:
        found: the stakes, settled.
        origin: what was asked, and of which files.
        full: whether there is room for more than a terminal's width.
    """
    tables = [_full(found) if full else _entries(found)]
    if not full and any(entry.reason for entry in found.entries):
        tables.append(_unsettled(found))
    tables += [_bettors(found), _bets(found)]
    for shoe in dict.fromkeys(one.shoe for one in found.rounded):
        valued = [one for one in found.rounded if one.shoe == shoe]
        tables.append(rounding_table(valued, shoe, found.ledger.chips))
    names = tuple(game.name for game, _ in found.games)
    return Page(tuple(tables), origin, say("{variant}: stakes settled", variant=names))


def _entries(found: Settlement) -> Table:
    """A row a stake, no wider than a terminal."""
    shoes = len({entry.shoe for entry in found.entries}) > 1
    bettors = any(entry.bettor for entry in found.entries)
    kept = any(entry.commission for entry in found.entries)
    rounded = found.ledger.chips.rounding != "none"
    columns = (
        *((Column("shoe", say("Shoe"), "text"),) if shoes else ()),
        Column("coup", say("Coup"), "count"),
        *((Column("bettor", say("Bettor"), "text"),) if bettors else ()),
        Column("bet", say("Bet"), "text"),
        Column("stake", say("Stake"), "ratio"),
        Column("line", say("Settled by"), "text"),
        *((Column("commission", say("Commission"), "ratio"),) if kept else ()),
        *((Column("rounding", say("Rounding"), "ratio"),) if rounded else ()),
        Column("net", say("Net"), "ratio"),
        Column("balance", say("Balance"), "ratio"),
    )
    rows = tuple(
        (
            *((entry.shoe,) if shoes else ()),
            entry.coup,
            *((entry.bettor or _NO_NAME,) if bettors else ()),
            entry.bet.name,
            entry.stake,
            STATUSES[entry.status] if entry.line is None else label(entry.line),
            *((_done(entry, entry.commission),) if kept else ()),
            *((_done(entry, entry.rounding),) if rounded else ()),
            _done(entry, entry.net),
            entry.balance,
        )
        for entry in found.entries
    )
    return Table(_counted(found), columns, rows, tuple(_notes(found)))


def _full(found: Settlement) -> Table:
    """A row a stake with all that is known of it; it can be read back as stakes."""
    columns = (
        Column("shoe", say("Shoe"), "text"),
        Column("coup", say("Coup"), "count"),
        Column("bettor", say("Bettor"), "text"),
        Column("bet", say("Bet"), "text"),
        Column("stake", say("Stake"), "ratio"),
        Column("status", say("Status"), "text"),
        Column("line", say("Settled by"), "text"),
        Column("gain", say("Exact gain"), "ratio"),
        Column("commission", say("Commission"), "ratio"),
        Column("rounding", say("Rounding"), "ratio"),
        Column("net", say("Net"), "ratio"),
        Column("held", say("Held"), "ratio"),
        Column("balance", say("Balance"), "ratio"),
        Column("reason", say("Why"), "text"),
    )
    rows = tuple(
        (
            entry.shoe,
            entry.coup,
            entry.bettor,
            entry.bet.reference,
            entry.stake,
            STATUSES[entry.status],
            None if entry.line is None else label(entry.line),
            _done(entry, entry.gain),
            _done(entry, entry.commission),
            _done(entry, entry.rounding),
            _done(entry, entry.net),
            entry.held,
            entry.balance,
            entry.reason,
        )
        for entry in found.entries
    )
    held = say(
        "Held: what the stake takes out of the balance before the coup, all that it can lose or locks; free "
        "again after the coup."
    )
    return Table(_counted(found), columns, rows, (*_notes(found), held))


def _done(entry: Entry, amount: Fraction) -> Fraction | None:
    """An amount of a stake that was settled; nothing to show of another."""
    return amount if entry.status in _DONE else None


def _counted(found: Settlement) -> Message:
    return say_many("{n} stake", "{n} stakes", len(found.entries))


def _notes(found: Settlement) -> Iterator[Text]:
    """What the money columns mean, and what was not read."""
    yield say(
        "Net: what was paid besides the stake, negative where it was lost, in the unit of the stakes; all "
        "together {net}.",
        net=ratio(found.net),
    )
    if any(entry.commission for entry in found.entries):
        yield say("Commission: what the house kept of a gain; the net is without it.")
    if found.ledger.chips.rounding != "none":
        yield say(
            "Rounding: what paying in whole chips added to the exact gain. {how}",
            how=rounding_text(found.ledger.chips),
        )
    brought = {account.opening is not None for account in found.ledger.accounts}
    if len(brought) > 1:
        yield say(
            "Balance: the bettor's own after the entry, with what is held for stakes; the sum of the nets "
            "so far where no balance was said."
        )
    elif brought == {True}:
        yield say("Balance: the bettor's own after the entry, with what is held for stakes.")
    else:
        yield say("Balance: the sum of the bettor's nets so far, since no balance was said.")
    if found.ledger.limits is not None:
        yield say("Stakes are held to the limits of the table: {name}.", name=found.ledger.limits.name)
    for one in found.missed:
        if one.where:
            yield say(
                "Not read, shoe {shoe}, {where}: {why}.", shoe=one.shoe, where=place(one.where), why=one.why
            )
        else:
            yield say("Not read, shoe {shoe}: {why}.", shoe=one.shoe, why=one.why)


def _unsettled(found: Settlement) -> Table:
    """Stakes of which there is something to say: refused, refunded, open, or settled late."""
    columns = (
        Column("coup", say("Coup"), "text"),
        Column("stake", say("Stake"), "text"),
        Column("status", say("Status"), "text"),
        Column("reason", say("Why"), "text"),
    )
    shoes = len({entry.shoe for entry in found.entries}) > 1
    rows = tuple(
        (
            f"{entry.shoe}, {entry.coup}" if shoes else str(entry.coup),
            _whose(entry),
            STATUSES[entry.status],
            entry.reason,
        )
        for entry in found.entries
        if entry.reason
    )
    notes = (
        say(
            "Refused stakes were never taken, and refunded ones returned; open ones are neither won nor lost."
        ),
    )
    return Table(say("Refused, refunded, open or settled late"), columns, rows, notes)


def _whose(entry: Entry) -> Message:
    """A stake in a few words."""
    if entry.bettor:
        return say(
            "{stake} on {bet} by {bettor}", stake=ratio(entry.stake), bet=entry.bet.name, bettor=entry.bettor
        )
    return say("{stake} on {bet}", stake=ratio(entry.stake), bet=entry.bet.name)


def _bettors(found: Settlement) -> Table:
    """A row a bettor: what was brought, what came of it, and what is left."""
    columns = (
        Column("bettor", say("Bettor"), "text"),
        Column("opening", say("Balance in"), "ratio"),
        Column("staked", say("Staked"), "ratio"),
        Column("commission", say("Commission"), "ratio"),
        Column("rounding", say("Rounding"), "ratio"),
        Column("net", say("Net"), "ratio"),
        Column("closing", say("Balance out"), "ratio"),
        Column("held", say("Held"), "ratio"),
    )
    rows = tuple(
        (
            account.bettor or _NO_NAME,
            account.opening,
            account.staked,
            account.commission,
            account.rounding,
            account.net,
            None if account.opening is None else account.closing,
            account.held,
        )
        for account in found.ledger.accounts
    )
    notes = (
        say("Staked: on bets settled, pushes included. Held: for stakes that stay open, out of the balance."),
    )
    return Table(say("By bettor"), columns, rows, notes)


def _bets(found: Settlement) -> Table:
    """A row a bet: what was staked on it, and what it gained."""
    columns = (
        Column("bet", say("Bet"), "text"),
        Column("reference", say("Reference"), "text"),
        Column("stakes", say("Stakes settled"), "count"),
        Column("staked", say("Staked"), "ratio"),
        Column("commission", say("Commission"), "ratio"),
        Column("rounding", say("Rounding"), "ratio"),
        Column("net", say("Net"), "ratio"),
    )
    done = [entry for entry in found.entries if entry.status in _DONE]
    rows: list[tuple[Cell, ...]] = []
    for bet in dict.fromkeys(entry.bet for entry in done):
        own = [entry for entry in done if entry.bet == bet]
        rows.append(
            (
                bet.name,
                bet.reference,
                len(own),
                sum((entry.stake for entry in own), ZERO),
                sum((entry.commission for entry in own), ZERO),
                sum((entry.rounding for entry in own), ZERO),
                sum((entry.net for entry in own), ZERO),
            )
        )
    return Table(say("By bet"), columns, tuple(rows))
