"""The odds of a report, as tables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from analyzer.analysis.odds import HasBet, Report
from analyzer.analysis.valuation import Valuation
from analyzer.render.page import Page, one_line
from analyzer.render.table import Table
from analyzer.report import columns as shared
from analyzer.report.fields import Room, arranged, field_table
from analyzer.report.names import game_and_shoe, names_of
from analyzer.report.notes import EV_SHARES, TRUE_ODDS, VOLATILITY, notes_on
from analyzer.report.origin import Origin
from analyzer.report.statistics import LINES, LOCKED, PRICE, STATISTICS, all_lines, valued_lines
from analyzer.text import Text, message

T = TypeVar("T", bound=HasBet)


def odds_page(report: Report, *, full: bool) -> Page:
    """One row per bet: what it pays, how often it wins, the edge; `full` adds columns for wide pages."""
    return _page(report, bets_table, full, VOLATILITY)


def lines_page(report: Report, *, full: bool) -> Page:
    """One row per line of each bet: net gain, ways, probability, share of the EV; then the bet's total.

    `full` adds the ids that commands accept for bets and lines, and how rare a line is.
    """
    return _page(report, lines_table, full, TRUE_ODDS, EV_SHARES)


_FIRST = (  # The first statistics in a table with one row per bet, in order; the others follow.
    *("hit_rate", "push_rate", "house_edge", "edge_on_resolved", "rtp"),
    *("standard_deviation", "volatility_index", "exposure"),
)


def bets_table(
    title: Text, valuations: Sequence[Valuation], *, full: bool, statistics: bool = False
) -> Table:
    """One row per bet; `full` adds columns for wide pages, `statistics` columns that are not on pages."""
    room: Room = "data frame" if statistics else "wide page" if full else "page"
    locked = LOCKED if any(valuation.bet.locked for valuation in valuations) else ()
    statistics_shown = arranged(STATISTICS, *_FIRST)
    table = field_table(title, valuations, (*PRICE, *statistics_shown, *locked), room=room)
    return named(table, [name for name, _ in with_names(valuations, full)], full)


def lines_table(title: Text, valuations: Sequence[Valuation], *, full: bool, totals: bool = True) -> Table:
    """One row per line of each bet, followed by the bet's total if `totals`."""
    lines = [
        (name, line)
        for name, v in with_names(valuations, full)
        for line in (*valued_lines(v), *((all_lines(v),) if totals else ()))
    ]
    room: Room = "wide page" if full else "page"
    return named(
        field_table(title, (line for _, line in lines), LINES, room=room), [name for name, _ in lines], full
    )


def named(table: Table, names: Iterable[tuple[Text, ...]], full: bool) -> Table:
    """A table with the cells that name a bet before each row."""
    rows = tuple((*name, *row) for name, row in zip(names, table.rows, strict=True))
    hidden = () if full else (shared.REFERENCE.head,)
    columns = (*shared.bet_columns(full), *table.columns)
    return replace(table, columns=columns, rows=rows, hidden=(*hidden, *table.hidden))


def with_names(values: Sequence[T], full: bool) -> Iterator[tuple[tuple[Text, ...], T]]:
    """Each value with the cells that name its bet: a unique name and, if `full`, the reference."""
    for name, value in zip(names_of([value.bet for value in values]), values, strict=True):
        yield ((name, value.bet.reference) if full else (name,)), value


def _page(report: Report, table: Callable[..., Table], full: bool, note: Text, *notes: Text) -> Page:
    """The page of a table with `notes`; on a wide page, also the `note` on its last columns."""
    title = message("{variant}, {shoe}", **game_and_shoe(report.question))
    if report.given is not None:
        title = message("{title}, given {condition}", title=title, condition=one_line(str(report.given)))
    made = table(title, report.valuations, full=full)
    all_notes = (*notes_on(report), *notes, *([note] if full else ()))
    return Page((replace(made, notes=all_notes),), origin_of(report).provenance)


def origin_of(report: Report) -> Origin:
    """What decided a report."""
    return Origin(report.question, tuple(valuation.bet for valuation in report.valuations))
