"""Reports: what the analysis found, as a table for people or a document for machines.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.digest import digest_of_bet
from analyzer.exact import ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.phrases.labels import label
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import names_of, prices_text, shoe_text
from analyzer.report.notes import notes_on
from analyzer.report.origin import origin, shoe_entry
from analyzer.text import Text, message


def odds_document(report: Report) -> dict[str, object]:
    """The odds as a document of exact texts, schema `baccarat-odds/1`."""
    document: dict[str, object] = {
        "schema": "baccarat-odds/1",
        "variant": report.question.variant.id,
        "rules": report.rules.id,
        "shoe": shoe_entry(report.shoe),
        "given": None if report.given is None else report.given.text,
        "total_ways": str(report.total_ways),
        "bets": [_valuation(valuation) for valuation in report.valuations],
    }
    if report.dealt != NOTHING:
        document["dealt"] = str(report.dealt)
    document["omitted"] = [bet.id for bet, _ in report.excluded]
    document["provenance"] = provenance(report).document()
    return document


def _valuation(valuation: Valuation) -> dict[str, object]:
    bet, resolved = valuation.bet, valuation.edge_on_resolved
    entry: dict[str, object] = {
        "bet": bet.id,
        "paytable": bet.paytable,
        "name": bet.title,
        "lines": [_line(valuation, line) for line in bet.nets],
        "ev": ratio_text(valuation.ev),
        "house_edge": ratio_text(valuation.house_edge),
        "edge_on_resolved": None if resolved is None else ratio_text(resolved),
        "rtp": ratio_text(valuation.rtp),
        "hit_rate": ratio_text(valuation.hit_rate),
        "push_rate": ratio_text(valuation.push_rate),
        "exposure": ratio_text(valuation.exposure),
        "variance": ratio_text(valuation.variance),
        "standard_deviation": valuation.standard_deviation,
        "skewness": valuation.skewness,
    }
    if bet.locked is not None:
        entry["locked"] = ratio_text(bet.locked)
        entry["ev_per_locked"] = _optional(valuation.ev_per_locked)
        entry["house_edge_per_locked"] = _optional(valuation.house_edge_per_locked)
    entry["sha256"] = digest_of_bet(bet)
    return entry


def _line(valuation: Valuation, line: str) -> dict[str, object]:
    entry: dict[str, object] = {
        "id": line,
        "net": ratio_text(valuation.bet.nets[line]),
        "ways": str(valuation.ways[line]),
        "probability": ratio_text(valuation.probability(line)),
    }
    if len(outcomes := valuation.bet.outcomes[line]) > 1:
        entry["nets"] = [{"net": ratio_text(net), "probability": ratio_text(p)} for net, p in outcomes]
    return entry


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else ratio_text(value)


_SUMMARY: tuple[tuple[Column, Callable[[Valuation], Cell]], ...] = (
    (Column("pays", message("Pays"), "text"), lambda v: prices_text(v.bet)),
    (
        Column("winning_ways", message("Winning ways"), "count"),
        lambda v: sum(v.ways[line] for line in v.bet.winning),
    ),
    (Column("hit_rate", message("Hit rate"), "percent"), lambda v: v.hit_rate),
    (Column("push_rate", message("Push rate"), "percent"), lambda v: v.push_rate),
    (Column("house_edge", message("House edge"), "percent"), lambda v: v.house_edge),
)
_MORE: tuple[tuple[Column, Callable[[Valuation], Cell]], ...] = (
    (Column("edge_on_resolved", message("Edge on resolved bets"), "percent"), lambda v: v.edge_on_resolved),
    (Column("rtp", message("RTP"), "percent"), lambda v: v.rtp),
    (Column("standard_deviation", message("Standard deviation"), "root"), lambda v: v.variance),
    (Column("exposure", message("Exposure"), "ratio"), lambda v: v.exposure),
)
_LOCKED: tuple[tuple[Column, Callable[[Valuation], Cell]], ...] = (
    (Column("ev_per_locked", message("EV per unit locked"), "percent"), lambda v: v.ev_per_locked),
    (
        Column("house_edge_per_locked", message("House edge per unit locked"), "percent"),
        lambda v: v.house_edge_per_locked,
    ),
)


_STATISTICS: tuple[tuple[Column, Callable[[Valuation], Cell]], ...] = (
    (Column("ev", message("EV"), "percent"), lambda v: v.ev),
    (Column("variance", message("Variance"), "decimal"), lambda v: v.variance),
    (Column("skewness", message("Skewness"), "signed_root"), lambda v: v.skewness_squared),
)


def odds_page(report: Report, *, full: bool) -> Page:
    """A row a bet: what it pays, how often it wins, the edge; `full` adds what 80 columns do not hold."""
    return _page(report, bets_table(_title(report), report.valuations, full=full))


def lines_page(report: Report, *, full: bool) -> Page:
    """A row a line of every bet: net gain, ways, probability, share of the EV; then the bet's total.

    `full` adds the ids by which commands take bets and lines, and how rare a line is.
    """
    return _page(report, lines_table(_title(report), report.valuations, full=full))


def bets_table(
    title: Text, valuations: Sequence[Valuation], *, full: bool, statistics: bool = False
) -> Table:
    """A row a bet; `full` adds what 80 columns do not hold, `statistics` what no page has room for."""
    shown = [*_SUMMARY, *(_MORE if full else ()), *(_STATISTICS if statistics else ())]
    if full and any(valuation.bet.locked for valuation in valuations):
        shown += _LOCKED
    columns = (*_naming(full), *(column for column, _ in shown))
    rows: list[tuple[Cell, ...]] = [
        (*name, *(cell(valuation) for _, cell in shown)) for name, valuation in _named(valuations, full)
    ]
    return Table(title, columns, tuple(rows))


def lines_table(title: Text, valuations: Sequence[Valuation], *, full: bool, totals: bool = True) -> Table:
    """A row a line of every bet, and where `totals` are wanted the bet's total after them."""
    columns = (
        *_naming(full),
        *([Column("line", message("Id"), "text")] if full else []),
        Column("event", message("Line"), "text"),
        Column("net", message("Net"), "ratio"),
        Column("ways", message("Ways"), "count"),
        Column("probability", message("Probability"), "percent"),
        Column("contribution", message("EV share"), "percent"),
        *([Column("one_in", message("One in"), "decimal", 2)] if full else []),
    )
    rows: list[tuple[Cell, ...]] = []
    for name, v in _named(valuations, full):
        for line, net in v.bet.nets.items():
            row: tuple[Cell, ...] = (
                *name,
                *((line,) if full else ()),
                label(line),
                net,
                v.ways[line],
                v.probability(line),
                v.contribution(line),
            )
            rows.append((*row, v.one_in(line)) if full else row)
        if not totals:
            continue
        total: tuple[Cell, ...] = (
            *name,
            *((None,) if full else ()),
            message("all: EV"),
            None,
            v.total,
            Fraction(1),
            v.ev,
        )
        rows.append((*total, None) if full else total)
    return Table(title, columns, tuple(rows))


def _naming(full: bool) -> list[Column]:
    """The columns that name a bet: its name, and where there is room the reference that commands take."""
    return [
        Column("bet", message("Bet"), "text"),
        *([Column("reference", message("Reference"), "text")] if full else []),
    ]


def named(report: Report, full: bool) -> Iterator[tuple[tuple[Text, ...], Valuation]]:
    """What names each bet, and its valuation; its key stands beside a name that another bet has too."""
    return _named(report.valuations, full)


def _named(valuations: Sequence[Valuation], full: bool) -> Iterator[tuple[tuple[Text, ...], Valuation]]:
    for name, value in zip(names_of([value.bet for value in valuations]), valuations, strict=True):
        yield ((name, value.bet.reference) if full else (name,)), value


def _title(report: Report) -> Text:
    return message("{variant}, {shoe}", variant=report.question.variant.title, shoe=shoe_text(report))


def _page(report: Report, table: Table) -> Page:
    return Page((replace(table, notes=tuple(notes_on(report))),), provenance(report))


def provenance(report: Report) -> Provenance:
    """What was asked for a report."""
    return origin(report.question, [valuation.bet for valuation in report.valuations])
