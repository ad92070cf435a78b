"""Pages of a variant, with its bets and their lines, on one shoe or by number of decks; pages of rules."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from analyzer.analysis.odds import Report
from analyzer.bets.digest import digest_of_rules
from analyzer.game.rules import Rules
from analyzer.phrases.labels import label
from analyzer.phrases.lines import event_of_line
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Column, Table
from analyzer.report import columns as shared
from analyzer.report import inventory
from analyzer.report.fields import Cells, without
from analyzer.report.names import prices_text, shoe_name, shoe_title
from analyzer.report.notes import EV_SHARES, LINE_NOTES, PAYS_AND_EDGE, multiplied
from analyzer.report.odds import odds_page, origin_of, with_names
from analyzer.report.origin import made_from
from analyzer.report.rule_sheet.page import rules_table
from analyzer.report.statistics import all_lines, valued_lines
from analyzer.text import Text, message

_NET = Column("pays", message("Pays"), "ratio")
_ONE_IN = Column("one_in", message("One in"), "decimal", 2)
_LINE_COLUMNS = (*shared.LINE_OF_BET, _NET, shared.WAYS, shared.PROBABILITY, _ONE_IN, shared.EV_SHARE)


def variant_page(report: Report) -> Page:
    """The odds of each bet, and the contribution of each of its lines."""
    page = odds_page(report, full=True)
    (bets,) = page.tables
    return Page((replace(bets, title=message("Bets")), _lines(report)), page.provenance, bets.title)


def _lines(report: Report) -> Table:
    """One row per line: its event, net gain, ways, probability, share of the EV; then the bet's total."""
    rows: list[Cells] = []
    for (name,), v in with_names(report.valuations, False):
        for line in (*valued_lines(v), all_lines(v)):
            id = f"{v.bet.id}.{line.id}" if line.id else v.bet.id
            event = event_of_line(v.bet, line.id) if line.id else ""
            chance = (line.ways, line.probability, line.one_in, line.contribution)
            rows.append((name, id, line.event, event, line.net, *chance))
    notes = (*LINE_NOTES, EV_SHARES, *_multiplied(report))
    return Table(message("Lines"), _LINE_COLUMNS, tuple(rows), notes)


def _multiplied(report: Report) -> Iterable[Text]:
    return (note for valuation in report.valuations for note in multiplied(valuation.bet))


def by_decks_page(reports: Sequence[Report]) -> Page:
    """A variant for readers: edges and hit rates by decks; all figures on its usual shoe; then each line.

    `reports` value the same bets on fresh shoes of full decks, one of which is the variant's usual shoe.
    """
    own = next(report for report in reports if report.shoe.full_decks == reports[0].question.variant.decks)
    (figures,) = odds_page(own, full=True).tables
    exact = message("CSV and JSON have these figures for each number of decks, exactly.")
    title = message("All figures on {shoe}", shoe=shoe_title(own.shoe))
    own_figures = replace(without(figures, "reference"), title=title, notes=(*figures.notes, exact))
    edges: list[Cells] = []
    hit_rates: list[Cells] = []
    chances: list[Cells] = []
    ways: list[Cells] = []
    by_shoe = zip(*(report.valuations for report in reports), strict=True)
    for ((name,), v), values in zip(with_names(reports[0].valuations, False), by_shoe, strict=True):
        edges.append((name, v.bet.reference, prices_text(v.bet), *(value.house_edge for value in values)))
        hit_rates.append((name, *(value.hit_rate for value in values)))
        for id, net in v.bet.nets.items():
            event, on_shoes = event_of_line(v.bet, id), (value.probability(id) for value in values)
            chances.append((name, label(v.bet, id), event, net, *on_shoes))
            ways.append((name, label(v.bet, id), f"{v.bet.id}.{id}", *(value.ways[id] for value in values)))
    ways.append((message("All deals"), None, None, *(report.total_ways for report in reports)))

    def table(figure: Column, naming: tuple[Column, ...], rows: list[Cells], *notes: Text) -> Table:
        """A table with a column of a figure for each shoe after the columns that name a row."""
        shoes = (report.shoe for report in reports)
        columns = (Column(f"{figure.key}_{shoe.full_decks}", shoe_name(shoe), figure.kind) for shoe in shoes)
        return Table(figure.head, (*naming, *columns), tuple(rows), notes)

    line = (shared.BET, shared.LINE)
    chance = Column("probability", message("Probability of each line"), "percent")
    tables = (
        table(shared.HOUSE_EDGE, shared.PRICED_BET, edges, PAYS_AND_EDGE),
        table(shared.HIT_RATE, (shared.BET,), hit_rates),
        own_figures,
        table(chance, (*line, shared.EVENT, _NET), chances, *LINE_NOTES, *_multiplied(reports[0])),
        table(Column("ways", message("Ways of each line"), "count"), (*line, shared.ID), ways),
    )
    return _page(tables, reports)


def by_decks_figures(reports: Sequence[Report]) -> Page:
    """A variant for machines: the rows of the `variant_page` of every shoe, after the number of decks."""
    decks, pages = [report.shoe.full_decks for report in reports], map(variant_page, reports)
    tables = []
    for by_decks in zip(*(page.tables for page in pages), strict=True):
        rows = tuple((n, *row) for n, table in zip(decks, by_decks, strict=True) for row in table.rows)
        notes = tuple(dict.fromkeys(note for table in by_decks for note in table.notes))
        columns = (Column("decks", message("Decks"), "count"), *by_decks[0].columns)
        tables.append(Table(by_decks[0].title, columns, rows, notes))
    return _page(tables, reports)


def _page(tables: Iterable[Table], reports: Sequence[Report]) -> Page:
    """A page with the provenance of one shoe's report, but with all numbers of decks in place of the shoe."""
    first = origin_of(reports[0]).provenance
    decks = " ".join(str(report.shoe.full_decks) for report in reports)
    facts = (("decks", decks) if name == "shoe" else (name, value) for name, value in first.facts)
    title = message("{variant}, by number of decks", variant=reports[0].question.variant.title)
    return Page(tuple(tables), Provenance(tuple(facts), first.digests), title)


def drawing_page(rules: Rules) -> Page:
    """The drawing table of a set of rules, and the rules in words."""
    grid = replace(inventory.table(rules), title=message("Drawing table"))
    words = rules_table(rules)  # the grid has the notes
    made = made_from([("rules", digest_of_rules(rules))], rules=rules.id)
    return Page((grid, words), made, rules.title)
