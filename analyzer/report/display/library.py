"""How bets, variants and procedures show themselves: what the library says of each."""

from collections.abc import Iterable

from analyzer.ask.explain import Explanation
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import Draft
from analyzer.game.procedure import Procedure
from analyzer.render.table import Cell, Column, Table
from analyzer.render.words import wording
from analyzer.report.display.layout import View
from analyzer.report.explain import answers_table, explanation_page
from analyzer.report.inventory import page as in_full
from analyzer.text import message


def bet(found: Bet, most: int | None) -> View:
    """A row a line, with when it holds and what it nets."""
    return View(in_full((found,)), {"lines": _lines((found,))})


def draft(found: Draft, most: int | None) -> View:
    """A row a line, with the name of what it pays where that is open."""
    columns = (
        Column("line", message("Line"), "text"),
        Column("when", message("Holds first when"), "text"),
        Column("pays", message("Pays"), "text"),
    )
    rows = tuple(
        (line.id, line.when.text, found.names.get(line.id, str(line.net))) for line in found.bet.lines
    )
    page = in_full((found.bet,))
    return View(type(page)((Table(found.bet.title, columns, rows),)))


def variant(found: Variant, most: int | None) -> View:
    """A row a line of every bet that is offered."""
    return View(in_full(found), {"lines": _lines(found.bets)})


def procedure(found: Procedure, most: int | None) -> View:
    """How a shoe is begun and ended."""
    return View(in_full(found))


def explanation(found: Explanation, most: int | None) -> View:
    """The bet in words, line by line; for data frames a row an answer."""
    page = explanation_page((found,), wording().digits, full=True, in_rows=False)
    return View(page, {"answers": answers_table((found,), wording().digits)})


def _lines(bets: Iterable[Bet]) -> Table:
    columns = (
        Column("bet", message("Bet"), "text"),
        Column("reference", message("Reference"), "text"),
        Column("line", message("Line"), "text"),
        Column("when", message("Holds first when"), "text"),
        Column("net", message("Net"), "ratio"),
    )
    rows: list[tuple[Cell, ...]] = []
    for one in bets:
        conditions = {line.id: " ".join(line.when.text.split()) for line in one.lines}
        rows += [(one.name, one.reference, line, conditions.get(line), net) for line, net in one.nets.items()]
    return Table(message("Lines"), columns, tuple(rows))
