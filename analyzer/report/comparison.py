"""A comparison: tables and a chart for people, a document for machines, bet by bet and line by line."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from operator import attrgetter

from analyzer.analysis.compare import QUANTITIES, Change, Comparison, Match, Side, cells_changed
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Line
from analyzer.exact import ratio_text
from analyzer.game.rules import Rules
from analyzer.phrases.labels import label
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.render.page import Page
from analyzer.render.table import Column, Kind, Table
from analyzer.report.charts import EDGE, MOST_EDGES, check_number
from analyzer.report.columns import BET, LINE, NET, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Cells, Fields, picked, record, records, said, through
from analyzer.report.kinds import FLAG, LINE_ID, PAYTABLE, RATIO, TEXT
from analyzer.report.names import prices_text, ratio, shoe_title
from analyzer.report.odds import origin_of
from analyzer.report.origin import Origin
from analyzer.report.statistics import LINES, ValuedLine, valued_lines
from analyzer.report.tableau import totals
from analyzer.text import Message, Text, Value, message

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
    quantities = ("house_edge", *(("hit_rate", "push_rate", "rtp", "variance") if full else ()))
    priced_columns = text_columns(pays_a=message("Pays A"), pays_b=message("Pays B")) if priced else ()
    columns = [BET, *priced_columns, *(column for quantity in quantities for column in _columns(quantity))]
    rows: list[Cells] = []
    for (name, match), pays in zip(shown, prices, strict=True):
        changes = (_cells(match.change(QUANTITIES[quantity])) for quantity in quantities)
        rows.append((name, *(pays if priced else ()), *chain.from_iterable(changes)))
    return _page(comparison, columns, rows, _notes(comparison, _EDGE, everything))


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
    return _page(comparison, columns, rows, _notes(comparison, _SHARE, everything))


def _columns(key: str) -> list[Column]:
    kind: Kind = "decimal" if key == "variance" else "percent"
    return [Column(f"{key}_{side}", head, kind) for side, head in zip(_SIDES, _HEADS[key], strict=True)]


def _shown(comparison: Comparison, everything: bool) -> list[tuple[Text, Match]]:
    return [(name, match) for name, match in _with_names(comparison) if everything or match.changed]


def match_name(match: Match) -> Text:
    """What the bet of a match is called; both names where they differ."""
    names = list(dict.fromkeys(valuation.bet.title for valuation in match.valuations))
    return names[0] if len(names) == 1 else message("{a} (A), {b} (B)", a=names[0], b=names[1])


def _with_names(comparison: Comparison) -> list[tuple[Text, Match]]:
    """Each match with its name, which includes its references where another match has the same name."""
    names = [match_name(match) for match in comparison.matches]
    uses = Counter(names)
    shown: list[tuple[Text, Match]] = []
    for name, match in zip(names, comparison.matches, strict=True):
        references = ", ".join(dict.fromkeys(valuation.bet.reference for valuation in match.valuations))
        shown.append((name if uses[name] == 1 else message("{name} ({id})", name=name, id=references), match))
    return shown


def _page(comparison: Comparison, columns: list[Column], rows: list[Cells], notes: Iterator[Text]) -> Page:
    a, b, sort = comparison.a.report, comparison.b.report, comparison.sort
    title = message("A is {a}, B is {b}", a=_title(sort, comparison.a), b=_title(sort, comparison.b))
    variant = [a.question.variant.title] if sort != "variants" else []
    shoe = [shoe_title(a.shoe)] if sort != "shoes" and a.shoe == b.shoe else []
    if variant or shoe:
        title = message("{what}: {both}", what=(*variant, *shoe), both=title)
    table = Table(title, tuple(columns), tuple(rows), tuple(notes))
    return Page((table,), origin_of(a).provenance.beside(origin_of(b).provenance, "A", "B"))


def _title(sort: str, side: Side) -> Text:
    report = side.report
    variant, shoe = report.question.variant.title, shoe_title(report.shoe)
    return {"variants": variant, "rules": report.rules.title, "shoes": shoe}.get(sort, side.label)


def _notes(comparison: Comparison, legend: Message, everything: bool) -> Iterator[Text]:
    a, b = comparison.a.report, comparison.b.report
    changed = sum(match.changed for match in comparison.matches)
    if not changed:
        yield message("Nothing differs between A and B.")
        if not everything:
            yield message("With --all every bet is shown.")
    elif changed < len(comparison.matches) and not everything:
        yield message(
            "{same} of {all} bets did not change; with --all they are shown too.",
            same=len(comparison.matches) - changed,
            all=len(comparison.matches),
        )
    if comparison.sort != "shoes" and a.shoe != b.shoe:
        yield message("Shoe: {a} in A, {b} in B.", a=shoe_title(a.shoe), b=shoe_title(b.shoe))
    yield from _rules_differences(a.rules, b.rules)
    matches = _with_names(comparison)
    for name, match in matches:
        if match.a and match.b:
            yield from _bet_differences(name, match.a.bet, match.b.bet)
    excluded = {bet.id for report in (a, b) for bet, _ in report.excluded}
    alone = [(name, match) for name, match in matches if match.bet.id not in excluded]
    if bets := tuple(name for name, match in alone if match.b is None):
        yield message("Only in A: {bets}.", bets=bets)
    if bets := tuple(name for name, match in alone if match.a is None):
        yield message("Only in B: {bets}.", bets=bets)
    for bet, why in a.excluded:
        yield message("Left out of A: {bet}, which {why}.", bet=bet.title, why=why)
    for bet, why in b.excluded:
        yield message("Left out of B: {bet}, which {why}.", bet=bet.title, why=why)
    if a.given is not None:
        yield message("Given, and all figures conditional on it: {condition}.", condition=str(a.given))
    yield legend


_COLUMNS = {"third-card": message("Player's third card"), "player-total": message("Player's final total")}


def _rules_differences(a: Rules, b: Rules) -> Iterator[Text]:
    """How two sets of rules differ, in words; nothing if they deal in the same way."""
    if a.tableau.player_draws != b.tableau.player_draws:
        draws = {"a": totals(a.tableau.player_draws), "b": totals(b.tableau.player_draws)}
        yield message("Player draws on: {a} in A, {b} in B.", **draws)
    if a.tableau.naturals != b.tableau.naturals:
        naturals = {"a": totals(a.tableau.naturals), "b": totals(b.tableau.naturals)}
        yield message("Naturals: {a} in A, {b} in B.", **naturals)
    if a.player_first != b.player_first:
        yield message("Player's first card: {a} in A, {b} in B.", a=_first_card(a), b=_first_card(b))
    cells = cells_changed(a, b)
    if a.banker_by != b.banker_by:
        counted = {"a": _COLUMNS[a.banker_by], "b": _COLUMNS[b.banker_by]}
        if cells:
            yield message("Columns of the drawing table: {a} in A, {b} in B.", **counted)
        else:
            yield message(
                "Columns of the drawing table, the same letter for letter: {a} in A, {b} in B.", **counted
            )
    columns: dict[tuple[int, bool], list[str]] = {}
    for (total, column), drawn, _ in cells:
        columns.setdefault((total, drawn), []).append("-" if column is None else str(column))
    for (total, drawn), names in sorted(columns.items()):
        places: dict[str, Value] = {"total": str(total), "columns": tuple(names)}
        if drawn:
            yield message("Drawing table, Banker {total} against {columns}: D in A, S in B.", **places)
        else:
            yield message("Drawing table, Banker {total} against {columns}: S in A, D in B.", **places)


def _first_card(rules: Rules) -> Message:
    if rules.player_first is None:
        return message("from the shoe")
    return message("given, of rank {rank}", rank=str(rules.player_first))


def _bet_differences(name: Text, a: Bet, b: Bet) -> Iterator[Text]:
    """How a bet's lines, prices and conditions differ; nothing if A and B have different bets."""
    if a.id != b.id:
        return
    left, right = ({line.id: line for line in bet.lines} for bet in (a, b))
    if lines := _missing(a, left, right):
        yield message("{bet}, lines only in A: {lines}.", bet=name, lines=lines)
    if lines := _missing(b, right, left):
        yield message("{bet}, lines only in B: {lines}.", bet=name, lines=lines)
    for id, ours in left.items():
        if (theirs := right.get(id)) is None:
            continue
        line = label(a, id)
        if (net := _net(ours)) != (other_net := _net(theirs)):
            yield message("{bet}, {line}: nets {a} in A, {b} in B.", bet=name, line=line, a=net, b=other_net)
        if ours.when.tree != theirs.when.tree:
            when = {"a": repr(ours.when.text), "b": repr(theirs.when.text)}
            yield message("{bet}, {line}: {a} in A, {b} in B.", bet=name, line=line, **when)
    if a.locked != b.locked:
        units = {"a": ratio(a.locked or Fraction(1)), "b": ratio(b.locked or Fraction(1))}
        yield message("{bet}, units locked for each unit staked: {a} in A, {b} in B.", bet=name, **units)


def _missing(bet: Bet, lines: Mapping[str, Line], other: Mapping[str, Line]) -> tuple[Message, ...]:
    gone = [line for id, line in lines.items() if id not in other]
    return tuple(message("{line} nets {net}", line=label(bet, line.id), net=_net(line)) for line in gone)


def _net(line: Line) -> Value:
    """What a line nets, with the distribution of its random factor if it has one."""
    if not line.multiplier:
        return ratio(line.net)
    law = tuple(
        message("× {factor} at {probability}", factor=ratio(factor), probability=ratio_text(p))
        for factor, p in line.multiplier
    )
    return message("{net} ({law})", net=ratio(line.net), law=law)


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


def _lines(match: Match) -> Iterator[tuple[str, ValuedLine | None, ValuedLine | None, Change]]:
    """Each line: its id, how it settles the bet in A and in B, and its probabilities."""
    a, b = ({line.id: line for line in valued_lines(v)} if v else {} for v in (match.a, match.b))
    return ((line, a.get(line), b.get(line), match.probability(line)) for line in match.lines)


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
    said("a", _LINE, 1),
    said("b", _LINE, 2),
    said("difference", RATIO.optional, lambda line: line[3].difference),
]
_QUANTITIES = record([said(name, record(_CHANGE), _change(value)) for name, value in QUANTITIES.items()])
_BET: Fields[Match] = [
    said("bet", TEXT, lambda match: ", ".join(dict.fromkeys(v.bet.id for v in match.valuations))),
    through(_change(QUANTITIES["house_edge"]), _CHANGE),
    said("name", TEXT, match_name),
    said("paytable", record(_PAYTABLES), lambda match: match),
    said("changed", FLAG),
    said("quantities", _QUANTITIES, lambda match: match),
    said("lines", records(_LINES), _lines),
]


def _origin(comparison: Comparison) -> Origin:
    return Origin(known={side: origin_of(getattr(comparison, side).report) for side in "ab"})


COMPARE = Document("compare", 2, "compare", [said("bets", records(_BET), "matches")], _origin)
