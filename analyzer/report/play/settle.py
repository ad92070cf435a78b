"""Stakes settled through a record, as tables for people.

Lays out what the ledger says; settles nothing.
"""

from collections.abc import Iterator
from fractions import Fraction

from analyzer.phrases.labels import label
from analyzer.play.replay.fault import place_text
from analyzer.play.settlement.settlement import ZERO, Entry, Settlement
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import ratio
from analyzer.report.play.rounding import rounding_table, rounding_text
from analyzer.text import Message, Text, message, plural

STATUSES = {
    "settled": message("settled"),
    "push": message("stake returned"),
    "refunded": message("refunded"),
    "refused": message("refused"),
    "open": message("open"),
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
    names = tuple(game.title for game, _ in found.games)
    return Page(tuple(tables), origin, message("{variant}: stakes settled", variant=names))


def _entries(found: Settlement) -> Table:
    """A row a stake, no wider than a terminal."""
    shoes = len({entry.shoe for entry in found.entries}) > 1
    bettors = any(entry.bettor for entry in found.entries)
    kept = any(entry.commission for entry in found.entries)
    rounded = found.ledger.chips.rounding != "none"
    columns = (
        *((Column("shoe", message("Shoe"), "text"),) if shoes else ()),
        Column("coup", message("Coup"), "count"),
        *((Column("bettor", message("Bettor"), "text"),) if bettors else ()),
        Column("bet", message("Bet"), "text"),
        Column("stake", message("Stake"), "ratio"),
        Column("line", message("Settled by"), "text"),
        *((Column("commission", message("Commission"), "ratio"),) if kept else ()),
        *((Column("rounding", message("Rounding"), "ratio"),) if rounded else ()),
        Column("net", message("Net"), "ratio"),
        Column("balance", message("Balance"), "ratio"),
    )
    rows = tuple(
        (
            *((entry.shoe,) if shoes else ()),
            entry.coup,
            *((entry.bettor or _NO_NAME,) if bettors else ()),
            entry.bet.title,
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
        Column("shoe", message("Shoe"), "text"),
        Column("coup", message("Coup"), "count"),
        Column("bettor", message("Bettor"), "text"),
        Column("bet", message("Bet"), "text"),
        Column("stake", message("Stake"), "ratio"),
        Column("status", message("Status"), "text"),
        Column("line", message("Settled by"), "text"),
        Column("gain", message("Exact gain"), "ratio"),
        Column("commission", message("Commission"), "ratio"),
        Column("rounding", message("Rounding"), "ratio"),
        Column("net", message("Net"), "ratio"),
        Column("held", message("Held"), "ratio"),
        Column("balance", message("Balance"), "ratio"),
        Column("reason", message("Why"), "text"),
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
    held = message(
        "Held: what the stake takes out of the balance before the coup, all that it can lose or locks; free "
        "again after the coup."
    )
    return Table(_counted(found), columns, rows, (*_notes(found), held))


def _done(entry: Entry, amount: Fraction) -> Fraction | None:
    """An amount of a stake that was settled; nothing to show of another."""
    return amount if entry.status in _DONE else None


def _counted(found: Settlement) -> Message:
    return plural("{n} stake", "{n} stakes", len(found.entries))


def _notes(found: Settlement) -> Iterator[Text]:
    """What the money columns mean, and what was not read."""
    yield message(
        "Net: what was paid besides the stake, negative where it was lost, in the unit of the stakes; all "
        "together {net}.",
        net=ratio(found.net),
    )
    if any(entry.commission for entry in found.entries):
        yield message("Commission: what the house kept of a gain; the net is without it.")
    if found.ledger.chips.rounding != "none":
        yield message(
            "Rounding: what paying in whole chips added to the exact gain. {how}",
            how=rounding_text(found.ledger.chips),
        )
    brought = {account.opening is not None for account in found.ledger.accounts}
    if len(brought) > 1:
        yield message(
            "Balance: the bettor's own after the entry, with what is held for stakes; the sum of the nets "
            "so far where no balance was said."
        )
    elif brought == {True}:
        yield message("Balance: the bettor's own after the entry, with what is held for stakes.")
    else:
        yield message("Balance: the sum of the bettor's nets so far, since no balance was said.")
    if found.ledger.limits is not None:
        yield message("Stakes are held to the limits of the table: {name}.", name=found.ledger.limits.title)
    for one in found.missed:
        if one.where:
            yield message(
                "Not read, shoe {shoe}, {where}: {why}.",
                shoe=one.shoe,
                where=place_text(one.where),
                why=one.why,
            )
        else:
            yield message("Not read, shoe {shoe}: {why}.", shoe=one.shoe, why=one.why)


def _unsettled(found: Settlement) -> Table:
    """Stakes of which there is something to say: refused, refunded, open, or settled late."""
    columns = (
        Column("coup", message("Coup"), "text"),
        Column("stake", message("Stake"), "text"),
        Column("status", message("Status"), "text"),
        Column("reason", message("Why"), "text"),
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
        message(
            "Refused stakes were never taken, and refunded ones returned; open ones are neither won nor lost."
        ),
    )
    return Table(message("Refused, refunded, open or settled late"), columns, rows, notes)


def _whose(entry: Entry) -> Message:
    """A stake in a few words."""
    if entry.bettor:
        return message(
            "{stake} on {bet} by {bettor}", stake=ratio(entry.stake), bet=entry.bet.title, bettor=entry.bettor
        )
    return message("{stake} on {bet}", stake=ratio(entry.stake), bet=entry.bet.title)


def _bettors(found: Settlement) -> Table:
    """A row a bettor: what was brought, what came of it, and what is left."""
    columns = (
        Column("bettor", message("Bettor"), "text"),
        Column("opening", message("Balance in"), "ratio"),
        Column("staked", message("Staked"), "ratio"),
        Column("commission", message("Commission"), "ratio"),
        Column("rounding", message("Rounding"), "ratio"),
        Column("net", message("Net"), "ratio"),
        Column("closing", message("Balance out"), "ratio"),
        Column("held", message("Held"), "ratio"),
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
        message(
            "Staked: on bets settled, pushes included. Held: for stakes that stay open, out of the balance."
        ),
    )
    return Table(message("By bettor"), columns, rows, notes)


def _bets(found: Settlement) -> Table:
    """A row a bet: what was staked on it, and what it gained."""
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("reference", message("Reference"), "text"),
        Column("stakes", message("Stakes settled"), "count"),
        Column("staked", message("Staked"), "ratio"),
        Column("commission", message("Commission"), "ratio"),
        Column("rounding", message("Rounding"), "ratio"),
        Column("net", message("Net"), "ratio"),
    )
    done = [entry for entry in found.entries if entry.status in _DONE]
    rows: list[tuple[Cell, ...]] = []
    for bet in dict.fromkeys(entry.bet for entry in done):
        own = [entry for entry in done if entry.bet == bet]
        rows.append(
            (
                bet.title,
                bet.reference,
                len(own),
                sum((entry.stake for entry in own), ZERO),
                sum((entry.commission for entry in own), ZERO),
                sum((entry.rounding for entry in own), ZERO),
                sum((entry.net for entry in own), ZERO),
            )
        )
    return Table(message("By bet"), columns, tuple(rows))
