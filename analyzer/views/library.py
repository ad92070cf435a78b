"""How bets, variants and procedures show themselves: what the library says of each."""

from collections.abc import Iterable

from analyzer.bets.bet import Bet, Variant
from analyzer.bets.draft import Draft
from analyzer.game.procedure import Procedure
from analyzer.message import say
from analyzer.publish.reports.inventory import page as in_full
from analyzer.publish.table import Cell, Column, Table
from analyzer.views.view import View


def bet(found: Bet, most: int | None) -> View:
    """A row a line, with when it holds and what it nets."""
    return View(in_full((found,)), {"lines": _lines((found,))})


def draft(found: Draft, most: int | None) -> View:
    """A row a line, with the name of what it pays where that is open."""
    columns = (
        Column("line", say("Line"), "text"),
        Column("when", say("Holds first when"), "text"),
        Column("pays", say("Pays"), "text"),
    )
    rows = tuple(
        (line.id, line.when.text, found.names.get(line.id, str(line.net))) for line in found.bet.lines
    )
    page = in_full((found.bet,))
    return View(type(page)((Table(found.bet.name, columns, rows),)))


def variant(found: Variant, most: int | None) -> View:
    """A row a line of every bet that is offered."""
    return View(in_full(found), {"lines": _lines(found.bets)})


def procedure(found: Procedure, most: int | None) -> View:
    """How a shoe is begun and ended."""
    return View(in_full(found))


def _lines(bets: Iterable[Bet]) -> Table:
    columns = (
        Column("bet", say("Bet"), "text"),
        Column("reference", say("Reference"), "text"),
        Column("line", say("Line"), "text"),
        Column("when", say("Holds first when"), "text"),
        Column("net", say("Net"), "ratio"),
    )
    rows: list[tuple[Cell, ...]] = []
    for one in bets:
        conditions = {line.id: " ".join(line.when.text.split()) for line in one.lines}
        rows += [(one.name, one.reference, line, conditions.get(line), net) for line, net in one.nets.items()]
    return Table(say("Lines"), columns, tuple(rows))
