"""The odds of a report, as tables for people or a document for machines."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.digest import digest_of_bet
from analyzer.exact import ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.phrases.labels import label
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report import columns as shared
from analyzer.report.fields import Field, Fields, exact_entry, field_table, root_entry
from analyzer.report.names import game_and_shoe, names_of, prices_text
from analyzer.report.notes import notes_on
from analyzer.report.origin import bet_entry, document_head, origin
from analyzer.text import Text, message


def odds_document(report: Report) -> dict[str, object]:
    """The odds as a document of exact texts, schema `baccarat-odds/1`."""
    return {
        **document_head("baccarat-odds/1", report.question),
        "given": None if report.given is None else report.given.text,
        "total_ways": str(report.total_ways),
        "bets": [_bet_document(valuation) for valuation in report.valuations],
        **({} if report.dealt == NOTHING else {"dealt": str(report.dealt)}),
        "omitted": [bet.id for bet, _ in report.excluded],
        "provenance": provenance(report).document(),
    }


_RATIOS = ("ev", "house_edge", "edge_on_resolved", "rtp", "hit_rate", "push_rate", "exposure", "variance")


def _bet_document(valuation: Valuation) -> dict[str, object]:
    bet = valuation.bet
    entry: dict[str, object] = {
        **bet_entry(bet),
        "lines": [_line_document(valuation, line) for line in bet.nets],
        **exact_entry(valuation, *_RATIOS),
        "standard_deviation": root_entry(valuation.variance),
        "skewness": root_entry(valuation.skewness_squared),
    }
    if bet.locked is not None:
        entry |= exact_entry(bet, "locked")
        entry |= exact_entry(valuation, "ev_per_locked", "house_edge_per_locked")
    return {**entry, "sha256": digest_of_bet(bet)}


def _line_document(valuation: Valuation, line: str) -> dict[str, object]:
    entry: dict[str, object] = {
        "id": line,
        "net": ratio_text(valuation.bet.nets[line]),
        "ways": str(valuation.ways[line]),
        "probability": ratio_text(valuation.probability(line)),
    }
    if len(outcomes := valuation.bet.outcomes[line]) > 1:
        entry["nets"] = [{"net": ratio_text(net), "probability": ratio_text(p)} for net, p in outcomes]
    return entry


_SUMMARY: Fields[Valuation] = (
    Field(shared.PAYS, lambda v: prices_text(v.bet)),
    Field(
        Column("winning_ways", message("Winning ways"), "count"),
        lambda v: sum(v.ways[line] for line in v.bet.winning),
    ),
    shared.HIT_RATE,
    shared.PUSH_RATE,
    shared.HOUSE_EDGE,
)
_MORE: Fields[Valuation] = (
    Column("edge_on_resolved", message("Edge on resolved bets"), "percent"),
    shared.RTP,
    Field(shared.STANDARD_DEVIATION, lambda v: v.variance),
    Column("exposure", message("Exposure"), "ratio"),
)
_LOCKED: Fields[Valuation] = (
    Column("ev_per_locked", message("EV per unit locked"), "percent"),
    Column("house_edge_per_locked", message("House edge per unit locked"), "percent"),
)
_STATISTICS: Fields[Valuation] = (
    shared.EV,
    Column("variance", message("Variance"), "decimal"),
    Field(Column("skewness", message("Skewness"), "signed_root"), lambda v: v.skewness_squared),
)


def odds_page(report: Report, *, full: bool) -> Page:
    """One row per bet: what it pays, how often it wins, the edge; `full` adds columns for wide pages."""
    return _page(report, bets_table, full)


def lines_page(report: Report, *, full: bool) -> Page:
    """One row per line of each bet: net gain, ways, probability, share of the EV; then the bet's total.

    `full` adds the ids that commands take for bets and lines, and how rare a line is.
    """
    return _page(report, lines_table, full)


def bets_table(
    title: Text, valuations: Sequence[Valuation], *, full: bool, statistics: bool = False
) -> Table:
    """One row per bet; `full` adds columns for wide pages, `statistics` those that no page has room for."""
    shown = (*_SUMMARY, *(_MORE if full else ()), *(_STATISTICS if statistics else ()))
    if full and any(valuation.bet.locked for valuation in valuations):
        shown += _LOCKED
    table = field_table(title, valuations, shown)
    rows = tuple(
        (*name, *row) for (name, _), row in zip(with_names(valuations, full), table.rows, strict=True)
    )
    return Table(title, (*shared.bet_columns(full), *table.columns), rows)


_LINE_COLUMNS = (
    Column("line", message("Id"), "text"),
    Column("event", message("Line"), "text"),
    shared.NET,
    shared.WAYS,
    shared.PROBABILITY,
    shared.EV_SHARE,
    Column("one_in", message("One in"), "decimal", 2),
)
"""The columns of a line; the first and the last only if there is room for them."""


def lines_table(title: Text, valuations: Sequence[Valuation], *, full: bool, totals: bool = True) -> Table:
    """One row per line of each bet, followed by the bet's total if `totals`."""
    first, last = (0, None) if full else (1, -1)
    rows: list[tuple[Cell, ...]] = []
    for name, v in with_names(valuations, full):
        lines: list[tuple[Cell, ...]] = [
            (line, label(line), net, v.ways[line], v.probability(line), v.contribution(line), v.one_in(line))
            for line, net in v.bet.nets.items()
        ]
        if totals:
            lines.append((None, message("all: EV"), None, v.total, Fraction(1), v.ev, None))
        rows += ((*name, *cells[first:last]) for cells in lines)
    return Table(title, (*shared.bet_columns(full), *_LINE_COLUMNS[first:last]), tuple(rows))


def with_names(valuations: Sequence[Valuation], full: bool) -> Iterator[tuple[tuple[Text, ...], Valuation]]:
    """The cells that name each bet, its unique name and if `full` its reference, with its valuation."""
    for name, value in zip(names_of([value.bet for value in valuations]), valuations, strict=True):
        yield ((name, value.bet.reference) if full else (name,)), value


def _page(report: Report, table: Callable[..., Table], full: bool) -> Page:
    title = message("{variant}, {shoe}", **game_and_shoe(report.question))
    made = table(title, report.valuations, full=full)
    return Page((replace(made, notes=tuple(notes_on(report))),), provenance(report))


def provenance(report: Report) -> Provenance:
    """What was asked to get a report."""
    return origin(report.question, [valuation.bet for valuation in report.valuations])
