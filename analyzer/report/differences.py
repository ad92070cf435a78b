"""What two sets of rules, or two bets of one id, do otherwise, in sentences."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from analyzer.analysis.compare import TableCell, cells_changed
from analyzer.bets.bet import Bet, Line
from analyzer.exact import ratio_text
from analyzer.game.rules import Rules
from analyzer.phrases.labels import label
from analyzer.report.names import ratio
from analyzer.report.tableau import totals
from analyzer.text import Message, Text, Value, message

_COLUMNS = {"third-card": message("Player's third card"), "player-total": message("Player's final total")}


def rules_differences(a: Rules, b: Rules) -> Iterator[Text]:
    """What two sets of rules do otherwise, in words; nothing where they deal alike."""
    if (one := a.tableau.player_draws) != (other := b.tableau.player_draws):
        yield message("Player draws on: {a} in A, {b} in B.", a=totals(one), b=totals(other))
    if (one := a.tableau.naturals) != (other := b.tableau.naturals):
        yield message("Naturals: {a} in A, {b} in B.", a=totals(one), b=totals(other))
    if a.player_first != b.player_first:
        yield message("Player's first card: {a} in A, {b} in B.", a=_first(a), b=_first(b))
    cells = cells_changed(a, b)
    if a.banker_by != b.banker_by:
        counted = {"a": _COLUMNS[a.banker_by], "b": _COLUMNS[b.banker_by]}
        if cells:
            yield message("Columns of the drawing table: {a} in A, {b} in B.", **counted)
        else:
            yield message(
                "Columns of the drawing table, the same letter for letter: {a} in A, {b} in B.", **counted
            )
    for (total, drawn), group in groupby(sorted(cells, key=_row), key=_row):
        columns = tuple("-" if column is None else str(column) for (_, column), _, _ in group)
        places: dict[str, Value] = {"total": str(total), "columns": columns}
        if drawn:
            yield message("Drawing table, Banker {total} against {columns}: D in A, S in B.", **places)
        else:
            yield message("Drawing table, Banker {total} against {columns}: S in A, D in B.", **places)


def _first(rules: Rules) -> Message:
    """Where Player's first card comes from."""
    if rules.player_first is None:
        return message("from the shoe")
    return message("given, of rank {rank}", rank=str(rules.player_first))


def _row(cell: tuple[TableCell, bool, bool]) -> tuple[int, bool]:
    """The row of a cell that changed, and whether Banker draws there in A."""
    (total, _), drawn, _ = cell
    return total, drawn


def bet_differences(name: Text, a: Bet, b: Bet) -> Iterator[Text]:
    """What of a bet's lines, their prices and conditions differs; nothing of two different bets."""
    if a.id != b.id:
        return
    left, right = ({line.id: line for line in bet.lines} for bet in (a, b))
    if lines := _missing(left, right):
        yield message("{bet}, lines only in A: {lines}.", bet=name, lines=lines)
    if lines := _missing(right, left):
        yield message("{bet}, lines only in B: {lines}.", bet=name, lines=lines)
    for id, ours in left.items():
        if (theirs := right.get(id)) is None:
            continue
        line = label(id)
        if (net := _net(ours)) != (other_net := _net(theirs)):
            yield message("{bet}, {line}: nets {a} in A, {b} in B.", bet=name, line=line, a=net, b=other_net)
        if ours.when.tree != theirs.when.tree:
            when = {"a": repr(ours.when.text), "b": repr(theirs.when.text)}
            yield message("{bet}, {line}: {a} in A, {b} in B.", bet=name, line=line, **when)
    if a.locked != b.locked:
        yield message(
            "{bet}, units locked for each unit staked: {a} in A, {b} in B.",
            bet=name,
            a=ratio(a.locked or Fraction(1)),
            b=ratio(b.locked or Fraction(1)),
        )


def _missing(lines: Mapping[str, Line], other: Mapping[str, Line]) -> tuple[Message, ...]:
    """The lines that the other side has not, with what they net."""
    return tuple(
        message("{line} nets {net}", line=label(id), net=_net(line))
        for id, line in lines.items()
        if id not in other
    )


def _net(line: Line) -> Value:
    """What a line nets, with the law of its random factor where it has one."""
    if not line.multiplier:
        return ratio(line.net)
    law = tuple(
        message("× {factor} at {probability}", factor=ratio(factor), probability=ratio_text(p))
        for factor, p in line.multiplier
    )
    return message("{net} ({law})", net=ratio(line.net), law=law)
