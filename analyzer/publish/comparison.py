"""What `compare` found, as a table for people or a document for machines.

Lays out exact values; computes none, and renders none.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from analyzer import __version__
from analyzer.analysis.compare import QUANTITIES, Change, Comparison, Match, Side, TableCell, cells_changed
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Line
from analyzer.exact import ratio_text
from analyzer.game.rules import Rules
from analyzer.publish.cells import short_ratio
from analyzer.publish.reports import prices_text, shoe_text
from analyzer.publish.table import Cell, Column, Kind, Table

_EDGE = "Edge: expected loss per unit staked, pushes included."
_SHARE = "EV share: net times probability; a bet's shares add up to its EV."
_FULL = ("hit_rate", "push_rate", "rtp", "variance")
_COLUMNS = {"third-card": "Player's third card", "player-total": "Player's final total"}


def comparison_document(found: Comparison) -> list[dict[str, object]]:
    """Every bet, changed or not: the house edge in A and B and the difference B−A, then all else."""
    return [
        {
            "bet": _id(match),
            **_change(match.change(QUANTITIES["house_edge"])),
            "name": _name(match),
            "paytable": {"a": match.a and match.a.bet.paytable, "b": match.b and match.b.bet.paytable},
            "changed": match.changed,
            "quantities": {name: _change(match.change(value)) for name, value in QUANTITIES.items()},
            "lines": [
                {
                    "id": line,
                    "a": _settled(match.a, line),
                    "b": _settled(match.b, line),
                    "difference": _text(match.probability(line).difference),
                }
                for line in match.lines
            ],
        }
        for match in found.matches
    ]


def _change(change: Change) -> dict[str, str | None]:
    return {"a": _text(change.a), "b": _text(change.b), "difference": _text(change.difference)}


def _text(value: Fraction | None) -> str | None:
    return None if value is None else ratio_text(value)


def _settled(valuation: Valuation | None, line: str) -> dict[str, str] | None:
    """How a line settles a bet on one side; None where there is no such bet or line."""
    if valuation is None or line not in valuation.ways:
        return None
    return {
        "net": ratio_text(valuation.bet.nets[line]),
        "ways": str(valuation.ways[line]),
        "probability": ratio_text(valuation.probability(line)),
    }


def comparison_table(found: Comparison, *, full: bool, digits: int, everything: bool) -> Table:
    """A row a bet that changed (or every bet): what it pays, the edge in A and B, and the difference."""
    shown = _shown(found, everything)
    matches = [match for _, match in shown]
    prices = [tuple(None if v is None else prices_text(v.bet) for v in (m.a, m.b)) for m in matches]
    priced = any(a != b for (a, b), m in zip(prices, matches, strict=True) if m.a and m.b)
    columns = [
        Column("bet", "Bet", "text"),
        *([Column("pays_a", "Pays A", "text"), Column("pays_b", "Pays B", "text")] if priced else []),
        *_columns("house_edge", "Edge"),
    ]
    for name in _FULL if full else ():
        columns += _columns(name, "RTP" if name == "rtp" else name.capitalize().replace("_", " "))
    rows: list[tuple[Cell, ...]] = []
    for (name, match), pays in zip(shown, prices, strict=True):
        row: list[Cell] = [name, *(pays if priced else ())]
        for quantity in ("house_edge", *(_FULL if full else ())):
            row += _cells(match.change(QUANTITIES[quantity]))
        rows.append(tuple(row))
    return _table(found, columns, rows, _EDGE, digits, everything)


def comparison_lines_table(found: Comparison, *, digits: int, everything: bool) -> Table:
    """A row a line that changed (or every line): net, probability in A and B; then the bet's EV."""
    chosen = [(name, match, _lines(match, everything)) for name, match in _shown(found, everything)]
    nets = [match.net(line) for _, match, lines in chosen for line in lines]
    repriced = any(net.a != net.b for net in nets)
    columns = [
        Column("bet", "Bet", "text"),
        Column("line", "Line", "text"),
        *([Column("net_a", "Net A", "ratio"), Column("net_b", "Net B", "ratio")] if repriced else []),
        *([] if repriced else [Column("net", "Net", "ratio")]),
        *_columns("probability", "Probability"),
        Column("ev_share_difference", "EV share B−A", "percent"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for name, match, lines in chosen:
        for line in lines:
            net = match.net(line)
            rows.append(
                (
                    name,
                    line,
                    *((net.a, net.b) if repriced else (net.a,)),
                    *_cells(match.probability(line)),
                    match.share(line).difference,
                )
            )
        ev = match.change(QUANTITIES["ev"])
        rows.append((name, "all: EV", *((None,) * (1 + repriced)), *_cells(ev), ev.difference))
    return _table(found, columns, rows, _SHARE, digits, everything)


def _columns(key: str, head: str) -> list[Column]:
    """The columns of a number in A, in B, and B−A."""
    kind: Kind = "decimal" if key == "variance" else "percent"
    return [
        Column(f"{key}_a", f"{head} A", kind),
        Column(f"{key}_b", f"{head} B", kind),
        Column(f"{key}_difference", "B−A" if key in ("house_edge", "probability") else f"{head} B−A", kind),
    ]


def _cells(change: Change) -> tuple[Cell, Cell, Cell]:
    return change.a, change.b, change.difference


def _shown(found: Comparison, everything: bool) -> list[tuple[str, Match]]:
    return [(name, match) for name, match in _named(found) if everything or match.changed]


def _lines(match: Match, everything: bool) -> list[str]:
    return [
        line for line in match.lines if everything or len(match.valuations) < 2 or match.line_changed(line)
    ]


def _id(match: Match) -> str:
    """The id of a bet, or both where two different ones are compared."""
    return ", ".join(dict.fromkeys(valuation.bet.id for valuation in match.valuations))


def _name(match: Match) -> str:
    names = list(dict.fromkeys(valuation.bet.name for valuation in match.valuations))
    return names[0] if len(names) == 1 else f"{names[0]} (A), {names[1]} (B)"


def _named(found: Comparison) -> list[tuple[str, Match]]:
    """What each match is called; its references stand beside a name that another match has too."""
    names = [_name(match) for match in found.matches]
    often = Counter(names)
    references = [
        ", ".join(dict.fromkeys(valuation.bet.reference for valuation in match.valuations))
        for match in found.matches
    ]
    return [
        (name if often[name] == 1 else f"{name} ({reference})", match)
        for name, reference, match in zip(names, references, found.matches, strict=True)
    ]


def _table(
    found: Comparison,
    columns: list[Column],
    rows: list[tuple[Cell, ...]],
    legend: str,
    digits: int,
    everything: bool,
) -> Table:
    a, b = found.a, found.b
    shared = [a.variant.name] if found.sort != "variants" else []
    if found.sort != "shoes" and a.report.shoe == b.report.shoe:
        shared.append(shoe_text(a.report))
    both = f"A is {_title(found.sort, a)}, B is {_title(found.sort, b)}"
    title = ": ".join(filter(None, (", ".join(shared), both)))
    made = [_made(side) for side in (a, b)]
    provenance = (f"both: {made[0]}",) if made[0] == made[1] else (f"A: {made[0]}", f"B: {made[1]}")
    notes = tuple(_notes(found, legend, digits, everything))
    return Table(title, tuple(columns), tuple(rows), notes, (f"baccarat {__version__}", *provenance))


def _title(sort: str, side: Side) -> str:
    if sort == "shoes":
        return shoe_text(side.report)
    return {"variants": side.variant.name, "rules": side.report.rules.name}.get(sort, side.label)


def _made(side: Side) -> str:
    return f"variant {side.variant.id}, rules {side.report.rules.id}, shoe {side.report.shoe}"


def _notes(found: Comparison, legend: str, digits: int, everything: bool) -> Iterator[str]:
    a, b = found.a.report, found.b.report
    same = [match for match in found.matches if not match.changed]
    if len(same) == len(found.matches):
        yield "Nothing differs between A and B." + ("" if everything else " With --all every bet is shown.")
    elif same and not everything:
        yield f"{len(same)} of {len(found.matches)} bets did not change; with --all they are shown too."
    if found.sort != "shoes" and a.shoe != b.shoe:
        yield f"Shoe: {shoe_text(a)} in A, {shoe_text(b)} in B."
    yield from _rules_notes(a.rules, b.rules)
    named = _named(found)
    for name, match in named:
        if match.a and match.b:
            yield from _bet_notes(name, match.a.bet, match.b.bet)
    left_out = {bet.id for report in (a, b) for bet, _ in report.left_out}
    alone = [(name, m) for name, m in named if not (m.a and m.b) and m.bet.id not in left_out]
    for letter, side in (
        ("A", [name for name, m in alone if m.a]),
        ("B", [name for name, m in alone if m.b]),
    ):
        if side:
            yield f"Only in {letter}: {', '.join(side)}."
    for letter, report in (("A", a), ("B", b)):
        for bet, why in report.left_out:
            yield f"Left out of {letter}: {bet.name}, which {why}."
    if a.given is not None:
        yield f"Given, and all figures conditional on it: {a.given}."
    yield f"{legend} B−A in percentage points."
    yield f"Exact values, shown rounded half to even at {digits} decimals."


def _rules_notes(a: Rules, b: Rules) -> Iterator[str]:
    """What two sets of rules do otherwise, in words; nothing where they deal alike."""
    for what, one, other in (
        ("Player draws on", a.tableau.player_draws, b.tableau.player_draws),
        ("Naturals", a.tableau.naturals, b.tableau.naturals),
    ):
        if one != other:
            yield f"{what}: {_totals(one)} in A, {_totals(other)} in B."
    if a.player_first != b.player_first:
        first = [
            "comes from the shoe"
            if rules.player_first is None
            else f"is given, of rank {rules.player_first},"
            for rules in (a, b)
        ]
        yield f"Player's first card {first[0]} in A, {first[1]} in B."
    cells = cells_changed(a, b)
    if a.banker_by != b.banker_by:
        alike = "" if cells else ", the same letter for letter"
        counted = f"{_COLUMNS[a.banker_by]} in A, {_COLUMNS[b.banker_by]} in B"
        yield f"Columns of the drawing table{alike}: {counted}."
    change = {True: "D in A, S in B", False: "S in A, D in B"}
    by_change = sorted(cells, key=_row)
    for (total, drawn), group in groupby(by_change, key=_row):
        columns = ", ".join("-" if column is None else str(column) for (_, column), _, _ in group)
        yield f"Drawing table, Banker {total} against {columns}: {change[drawn]}."


def _row(cell: tuple[TableCell, bool, bool]) -> tuple[int, bool]:
    """The row of a cell that changed, and whether Banker draws there in A."""
    (total, _), drawn, _ = cell
    return total, drawn


def _totals(totals: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(totals))) or "nothing"


def _bet_notes(name: str, a: Bet, b: Bet) -> Iterator[str]:
    """What of a bet's lines, their prices and conditions differs; nothing of two different bets."""
    if a.id != b.id:
        return
    left, right = ({line.id: line for line in bet.lines} for bet in (a, b))
    for letter, own, other in (("A", left, right), ("B", right, left)):
        if alone := [f"{line} nets {_net(own[line])}" for line in own if line not in other]:
            yield f"{name}, lines only in {letter}: {', '.join(alone)}."
    for line in [line for line in left if line in right]:
        if _net(left[line]) != _net(right[line]):
            yield f"{name}, {line}: nets {_net(left[line])} in A, {_net(right[line])} in B."
        if left[line].when.tree != right[line].when.tree:
            yield f"{name}, {line}: {left[line].when.text!r} in A, {right[line].when.text!r} in B."
    if a.locked != b.locked:
        locked = [short_ratio(bet.locked or Fraction(1)) for bet in (a, b)]
        yield f"{name}, units locked for each unit staked: {locked[0]} in A, {locked[1]} in B."


def _net(line: Line) -> str:
    """What a line nets, with the law of its random factor where it has one."""
    law = " or ".join(f"× {ratio_text(factor)} at {ratio_text(p)}" for factor, p in line.multiplier)
    return short_ratio(line.net) + (f" ({law})" if law else "")
