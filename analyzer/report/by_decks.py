"""The page of a variant on fresh shoes of several sizes: each bet's worth by number of decks.

Lays out exact values; computes none.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
from analyzer.phrases.labels import label
from analyzer.phrases.lines import event_of_line
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Kind, Table
from analyzer.report.names import prices_text, shoe_name, shoe_text
from analyzer.report.notes import multiplied
from analyzer.report.odds import named, odds_page, provenance
from analyzer.report.variant_page import variant_page
from analyzer.text import Text, message

_BET = Column("bet", message("Bet"), "text")
_PAYS = message("Pays")

Rows = Iterable[tuple[Cell, ...]]
Several = tuple[Valuation, ...]
"""One bet on each of the shoes."""


def by_decks_page(reports: Sequence[Report]) -> Page:
    """A variant for readers: edges and hit rates by number of decks, all figures on its own, then each line.

    Args:
        reports: the same bets on fresh shoes of full decks, one of which is the variant's own.
        variant: the variant, its bets as in the reports.
    """
    own = next(report for report in reports if report.shoe.full_decks == reports[0].question.variant.decks)
    (figures,) = odds_page(own, full=True).tables
    places = [place for place, column in enumerate(figures.columns) if column.key != "reference"]
    tables = (
        _edges(reports),
        _hit_rates(reports),
        replace(
            figures,
            title=message("All figures on {shoe}", shoe=shoe_text(own)),
            columns=tuple(figures.columns[place] for place in places),
            rows=tuple(tuple(row[place] for place in places) for row in figures.rows),
            notes=(
                *figures.notes,
                message("CSV and JSON have these figures for each number of decks, exactly."),
            ),
        ),
        _chances(reports),
        _ways(reports),
    )
    return Page(tables, _provenance(reports), _title(reports[0].question.variant))


def by_decks_figures(reports: Sequence[Report]) -> Page:
    """A variant for machines: every row of the `variant_page` of each shoe, after its number of decks."""
    pages = [(report.shoe.full_decks, variant_page(report)) for report in reports]
    tables = []
    for place, table in enumerate(pages[0][1].tables):
        several = [(decks, page.tables[place]) for decks, page in pages]
        rows = tuple((decks, *row) for decks, one in several for row in one.rows)
        notes = tuple(dict.fromkeys(note for _, one in several for note in one.notes))
        columns = (Column("decks", message("Decks"), "count"), *table.columns)
        tables.append(Table(table.title, columns, rows, notes))
    return Page(tuple(tables), _provenance(reports), _title(reports[0].question.variant))


def _edges(reports: Sequence[Report]) -> Table:
    naming = (_BET, Column("reference", message("Reference"), "text"), Column("pays", _PAYS, "text"))
    rows = (
        (name, several[0].bet.reference, prices_text(several[0].bet), *(v.house_edge for v in several))
        for name, several in _bets(reports)
    )
    notes = message("Pays: to one. House edge: expected loss per unit staked, pushes included.")
    return _by_decks("house_edge", message("House edge"), naming, reports, "percent", rows, (notes,))


def _hit_rates(reports: Sequence[Report]) -> Table:
    rows: Rows = ((name, *(v.hit_rate for v in several)) for name, several in _bets(reports))
    return _by_decks("hit_rate", message("Hit rate"), (_BET,), reports, "percent", rows)


def _chances(reports: Sequence[Report]) -> Table:
    """A row a line: when it settles the bet, its net gain, its probability on each shoe."""
    naming = (
        _BET,
        Column("line", message("Line"), "text"),
        Column("event", message("Event"), "text"),
        Column("pays", _PAYS, "ratio"),
    )
    rows: list[tuple[Cell, ...]] = []
    for name, several in _bets(reports):
        bet = several[0].bet
        for line, net in bet.nets.items():
            chances = (value.probability(line) for value in several)
            rows.append((name, label(line), event_of_line(bet, line), net, *chances))
    notes = (
        message("The first line whose event happens settles the bet."),
        message("Pays: net gain, to one; 0 returns the stake, -1 loses it."),
        *(note for value in reports[0].valuations for note in multiplied(value.bet)),
    )
    return _by_decks(
        "probability", message("Probability of each line"), naming, reports, "percent", rows, notes
    )


def _ways(reports: Sequence[Report]) -> Table:
    """A row a line: its ways on each shoe; at the end all deals."""
    naming = (_BET, Column("line", message("Line"), "text"), Column("id", message("Id"), "text"))
    rows: list[tuple[Cell, ...]] = []
    for name, several in _bets(reports):
        bet = several[0].bet
        for line in bet.nets:
            rows.append((name, label(line), f"{bet.id}.{line}", *(value.ways[line] for value in several)))
    total = (message("All deals"), None, None, *(report.total_ways for report in reports))
    return _by_decks("ways", message("Ways of each line"), naming, reports, "count", (*rows, total))


def _by_decks(
    key: str,
    title: Text,
    naming: tuple[Column, ...],
    reports: Sequence[Report],
    kind: Kind,
    rows: Rows,
    notes: tuple[Text, ...] = (),
) -> Table:
    """A table with a column for each shoe after those that name a row."""
    shoes = [report.shoe for report in reports]
    columns = [Column(f"{key}_{shoe.full_decks}", shoe_name(shoe), kind) for shoe in shoes]
    return Table(title, (*naming, *columns), tuple(rows), notes)


def _bets(reports: Sequence[Report]) -> Iterator[tuple[Text, Several]]:
    """What each bet is called, and its value on each shoe."""
    each = zip(*(report.valuations for report in reports), strict=True)
    for ((name,), _), several in zip(named(reports[0], False), each, strict=True):
        yield name, several


def _title(variant: Variant) -> Text:
    return message("{variant}, by number of decks", variant=variant.title)


def _provenance(reports: Sequence[Report]) -> Provenance:
    """That of one shoe, with the numbers of decks in place of the shoe."""
    one = provenance(reports[0])
    decks = " ".join(str(report.shoe.full_decks) for report in reports)
    facts = (("decks", decks) if name == "shoe" else (name, value) for name, value in one.facts)
    return Provenance(tuple(facts), one.digests)
