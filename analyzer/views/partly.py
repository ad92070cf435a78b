"""How partly dealt shoes show themselves: removal, counts, tails, sweeps, open totals, a card known."""

from collections.abc import Iterable

from analyzer.analysis.count import Count
from analyzer.analysis.counting import Countings
from analyzer.analysis.inside import Inside
from analyzer.analysis.peek import Peek
from analyzer.analysis.removal import Removal, Removals
from analyzer.analysis.sweep.result import Result
from analyzer.analysis.tail import Tail, Tails
from analyzer.bets.digest import digest_of_bet
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.counts import counts_page
from analyzer.publish.reports.inside import inside_page, rows_page
from analyzer.publish.reports.inventory import page as in_full
from analyzer.publish.reports.peek import peek_page
from analyzer.publish.reports.removal import removal_page
from analyzer.publish.reports.sweep import sweep_page
from analyzer.publish.reports.tail import FIGURES, HIGHEST, figures_of, highest_of, tail_page
from analyzer.publish.table import Cell, Column, Table
from analyzer.views.view import View, game, game_of, nameless

_BET = (Column("bet", say("Bet"), "text"), Column("reference", say("Reference"), "text"))


def removals(found: Removals, most: int | None) -> View:
    """The effects of every bet; for data frames a row a kind of card, or a row a pair of kinds."""
    page = nameless(removal_page(found, game_of(found.report), full=True))
    return View(page, _effects(found.removals))


def removal(found: Removal, most: int | None) -> View:
    """The effects of one bet."""
    tables = _effects((found,))
    made = Provenance((), ((found.bet.reference, digest_of_bet(found.bet)),))
    return View(Page(tuple(tables.values()), made, found.bet.name), tables)


def _effects(found: Iterable[Removal]) -> dict[str, Table]:
    rows: list[tuple[Cell, ...]] = []
    pairs: list[tuple[Cell, ...]] = []
    for one in found:
        bet = (one.bet.name, one.bet.reference)
        for gone in one.kinds:
            rows.append((*bet, gone.kind, gone.cards, one.ev + gone.effect, gone.effect))
        pairs += [(*bet, *pair.kinds, pair.ways, pair.effect, pair.second_order) for pair in one.pairs]
    effect = Column("effect", say("Effect"), "percent", 6)
    columns = (
        *_BET,
        Column("kind", say("Removed"), "text"),
        Column("cards", say("Cards"), "count"),
        Column("ev", say("EV after"), "percent", 6),
        effect,
    )
    tables = {"effects": Table(say("Effects of removal"), columns, tuple(rows))}
    if pairs:
        heads = (
            *_BET,
            Column("first", say("First"), "text"),
            Column("second", say("Second"), "text"),
            Column("ways", say("Ways"), "count"),
            effect,
            Column("second_order", say("Second order"), "percent", 6),
        )
        tables["pairs"] = Table(say("Pairs of cards removed"), heads, tuple(pairs))
    return tables


def countings(found: Countings, most: int | None) -> View:
    """The best tags of every bet, and counts scored."""
    bets = tuple(counting.bet for counting in found.counted)
    return View(nameless(counts_page(found, game(found.rules, bets), full=True)))


def count(found: Count, most: int | None) -> View:
    """What a count is, key by key."""
    return View(in_full(found))


def tails(found: Tails, most: int | None) -> View:
    """How often and by how much each bet favours the bettor, and where most."""
    return View(nameless(tail_page(found, game_of(found.report), full=True)))


def tail(found: Tail, most: int | None) -> View:
    """How often and by how much one bet favours the bettor, and where most."""
    name = (found.bet.name, found.bet.reference)
    figures, highest = figures_of(found), highest_of(found)
    tables = (
        Table(say("EV over all compositions"), (*_BET, *FIGURES), ((*name, *figures),)),
        Table(say("Where the EV is highest"), (*_BET, *HIGHEST), ((*name, *highest),)),
    )
    return View(Page(tables, Provenance((), ((found.bet.reference, digest_of_bet(found.bet)),))))


def sweep(found: Result, most: int | None) -> View:
    """What was played, who wins what, and how EVs move as the shoe is dealt."""
    work = found.work
    return View(nameless(sweep_page(found, game(work.rules, work.bets), full=True)))


def inside(found: Inside, most: int | None) -> View:
    """Where bets are worth what once totals lie open; for data frames a row a pair of totals."""
    whose = game(found.rules, found.bets)
    page = nameless(inside_page(found, whose, (), full=True))
    rows = rows_page(found, whose).tables[0]
    return View(page, {"situations": rows, **{str(table.title): table for table in page.tables}})


def peek(found: Peek, most: int | None) -> View:
    """What bets are worth with one card known."""
    return View(nameless(peek_page(found, game(found.rules, found.bets))))
