"""How partly dealt shoes show themselves: removal, counts, tails, sweeps, open totals, a card known."""

from collections.abc import Iterable
from functools import partial

from analyzer.analysis.count import Count
from analyzer.analysis.counting import Counting, Countings
from analyzer.analysis.inside import Inside, Situation
from analyzer.analysis.peek import Peek
from analyzer.analysis.removal import Removal, Removals
from analyzer.analysis.sweep.result import Result
from analyzer.analysis.tail import Tail, Tails
from analyzer.bets.digest import digest_of_bet
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.counts import counting_tables, counts_page
from analyzer.report.display.layout import View
from analyzer.report.inside import inside_page, rows_page, totals_text
from analyzer.report.inventory import page as in_full
from analyzer.report.odds import bets_table, lines_table
from analyzer.report.peek import peek_page
from analyzer.report.removal import removal_page
from analyzer.report.sweep import sweep_page
from analyzer.report.tail import FIGURES, HIGHEST, figures_of, highest_of, tail_page
from analyzer.text import message

_BET = (Column("bet", message("Bet"), "text"), Column("reference", message("Reference"), "text"))


def removals(found: Removals, most: int | None) -> View:
    """The effects of every bet; for data frames a row a kind of card, or a row a pair of kinds."""
    return View.fitted(partial(removal_page, found), _effects(found.removals))


def removal(found: Removal, most: int | None) -> View:
    """The effects of one bet."""
    tables = _effects((found,))
    made = Provenance((), ((found.bet.reference, digest_of_bet(found.bet)),))
    return View(Page(tuple(tables.values()), made, found.bet.title), tables)


def _effects(found: Iterable[Removal]) -> dict[str, Table]:
    rows: list[tuple[Cell, ...]] = []
    pairs: list[tuple[Cell, ...]] = []
    for one in found:
        bet = (one.bet.title, one.bet.reference)
        for gone in one.kinds:
            rows.append((*bet, gone.kind, gone.cards, one.ev + gone.effect, gone.effect))
        pairs += [(*bet, *pair.kinds, pair.ways, pair.effect, pair.second_order) for pair in one.pairs]
    effect = Column("effect", message("Effect"), "percent", 6)
    columns = (
        *_BET,
        Column("kind", message("Removed"), "text"),
        Column("cards", message("Cards"), "count"),
        Column("ev", message("EV after"), "percent", 6),
        effect,
    )
    tables = {"effects": Table("", columns, tuple(rows))}
    if pairs:
        meaning = (
            message("Second order: the effect of both cards, less that of the one and that of the other."),
        )
        heads = (
            *_BET,
            Column("first", "1", "text"),
            Column("second", "2", "text"),
            Column("ways", message("Ways"), "count"),
            effect,
            Column("second_order", "1 × 2", "percent", 6),
        )
        tables["pairs"] = Table("", heads, tuple(pairs), meaning)
    return tables


def countings(found: Countings, most: int | None) -> View:
    """The best tags of every bet, and counts scored."""
    return View.fitted(partial(counts_page, found))


def counting(found: Counting, most: int | None) -> View:
    """The best tags of one bet, and counts scored."""
    made = Provenance((), ((found.bet.reference, digest_of_bet(found.bet)),))
    return View(Page(tuple(counting_tables(found, full=True)), made))


def count(found: Count, most: int | None) -> View:
    """What a count is, key by key."""
    return View(in_full(found))


def tails(found: Tails, most: int | None) -> View:
    """How often and by how much each bet favours the bettor, and where most."""
    return View.fitted(partial(tail_page, found))


def tail(found: Tail, most: int | None) -> View:
    """How often and by how much one bet favours the bettor, and where most."""
    name = (found.bet.title, found.bet.reference)
    figures, highest = figures_of(found), highest_of(found)
    tables = (
        Table(message("EV over all compositions"), (*_BET, *FIGURES), ((*name, *figures),)),
        Table(message("Where the EV is highest"), (*_BET, *HIGHEST), ((*name, *highest),)),
    )
    return View(Page(tables, Provenance((), ((found.bet.reference, digest_of_bet(found.bet)),))))


def sweep(found: Result, most: int | None) -> View:
    """What was played, who wins what, and how EVs move as the shoe is dealt."""
    return View.fitted(partial(sweep_page, found))


def inside(found: Inside, most: int | None) -> View:
    """Where bets are worth what once totals lie open; for data frames a row a pair of totals."""
    page = inside_page(found, (), full=True)
    rows = rows_page(found).tables[0]
    return View(page, {"situations": rows, **{str(table.title): table for table in page.tables}})


def situation(found: Situation, most: int | None) -> View:
    """What each bet is worth where totals lie open; none where they cannot come about."""
    title = totals_text(found)
    bets = bets_table(title, found.valuations, full=True, statistics=True)
    lines = lines_table(title, found.valuations, full=True, totals=False)
    return View(Page((bets_table(title, found.valuations, full=True),)), {"bets": bets, "lines": lines})


def peek(found: Peek, most: int | None) -> View:
    """What bets are worth with one card known."""
    return View(peek_page(found))
