"""A comparison: tables and a chart for people, a document for machines, bet by bet and line by line."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from pathlib import PurePath

from analyzer.analysis.compare import QUANTITIES, Change, Comparison, Match
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
from analyzer.game.rules import Rules
from analyzer.phrases.labels import label
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.render.page import Page, Verdict, one_line
from analyzer.render.table import Column, Kind, Table
from analyzer.report.charts import EDGE, MOST_EDGES, check_number
from analyzer.report.columns import BET, LINE, NET, text_columns
from analyzer.report.comparison.difference import WHATS, Difference
from analyzer.report.comparison.differences import (
    differences,
    differences_tables,
    match_name,
    with_names,
)
from analyzer.report.comparison.library import KNOWN, known, library_table
from analyzer.report.document import Document
from analyzer.report.fields import Cells, Fields, narrowed, picked, record, records, said, through
from analyzer.report.kinds import FLAG, LINE_ID, PAYTABLE, RATIO, TEXT, many, one_of
from analyzer.report.names import prices_text, shoe_title
from analyzer.report.odds import origin_of
from analyzer.report.origin import Origin
from analyzer.report.statistics import LINES, ValuedLine, valued_lines
from analyzer.text import Message, Text, message, plural

_EDGE = message("Edge: expected loss per unit staked, pushes included. B−A in percentage points.")
_SHARE = message(
    "EV share: net times probability; a bet's shares add up to its EV. B−A in percentage points."
)
_SIDES = ("a", "b", "difference")  # The numbers of a change: in A, in B, and B−A.
_cells: Callable[[Change], Cells] = attrgetter(*_SIDES)

_HEADS: dict[str, tuple[Message, Message, Message]] = {
    "house_edge": (message("Edge A"), message("Edge B"), message("B−A")),
    "probability": (message("Probability A"), message("Probability B"), message("B−A")),
    "hit_rate": (message("Hit rate A"), message("Hit rate B"), message("Hit rate B−A")),
    "push_rate": (message("Push rate A"), message("Push rate B"), message("Push rate B−A")),
    "rtp": (message("RTP A"), message("RTP B"), message("RTP B−A")),
    "variance": (message("Variance A"), message("Variance B"), message("Variance B−A")),
}


def comparison_page(comparison: Comparison, *, full: bool, everything: bool) -> Page:
    """One row per bet that changed, or per bet if `everything`: what it pays, both edges, the difference."""
    shown = _shown(comparison, everything)
    prices = [[None if v is None else prices_text(v.bet) for v in (match.a, match.b)] for _, match in shown]
    priced = any(a and b and a != b for a, b in prices)
    wide = ("hit_rate", "push_rate", "rtp", "variance")
    quantities = ("house_edge", *wide)
    priced_columns = text_columns(pays_a=message("Pays A"), pays_b=message("Pays B")) if priced else ()
    columns = [BET, *priced_columns, *(column for quantity in quantities for column in _columns(quantity))]
    columns.append(Column("cause", message("Cause"), "text"))
    rows: list[Cells] = []
    for (name, match), pays in zip(shown, prices, strict=True):
        changes = (_cells(match.change(QUANTITIES[quantity])) for quantity in quantities)
        rows.append(
            (name, *(pays if priced else ()), *chain.from_iterable(changes), _cause(comparison, match))
        )
    page = _page(comparison, columns, rows, _notes(comparison, _EDGE, everything), full or everything)
    hidden = [column.key for quantity in wide for column in _columns(quantity)]
    tables = (table if full else narrowed(table, *hidden) for table in page.tables)
    return replace(page, tables=tuple(tables))


def comparison_lines_page(comparison: Comparison, *, everything: bool) -> Page:
    """One row per line that changed, or per line if `everything`: nets, probabilities; then the bet's EV."""
    chosen: list[tuple[Text, Match, list[str]]] = []
    for name, match in _shown(comparison, everything):
        every = everything or len(match.valuations) < 2
        chosen.append((name, match, [line for line in match.lines if every or match.line_changed(line)]))
    repriced = any(net.a != net.b for _, match, lines in chosen for net in map(match.net, lines))
    both = [Column("net_a", message("Net A"), "ratio"), Column("net_b", message("Net B"), "ratio")]
    net_columns = both if repriced else [NET]
    share = Column("ev_share_difference", message("EV share B−A"), "percent")
    rows: list[Cells] = []
    for name, match, lines in chosen:
        for line in lines:
            net = match.net(line)
            nets_shown = (net.a, net.b) if repriced else (net.a,)
            chances = _cells(match.probability(line))
            rows.append((name, label(match.bet, line), *nets_shown, *chances, match.share(line).difference))
        ev = match.change(QUANTITIES["ev"])
        rows.append((name, message("all: EV"), *(None for _ in net_columns), *_cells(ev), ev.difference))
    columns = [BET, LINE, *net_columns, *_columns("probability"), share]
    return _page(comparison, columns, rows, _notes(comparison, _SHARE, everything), everything)


_CAUSES = {
    "conditions": message("conditions"),
    "pays": message("pays"),
    "rules": message("rules"),
    "shoe": message("shoe"),
}


def _cause(comparison: Comparison, match: Match) -> Text | None:
    """What makes the figures of a bet differ, in words; None where they do not."""
    if len(match.valuations) < 2:
        return message("only in A") if match.a else message("only in B")
    causes = tuple(_CAUSES[cause] for cause in comparison.causes(match))
    return Message("{causes}", (("causes", causes),)) if causes else None


def _columns(key: str) -> list[Column]:
    kind: Kind = "decimal" if key == "variance" else "percent"
    return [Column(f"{key}_{side}", head, kind) for side, head in zip(_SIDES, _HEADS[key], strict=True)]


def _shown(comparison: Comparison, everything: bool) -> list[tuple[Text, Match]]:
    return [(name, match) for name, match in with_names(comparison) if everything or match.changed]


def comparison_verdict(comparison: Comparison) -> Verdict:
    """Whether A and B are the same, or how many bets they have other figures for."""
    both = [match for match in comparison.matches if len(match.valuations) == 2]
    changed, found = sum(match.changed for match in both), len(differences(comparison))
    alone = len(comparison.matches) - len(both)
    if not comparison.differs:
        same = message(
            "Nothing differs between A and B: rules, bets, shoe, names, sources and notes are the same."
        )
        return Verdict(same, True)
    listed: tuple[Text, ...] = (plural("{n} difference is listed.", "{n} differences are listed.", found),)
    if alone:
        listed = (plural("{n} bet is on one side only.", "{n} bets are on one side only.", alone), *listed)
    if not changed:
        return Verdict(message("No figure differs, but A and B are not the same."), None, listed)
    sentence = message("The figures of {n} of {all} bets differ between A and B.", n=changed, all=len(both))
    return Verdict(sentence, None, listed)


def _page(
    comparison: Comparison, columns: list[Column], rows: list[Cells], notes: Iterator[Text], full: bool
) -> Page:
    a, b, sort = comparison.a.report, comparison.b.report, comparison.sort
    title = message("A is {a}, B is {b}", **dict(zip("ab", _titles(comparison), strict=True)))
    variant = [a.question.variant.title] if sort != "variants" else []
    shoe = [shoe_title(a.shoe)] if sort != "shoes" and a.shoe == b.shoe else []
    if variant or shoe:
        title = message("{what}: {both}", what=(*variant, *shoe), both=title)
    if a.given is not None:
        title = message("{title}, given {condition}", title=title, condition=one_line(str(a.given)))
    table = Table(message("Bets"), tuple(columns), tuple(rows), tuple(notes))
    found = differences(comparison)
    tables = (table, *differences_tables(found, full=full), *library_table(comparison))
    made = origin_of(a).provenance.beside(origin_of(b).provenance, "A", "B")
    return Page(tables, made, title, verdict=comparison_verdict(comparison))


def _titles(comparison: Comparison) -> list[Text]:
    """What A and B are called: as the user wrote them, and what variants and rules are called there."""
    sides = (comparison.a, comparison.b)
    if comparison.sort == "shoes":
        return [shoe_title(side.report.shoe) for side in sides]
    files = [PurePath(side.label).name if side.label.endswith(".toml") else side.label for side in sides]
    written = files if files[0] != files[1] else [side.label for side in sides]
    return [
        Message("{label} ({name})", (("label", label), ("name", item.title)))
        if isinstance(item := side.item, Variant | Rules) and item.name not in (label, item.id)
        else label
        for side, label in zip(sides, written, strict=True)
    ]


def _notes(comparison: Comparison, legend: Message, everything: bool) -> Iterator[Text]:
    a, b = comparison.a.report, comparison.b.report
    changed = sum(match.changed for match in comparison.matches)
    if changed < len(comparison.matches) and not everything:
        yield message(
            "{same} of {all} bets did not change; with --all they are shown too.",
            same=len(comparison.matches) - changed,
            all=len(comparison.matches),
        )
    for bet, why in a.excluded:
        yield message("Left out of A: {bet}, which {why}.", bet=bet.title, why=why)
    for bet, why in b.excluded:
        yield message("Left out of B: {bet}, which {why}.", bet=bet.title, why=why)
    if a.given is not None:
        yield message("Given, and all figures conditional on it: {condition}.", condition=str(a.given))
    yield legend


def comparison_chart(comparison: Comparison, *, everything: bool) -> Chart:
    """The house edge in A and in B of each bet that changed; of every bet if `everything` or if none changed.
    Raises RenderError if there are too many bets.
    """
    page = comparison_page(comparison, full=False, everything=True)
    every = everything or not any(match.changed for match in comparison.matches)
    rows = []
    for name, match in _shown(comparison, every):
        edge = match.change(QUANTITIES["house_edge"])
        rows.append(ChartRow(name, (edge.a, edge.b), tone(-(edge.difference or Fraction(0)))))
    check_number(len(rows), MOST_EDGES)
    panel = Panel(message("House edge: ○ in A, ● in B"), tuple(rows), "dots")
    return Chart(page.heading, (Band((panel,)),), (EDGE,), page.provenance)


_ComparedLine = tuple[str, ValuedLine | None, ValuedLine | None, Change, str | None]


def _lines(match: Match) -> Iterator[_ComparedLine]:
    """Each line: its id, how it settles the bet in A and in B, and its probabilities."""
    a, b = ({line.id: line for line in valued_lines(v)} if v else {} for v in (match.a, match.b))
    for line in match.lines:
        id, chance = match.id_in_b(line), match.probability(line)
        yield line, a.get(line), b.get(id), chance, None if id == line else id


def _change(of: Callable[[Valuation], Fraction | None]) -> Callable[[Match], Change]:
    return lambda match: match.change(of)


_CHANGE = [said(side, RATIO.optional) for side in _SIDES]
_PAYTABLES = [
    said("a", PAYTABLE, lambda match: match.a and match.a.bet.paytable),
    said("b", PAYTABLE, lambda match: match.b and match.b.bet.paytable),
]
_LINE = record(picked(LINES, "net", "ways", "probability")).optional
_LINES = [
    said("id", LINE_ID, 0),
    said("id_b", LINE_ID, 4, absent=True),
    said("a", _LINE, 1),
    said("b", _LINE, 2),
    said("difference", RATIO.optional, lambda line: line[3].difference),
]
_QUANTITIES = record([said(name, record(_CHANGE), _change(value)) for name, value in QUANTITIES.items()])
_MATCH: Fields[Match] = [
    said("bet", TEXT, lambda match: ", ".join(dict.fromkeys(v.bet.id for v in match.valuations))),
    through(_change(QUANTITIES["house_edge"]), _CHANGE),
    said("name", TEXT, match_name),
    said("paytable", record(_PAYTABLES), lambda match: match),
    said("changed", FLAG),
    said("quantities", _QUANTITIES, lambda match: match),
    said("lines", records(_LINES), _lines),
]

_BET: Fields[tuple[Comparison, Match]] = [
    through(1, _MATCH),
    said("causes", many(one_of(*_CAUSES)), lambda pair: pair[0].causes(pair[1])),
]


def _origin(comparison: Comparison) -> Origin:
    return Origin(known={side: origin_of(getattr(comparison, side).report) for side in "ab"})


_DIFFERENCE: Fields[Difference] = [
    said("what", one_of(*WHATS)),
    said("bet", TEXT.optional),
    said("of", TEXT),
    said("where", TEXT, "place"),
    said("a", TEXT.optional, lambda row: row.sides[0]),
    said("b", TEXT.optional, lambda row: row.sides[1]),
    said("remark", TEXT.optional),
]
_COMPARISON: Fields[Comparison] = [
    said("differs", FLAG),
    said("bets", records(_BET), lambda comparison: [(comparison, match) for match in comparison.matches]),
    said("differences", records(_DIFFERENCE), differences),
    said("library", records(KNOWN), known),
]
COMPARE = Document("compare", 2, "compare", _COMPARISON, _origin, verdict=comparison_verdict)
